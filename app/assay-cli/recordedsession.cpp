// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordedsession.h"

#include <algorithm>

namespace assay::cli {

Result<RecordedSession> RecordedSession::open(const std::string& path)
{
    RecordedSession recorded;
    if (!path.empty()) {
        auto file = session::SessionFile::openOrCreate(path);
        if (!file) {
            return file.error();
        }
        recorded.m_file = std::move(*file);
    }
    return recorded;
}

Result<std::int64_t> RecordedSession::experimentFor(
    const std::string& instrument, const std::string& name, const std::string& planText)
{
    if (!m_file) {
        return 0;
    }
    const auto known = m_file->experiments();
    if (!known) {
        return known.error();
    }
    const auto same = std::ranges::find_if(*known, [&](const session::Experiment& experiment) {
        return experiment.instrument == instrument && experiment.plan == planText;
    });
    if (same != known->end()) {
        return same->id;
    }
    session::Experiment experiment;
    experiment.instrument = instrument;
    experiment.name = name;
    experiment.position = static_cast<int>(known->size());
    experiment.plan = planText;
    return m_file->putExperiment(experiment);
}

Result<void> RecordedSession::settle()
{
    return m_file ? m_file->settle() : Result<void>{};
}

} // namespace assay::cli
