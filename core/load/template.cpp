// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/template.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

namespace assay::load {

namespace {

constexpr std::size_t longestNumber = 20; ///< of what a hole may stand for
constexpr std::string_view escapeHint = "To write the characters themselves, put a backslash before the $.";

bool isNameStart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isName(std::string_view text)
{
    return !text.empty() && isNameStart(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
        return isNameStart(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
}

std::string quoted(std::string_view name)
{
    return "${" + std::string{name} + "}";
}

Error unknownVariable(std::string_view name, const VariableTable& variables)
{
    if (name == "target") {
        return usageError(
            "${target} stands for the embedded target's address, but the plan starts none. Turn "
            "the embedded target on, or write the server's address.");
    }
    if (!isName(name)) {
        return usageError("\"" + quoted(name)
            + "\" is not a variable: a name is made of letters, digits, \"_\", \"-\" and \".\". "
            + std::string{escapeHint});
    }
    return usageError(quoted(name) + " is not defined. Known are " + variables.names()
        + "; define it before it is used. " + std::string{escapeHint});
}

} // namespace

Result<Template> Template::compile(std::string_view text, const VariableTable& variables)
{
    Template result;
    std::string literal;
    for (std::size_t i = 0; i < text.size();) {
        const auto rest = text.substr(i);
        if (rest.starts_with("\\${")) {
            literal += "${";
            i += 3;
        } else if (rest.starts_with("${")) {
            const auto close = rest.find('}');
            if (close == std::string_view::npos) {
                return usageError("\"" + std::string{rest.substr(0, 20)} + "\" has no closing brace. "
                    + std::string{escapeHint});
            }
            const auto name = rest.substr(2, close - 2);
            const auto* value = variables.find(name);
            if (!value && name != "user" && name != "iteration") {
                return unknownVariable(name, variables);
            }
            result.append({Piece::Kind::Literal, std::move(literal)});
            literal.clear();
            if (value) {
                if (value->longestBytes() > maxBytes - std::min(maxBytes, result.longestBytes())) {
                    return usageError("With " + quoted(name)
                        + " put in, the text is longer than 64 MiB. Use fewer or shorter variables.");
                }
                std::for_each(value->m_pieces.begin(), value->m_pieces.end(),
                    [&](const Piece& piece) { result.append(piece); });
            } else {
                result.append({name == "user" ? Piece::Kind::User : Piece::Kind::Iteration, {}});
            }
            i += close + 1;
        } else {
            literal += text[i++];
        }
    }
    result.append({Piece::Kind::Literal, std::move(literal)});
    return result;
}

std::size_t Template::longestBytes() const noexcept
{
    return std::accumulate(
        m_pieces.begin(), m_pieces.end(), std::size_t{0}, [](std::size_t sum, const Piece& piece) {
            return sum + (piece.kind == Piece::Kind::Literal ? piece.text.size() : longestNumber);
        });
}

Template Template::fromPieces(const std::vector<Piece>& pieces)
{
    Template result;
    for (const auto& piece : pieces) {
        result.append(piece);
    }
    return result;
}

void Template::append(const Piece& piece)
{
    if (piece.kind != Piece::Kind::Literal) {
        m_pieces.push_back(piece);
    } else if (!m_pieces.empty() && m_pieces.back().kind == Piece::Kind::Literal) {
        m_pieces.back().text += piece.text;
    } else if (!piece.text.empty()) {
        m_pieces.push_back(piece);
    }
}

bool Template::isConstant() const noexcept
{
    return m_pieces.empty() || (m_pieces.size() == 1 && m_pieces.front().kind == Piece::Kind::Literal);
}

std::string_view Template::head() const noexcept
{
    return !m_pieces.empty() && m_pieces.front().kind == Piece::Kind::Literal ? m_pieces.front().text
                                                                              : std::string_view{};
}

void Template::appendTo(std::string& out, const TemplateValues& values) const
{
    for (const auto& piece : m_pieces) {
        if (piece.kind == Piece::Kind::Literal) {
            out += piece.text;
        } else {
            std::array<char, 20> digits; // NOLINT(*-member-init): written before it is read
            const auto number = piece.kind == Piece::Kind::User ? values.user : values.iteration;
            const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
            out.append(digits.data(), written.ptr);
        }
    }
}

Result<VariableTable> VariableTable::fromPlan(const LoadPlan& plan, std::string_view targetAddress)
{
    VariableTable table;
    if (!targetAddress.empty()) {
        table.defineTarget(targetAddress);
    }
    for (const auto& variable : plan.variables) {
        if (const auto defined = table.define(variable); !defined) {
            return usageError("The variable \"" + variable.name + "\": " + defined.error().message);
        }
    }
    return table;
}

Result<void> VariableTable::define(const Variable& variable)
{
    const auto& name = variable.name;
    if (name == "user" || name == "iteration" || name == "target") {
        return usageError("The name \"" + name + "\" is built in. Choose another one.");
    }
    if (!isName(name)) {
        return usageError("\"" + name
            + "\" cannot be a variable's name. Begin with a letter and go on with letters, digits, \"_\", "
              "\"-\" or \".\".");
    }
    if (find(name)) {
        return usageError("The name \"" + name + "\" is used twice. Choose another one.");
    }
    auto value = Template::compile(variable.value, *this);
    if (!value) {
        m_values[name];
        return value.error();
    }
    m_values[name] = std::move(*value);
    return {};
}

void VariableTable::defineTarget(std::string_view address)
{
    m_values["target"] = Template::fromPieces({{Template::Piece::Kind::Literal, std::string{address}}});
}

const Template* VariableTable::find(std::string_view name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? nullptr : &found->second;
}

std::string VariableTable::names() const
{
    std::string text;
    for (const auto& [name, value] : m_values) {
        text += name + ", ";
    }
    return text + "user and iteration";
}

} // namespace assay::load
