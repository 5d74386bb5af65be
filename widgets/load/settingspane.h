// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/loadplaneditor.h"

#include <QScrollArea>

#include <functional>
#include <vector>

class QPlainTextEdit;

namespace assay::panes {
class FieldForm;
}

namespace assay::loadpage {

/// The plan's options: limits and time-outs, connections, TLS, thresholds, the built-in demo server.
class SettingsPane : public QScrollArea
{
    Q_OBJECT

public:
    explicit SettingsPane(models::LoadPlanEditor& editor, QWidget* parent = nullptr);

private:
    // Each adds a field that shows and edits what `part` finds in a plan.
    void addDuration(const QString& label, const QString& hint, const char* path,
        std::function<std::int64_t&(load::LoadPlan&)> part);
    struct Range
    {
        double least = 0;
        double most = 0;
        int decimals = 0;
        QString zeroText; ///< shown for `least`
    };
    /// `scale`: what the plan's value is multiplied with to be shown.
    template <typename Number>
    void addNumber(const QString& label, const QString& hint, const char* path, const Range& range,
        Number& (*part)(load::LoadPlan&), double scale = 1);
    void addNumberField(const QString& label, const QString& hint, const char* path, const Range& range,
        std::function<double(const load::LoadPlan&)> get, std::function<void(load::LoadPlan&, double)> set);
    void addFlag(const QString& label, const QString& hint, const char* path,
        std::function<bool&(load::LoadPlan&)> part);
    void addText(const QString& label, const QString& hint, const char* path, const QString& placeholder,
        std::function<std::string&(load::LoadPlan&)> part);

    void addLimits();
    void addConnections();
    void addTls();
    void addThresholds();
    void addTarget();
    void refresh();

    models::LoadPlanEditor& m_editor;
    panes::FieldForm* m_form;
    QPlainTextEdit* m_thresholds = nullptr;
    std::vector<std::function<void(const load::LoadPlan&)>> m_refreshers;
};

} // namespace assay::loadpage
