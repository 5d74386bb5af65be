// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/desktopscheme.h"
#include "theme/signalcolours.h"
#include "theme/themechoice.h"

#include <QApplication>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

#include <gmock/gmock.h>

/// Stands in for the desktop's settings portal.
class FakePortal : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public Q_SLOTS:
    QDBusVariant Read(const QString&, const QString&)
    {
        return QDBusVariant(QVariant::fromValue(QDBusVariant(scheme)));
    }

public:
    uint scheme = 1;
};

namespace assay::theme {
namespace {

TEST(DesktopScheme, AsksTheSettingsPortal)
{
    if (QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty()) {
        GTEST_SKIP() << "dbus-daemon is not installed; it is needed for a message bus of the test's own";
    }
    QProcess daemon;
    daemon.start(QStringLiteral("dbus-daemon"),
        {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address=1")});
    ASSERT_TRUE(daemon.waitForReadyRead());
    const QString address = QString::fromUtf8(daemon.readLine()).trimmed();
    {
        auto server = QDBusConnection::connectToBus(address, QStringLiteral("portal"));
        FakePortal portal;
        ASSERT_TRUE(server.registerObject(
            QStringLiteral("/org/freedesktop/portal/desktop"), &portal, QDBusConnection::ExportAllSlots));
        ASSERT_TRUE(server.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));

        DesktopScheme scheme(QDBusConnection::connectToBus(address, QStringLiteral("program")));
        EXPECT_TRUE(QTest::qWaitFor([&] { return scheme.prefersDark(); }, 10'000));
    }
    QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
    QDBusConnection::disconnectFromBus(QStringLiteral("program"));
    daemon.kill();
    daemon.waitForFinished();
}

TEST(ThemeChoice, TheUsersChoiceWinsOverTheDesktops)
{
    QSettings().remove(QStringLiteral("theme"));
    setDesktopPrefersDark(true);
    EXPECT_TRUE(isDark());
    applyTheme(ThemeChoice::Light);
    EXPECT_FALSE(isDark());
    applyTheme(ThemeChoice::Desktop);
    EXPECT_TRUE(isDark());
    setDesktopPrefersDark(false);
    EXPECT_FALSE(isDark());
    applyTheme(ThemeChoice::Dark);
    EXPECT_TRUE(isDark());
    applyTheme(ThemeChoice::Desktop);
}

} // namespace
} // namespace assay::theme

#include "test_desktopscheme.moc"
