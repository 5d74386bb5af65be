// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <filesystem>
#include <string>
#include <string_view>

/// Texts and paths across the border to core, which knows UTF-8 only.
namespace assay {

inline QString qtext(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

inline std::string utf8(const QString& text)
{
    return text.toStdString();
}

inline std::filesystem::path fsPath(const QString& path)
{
    return std::filesystem::path(path.toStdString());
}

} // namespace assay
