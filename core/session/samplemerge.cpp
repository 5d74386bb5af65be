// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/samplemerge.h"

#include "session/sampleblock.h"
#include "session/sqliteerror.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace assay::session {

namespace {

/// A block that is being read. Parked: its samples were dropped, `head` says where it goes on.
struct Cursor
{
    std::int64_t blockId = 0;
    std::size_t next = 0; ///< position of `head`
    Sample head;
    std::vector<Sample> samples;

    auto key() const { return std::make_tuple(head.startNs, head.user, head.label, blockId); }
};

class Merge
{
public:
    Merge(
        SQLite::Database& database, const std::filesystem::path& file, std::int64_t runId, std::size_t budget)
        : m_file(file)
        , m_blocks(database, "SELECT id, first_ns FROM sample_block WHERE run_id = ? ORDER BY first_ns, id")
        , m_data(database, "SELECT data FROM sample_block WHERE id = ?")
        , m_budget(budget)
    {
        m_blocks.bind(1, runId);
        stepBlocks();
    }

    Result<void> run(const std::function<bool(const Sample&)>& visit)
    {
        for (;;) {
            if (auto opened = openDueBlocks(); !opened) {
                return opened;
            }
            if (m_heap.empty()) {
                return {};
            }
            std::pop_heap(m_heap.begin(), m_heap.end(), later);
            auto cursor = std::move(m_heap.back());
            m_heap.pop_back();
            if (auto loaded = load(*cursor); !loaded) {
                return loaded;
            }
            if (!drain(*cursor, visit)) {
                return {};
            }
            if (cursor->next < cursor->samples.size()) {
                push(std::move(cursor));
                park();
            } else {
                m_loaded -= cursor->samples.size();
            }
        }
    }

private:
    using CursorPtr = std::unique_ptr<Cursor>;

    static bool later(const CursorPtr& a, const CursorPtr& b) { return a->key() > b->key(); }

    void stepBlocks()
    {
        m_hasBlock = m_blocks.executeStep();
        if (m_hasBlock) {
            m_blockId = m_blocks.getColumn(0).getInt64();
            m_blockFirstNs = m_blocks.getColumn(1).getInt64();
        }
    }

    void push(CursorPtr cursor)
    {
        m_heap.push_back(std::move(cursor));
        std::push_heap(m_heap.begin(), m_heap.end(), later);
    }

    /// Opens every block that may hold the next sample.
    Result<void> openDueBlocks()
    {
        while (m_hasBlock && (m_heap.empty() || m_blockFirstNs <= m_heap.front()->head.startNs)) {
            auto cursor = std::make_unique<Cursor>();
            cursor->blockId = m_blockId;
            if (auto loaded = load(*cursor); !loaded) {
                return loaded;
            }
            if (cursor->samples.front().startNs != m_blockFirstNs) {
                return damagedError(m_file, "a block of samples doesn't begin when it should");
            }
            cursor->head = cursor->samples.front();
            push(std::move(cursor));
            park();
            stepBlocks();
        }
        return {};
    }

    Result<void> load(Cursor& cursor)
    {
        if (!cursor.samples.empty()) {
            return {};
        }
        m_data.reset();
        m_data.bind(1, cursor.blockId);
        if (!m_data.executeStep()) {
            return damagedError(m_file, "a block of samples has vanished");
        }
        const auto data = m_data.getColumn(0);
        auto samples = decodeSampleBlock(
            {static_cast<const char*>(data.getBlob()), static_cast<std::size_t>(data.getBytes())});
        if (!samples) {
            return damagedError(m_file, samples.error().message);
        }
        if (samples->size() <= cursor.next) {
            return damagedError(m_file, "a block of samples is empty");
        }
        cursor.samples = std::move(*samples);
        m_loaded += cursor.samples.size();
        return {};
    }

    /// Hands out the cursor's samples up to the next one of another block. False to stop.
    bool drain(Cursor& cursor, const std::function<bool(const Sample&)>& visit)
    {
        const auto blockNs = m_hasBlock ? m_blockFirstNs : std::numeric_limits<std::int64_t>::max();
        while (cursor.next < cursor.samples.size()) {
            cursor.head = cursor.samples[cursor.next];
            if (cursor.head.startNs >= blockNs || (!m_heap.empty() && cursor.key() > m_heap.front()->key())) {
                return true;
            }
            if (!visit(cursor.head)) {
                return false;
            }
            ++cursor.next;
        }
        return true;
    }

    /// Drops the samples of those that are needed last while there are too many.
    void park()
    {
        while (m_loaded > m_budget && m_heap.size() > 1) {
            Cursor* last = nullptr;
            for (const auto& cursor : m_heap) {
                if (!cursor->samples.empty() && (!last || cursor->key() > last->key())) {
                    last = cursor.get();
                }
            }
            if (!last || last == m_heap.front().get()) {
                return;
            }
            m_loaded -= last->samples.size();
            std::vector<Sample>{}.swap(last->samples);
        }
    }

    const std::filesystem::path& m_file;
    SQLite::Statement m_blocks;
    SQLite::Statement m_data;
    std::size_t m_budget;
    std::size_t m_loaded = 0;
    bool m_hasBlock = false;
    std::int64_t m_blockId = 0;
    std::int64_t m_blockFirstNs = 0;
    std::vector<CursorPtr> m_heap; ///< the front is the cursor with the earliest head
};

} // namespace

Result<void> mergeSamples(SQLite::Database& database, const std::filesystem::path& file, std::int64_t runId,
    const std::function<bool(const Sample&)>& visit, std::size_t budget)
{
    return Merge{database, file, runId, budget}.run(visit);
}

} // namespace assay::session
