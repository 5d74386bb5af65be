// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QObject>

namespace assay::theme {

/// Whether the desktop wants dark programs, as its settings portal tells; Qt 6.4 asks it only on some
/// desktops. Asked once, when made. Never blocks: without a portal nothing is ever said. GUI thread.
class DesktopScheme : public QObject
{
    Q_OBJECT

public:
    explicit DesktopScheme(const QDBusConnection& bus = QDBusConnection::sessionBus());

    bool prefersDark() const { return m_dark; }

Q_SIGNALS:
    void changed(bool dark);

private:
    void take(const QVariant& value);

    bool m_dark = false;
};

} // namespace assay::theme
