// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tour.h"

#include "load/loadchartspecs.h"

#include <QCoreApplication>

namespace assay::window {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Tour", text);
}

QString chartPage()
{
    QString html;
    for (const auto& spec : loadpage::loadCharts({})) {
        html += QStringLiteral("<p><b>%1.</b> %2</p>")
                    .arg(spec.title.toHtmlEscaped(), loadpage::loadChartMeaning(spec.id).toHtmlEscaped());
    }
    return html;
}

} // namespace

QList<dialogs::TourPage> tourPages()
{
    return {
        {tr("From a question to an answer"),
            tr("<p>A <b>session</b> is one file. It holds experiments: plans of what to measure; and under "
               "each "
               "its runs: what was measured.</p>"
               "<p>1. Write the <b>steps</b>: the requests that each virtual user makes, one after the "
               "other.</p>"
               "<p>2. Say under <b>Users over time</b> how many there are at which time. The chart beside it "
               "shows what the plan will do, and warns where it will not do what you may think.</p>"
               "<p>3. <b>Start</b> (F5). The charts draw themselves while the run goes on. <b>Stop</b> "
               "(Shift+F5) ends it early and keeps everything.</p>"
               "<p>A separate program does the measuring: the window may be closed, the run goes on.</p>")},
        {tr("The charts of a load run"), chartPage()},
        {tr("Reading charts"),
            tr("<p>Move the mouse over a chart: all charts show the values of the same moment.</p>"
               "<p>Drag over a stretch to zoom into it, in all charts at once; Ctrl+wheel zooms around the "
               "mouse. Ctrl+0 shows the whole run again. With the keyboard: arrow keys move the crosshair, + "
               "and - "
               "zoom.</p>"
               "<p>The shaded stretch is the <b>hold phase</b>, in which the full load was held. “Hold phase "
               "only” "
               "limits the figures and the summary to it; figures of a ramp mix many different loads.</p>")},
        {tr("Closed or open?"),
            tr("<p><b>Closed:</b> a fixed number of users, each waiting for its answer before it goes on. "
               "When the "
               "server slows down, it is asked less often. So work batch jobs and people at a counter.</p>"
               "<p><b>Open:</b> requests arrive at a rate, whatever the server does. When it slows down, "
               "they pile "
               "up. So works the public.</p>"
               "<p>Under an open plan look at <i>p99 from intended</i> in the summary: it counts from when a "
               "request "
               "should have begun, and so includes the time it had to wait.</p>")},
        {tr("Keeping and showing"),
            tr("<p><b>Save</b> (Ctrl+S) keeps the session as one file that can be mailed. A session that was "
               "never "
               "saved is kept too, and offered after a crash.</p>"
               "<p><b>Export charts</b> (Ctrl+Shift+E) writes PNG, SVG, PDF or CSV in any size; the same "
               "without a "
               "window: <code>assay export session.assay --chart all --out run.png</code>.</p>"
               "<p><b>Copy as command line</b> gives the command that runs the same plan in a script.</p>")}};
}

} // namespace assay::window
