// SPDX-License-Identifier: GPL-3.0-or-later
#include "host/kerneltext.h"

#include "base/units.h"
#include "host/systemfile.h"

#include <algorithm>

namespace assay::host {

namespace {

/// The number behind a name that begins a line: "ctxt 12345".
std::int64_t countNamed(std::string_view text, std::string_view name)
{
    return wholeNumber(valueOf(text, name, ' ')).value_or(0);
}

/// "MemFree:   123 kB" in bytes.
std::optional<std::int64_t> memoryNamed(std::string_view text, std::string_view name)
{
    const auto words = wordsOf(valueOf(text, name, ':'));
    const auto number = words.empty() ? std::nullopt : wholeNumber(words[0]);
    const std::int64_t unit = words.size() > 1 && words[1] == "kB" ? 1024 : 1;
    return number ? std::optional{*number * unit} : std::nullopt;
}

} // namespace

std::optional<SystemActivity> parseStat(std::string_view text)
{
    SystemActivity activity;
    bool found = false;
    for (const auto line : linesOf(text)) {
        const auto words = wordsOf(line);
        if (words.size() < 5 || words[0] != "cpu") {
            continue;
        }
        for (std::size_t i = 0; i < activity.cpuTicks.size() && i + 1 < words.size(); ++i) {
            activity.cpuTicks[i] = wholeNumber(words[i + 1]).value_or(0);
        }
        found = true;
        break;
    }
    if (!found) {
        return std::nullopt;
    }
    activity.contextSwitches = countNamed(text, "ctxt");
    activity.processesStarted = countNamed(text, "processes");
    activity.processesRunning = countNamed(text, "procs_running");
    return activity;
}

std::optional<MemoryUse> parseMeminfo(std::string_view text)
{
    const auto total = memoryNamed(text, "MemTotal");
    if (!total) {
        return std::nullopt;
    }
    const auto named = [text](std::string_view name) { return memoryNamed(text, name).value_or(0); };
    MemoryUse use;
    use.total = *total;
    use.cached = named("Cached") + named("SReclaimable");
    // Before Linux 3.14 there is no MemAvailable.
    use.available =
        memoryNamed(text, "MemAvailable").value_or(named("MemFree") + named("Buffers") + use.cached);
    use.swapTotal = named("SwapTotal");
    use.swapUsed = use.swapTotal - named("SwapFree");
    return use;
}

std::optional<std::array<double, 3>> parseLoadavg(std::string_view text)
{
    const auto words = wordsOf(text);
    if (words.size() < 3) {
        return std::nullopt;
    }
    std::array<double, 3> loads{};
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const auto load = parseNumber(words[i]);
        if (!load) {
            return std::nullopt;
        }
        loads[i] = *load;
    }
    return loads;
}

std::optional<NetworkBytes> parseNetDev(std::string_view text)
{
    constexpr std::size_t receivedColumn = 0;
    constexpr std::size_t sentColumn = 8;
    NetworkBytes bytes;
    bool found = false;
    for (const auto line : linesOf(text)) {
        // The colon may touch the first number: "eth0:123".
        const auto colon = line.rfind(':');
        const auto columns = wordsOf(colon == std::string_view::npos ? "" : line.substr(colon + 1));
        const auto name = wordsOf(line.substr(0, colon));
        if (columns.size() <= sentColumn || name.empty()) {
            continue;
        }
        const auto in = wholeNumber(columns[receivedColumn]).value_or(0);
        const auto out = wholeNumber(columns[sentColumn]).value_or(0);
        const bool loopback = name[0] == "lo";
        (loopback ? bytes.loopbackIn : bytes.in) += in;
        (loopback ? bytes.loopbackOut : bytes.out) += out;
        found = true;
    }
    return found ? std::optional{bytes} : std::nullopt;
}

std::optional<TcpActivity> parseSnmp(std::string_view text)
{
    // Two lines a protocol: names, then numbers; their order differs among kernels.
    std::vector<std::string_view> names;
    for (const auto line : linesOf(text)) {
        const auto words = wordsOf(line);
        if (words.empty() || words[0] != "Tcp:") {
            continue;
        }
        if (names.empty()) {
            names = words;
            continue;
        }
        const auto numberOf = [&](std::string_view name) {
            const auto column =
                static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
            return column < words.size() ? wholeNumber(words[column]).value_or(0) : 0;
        };
        return TcpActivity{numberOf("CurrEstab"), numberOf("RetransSegs")};
    }
    return std::nullopt;
}

std::optional<std::int64_t> parseSockstat(
    std::string_view text, std::string_view protocol, std::string_view key)
{
    for (const auto line : linesOf(text)) {
        const auto words = wordsOf(line);
        if (words.empty() || words[0] != protocol) {
            continue;
        }
        for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
            if (words[i] == key) {
                return wholeNumber(words[i + 1]);
            }
        }
    }
    return std::nullopt;
}

} // namespace assay::host
