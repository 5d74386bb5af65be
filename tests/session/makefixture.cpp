// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the session that becomes tests/data/session-vN.assay when a format is released.
#include "session/fixturecontent.h"
#include "session/sessionfixture.h"

#include <cstdio>

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "Usage: make_session_fixture FILE\n");
        return 2;
    }
    auto file = assay::test::require(assay::session::SessionFile::create(argv[1]));
    assay::test::fixture::write(file);
}
