// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/cellnames.h"

#include "base/units.h"
#include "document/counted.h"
#include "document/qtext.h"
#include "spawn/cloneflags.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace assay::spawnpage {

using spawn::Cell;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CellNames", text);
}

template <typename Get> bool varies(const std::vector<Cell>& cells, Get get)
{
    return std::ranges::any_of(cells, [&](const Cell& cell) { return get(cell) != get(cells.front()); });
}

/// "64 MiB": without decimals that say nothing.
QString shortMemoryText(std::int64_t bytes)
{
    static const QRegularExpression zeros(QStringLiteral("\\.0+ "));
    return memoryText(bytes).replace(zeros, QStringLiteral(" "));
}

QString namedPagesText(spawn::PageSize pages)
{
    return pages == spawn::PageSize::Transparent ? tr("THP") : pagesText(pages);
}

QString shortPagesText(spawn::PageSize pages)
{
    switch (pages) {
    case spawn::PageSize::Base:
        return tr("4k");
    case spawn::PageSize::Transparent:
        return tr("THP");
    case spawn::PageSize::Huge2M:
        return tr("2M");
    case spawn::PageSize::Huge1G:
        return tr("1G");
    }
    return {};
}

} // namespace

QString mechanismText(const Cell& cell)
{
    const QString title = qtext(spawn::factsOf(cell.mechanism).title);
    if (cell.mechanism != spawn::Mechanism::Clone3 || cell.cloneFlags == 0) {
        return title;
    }
    return tr("%1 (%2)").arg(
        title, qtext(spawn::cloneFlagsText(cell.cloneFlags)).remove(QStringLiteral("CLONE_")));
}

QString memoryText(std::int64_t bytes)
{
    return bytes == 0 ? tr("empty") : qtext(humanSize(bytes));
}

QString fillText(spawn::Fill fill)
{
    switch (fill) {
    case spawn::Fill::Written:
        return tr("written");
    case spawn::Fill::Read:
        return tr("only read");
    case spawn::Fill::Reserved:
        return tr("only reserved");
    case spawn::Fill::Shared:
        return tr("shared");
    case spawn::Fill::DontFork:
        return tr("MADV_DONTFORK");
    }
    return {};
}

QString pagesText(spawn::PageSize pages)
{
    switch (pages) {
    case spawn::PageSize::Base:
        return tr("small pages");
    case spawn::PageSize::Transparent:
        return tr("transparent huge pages");
    case spawn::PageSize::Huge2M:
        return tr("2 MiB pages");
    case spawn::PageSize::Huge1G:
        return tr("1 GiB pages");
    }
    return {};
}

QString slabsText(spawn::Slabs slabs)
{
    switch (slabs) {
    case spawn::Slabs::One:
        return tr("one mapping");
    case spawn::Slabs::Pieces:
        return tr("80 MiB mappings");
    case spawn::Slabs::PerPage:
        return tr("a mapping a page");
    }
    return {};
}

QString closeText(spawn::CloseWay way)
{
    switch (way) {
    case spawn::CloseWay::Inherit:
        return tr("files inherited");
    case spawn::CloseWay::Loop:
        return tr("close() each number");
    case spawn::CloseWay::Proc:
        return tr("close by /proc/self/fd");
    case spawn::CloseWay::CloseRange:
        return tr("close_range()");
    }
    return {};
}

QString placementText(spawn::Placement placement)
{
    switch (placement) {
    case spawn::Placement::Free:
        return tr("any processor");
    case spawn::Placement::SameCpu:
        return tr("one processor");
    case spawn::Placement::Spread:
        return tr("a processor each");
    }
    return {};
}

CellNames::CellNames(const std::vector<Cell>& cells, Length length)
    : m_length(length)
{
    if (cells.empty()) {
        return;
    }
    m_threads = varies(cells, [](const Cell& cell) { return cell.threads; });
    m_memory = varies(cells, [](const Cell& cell) { return cell.memoryBytes; });
    std::vector<Cell> full; // of an empty heap neither fill nor pages can be told
    std::ranges::copy_if(
        cells, std::back_inserter(full), [](const Cell& cell) { return cell.memoryBytes > 0; });
    m_fill = varies(full, [](const Cell& cell) { return cell.fill; });
    m_pages = varies(full, [](const Cell& cell) { return cell.pages; });
    m_slabs = varies(full, [](const Cell& cell) { return cell.slabs; });
    m_child = varies(cells, [](const Cell& cell) { return cell.child; });
    m_files = varies(cells, [](const Cell& cell) { return cell.openFiles; });
    m_close = varies(cells, [](const Cell& cell) { return cell.closeWay; });
    m_environment = varies(cells, [](const Cell& cell) { return cell.environmentVariables; });
    m_placement = varies(cells, [](const Cell& cell) { return cell.placement; });
}

QString CellNames::circumstances(const Cell& cell, bool withThreads, bool withMemory) const
{
    QStringList parts;
    if (m_memory && withMemory) {
        parts.append(
            m_length == Length::Short ? shortMemoryText(cell.memoryBytes) : memoryText(cell.memoryBytes));
    }
    if (cell.memoryBytes > 0) {
        if (m_fill) {
            parts.append(fillText(cell.fill));
        }
        if (m_pages) {
            parts.append(m_length == Length::Short ? shortPagesText(cell.pages) : namedPagesText(cell.pages));
        }
        if (m_slabs) {
            parts.append(slabsText(cell.slabs));
        }
    }
    if (m_threads && withThreads) {
        parts.append(counted(cell.threads, tr("thread"), tr("threads")));
    }
    if (m_child) {
        parts.append(qtext(childText(cell)));
    }
    if (m_files) {
        parts.append(counted(cell.openFiles, tr("file"), tr("files")));
    }
    if (m_close) {
        parts.append(closeText(cell.closeWay));
    }
    if (m_environment) {
        parts.append(counted(cell.environmentVariables, tr("variable"), tr("variables")));
    }
    if (m_placement) {
        parts.append(placementText(cell.placement));
    }
    return parts.join(QStringLiteral(" · "));
}

QString CellNames::name(const Cell& cell) const
{
    const QString rest = circumstances(cell);
    return rest.isEmpty() ? mechanismText(cell) : mechanismText(cell) + QStringLiteral(" · ") + rest;
}

} // namespace assay::spawnpage
