// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "spawn/cell.h"

#include <QString>

#include <vector>

namespace assay::spawnpage {

/// "fork + exec", with its flags for clone3.
QString mechanismText(const spawn::Cell& cell);
QString memoryText(std::int64_t bytes);
QString fillText(spawn::Fill fill);
QString pagesText(spawn::PageSize pages);
QString slabsText(spawn::Slabs slabs);
QString closeText(spawn::CloseWay way);
QString placementText(spawn::Placement placement);

/// Names the cells of a plan by what tells them apart: an axis with one value is left out.
class CellNames
{
public:
    enum class Length
    {
        Full,
        Short ///< for places beside an axis: "4k" as in the plan's text instead of "small pages"
    };

    explicit CellNames(const std::vector<spawn::Cell>& cells, Length length = Length::Full);

    /// "fork + exec · 1 GiB · 4 threads".
    QString name(const spawn::Cell& cell) const;
    /// All but the mechanism: "1 GiB · 4 threads"; with `withThreads` false all but the threads too, and so
    /// on.
    QString circumstances(const spawn::Cell& cell, bool withThreads = true, bool withMemory = true) const;

private:
    Length m_length;
    bool m_threads = false;
    bool m_memory = false;
    bool m_fill = false;
    bool m_pages = false;
    bool m_slabs = false;
    bool m_child = false;
    bool m_files = false;
    bool m_close = false;
    bool m_environment = false;
    bool m_placement = false;
};

} // namespace assay::spawnpage
