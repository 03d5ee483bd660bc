#include "cli/filter_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <unordered_set>

#include "cli/ordered_blocks.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kIdBytes = 64;  // room for an id, or for what stands in its place, beside a filter of full length
constexpr std::size_t kLineBytes = limits::kFilterBytes + kIdBytes;
constexpr std::size_t kBlockLines = 512;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::size_t kExcerptBytes = 60;
constexpr std::uint64_t kReportedMax = 1000;

// The beginning of a line with a caret below `column`, for errors that the filter's compiler does not see.
std::string excerpt_of(std::string_view line, std::size_t column) {
  std::size_t length = std::min(line.size(), kExcerptBytes);
  while (length > 0 && length < line.size() && (static_cast<unsigned char>(line[length]) & 0xC0U) == 0x80U) --length;
  std::string shown(line.substr(0, length));

  return fmt::format("  {}{}\n  {}^", shown, length < line.size() ? " ..." : "", std::string(column - 1, ' '));
}

Error line_error(std::string_view line, std::string message, std::string hint) {
  return Error{ErrorCode::syntax, std::move(message), std::move(hint), 1, 1, excerpt_of(line, 1)};
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\v\f") == std::string_view::npos; }

// One line and what became of it.
struct Entry {
  std::uint64_t number = 0;
  std::size_t begin = 0;  // in Block::text
  std::size_t length = 0;
  bool too_long = false;
  bool valid = false;
  Change change;
  Error error;
};

struct Block {
  std::string text;
  std::vector<Entry> entries;
  std::uint64_t bytes_read = 0;  // of the file, when the block was complete
};

bool read_block(LineReader& reader, Block& block) {
  block.text.clear();
  block.entries.clear();
  Line line;
  while (block.entries.size() < kBlockLines && block.text.size() < kBlockBytes && reader.next(line)) {
    if (is_blank(line.text)) continue;
    Entry& entry = block.entries.emplace_back();
    entry.number = line.number;
    entry.begin = block.text.size();
    entry.length = line.text.size();
    entry.too_long = line.too_long;
    block.text += line.text;
  }
  block.bytes_read = reader.bytes_read();
  return !block.entries.empty();
}

Result<Change> compile_line(std::string_view line, bool too_long, const CompileOptions& options) {
  if (too_long) {
    Error error = line_error(line, fmt::format("the line is longer than {} bytes", kLineBytes), "");
    error.code = ErrorCode::limit;
    return error;
  }
  const Result<FilterLine> parts = parse_filter_line(line);
  if (!parts) return parts.error();
  Result<Filter> filter = compile(parts->text, options);
  if (filter) return Change{Change::Kind::add, parts->id, *std::move(filter), 0};
  Error error = filter.error();
  error.column = error.column == 0 ? parts->text_column : error.column + parts->text_column - 1;
  return error;
}

void compile_block(Block& block, const CompileOptions& options) {
  for (Entry& entry : block.entries) {
    const std::string_view line(block.text.data() + entry.begin, entry.length);
    Result<Change> change = compile_line(line, entry.too_long, options);
    entry.valid = change.ok();
    if (change) {
      entry.change = *std::move(change);
    } else {
      entry.error = change.error();
      entry.error.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.number, UINT32_MAX));
    }
  }
}

Error duplicate_error(const Entry& entry, std::string_view line) {
  Error error = line_error(line, fmt::format("the id {} occurred on an earlier line", entry.change.id.value),
                           "every line needs an id of its own");
  error.code = ErrorCode::already_exists;
  error.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.number, UINT32_MAX));
  return error;
}

}  // namespace

Result<FilterLine> parse_filter_line(std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) { return line_error(line, "expected an id, a TAB and a filter", "the line has no TAB"); }
  const std::string_view digits = line.substr(0, tab);
  FilterLine parts;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), parts.id.value);
  if (digits.empty() || failure != std::errc() || end != digits.data() + digits.size()) {
    return line_error(line, "the id is not a decimal number below 18446744073709551616", "a line is <id> TAB <filter>");
  }
  parts.text = line.substr(tab + 1);
  parts.text_column = static_cast<std::uint32_t>(tab + 2);
  return parts;
}

Result<FilterCounts> stream_filter_file(const std::string& path, const FilterFileOptions& options,
                                        const std::function<Result<void>(Change&&)>& take,
                                        const std::function<void(const InvalidFilter&)>& report) {
  Result<LineReader> reader = LineReader::open(path, kLineBytes);
  if (!reader) return reader.error();
  FilterCounts counts;
  std::unordered_set<std::uint64_t> ids;
  Progress progress("compiling filters", reader->size_bytes());
  Result<void> taken;
  Clock::duration taking{};
  const auto started = Clock::now();
  process_in_order<Block>(
      std::max(1U, options.threads), [&](Block& block) { return read_block(*reader, block); },
      [&](Block& block, unsigned) { compile_block(block, options.compile); },
      [&](Block& block) {
        for (Entry& entry : block.entries) {
          if (entry.valid && !ids.insert(entry.change.id.value).second) {
            entry.error = duplicate_error(entry, std::string_view(block.text).substr(entry.begin, entry.length));
            entry.valid = false;
          }
          if (entry.valid) continue;
          ++counts.invalid;
          progress.finish();
          report(InvalidFilter{std::move(entry.error)});
        }
        const auto from = Clock::now();
        for (Entry& entry : block.entries) {
          if (!entry.valid) continue;
          ++counts.valid;
          if (taken = take(std::move(entry.change)); !taken) return false;
        }
        taking += Clock::now() - from;
        progress.update(block.bytes_read, counts.valid);
        return true;
      });
  counts.compile_seconds = std::chrono::duration<double>(Clock::now() - started - taking).count();
  if (!taken) return taken.error();
  if (!reader->status()) return reader->status().error();
  return counts;
}

void InvalidFilterReport::add(const InvalidFilter& invalid) {
  if (++count_ > kReportedMax) return;
  print_diagnostic(invalid.error, fmt::format("{}:{}:{}", file_, invalid.error.line, invalid.error.column));
}

void InvalidFilterReport::summarise(bool skipped) const {
  if (count_ == 0) return;
  if (count_ > kReportedMax) print_failure(fmt::format("... and {} more", count_ - kReportedMax));
  print_failure(fmt::format("{} invalid {} in {}; {}", count_, count_ == 1 ? "line" : "lines", file_,
                            skipped ? "going on without" : "nothing was matched (--skip-invalid goes on without)"));
}

}  // namespace turnout::cli
