// A saved index: the filters of a matcher in codes, as they are before they are laid out as rows. Loading lays them out, so the
// file does not depend on the layout. The bytes: docs/internals/index-file.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "matcher/index/merge.h"
#include "matcher/index/segment.h"
#include "schema/path_registry.h"

namespace turnout::index {

inline constexpr std::string_view kIndexFileMagic = "TURNOUT\n";
inline constexpr std::uint32_t kIndexFileVersion = 1;
inline constexpr std::size_t kFrameBytes = std::size_t{1} << 20;  // of payload, at most
inline constexpr std::size_t kFrameHeaderBytes = 16;

// Sections, in this order.
enum class IndexSection : std::uint32_t { paths = 1, sets, texts, residuals, programs, filters, names, canonical_texts, end };

// Writes to `path`, replacing a file only when all is written. Errors: io.
Result<void> write_index_file(const std::string& path, CodedMerge& filters, const schema::PathRegistry& registry,
                              bool keep_text);

// Registers the paths and packs the filters; null for a file without filters. `bytes` may hold anything: what is not a valid
// index gives an error, and no more memory is asked for than some multiple of their number. They are moved together as they
// are read. Errors: damaged, limit, unavailable (texts are wanted and the file has none).
Result<std::shared_ptr<const Segment>> read_index(std::string bytes, schema::PathRegistry& registry, PackOptions options);

}  // namespace turnout::index
