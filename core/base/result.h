// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/system/result.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace assay {

/// Whose turn it is after a failure; the command line maps it to its exit code.
enum class ErrorKind {
    Usage, ///< the input is wrong: the user changes it (exit 2)
    Environment, ///< the machine refuses: permission, port in use, disk full, missing program (exit 3)
};

/// A failure as a value. `message` is one or more whole sentences for the user: what failed, which input,
/// what to do. It never holds a bare error code.
struct Error
{
    ErrorKind kind = ErrorKind::Environment;
    std::string message;
};

inline Error usageError(std::string message)
{
    return {ErrorKind::Usage, std::move(message)};
}

inline Error environmentError(std::string message)
{
    return {ErrorKind::Environment, std::move(message)};
}

/// "what: reason of errno", for messages about failed system calls.
std::string withErrno(std::string what, int errnoValue);

/// Either a value or an Error. Test it with `if (!result)`, then read `*result` or `result.error()`.
template <typename T>
using Result = boost::system::result<T, Error>;

/// Called by boost::system::result when value() is asked of an error: a programming mistake.
[[noreturn]] inline void throw_exception_from_error(const Error& error, const boost::source_location&)
{
    throw std::logic_error(error.message);
}

} // namespace assay
