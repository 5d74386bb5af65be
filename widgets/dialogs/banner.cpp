// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/banner.h"

#include "theme/signalcolours.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace assay::dialogs {

using document::Notice;

Banner::Banner(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_buttons(new QHBoxLayout)
{
    setObjectName(QStringLiteral("banner"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_text, 1);
    row->addLayout(m_buttons);
    setVisible(false);
}

void Banner::tell(const Notice& notice, std::vector<Choice> choices, std::function<void()> later)
{
    const auto same = [&notice](const Message& message) { return message.notice.text == notice.text; };
    if (notice.text.isEmpty() || std::any_of(m_messages.begin(), m_messages.end(), same)) {
        return;
    }
    m_messages.push_back({notice, std::move(choices), std::move(later)});
    showNewest();
}

void Banner::withdraw(const QString& text)
{
    std::erase_if(m_messages, [&text](const Message& message) { return message.notice.text == text; });
    showNewest();
}

void Banner::clear()
{
    m_messages.clear();
    showNewest();
}

QString Banner::text() const
{
    return m_messages.empty() ? QString() : m_messages.back().notice.text;
}

QStringList Banner::choices() const
{
    QStringList texts;
    if (!m_messages.empty()) {
        for (const auto& choice : m_messages.back().choices) {
            texts.append(choice.text);
        }
    }
    return texts;
}

void Banner::choose(int index)
{
    if (m_messages.empty() || index < 0 || index >= static_cast<int>(m_messages.back().choices.size())) {
        return;
    }
    const auto act = m_messages.back().choices[static_cast<std::size_t>(index)].act;
    m_messages.pop_back();
    showNewest();
    act();
}

void Banner::close()
{
    if (m_messages.empty()) {
        return;
    }
    const auto later = m_messages.back().later;
    m_messages.pop_back();
    showNewest();
    if (later) {
        later();
    }
}

void Banner::showNewest()
{
    while (auto* item = m_buttons->takeAt(0)) {
        if (auto* button = item->widget()) {
            button->hide();
            button->deleteLater(); // it may be the one that was clicked
        }
        delete item;
    }
    setVisible(!m_messages.empty());
    if (m_messages.empty()) {
        return;
    }
    const Message& message = m_messages.back();
    m_text->setText(message.notice.text);
    setAccessibleName(message.notice.text);
    for (std::size_t i = 0; i < message.choices.size(); ++i) {
        auto* button = new QPushButton(message.choices[i].text, this);
        connect(button, &QPushButton::clicked, this, [this, i] { choose(static_cast<int>(i)); });
        m_buttons->addWidget(button);
    }
    auto* closer = new QPushButton(message.choices.empty() ? tr("Close") : tr("Later"), this);
    closer->setAccessibleDescription(tr("Closes this message."));
    connect(closer, &QPushButton::clicked, this, &Banner::close);
    m_buttons->addWidget(closer);
    recolour();
}

void Banner::recolour()
{
    if (m_messages.empty()) {
        return;
    }
    const QPalette desktop = QGuiApplication::palette();
    QColor accent = theme::accentColour(desktop);
    if (m_messages.back().notice.kind == Notice::Kind::Error) {
        accent = theme::errorColour(desktop);
    } else if (m_messages.back().notice.kind == Notice::Kind::Warning) {
        accent = theme::warningColour(desktop);
    }
    // A tint of the window, so that its text colour still stands out from it.
    const QColor window = desktop.color(QPalette::Window);
    const auto tint = [](int over, int under) { return (over * 18 + under * 82) / 100; };
    QPalette colours = desktop;
    colours.setColor(QPalette::Window,
        QColor(tint(accent.red(), window.red()), tint(accent.green(), window.green()),
            tint(accent.blue(), window.blue())));
    setPalette(colours);
}

void Banner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange) {
        recolour();
    }
}

} // namespace assay::dialogs
