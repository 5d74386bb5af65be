// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace assay::dialogs {

/// Every question that stops the user. Behind an interface, so that tests answer instead. GUI thread.
class Dialogs
{
public:
    virtual ~Dialogs() = default;

    /// A path, or "" if the user gave up.
    virtual QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& filter) = 0;
    /// `suggestion`: file name or path. Asks before an existing file is replaced.
    virtual QString chooseFileToSave(
        QWidget* parent, const QString& title, const QString& suggestion, const QString& filter) = 0;

    enum class Unsaved
    {
        Save,
        Discard,
        Cancel
    };
    virtual Unsaved askUnsaved(QWidget* parent, const QString& sessionTitle) = 0;

    enum class WhileRunning
    {
        KeepRunning,
        Stop,
        Cancel
    };
    virtual WhileRunning askWhileRunning(QWidget* parent, const QString& sessionTitle) = 0;

    /// Whether to do something that cannot be undone; `action` names the button.
    virtual bool confirm(
        QWidget* parent, const QString& question, const QString& details, const QString& action) = 0;
};

/// The desktop's own dialogs.
class DesktopDialogs : public Dialogs
{
public:
    QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& filter) override;
    QString chooseFileToSave(
        QWidget* parent, const QString& title, const QString& suggestion, const QString& filter) override;
    Unsaved askUnsaved(QWidget* parent, const QString& sessionTitle) override;
    WhileRunning askWhileRunning(QWidget* parent, const QString& sessionTitle) override;
    bool confirm(
        QWidget* parent, const QString& question, const QString& details, const QString& action) override;
};

} // namespace assay::dialogs
