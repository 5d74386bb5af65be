// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "temporarydirectory.h"

#include <fstream>
#include <string>

namespace assay::test {

/// A stand-in for "/" with the files that a test puts there.
class SystemTree
{
public:
    void put(const std::string& path, const std::string& text) const
    {
        const auto file = root() / path;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
    }
    const std::filesystem::path& root() const { return m_directory.path(); }

private:
    TemporaryDirectory m_directory;
};

} // namespace assay::test
