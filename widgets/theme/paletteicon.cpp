// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/paletteicon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

/// The icons lie in a static library, whose resources the linker would leave out if nobody asked for them.
static void loadResources()
{
    Q_INIT_RESOURCE(icons);
}

namespace assay::theme {

namespace {

class PaletteIconEngine : public QIconEngine
{
public:
    explicit PaletteIconEngine(QByteArray svg)
        : m_svg(std::move(svg))
    { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor colour = QGuiApplication::palette().color(group, QPalette::ButtonText);
        QSvgRenderer renderer(QByteArray(m_svg).replace("currentColor", colour.name().toLatin1()));
        renderer.render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new PaletteIconEngine(m_svg); }

private:
    QByteArray m_svg;
};

} // namespace

QIcon icon(const char* name)
{
    loadResources();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? QIcon(new PaletteIconEngine(file.readAll())) : QIcon();
}

QIcon programIcon()
{
    loadResources();
    return QIcon(QStringLiteral(":/icons/assay.svg"));
}

} // namespace assay::theme
