// SPDX-License-Identifier: GPL-3.0-or-later
#include "load/failurespane.h"

#include "document/qtext.h"
#include "panes/fieldform.h"
#include "panes/paddeddelegate.h"

#include <QFontDatabase>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace assay::loadpage {

using panes::makeHeading;
using panes::makeHint;
using panes::PaddedDelegate;

namespace {

/// Bytes that came over the wire, readable: what is not text is written as \xNN.
QString printable(const std::string& bytes)
{
    QString text;
    for (const QChar c : qtext(bytes)) {
        if (c == u'\r') {
            continue;
        }
        if (c.isPrint() || c == u'\n' || c == u'\t') {
            text += c;
        } else {
            text += QStringLiteral("\\x%1").arg(c.unicode(), 2, 16, QLatin1Char('0'));
        }
    }
    return text;
}

QWidget* titled(const QString& title, QPlainTextEdit* text, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    auto* name = makeHeading(title, box);
    name->setBuddy(text);
    column->addWidget(name);
    column->addWidget(text);
    text->setReadOnly(true);
    text->setAccessibleName(title);
    text->setTabChangesFocus(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    return box;
}

} // namespace

FailuresPane::FailuresPane(QWidget* parent)
    : QWidget(parent)
    , m_sorted(new QSortFilterProxyModel(this))
    , m_view(new QTableView(this))
    , m_hint(makeHint({}, this))
    , m_message(new QLabel(this))
    , m_sent(new QPlainTextEdit(this))
    , m_received(new QPlainTextEdit(this))
{
    setUpView();
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* details = new QSplitter(Qt::Horizontal, this);
    details->addWidget(titled(tr("Sent"), m_sent, details));
    details->addWidget(titled(tr("Received"), m_received, details));
    auto* lower = new QWidget(this);
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->addWidget(m_message);
    lowerColumn->addWidget(details, 1);

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_view);
    splitter->addWidget(lower);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_hint);
    column->addWidget(splitter, 1);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &FailuresPane::showDetails);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &FailuresPane::showDetails);
    setTotal(0);
    showDetails();
}

void FailuresPane::setTotal(std::uint64_t failures)
{
    const auto kept = static_cast<std::uint64_t>(m_model.rowCount());
    const QLocale locale;
    if (failures == 0) {
        m_hint->setText(tr("No request failed."));
    } else if (kept < failures) {
        m_hint->setText(tr("%1 requests failed; details are kept of the first of each class, %2 in all.")
                            .arg(locale.toString(static_cast<qulonglong>(failures)),
                                locale.toString(static_cast<qulonglong>(kept))));
    } else {
        m_hint->setText(tr("%1 requests failed.").arg(locale.toString(static_cast<qulonglong>(failures))));
    }
}

void FailuresPane::showDetails()
{
    const QModelIndex source = m_sorted->mapToSource(m_view->currentIndex());
    if (!source.isValid()) {
        m_message->setText(
            m_model.rowCount() > 0 ? tr("Select a failure to see what was sent and received.") : QString());
        m_sent->clear();
        m_received->clear();
        return;
    }
    const auto& failure = m_model.failure(source.row());
    m_message->setText(qtext(failure.message));
    m_sent->setPlainText(failure.sent.empty() ? tr("(nothing was sent)") : printable(failure.sent));
    m_received->setPlainText(
        failure.received.empty() ? tr("(nothing was received)") : printable(failure.received));
}

void FailuresPane::setUpView()
{
    m_sorted->setSourceModel(&m_model);
    m_sorted->setSortRole(models::FailuresModel::SortRole);
    m_view->setModel(m_sorted);
    m_view->setAccessibleName(tr("Failures"));
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(models::FailuresModel::Time, Qt::AscendingOrder);
    m_view->setItemDelegate(new PaddedDelegate(m_view));
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setTabKeyNavigation(false);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->verticalHeader()->hide();
    m_view->horizontalHeader()->setStretchLastSection(true);
    m_view->horizontalHeader()->setHighlightSections(false);
}

} // namespace assay::loadpage
