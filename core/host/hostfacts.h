// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "host/systemfile.h"

#include <cstdint>
#include <optional>
#include <string>

namespace assay::host {

/// What a reader of a result must know of the machine it was measured on. Whatever the machine does not tell
/// is empty.
struct HostFacts
{
    /// Limits of this process; nullopt = unlimited or unknown.
    struct Limit
    {
        std::optional<std::int64_t> soft;
        std::optional<std::int64_t> hard;
    };

    std::string hostname;
    std::string operatingSystem; ///< "Debian GNU/Linux 12 (bookworm)"
    std::string kernel; ///< release, "6.1.0-13-amd64"
    std::string architecture; ///< "x86_64"
    std::string cpuModel;
    std::int64_t cpus = 0; ///< processors that this process may use
    std::int64_t cpusOnline = 0;
    std::optional<std::int64_t> memoryBytes;
    std::optional<std::int64_t> swapBytes;
    std::int64_t pageBytes = 0;
    std::string transparentHugePages; ///< "always", "madvise", "never"
    std::optional<std::int64_t> overcommit; ///< vm.overcommit_memory: 0, 1, 2
    Limit openFiles;
    Limit processes;
    std::optional<std::int64_t> firstLocalPort; ///< net.ipv4.ip_local_port_range
    std::optional<std::int64_t> lastLocalPort;
    std::optional<std::int64_t> listenQueue; ///< net.core.somaxconn
    std::string clockSource; ///< "tsc"
    std::string frequencyGovernor; ///< of the first processor
    std::string virtualisation; ///< a guess in words, "KVM", "virtual machine, container"; "" = none seen
    std::string bootId;

    /// Reads them now; takes about a millisecond.
    static HostFacts collect(const SystemRoot& root = "/");

    /// Keys in snake case; what is unknown is null.
    json::object toJson() const;
};

} // namespace assay::host
