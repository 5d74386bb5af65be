// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windowfixture.h"

#include "load/planpane.h"
#include "load/resultspane.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>

namespace assay::test {
namespace {

class AccessibilityTest : public WindowTest
{ };

bool isPartOfAnother(const QWidget* widget)
{
    // Inner parts are spoken of as the widget that they belong to.
    for (const auto* parent = widget->parentWidget(); parent; parent = parent->parentWidget()) {
        if (qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent)
            || qobject_cast<const QTabBar*>(parent)) {
            return true;
        }
    }
    return widget->objectName().startsWith(u"qt_");
}

bool hasBuddy(const QWidget& window, const QWidget* widget)
{
    for (const auto* label : window.findChildren<QLabel*>()) {
        if (label->buddy() == widget || (label->buddy() && label->buddy()->focusProxy() == widget)) {
            return true;
        }
    }
    return false;
}

QStringList unnamed(const QWidget& window)
{
    QStringList found;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        const bool reachable = (widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->focusProxy();
        if (!reachable || isPartOfAnother(widget) || qobject_cast<const QMenuBar*>(widget)
            || qobject_cast<const QMenu*>(widget) || qobject_cast<const QTabBar*>(widget)) {
            continue;
        }
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || hasBuddy(window, widget)
            || (button && button->text().size() > 1);
        if (!named) {
            found.append(
                QStringLiteral("%1 \"%2\" in %3")
                    .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName(),
                        widget->parentWidget()
                            ? QString::fromLatin1(widget->parentWidget()->metaObject()->className())
                            : QString()));
        }
    }
    return found;
}

TEST_F(AccessibilityTest, EveryControlOfTheWindowIsNamed)
{
    EXPECT_THAT(unnamed(window()).join(u'\n').toStdString(), "");
    beginSession();
    usePlan();
    EXPECT_THAT(unnamed(window()).join(u'\n').toStdString(), "");
}

TEST_F(AccessibilityTest, EveryActionHasAnIdATipAndAPlaceInAMenu)
{
    beginSession();
    QStringList ids;
    for (auto* menuAction : window().menuBar()->actions()) {
        EXPECT_TRUE(menuAction->text().contains(u'&')) << menuAction->text().toStdString();
        for (auto* action : menuAction->menu()->actions()) {
            if (action->isSeparator()) {
                continue;
            }
            EXPECT_FALSE(action->objectName().isEmpty()) << action->text().toStdString();
            EXPECT_TRUE(action->text().contains(u'&')) << action->text().toStdString();
            ids.append(action->objectName());
        }
    }
    // The table of everything that the menus offer; a new action gets its row and its test.
    const QStringList known{QStringLiteral("file.new"), QStringLiteral("file.open"),
        QStringLiteral("file.recent"), QStringLiteral("file.save"), QStringLiteral("file.saveAs"),
        QStringLiteral("file.importPlan"), QStringLiteral("file.exportPlan"),
        QStringLiteral("file.exportCharts"), QStringLiteral("file.quit"), QStringLiteral("edit.undo"),
        QStringLiteral("edit.redo"), QStringLiteral("edit.add"), QStringLiteral("edit.rename"),
        QStringLiteral("edit.duplicate"), QStringLiteral("edit.remove"), QStringLiteral("edit.copyChart"),
        QStringLiteral("edit.copyCommand"), QStringLiteral("run.start"), QStringLiteral("run.stop"),
        QStringLiteral("run.demo"), QStringLiteral("view.nextPane"), QStringLiteral("view.previousPane"),
        QStringLiteral("view.theme"), QStringLiteral("view.resetLayout"), QStringLiteral("view.session"),
        QStringLiteral("view.plan"), QStringLiteral("view.logarithmic"), QStringLiteral("view.enlarge"),
        QStringLiteral("view.resetZoom"), QStringLiteral("help.tour"), QStringLiteral("help.about"),
        QStringLiteral("help.aboutQt")};
    EXPECT_EQ(ids.join(u' ').toStdString(), known.join(u' ').toStdString());
}

TEST_F(AccessibilityTest, ShortcutsAreNotUsedTwice)
{
    beginSession();
    QSet<QString> seen;
    for (auto* menuAction : window().menuBar()->actions()) {
        for (auto* action : menuAction->menu()->actions()) {
            const QString keys = action->shortcut().toString();
            EXPECT_TRUE(keys.isEmpty() || !seen.contains(keys)) << keys.toStdString();
            seen.insert(keys);
        }
    }
}

TEST_F(AccessibilityTest, TabReachesOutOfEveryPane)
{
    beginSession();
    usePlan();
    // Round the window by Tab alone: the chain must come back, and must have been to plan and start.
    auto* first = window().focusWidget() ? window().focusWidget() : static_cast<QWidget*>(&window());
    QSet<QString> visited;
    int steps = 0;
    for (auto* widget = first->nextInFocusChain(); widget != first && steps < 2000;
         widget = widget->nextInFocusChain()) {
        ++steps;
        if ((widget->focusPolicy() & Qt::TabFocus) && widget->isVisible()) {
            visited.insert(widget->objectName());
        }
    }
    EXPECT_LT(steps, 2000);
    EXPECT_TRUE(visited.contains(QStringLiteral("stepsView")));
    EXPECT_TRUE(visited.contains(QStringLiteral("startButton")));
    EXPECT_TRUE(visited.contains(QStringLiteral("sessionView")));
}

TEST_F(AccessibilityTest, F6GoesThroughThePanes)
{
    beginSession();
    usePlan();
    window().activateWindow();
    QSet<QWidget*> visited;
    for (int i = 0; i < 3; ++i) {
        window().actions().nextPane->trigger();
        visited.insert(window().focusWidget());
    }
    EXPECT_GE(visited.size(), 2);
}

TEST_F(AccessibilityTest, FitsANarrowWindow)
{
    beginSession();
    usePlan();
    window().resize(640, 480);
    QTest::qWait(0);
    EXPECT_LE(window().minimumSizeHint().width(), 640) << "usable beside another window on a small screen";
}

TEST_F(AccessibilityTest, ColoursFollowThePaletteWhileRunning)
{
    beginSession();
    const auto probe = [this] {
        return window().grab().toImage().pixelColor(window().width() / 2, 3).lightness();
    };
    QPalette dark(QColor(0x2b, 0x2f, 0x36));
    QApplication::setPalette(dark);
    EXPECT_TRUE(waitFor([&] { return probe() < 100; }));
    QApplication::setPalette(QPalette(QColor(0xee, 0xee, 0xee)));
    EXPECT_TRUE(waitFor([&] { return probe() > 150; }));
    QApplication::setPalette({});
}

} // namespace
} // namespace assay::test
