// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

namespace assay::test {

struct Certificate
{
    std::string certificateFile;
    std::string keyFile;
};

/// Makes a self-signed certificate and its key in `folder`. `names`: as in subjectAltName,
/// "DNS:localhost,IP:127.0.0.1". `days` may be negative for one that has expired.
Certificate makeCertificate(const std::filesystem::path& folder, const std::string& names, int days = 1);

} // namespace assay::test
