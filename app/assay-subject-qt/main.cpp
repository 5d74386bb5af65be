// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one cell of a spawn experiment whose mechanism is Qt's; not for use by hand. See
// spawn/subjectspec.h.
#include "qtspawners.h"
#include "spawn/subject/subjectprogram.h"

int main(int argumentCount, char** arguments)
{
    return assay::spawn::runSubject(argumentCount, arguments, assay::spawn::makeQtSpawner);
}
