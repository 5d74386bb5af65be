// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/legiblestyle.h"

#include "theme/themechoice.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QSpinBox>

#include <gtest/gtest.h>

#include <cmath>

namespace assay::theme {
namespace {

/// Relative luminance, as the rules for accessible contents define it.
double luminance(const QColor& colour)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

/// The strongest contrast with the window in the picture: an empty field has nothing but its outline.
double contrastOf(QWidget& widget)
{
    widget.setAutoFillBackground(true);
    widget.resize(widget.sizeHint());
    const QImage image = widget.grab().toImage();
    const double window = luminance(widget.palette().color(QPalette::Window));
    double best = 1;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const double here = luminance(image.pixelColor(x, y));
            best = std::max(best, (std::max(here, window) + 0.05) / (std::min(here, window) + 0.05));
        }
    }
    return best;
}

class LegibleStyleTest : public testing::TestWithParam<ThemeChoice>
{
protected:
    LegibleStyleTest()
    {
        applyTheme(GetParam());
        QApplication::setStyle(new LegibleStyle);
    }
    ~LegibleStyleTest() override
    {
        QApplication::setStyle(QStringLiteral("fusion"));
        applyTheme(ThemeChoice::Desktop);
    }
};

TEST_P(LegibleStyleTest, FieldsAndBoxesCanBeSeen)
{
    QLineEdit line;
    EXPECT_GT(contrastOf(line), 1.4);
    QCheckBox check;
    EXPECT_GT(contrastOf(check), 1.4);
    QRadioButton radio;
    EXPECT_GT(contrastOf(radio), 1.4);
    QComboBox combo;
    combo.setEditable(true);
    EXPECT_GT(contrastOf(combo), 1.4);
    QSpinBox spin;
    spin.setSpecialValueText(QStringLiteral(" "));
    EXPECT_GT(contrastOf(spin), 1.4);
}

TEST_P(LegibleStyleTest, TheArrowOfANarrowToolBarHasTheColourOfText)
{
    const QPixmap arrow = QApplication::style()
                              ->standardIcon(QStyle::SP_ToolBarHorizontalExtensionButton, nullptr, nullptr)
                              .pixmap(32, 32);
    const QImage image = arrow.toImage();
    const QColor text = QApplication::palette().color(QPalette::ButtonText);
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            found += image.pixelColor(x, y) == text ? 1 : 0;
        }
    }
    EXPECT_GT(found, 10);
}

INSTANTIATE_TEST_SUITE_P(Themes, LegibleStyleTest, testing::Values(ThemeChoice::Light, ThemeChoice::Dark));

} // namespace
} // namespace assay::theme
