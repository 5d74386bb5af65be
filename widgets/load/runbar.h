// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/runcontrol.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace assay::loadpage {

/// Start and stop, and how far the run is. Shows what the document's run control does, whoever started it.
class RunBar : public QWidget
{
    Q_OBJECT

public:
    explicit RunBar(document::RunControl& control, QWidget* parent = nullptr);

    /// Why nothing can be started; empty if it can.
    void setObstacle(const QString& sentence);

Q_SIGNALS:
    void startClicked();

private:
    void refresh();
    QString progressText() const;

    document::RunControl& m_control;
    QString m_obstacle;
    QPushButton* m_start;
    QPushButton* m_stop;
    QProgressBar* m_bar;
    QLabel* m_text;
};

/// "1 m 5 s", for what is left.
QString secondsText(double seconds);

} // namespace assay::loadpage
