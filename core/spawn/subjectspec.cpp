// SPDX-License-Identifier: GPL-3.0-or-later
#include "spawn/subjectspec.h"

#include <charconv>

namespace assay::spawn {

namespace {

bool readNumber(std::string_view text, auto& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

template <typename Names, typename Value>
bool readName(const Names& names, std::string_view text, Value& value)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text) {
            value = static_cast<Value>(i);
            return true;
        }
    }
    return false;
}

bool readMechanism(std::string_view text, Mechanism& mechanism)
{
    const auto found = mechanismFromName(text);
    mechanism = found.value_or(mechanism);
    return found.has_value();
}

/// Arguments may hold line ends: written as hexadecimal digits.
std::string hex(std::string_view bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

bool readHex(std::string_view text, std::string& bytes)
{
    if (text.size() % 2 != 0) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); i += 2) {
        unsigned char byte = 0;
        const auto [end, error] = std::from_chars(text.data() + i, text.data() + i + 2, byte, 16);
        if (error != std::errc{} || end != text.data() + i + 2) {
            return false;
        }
        bytes += static_cast<char>(byte);
    }
    return true;
}

bool readWork(std::string_view key, std::string_view value, SubjectSpec& spec)
{
    if (key == "count") {
        return readNumber(value, spec.work.count);
    }
    if (key == "duration") {
        return readNumber(value, spec.work.durationNs);
    }
    if (key == "rate") {
        return readNumber(value, spec.work.ratePerSecond);
    }
    if (key == "warmup") {
        return readNumber(value, spec.warmUpCount);
    }
    spec.childStamps = value == "1";
    return key == "stamps";
}

} // namespace

std::string specLines(const SubjectSpec& spec)
{
    std::string lines;
    const auto add = [&lines](std::string_view key, std::string_view value) {
        lines += key;
        lines += ' ';
        lines += value;
        lines += '\n';
    };
    const auto& cell = spec.cell;
    add("mechanism", factsOf(cell.mechanism).name);
    add("threads", std::to_string(cell.threads));
    add("memory", std::to_string(cell.memoryBytes));
    add("fill", fillNames[static_cast<std::size_t>(cell.fill)]);
    add("pages", pageSizeNames[static_cast<std::size_t>(cell.pages)]);
    add("slabs", slabNames[static_cast<std::size_t>(cell.slabs)]);
    add("files", std::to_string(cell.openFiles));
    add("close", closeWayNames[static_cast<std::size_t>(cell.closeWay)]);
    add("environment", std::to_string(cell.environmentVariables));
    add("cpus", placementNames[static_cast<std::size_t>(cell.placement)]);
    add("flags", std::to_string(cell.cloneFlags));
    for (const auto& argument : cell.child) {
        add("argument", hex(argument));
    }
    add("count", std::to_string(spec.work.count));
    add("duration", std::to_string(spec.work.durationNs));
    std::array<char, 64> rate{};
    const auto rateEnd = std::to_chars(rate.data(), rate.data() + rate.size(), spec.work.ratePerSecond).ptr;
    add("rate", {rate.data(), rateEnd});
    add("warmup", std::to_string(spec.warmUpCount));
    add("stamps", spec.childStamps ? "1" : "0");
    return lines + "end\n";
}

bool readSpecLine(std::string_view line, SubjectSpec& spec)
{
    const auto blank = line.find(' ');
    const auto key = line.substr(0, blank);
    const auto value = blank == std::string_view::npos ? std::string_view{} : line.substr(blank + 1);
    auto& cell = spec.cell;
    if (key == "mechanism") {
        return readMechanism(value, cell.mechanism);
    }
    if (key == "threads") {
        return readNumber(value, cell.threads);
    }
    if (key == "memory") {
        return readNumber(value, cell.memoryBytes);
    }
    if (key == "fill") {
        return readName(fillNames, value, cell.fill);
    }
    if (key == "pages") {
        return readName(pageSizeNames, value, cell.pages);
    }
    if (key == "slabs") {
        return readName(slabNames, value, cell.slabs);
    }
    if (key == "files") {
        return readNumber(value, cell.openFiles);
    }
    if (key == "close") {
        return readName(closeWayNames, value, cell.closeWay);
    }
    if (key == "environment") {
        return readNumber(value, cell.environmentVariables);
    }
    if (key == "cpus") {
        return readName(placementNames, value, cell.placement);
    }
    if (key == "flags") {
        return readNumber(value, cell.cloneFlags);
    }
    if (key == "argument") {
        return readHex(value, cell.child.emplace_back());
    }
    return readWork(key, value, spec);
}

} // namespace assay::spawn
