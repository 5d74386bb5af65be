// SPDX-License-Identifier: GPL-3.0-or-later
// Measures one cell of a spawn experiment on behalf of the engine; not for use by hand. See
// spawn/subjectspec.h.
#include "spawn/subject/subjectprogram.h"

int main(int argumentCount, char** arguments)
{
    return assay::spawn::runSubject(argumentCount, arguments, assay::spawn::makePlainSpawner);
}
