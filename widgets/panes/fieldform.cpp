// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/fieldform.h"

#include "theme/signalcolours.h"

#include <QEvent>
#include <QGuiApplication>
#include <QVBoxLayout>

namespace assay::panes {

namespace {

/// A label whose colour follows the palette, light or dark.
class ColouredLabel : public QLabel
{
public:
    ColouredLabel(const QString& text, QColor (*colour)(const QPalette&), QWidget* parent)
        : QLabel(text, parent)
        , m_colour(colour)
    {
        setWordWrap(true);
        recolour();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::ApplicationPaletteChange) {
            recolour();
        }
    }

private:
    void recolour()
    {
        QPalette colours = QGuiApplication::palette();
        colours.setColor(QPalette::WindowText, m_colour(colours));
        setPalette(colours);
    }

    QColor (*m_colour)(const QPalette&);
};

} // namespace

QLabel* makeFaultLabel(QWidget* parent)
{
    auto* label = new ColouredLabel({}, theme::errorColour, parent);
    label->setVisible(false);
    return label;
}

QLabel* makeWarningLabel(QWidget* parent)
{
    auto* label = new ColouredLabel({}, theme::warningColour, parent);
    label->setVisible(false);
    return label;
}

void setFault(QLabel* label, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel* makeHint(const QString& text, QWidget* parent)
{
    return new ColouredLabel(text, theme::mutedColour, parent);
}

FieldForm::FieldForm(QWidget* parent)
    : QWidget(parent)
    , m_layout(new QFormLayout(this))
{
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_layout->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_layout->setVerticalSpacing(m_layout->verticalSpacing() + fontMetrics().height() / 4);
}

void FieldForm::addField(
    const QString& label, QWidget* field, const QString& hint, std::function<std::string()> faultPath)
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(field);
    auto* fault = makeFaultLabel(box);
    column->addWidget(fault);

    field->setStatusTip(hint);
    if (field->toolTip().isEmpty()) {
        field->setToolTip(hint);
    }
    auto* name = new QLabel(label, this);
    name->setBuddy(field);
    if (field->accessibleName().isEmpty()) {
        field->setAccessibleName(QString(label).remove(u'&').remove(u':'));
    }
    field->setAccessibleDescription(hint);
    m_layout->addRow(name, box);
    m_rows.push_back({field, box, fault, std::move(faultPath)});
}

void FieldForm::addHeading(const QString& text)
{
    auto* heading = makeHeading(text, this);
    if (!m_rows.empty()) {
        heading->setContentsMargins(0, fontMetrics().height() / 2, 0, 0);
    }
    m_layout->addRow(heading);
}

void FieldForm::setFieldVisible(QWidget* field, bool visible)
{
    for (const auto& row : m_rows) {
        if (row.field == field) {
            m_layout->setRowVisible(row.box, visible);
        }
    }
}

void FieldForm::showFaults(const std::function<QString(const std::string&)>& faultText)
{
    for (const auto& row : m_rows) {
        if (row.faultPath) {
            setFault(row.fault, faultText(row.faultPath()));
        }
    }
}

} // namespace assay::panes
