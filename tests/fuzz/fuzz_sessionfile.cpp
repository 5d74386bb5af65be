// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/fuzz.h"
#include "session/runreader.h"
#include "temporarydirectory.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <iterator>

using namespace assay::session;
using assay::fuzz::expect;
using assay::fuzz::Input;

namespace {

namespace fs = std::filesystem;

const fs::path& workFile()
{
    static const assay::test::TemporaryDirectory directory;
    static const auto path = directory / "x.assay";
    return path;
}

void writeWorkFile(std::string_view bytes)
{
    std::ofstream{workFile(), std::ios::binary} << bytes;
}

const std::string& releasedSession()
{
    static const std::string bytes = [] {
        std::ifstream file{fs::path{ASSAY_TEST_DATA} / "session-v2.assay", std::ios::binary};
        return std::string{std::istreambuf_iterator<char>{file}, {}};
    }();
    expect(!bytes.empty(), "session-v2.assay is there");
    return bytes;
}

/// A good session with some of its bytes replaced.
void patchBytes(Input& input)
{
    auto bytes = releasedSession();
    while (!input.empty()) {
        const auto at = input.number<std::uint32_t>() % bytes.size();
        const auto patch = input.take(1 + input.number<std::uint8_t>() % 16);
        bytes.replace(at, std::min(patch.size(), bytes.size() - at), patch.substr(0, bytes.size() - at));
    }
    writeWorkFile(bytes);
}

/// A good database with values in it that no Assay writes.
void patchValues(Input& input)
{
    writeWorkFile(releasedSession());
    SQLite::Database database{workFile().string(), SQLite::OPEN_READWRITE};
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    std::vector<std::pair<std::string, std::string>> columns;
    SQLite::Statement query{database,
        "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
        " AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, 2"};
    while (query.executeStep()) {
        columns.emplace_back(query.getColumn(0).getString(), query.getColumn(1).getString());
    }
    for (int i = 0; i < 4 && !input.empty(); ++i) {
        const auto& [table, column] = columns[input.number<std::uint8_t>() % columns.size()];
        SQLite::Statement update{database, "UPDATE OR IGNORE \"" + table + "\" SET \"" + column + "\" = ?"};
        switch (input.number<std::uint8_t>() % 4) {
        case 0:
            update.bind(1, input.number<std::int64_t>() >> (input.number<std::uint8_t>() % 64));
            break;
        case 1:
            update.bind(1, input.number<double>());
            break;
        case 2:
            update.bind(1, std::string{input.take(input.number<std::uint8_t>())});
            break;
        default: {
            const std::string bytes{input.take(input.number<std::uint16_t>() % 4'096)};
            update.bind(1, bytes.data(), static_cast<int>(bytes.size()));
        }
        }
        update.tryExecuteStep();
    }
}

void expectSentence(const assay::Error& error)
{
    expect(
        error.message.find(workFile().filename().string()) != std::string::npos, "an error names the file");
}

void readRun(const RunReader& reader, const Run& run)
{
    for (std::uint32_t label = 0; label <= std::min<std::size_t>(run.labels.size(), 3); ++label) {
        if (const auto points = reader.intervals(run.id, label)) {
            for (const auto& point : *points) {
                expect(point.startNs + point.lengthNs >= point.startNs, "no overflow");
            }
        } else {
            expectSentence(points.error());
        }
        for (const auto kind :
            {RunReader::LatencyKind::Service, RunReader::LatencyKind::ResponseFromIntended}) {
            if (const auto histogram = reader.histogram(run.id, label, kind, 0, maxTimeNs); !histogram) {
                expectSentence(histogram.error());
            }
        }
    }
    std::int64_t lastNs = -maxTimeNs;
    const auto samples = reader.samples(run.id, [&](const Sample& sample) {
        expect(sample.startNs >= lastNs, "samples come in order");
        lastNs = sample.startNs;
        return true;
    });
    if (!samples) {
        expectSentence(samples.error());
    }
    static_cast<void>(reader.failures(run.id));
    static_cast<void>(reader.metrics(run.id));
}

void readAll(const SessionFile& file)
{
    static_cast<void>(file.experiments());
    static_cast<void>(file.view("zoom"));
    const RunReader reader{file};
    const auto runs = reader.runs();
    if (!runs) {
        expectSentence(runs.error());
        return;
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(runs->size(), 4); ++i) {
        readRun(reader, (*runs)[i]);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Input input{data, size};
    switch (input.number<std::uint8_t>() % 3) {
    case 0:
        writeWorkFile(input.rest());
        break;
    case 1:
        patchBytes(input);
        break;
    default:
        patchValues(input);
    }
    for (const auto mode : {SessionFile::Mode::ReadOnly, SessionFile::Mode::ReadWrite}) {
        auto file = SessionFile::open(workFile(), mode);
        if (!file) {
            expectSentence(file.error());
            continue;
        }
        readAll(*file);
        if (mode == SessionFile::Mode::ReadWrite) {
            static_cast<void>(file->markInterruptedRuns());
            static_cast<void>(file->setView("a", "b"));
            static_cast<void>(file->removeExperiment(1));
            static_cast<void>(file->settle());
        }
    }
    for (const char* companion : {"", "-wal", "-shm", "-journal"}) {
        std::error_code ignored;
        fs::remove(workFile().string() + companion, ignored);
    }
    return 0;
}
