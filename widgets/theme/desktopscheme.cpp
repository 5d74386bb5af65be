// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/desktopscheme.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace assay::theme {

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString object = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colourScheme = QStringLiteral("color-scheme");

constexpr uint darkIsWanted = 1; // 0: no preference, 2: light

} // namespace

DesktopScheme::DesktopScheme(const QDBusConnection& bus)
{
    QDBusConnection connection = bus;
    if (!connection.isConnected()) {
        return;
    }
    QDBusMessage question =
        QDBusMessage::createMethodCall(service, object, interface, QStringLiteral("Read"));
    question.setArguments({appearance, colourScheme});
    question.setAutoStartService(true);
    auto* answer = new QDBusPendingCallWatcher(connection.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid()) {
            take(reply.value().variant());
        }
        answer->deleteLater();
    });
}

void DesktopScheme::take(const QVariant& value)
{
    // The portal wraps the value in a variant of its own.
    const QVariant inner = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    const bool dark = inner.toUInt() == darkIsWanted;
    if (dark != std::exchange(m_dark, dark)) {
        Q_EMIT changed(dark);
    }
}

} // namespace assay::theme
