// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/beast/http/basic_parser.hpp>

#include <cstddef>
#include <cstdint>

namespace assay::target {

/// Reads one request and keeps nothing of it but what the server needs, so that a request costs no
/// allocation. Beast does the grammar.
class RequestParser final : public boost::beast::http::basic_parser<true>
{
public:
    static constexpr std::uint32_t headerLimit = 16 << 10;

    RequestParser()
    {
        eager(true);
        header_limit(headerLimit);
        body_limit(boost::none);
    }

    bool isHead() const { return m_head; }
    bool isVersion10() const { return m_version == 10; }
    /// The client waits for "100 Continue" before it sends the body.
    bool expectsContinue() const { return m_expectsContinue && !isVersion10(); }
    /// HTTP/1.1 demands exactly one Host field.
    bool hasValidHost() const { return isVersion10() ? m_hosts <= 1 : m_hosts == 1; }
    std::uint64_t bodyBytes() const { return m_bodyBytes; }

private:
    using Code = boost::beast::error_code;
    using View = boost::beast::string_view;
    using Verb = boost::beast::http::verb;
    using Field = boost::beast::http::field;

    void on_request_impl(Verb method, View, View, int version, Code&) override
    {
        m_head = method == Verb::head;
        m_version = version;
    }
    void on_response_impl(int, View, int, Code&) override { }
    void on_field_impl(Field name, View, View value, Code&) override
    {
        if (name == Field::host) {
            ++m_hosts;
        } else if (name == Field::expect) {
            m_expectsContinue = boost::beast::iequals(value, "100-continue");
        }
    }
    void on_header_impl(Code&) override { }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, Code&) override { }
    std::size_t on_body_impl(View body, Code&) override
    {
        m_bodyBytes += body.size();
        return body.size();
    }
    void on_chunk_header_impl(std::uint64_t, View, Code&) override { }
    std::size_t on_chunk_body_impl(std::uint64_t, View body, Code&) override
    {
        m_bodyBytes += body.size();
        return body.size();
    }
    void on_finish_impl(Code&) override { }

    int m_version = 11;
    int m_hosts = 0;
    bool m_head = false;
    bool m_expectsContinue = false;
    std::uint64_t m_bodyBytes = 0;
};

} // namespace assay::target
