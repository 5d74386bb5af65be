// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace assay::test {

/// A directory of its own for a test, removed with everything in it.
class TemporaryDirectory
{
public:
    TemporaryDirectory()
    {
        auto name = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
        if (!mkdtemp(name.data())) {
            throw std::runtime_error("No temporary directory can be made.");
        }
        m_path = name;
    }

    ~TemporaryDirectory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(const std::string& name) const { return m_path / name; }

private:
    std::filesystem::path m_path;
};

} // namespace assay::test
