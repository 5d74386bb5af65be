// SPDX-License-Identifier: GPL-3.0-or-later
#include "panes/figurestrip.h"

#include "charts/flowlayout.h"
#include "panes/fieldform.h"
#include "theme/signalcolours.h"

#include <QLabel>
#include <QVBoxLayout>

namespace assay::panes {

FigureStrip::FigureStrip(const QStringList& names, QWidget* parent)
    : QWidget(parent)
{
    auto* flow = new charts::FlowLayout(fontMetrics().height(), this);
    flow->setContentsMargins(0, 0, 0, 0);
    for (const QString& name : names) {
        auto* tile = new QWidget(this);
        auto* value = new QLabel(tile);
        QFont font = value->font();
        font.setPointSizeF(font.pointSizeF() * 1.45);
        font.setBold(true);
        value->setFont(font);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* caption = makeHint(name, tile);
        caption->setWordWrap(false);
        auto* column = new QVBoxLayout(tile);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addWidget(caption);
        column->addWidget(value);
        tile->setMinimumWidth(value->fontMetrics().averageCharWidth() * 9);
        flow->addWidget(tile);
        m_figures.push_back({tile, value, name});
    }
    clear();
}

void FigureStrip::setFigure(int place, const QString& text, bool isBad)
{
    auto& figure = m_figures[static_cast<std::size_t>(place)];
    figure.value->setText(text);
    figure.tile->setAccessibleName(QStringLiteral("%1: %2").arg(figure.name, text));
    QPalette colours;
    if (isBad) {
        colours.setColor(QPalette::WindowText, theme::errorColour());
    }
    figure.value->setPalette(colours);
}

void FigureStrip::clear()
{
    for (std::size_t place = 0; place < m_figures.size(); ++place) {
        setFigure(static_cast<int>(place), QStringLiteral("–"));
    }
}

} // namespace assay::panes
