// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/chartexport.h"
#include "dialogs/dialogs.h"
#include "document/instrument.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace assay::dialogs {

/// Which chart goes into a file, and how: format, size, density, colours, range. Not modal.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    /// `chartId`: the one to begin with, "" for all; `visible`: the stretch on the screen, if zoomed.
    ExportDialog(QList<charts::ChartSpec> specs, const QString& chartId, std::optional<charts::Band> visible,
        Dialogs& dialogs, QWidget* parent = nullptr);

    charts::RenderOptions options() const;
    /// As the button does, to this file: chart by chart from the event loop, since charts can only be drawn
    /// on the GUI thread. exported() or noticed() tell the end, unless it is cancelled.
    void exportTo(const QString& path);
    bool isExporting() const { return !m_waiting.isEmpty(); }
    void cancelExport();

Q_SIGNALS:
    void exported(const QString& sentence);
    void noticed(const assay::document::Notice& notice);

private:
    QWidget* makeForm();
    void addSizeRows(QFormLayout* form, QWidget* box);
    void addRow(QFormLayout* form, const QString& label, QWidget* field);
    void chooseAndExport();
    void refresh();
    void showPreview();
    void exportNext();
    void endExport(const QString& sentence);
    QString obstacle() const;
    void changeUnit();
    QList<charts::ChartSpec> chosen() const;

    QList<charts::ChartSpec> m_specs;
    std::optional<charts::Band> m_visible;
    Dialogs& m_dialogs;
    QComboBox* m_chart = nullptr;
    QComboBox* m_format = nullptr;
    QDoubleSpinBox* m_width = nullptr;
    QDoubleSpinBox* m_height = nullptr;
    QComboBox* m_unit = nullptr;
    QSpinBox* m_dpi = nullptr;
    QComboBox* m_paper = nullptr;
    QComboBox* m_range = nullptr;
    QTimer m_previewTimer;
    QList<charts::ChartSpec> m_waiting; ///< charts that are still to be written
    QStringList m_written;
    QString m_target;
    charts::RenderOptions m_frozen; ///< as they were when the export began
    bool m_several = false;
    QPushButton* m_go = nullptr;
    QPushButton* m_cancel = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_facts = nullptr;
};

} // namespace assay::dialogs
