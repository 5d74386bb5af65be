// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/rundetailspane.h"

#include <QPlainTextEdit>

#include <gtest/gtest.h>

namespace assay::panes {
namespace {

session::Run runWith(std::int64_t id, const std::string& note)
{
    session::Run run;
    run.id = id;
    run.note = note;
    return run;
}

QPlainTextEdit* noteOf(RunDetailsPane& pane)
{
    for (auto* field : pane.findChildren<QPlainTextEdit*>()) {
        if (!field->isReadOnly()) {
            return field;
        }
    }
    return nullptr;
}

} // namespace

TEST(RunDetailsPane, KeepsATypedNoteWhenAnotherRunComes)
{
    RunDetailsPane pane([](const session::Run&) { return QString(); });
    std::vector<std::pair<qint64, QString>> kept;
    QObject::connect(&pane, &RunDetailsPane::noteEdited,
        [&](qint64 run, const QString& note) { kept.emplace_back(run, note); });
    pane.showRun(runWith(1, "first"));
    pane.showRun(runWith(2, "second"));
    EXPECT_TRUE(kept.empty()) << "nobody typed anything";
    noteOf(pane)->setPlainText(QStringLiteral("with the old kernel"));
    pane.showRun(runWith(2, "second")); // the same, read again
    EXPECT_EQ(noteOf(pane)->toPlainText(), QStringLiteral("with the old kernel"));
    pane.showRun(runWith(3, ""));
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0], std::pair(qint64{2}, QStringLiteral("with the old kernel")));
    EXPECT_EQ(noteOf(pane)->toPlainText(), QString());
}

} // namespace assay::panes
