// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/instrument.h"

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace assay::dialogs {

/// The one place where the window tells what went wrong or asks what can wait: never in the way, never lost.
/// The newest message is shown; closing it shows the one before.
class Banner : public QFrame
{
    Q_OBJECT

public:
    struct Choice
    {
        QString text;
        std::function<void()> act; ///< the message is closed first
    };

    explicit Banner(QWidget* parent = nullptr);

    /// A message that is on show or waits already is not added again. `later`: called when it is closed
    /// without a choice.
    void tell(
        const document::Notice& notice, std::vector<Choice> choices = {}, std::function<void()> later = {});
    /// Takes back a message by its text, e.g. since it is no longer true.
    void withdraw(const QString& text);
    void clear();

    QString text() const;
    QStringList choices() const;
    void choose(int index);
    void close();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Message
    {
        document::Notice notice;
        std::vector<Choice> choices;
        std::function<void()> later;
    };
    void showNewest();
    void recolour();

    std::vector<Message> m_messages;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
};

} // namespace assay::dialogs
