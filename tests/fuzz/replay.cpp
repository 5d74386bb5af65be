// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for libFuzzer: gives the target every file of a directory, and fails if there is none.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv)
{
    int replayed = 0;
    for (int i = 1; i < argc; ++i) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator{argv[i]}) {
            if (!entry.is_regular_file()) {
                continue;
            }
            std::printf("%s\n", entry.path().c_str());
            std::fflush(stdout);
            std::ifstream file{entry.path(), std::ios::binary};
            const std::string bytes{std::istreambuf_iterator<char>{file}, {}};
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
            ++replayed;
        }
    }
    return replayed > 0 ? 0 : 1;
}
