// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "load/loadplan.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::load {

class VariableTable;

/// What the built-in variables stand for at the moment.
struct TemplateValues
{
    std::uint64_t user = 1; ///< ${user}: number of the virtual user, from 1
    std::uint64_t iteration = 1; ///< ${iteration}: round of that user, from 1
};

/// A text with `${name}` in it, compiled. User variables and ${target} are constant for a run and are folded
/// in when it is compiled; ${user} and ${iteration} stay as holes. `\${` stands for the text "${"; every
/// other backslash or dollar sign stands for itself.
class Template
{
public:
    struct Piece
    {
        enum class Kind
        {
            Literal,
            User,
            Iteration
        };
        Kind kind = Kind::Literal;
        std::string text; ///< of a literal
    };

    /// Of an expanded text: variables in variables may grow without end.
    static constexpr std::size_t maxBytes = std::size_t{64} << 20;

    Template() = default;
    /// Fails with a sentence that names the variable that is not defined, or the `${` that is not closed.
    static Result<Template> compile(std::string_view text, const VariableTable& variables);
    std::size_t longestBytes() const noexcept;
    /// Neighbouring literals become one.
    static Template fromPieces(const std::vector<Piece>& pieces);

    bool isConstant() const noexcept;
    /// The whole text if isConstant(), else the literals before the first hole.
    std::string_view head() const noexcept;
    const std::vector<Piece>& pieces() const noexcept { return m_pieces; }

    /// Allocates nothing but what `out` needs to grow.
    void appendTo(std::string& out, const TemplateValues& values) const;

private:
    void append(const Piece& piece);

    std::vector<Piece> m_pieces;
};

/// The variables that a template may use.
class VariableTable
{
public:
    /// The plan's variables in order; `targetAddress` ("127.0.0.1:40123") is what ${target} stands for, empty
    /// if the plan starts no target. The error names the variable.
    static Result<VariableTable> fromPlan(const LoadPlan& plan, std::string_view targetAddress);

    /// A faulty variable is defined all the same (as nothing, if its value cannot be read), so that a caller
    /// who lists every fault does not hear of it again wherever it is used.
    Result<void> define(const Variable& variable);
    void defineTarget(std::string_view address);

    const Template* find(std::string_view name) const;
    /// "a, b and c", for messages.
    std::string names() const;

private:
    std::map<std::string, Template, std::less<>> m_values;
};

} // namespace assay::load
