// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/json/object.hpp>

#include <cstdint>
#include <string>

namespace assay::cli {

/// One JSON object a line on the standard output, for whoever started the engine. Never waits for the reader:
/// one that has stopped reading, or is gone, must not hold up the run that is recorded meanwhile. One thread.
class StateLines
{
public:
    StateLines();

    /// Written as soon as there is room.
    void tell(const boost::json::object& message);
    void tellRunning(std::int64_t runId);
    void tellNotice(const std::string& text);
    /// Left out when the reader is behind: a later one says more.
    void tellIfRead(const boost::json::object& message);
    /// At the end, when nothing else is left to do: gives the reader a moment for what still waits.
    void finish();

private:
    bool hasRoom(int timeoutMs) const;
    bool readerIsBehind() const;
    void write(int timeoutMs);

    bool m_isPipe;
    bool m_gone = false;
    std::string m_waiting;
};

} // namespace assay::cli
