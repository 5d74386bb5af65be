// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/intrusive/list.hpp>

#include <chrono>

namespace assay::target {

/// Something that ends when nothing happens to it for a while.
class Expiring
    : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>
{
public:
    virtual ~Expiring() = default;
    /// Already taken off its list when called.
    virtual void expired() = 0;

private:
    friend class Deadlines;
    std::chrono::steady_clock::time_point m_deadline;
};

/// Members that all have the same patience: their deadlines come in the order in which they were added, so
/// that one list and one timer do for any number of connections. A member leaves by unlink() or by dying.
/// Belongs to the event loop's thread.
class Deadlines
{
public:
    /// `patience` of zero: nobody ever expires.
    Deadlines(boost::asio::io_context& loop, std::chrono::nanoseconds patience);

    /// The member is not on any list.
    void add(Expiring& member);

private:
    void arm();
    void expireDue();

    boost::asio::steady_timer m_timer;
    std::chrono::nanoseconds m_patience;
    bool m_armed = false;
    boost::intrusive::list<Expiring, boost::intrusive::constant_time_size<false>> m_members;
};

} // namespace assay::target
