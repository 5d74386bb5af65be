// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/dialogs.h"

#include "document/recentfiles.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace assay::dialogs {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Dialogs", text);
}

/// The first suffix of the filter that was chosen: "*.assay" -> "assay".
QString suffixOf(const QString& filter)
{
    const qsizetype star = filter.indexOf(QStringLiteral("*."));
    QString suffix;
    for (qsizetype i = star + 2; star >= 0 && i < filter.size() && filter[i].isLetterOrNumber(); ++i) {
        suffix += filter[i];
    }
    return suffix;
}

} // namespace

QString DesktopDialogs::chooseFileToOpen(QWidget* parent, const QString& title, const QString& filter)
{
    const QString path = QFileDialog::getOpenFileName(parent, title, document::lastFolder(), filter);
    if (!path.isEmpty()) {
        document::setLastFolder(path);
    }
    return path;
}

QString DesktopDialogs::chooseFileToSave(
    QWidget* parent, const QString& title, const QString& suggestion, const QString& filter)
{
    QFileDialog dialog(parent, title, document::lastFolder(), filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffixOf(filter)); // set before choosing, so that the question sees the real name
    dialog.selectFile(
        QFileInfo(suggestion).isAbsolute() ? suggestion : QDir(document::lastFolder()).filePath(suggestion));
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog,
        [&dialog](const QString& chosen) { dialog.setDefaultSuffix(suffixOf(chosen)); });
    if (dialog.exec() != QDialog::Accepted) {
        return {};
    }
    const QString path = dialog.selectedFiles().value(0);
    document::setLastFolder(path);
    return path;
}

Dialogs::Unsaved DesktopDialogs::askUnsaved(QWidget* parent, const QString& sessionTitle)
{
    QMessageBox box(QMessageBox::Question, tr("Unsaved session"),
        tr("Save the changes to “%1”?").arg(sessionTitle),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parent);
    box.setInformativeText(tr("What is not saved is lost."));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save:
        return Unsaved::Save;
    case QMessageBox::Discard:
        return Unsaved::Discard;
    default:
        return Unsaved::Cancel;
    }
}

Dialogs::WhileRunning DesktopDialogs::askWhileRunning(QWidget* parent, const QString& sessionTitle)
{
    QMessageBox box(QMessageBox::Question, tr("A run is going on"),
        tr("A run of “%1” is still being recorded.").arg(sessionTitle), QMessageBox::Cancel, parent);
    box.setInformativeText(tr("It can go on without the window; open the session again to see it."));
    auto* keep = box.addButton(tr("&Keep running"), QMessageBox::AcceptRole);
    auto* stop = box.addButton(tr("&Stop the run"), QMessageBox::DestructiveRole);
    box.setDefaultButton(keep);
    box.exec();
    if (box.clickedButton() == keep) {
        return WhileRunning::KeepRunning;
    }
    return box.clickedButton() == stop ? WhileRunning::Stop : WhileRunning::Cancel;
}

bool DesktopDialogs::confirm(
    QWidget* parent, const QString& question, const QString& details, const QString& action)
{
    QMessageBox box(
        QMessageBox::Warning, QCoreApplication::applicationName(), question, QMessageBox::Cancel, parent);
    box.setInformativeText(details);
    auto* go = box.addButton(action, QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == go;
}

} // namespace assay::dialogs
