// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/sessionworker.h"

namespace assay::document {

/// Wraps a function of the open file as a worker's job.
template <typename Work> auto withFile(Work work)
{
    return [work = std::move(work)](
               SessionConnection& connection) mutable -> decltype(work(*(session::SessionFile*)nullptr)) {
        auto file = connection.file();
        if (!file) {
            return file.error();
        }
        return work(**file);
    };
}

} // namespace assay::document
