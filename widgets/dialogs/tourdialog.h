// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace assay::dialogs {

/// A page of the tour.
struct TourPage
{
    QString title;
    QString html;
};

/// A few pages on how to find an answer with Assay, to be leafed through. Not modal.
class TourDialog : public QDialog
{
    Q_OBJECT

public:
    TourDialog(const QList<TourPage>& pages, QWidget* parent = nullptr);
};

/// What Assay is, and its versions and libraries for bug reports.
QString aboutText();

} // namespace assay::dialogs
