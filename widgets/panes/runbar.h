// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/runcontrol.h"

#include <QWidget>

#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace assay::panes {

/// Start and stop, and how far the run is. Shows what the document's run control does, whoever started it.
class RunBar : public QWidget
{
    Q_OBJECT

public:
    /// What an instrument's runs are told in.
    struct Words
    {
        QString stopping; ///< "Stopping: waiting for the requests in flight …"
        std::function<QStringList(const document::EngineRun::Progress&)> counts; ///< "3 users", "20 requests"
    };
    RunBar(document::RunControl& control, Words words, QWidget* parent = nullptr);

    /// Why nothing can be started; empty if it can.
    void setObstacle(const QString& sentence);

Q_SIGNALS:
    void startClicked();

private:
    void refresh();
    QString progressText() const;

    document::RunControl& m_control;
    Words m_words;
    QString m_obstacle;
    QPushButton* m_start;
    QPushButton* m_stop;
    QProgressBar* m_bar;
    QLabel* m_text;
};

/// "1 m 5 s", for what is left.
QString secondsText(double seconds);

} // namespace assay::panes
