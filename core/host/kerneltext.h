// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

/// What the kernel's statistics files say. Each parser takes the file's text and returns what it finds.
namespace assay::host {

/// Kinds of processor time, in the order of /proc/stat. Guests' time is part of user and nice.
constexpr std::array<std::string_view, 8> cpuStateNames{
    "user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"};

/// /proc/stat: totals since boot.
struct SystemActivity
{
    std::array<std::int64_t, cpuStateNames.size()> cpuTicks{}; ///< of all processors together
    std::int64_t contextSwitches = 0;
    std::int64_t processesStarted = 0;
    std::int64_t processesRunning = 0; ///< now: running or ready to run
};
/// nullopt without a "cpu" line. Columns that an old kernel lacks are 0.
std::optional<SystemActivity> parseStat(std::string_view text);

/// /proc/meminfo, in bytes.
struct MemoryUse
{
    std::int64_t total = 0;
    std::int64_t available = 0; ///< what programs could still get; estimated on kernels that do not tell
    std::int64_t cached = 0; ///< page cache and reclaimable slabs
    std::int64_t swapTotal = 0;
    std::int64_t swapUsed = 0;
};
std::optional<MemoryUse> parseMeminfo(std::string_view text);

/// /proc/loadavg: 1, 5 and 15 minutes.
std::optional<std::array<double, 3>> parseLoadavg(std::string_view text);

/// /proc/net/dev: bytes since boot.
struct NetworkBytes
{
    std::int64_t in = 0; ///< all interfaces but loopback
    std::int64_t out = 0;
    std::int64_t loopbackIn = 0;
    std::int64_t loopbackOut = 0;
};
std::optional<NetworkBytes> parseNetDev(std::string_view text);

/// /proc/net/snmp.
struct TcpActivity
{
    std::int64_t established = 0; ///< now, CLOSE_WAIT included
    std::int64_t retransmitted = 0; ///< segments since boot
};
std::optional<TcpActivity> parseSnmp(std::string_view text);

/// The number behind `key` on the line that begins with `protocol`, in /proc/net/sockstat and sockstat6:
/// ("TCP:", "tw").
std::optional<std::int64_t> parseSockstat(
    std::string_view text, std::string_view protocol, std::string_view key);

} // namespace assay::host
