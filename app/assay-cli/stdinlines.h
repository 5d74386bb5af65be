// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace assay::cli {

/// Lines from standard input, without ever waiting for one. The end of the input is no line.
class StdinLines
{
public:
    std::optional<std::string> next();

private:
    void readWhatIsThere();

    std::string m_pending;
    bool m_ended = false;
};

} // namespace assay::cli
