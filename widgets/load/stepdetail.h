// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/checksmodel.h"
#include "models/headersmodel.h"

#include <QStackedWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTabWidget;

namespace assay::panes {
class FieldForm;
}

namespace assay::loadpage {

class TablePane;
class BodyEdit;
class ThinkEdit;

/// Everything about the step that is selected: a request, a loop, or a hint that there is none.
class StepDetail : public QStackedWidget
{
    Q_OBJECT

public:
    StepDetail(models::LoadPlanEditor& editor, QWidget* parent = nullptr);

    void setStep(const models::StepPath& path);

private:
    QWidget* makeRequestPage();
    QWidget* makeRequestLine(QWidget* page);
    QWidget* makeLoopPage();
    QTabWidget* makeParts();
    void refresh();
    void showRequest(const load::HttpStep& request);
    void showTabTitles(const load::HttpStep& request);
    /// Edits the request that is shown; `field` is the key that merges typing.
    void edit(const QString& text, const char* field, const std::function<void(load::HttpStep&)>& change);
    void editLoop(const QString& text, const char* field, const std::function<void(load::LoopStep&)>& change);

    models::LoadPlanEditor& m_editor;
    models::StepPath m_path;
    models::HeadersModel m_headers;
    models::ChecksModel m_checks;
    QLabel* m_hint = nullptr;
    QWidget* m_requestPage = nullptr;
    QWidget* m_loopPage = nullptr;
    panes::FieldForm* m_requestForm = nullptr;
    panes::FieldForm* m_loopForm = nullptr;
    QLineEdit* m_label = nullptr;
    QComboBox* m_method = nullptr;
    QLineEdit* m_url = nullptr;
    ThinkEdit* m_think = nullptr;
    BodyEdit* m_body = nullptr;
    QLabel* m_bodyFault = nullptr;
    QTabWidget* m_parts = nullptr;
    TablePane* m_headersPane = nullptr;
    TablePane* m_checksPane = nullptr;
    QLineEdit* m_loopLabel = nullptr;
    QSpinBox* m_loopCount = nullptr;
};

} // namespace assay::loadpage
