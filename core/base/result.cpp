// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result.h"

#include <system_error>

namespace assay {

std::string withErrno(std::string what, int errnoValue)
{
    what += ": ";
    what += std::generic_category().message(errnoValue);
    return what;
}

} // namespace assay
