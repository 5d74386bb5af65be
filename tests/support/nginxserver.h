// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "temporarydirectory.h"

#include <string>
#include <sys/types.h>

namespace assay::test {

/// A real nginx on a free port of 127.0.0.1, with a folder of its own, for as long as the object lives.
class NginxServer
{
public:
    /// `serverBlock`: directives of its one server; `workers`: its processes. Fails the test if nginx is missing
    /// or does not start.
    explicit NginxServer(const std::string& serverBlock, int workers = 1);
    ~NginxServer();
    NginxServer(const NginxServer&) = delete;
    NginxServer& operator=(const NginxServer&) = delete;

    int port() const { return m_port; }
    std::string url(const std::string& target = "/") const;

private:
    bool waitUntilListening() const;

    TemporaryDirectory m_folder;
    int m_port;
    pid_t m_pid = -1;
};

} // namespace assay::test
