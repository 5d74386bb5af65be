// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/thinkedit.h"

#include "base/clock.h"
#include "panes/durationedit.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

namespace assay::loadpage {

using panes::DurationEdit;

using load::ThinkTime;

ThinkEdit::ThinkEdit(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox(this))
    , m_first(new DurationEdit(this))
    , m_between(new QLabel(this))
    , m_second(new DurationEdit(this))
{
    m_kind->addItems({tr("None"), tr("Fixed"), tr("Uniform"), tr("Gaussian"), tr("Poisson")});
    m_kind->setAccessibleName(tr("Kind of think time"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_kind);
    row->addWidget(m_first, 1);
    row->addWidget(m_between);
    row->addWidget(m_second, 1);
    setFocusProxy(m_kind);
    connect(m_kind, &QComboBox::activated, this, [this](int kind) {
        m_think.kind = static_cast<ThinkTime::Kind>(kind);
        if (m_think.kind == ThinkTime::Kind::Uniform && m_think.maxNs == 0) {
            m_think.minNs = nsPerSecond / 2;
            m_think.maxNs = 2 * nsPerSecond;
        } else if (m_think.meanNs == 0) {
            m_think.meanNs = nsPerSecond;
            m_think.deviationNs = nsPerSecond / 4;
        }
        Q_EMIT thinkEdited(m_think);
        showFields();
    });
    connect(m_first, &DurationEdit::valueEdited, this, &ThinkEdit::readFields);
    connect(m_second, &DurationEdit::valueEdited, this, &ThinkEdit::readFields);
    showFields();
}

void ThinkEdit::setThink(const ThinkTime& think)
{
    m_think = think;
    showFields();
}

void ThinkEdit::showFields()
{
    const auto kind = m_think.kind;
    const bool uniform = kind == ThinkTime::Kind::Uniform;
    const bool gaussian = kind == ThinkTime::Kind::Gaussian;
    m_kind->setCurrentIndex(static_cast<int>(kind));
    m_first->setVisible(kind != ThinkTime::Kind::None);
    m_between->setVisible(uniform || gaussian);
    m_second->setVisible(uniform || gaussian);
    m_between->setText(uniform ? tr("to") : tr("±"));
    m_first->setAccessibleName(uniform ? tr("Shortest think time") : tr("Mean think time"));
    m_second->setAccessibleName(uniform ? tr("Longest think time") : tr("Deviation of the think time"));
    m_first->setValueNs(uniform ? m_think.minNs : m_think.meanNs);
    m_second->setValueNs(uniform ? m_think.maxNs : m_think.deviationNs);
}

void ThinkEdit::readFields()
{
    const bool uniform = m_think.kind == ThinkTime::Kind::Uniform;
    (uniform ? m_think.minNs : m_think.meanNs) = m_first->valueNs();
    (uniform ? m_think.maxNs : m_think.deviationNs) = m_second->valueNs();
    Q_EMIT thinkEdited(m_think);
}

} // namespace assay::loadpage
