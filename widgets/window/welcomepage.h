// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace assay::window {

/// What is shown while no session is open: what can be done first.
class WelcomePage : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(QWidget* parent = nullptr);

    /// Reads the recent files anew.
    void refresh();

Q_SIGNALS:
    void newRequested();
    void openRequested();
    void demoRequested();
    void recentRequested(const QString& path);

private:
    QWidget* makeContent();

    QVBoxLayout* m_recent;
    QLabel* m_recentTitle;
};

} // namespace assay::window
