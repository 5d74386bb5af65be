// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/endnotice.h"

#include "document/qtext.h"

#include <QCoreApplication>

namespace assay::panes {

QStringList endNotice(const session::Run& run)
{
    if (!run.endReason.empty()) {
        return {qtext(run.endReason)};
    }
    if (run.state == session::RunState::Interrupted) {
        return {QCoreApplication::translate("EndNotice",
            "The program that recorded this run vanished before its end. What is shown is what it had "
            "written.")};
    }
    return {};
}

} // namespace assay::panes
