// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/qtext.h"
#include "spawn/planpane.h"

#include <QProcess>

namespace assay::spawnpage {

namespace {

const QString builtIn = QStringLiteral("built-in");

/// As QProcess::splitCommand() takes it apart again.
QString quoted(const QString& word)
{
    const bool plain = !word.isEmpty()
        && std::none_of(word.begin(), word.end(), [](QChar c) { return c.isSpace() || c == u'"'; });
    return plain ? word : u'"' + QString(word).replace(u'"', QStringLiteral("\"\"\"")) + u'"';
}

} // namespace

QString childrenText(const std::vector<std::vector<std::string>>& children)
{
    QStringList lines;
    for (const auto& child : children) {
        QStringList words;
        for (const auto& word : child) {
            words.append(quoted(qtext(word)));
        }
        lines.append(child.empty() ? builtIn : words.join(u' '));
    }
    return lines.join(u'\n');
}

std::vector<std::vector<std::string>> childrenFromText(const QString& text)
{
    std::vector<std::vector<std::string>> children;
    for (const QString& line : text.split(u'\n')) {
        const QString trimmed = line.trimmed();
        std::vector<std::string> child;
        if (trimmed != builtIn) {
            for (const QString& word : QProcess::splitCommand(trimmed)) {
                child.push_back(utf8(word));
            }
            if (child.empty()) {
                continue;
            }
        }
        if (std::find(children.begin(), children.end(), child) == children.end()) {
            children.push_back(std::move(child));
        }
    }
    return children;
}

} // namespace assay::spawnpage
