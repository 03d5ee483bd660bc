#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/checksum.h"
#include "base/file.h"
#include "matcher/index/index_file.h"

namespace turnout::index {
namespace {

static_assert(std::endian::native == std::endian::little, "the file is little-endian, and so is its writer");

// Values into frames of a section; frames into the file.
class SectionWriter {
 public:
  explicit SectionWriter(base::NewFile& file) : file_(file) {}

  void header(bool has_texts) {
    std::string header(kIndexFileMagic);
    append(header, kIndexFileVersion);
    append(header, std::uint32_t{has_texts ? 1U : 0U});
    put(header);
  }
  void begin(IndexSection section) {
    flush();
    section_ = section;
  }
  template <class T>
  void value(T number) {
    static_assert(std::is_arithmetic_v<T>);
    if (payload_.size() + sizeof(T) > kFrameBytes) flush();
    append(payload_, number);
  }
  void bytes(std::string_view text) {
    value(static_cast<std::uint64_t>(text.size()));
    raw(text);
  }
  void raw(std::string_view text) {
    while (!text.empty()) {
      if (payload_.size() == kFrameBytes) flush();
      const std::string_view some = text.substr(0, kFrameBytes - payload_.size());
      payload_ += some;
      text.remove_prefix(some.size());
    }
  }
  void end() {
    begin(IndexSection::end);
    value(static_cast<std::uint64_t>(written_));
    value(whole_.value());
    flush();
  }

 private:
  template <class T>
  static void append(std::string& out, T number) {
    char raw[sizeof(T)];
    std::memcpy(raw, &number, sizeof(T));
    out.append(raw, sizeof(T));
  }
  void put(std::string_view bytes) {
    file_.write(bytes);
    whole_.add(bytes);
    written_ += bytes.size();
  }
  void flush() {
    if (payload_.empty()) return;
    std::string header;
    append(header, static_cast<std::uint32_t>(section_));
    append(header, static_cast<std::uint32_t>(payload_.size()));
    base::Checksum sum;
    sum.add(header);
    sum.add(payload_);
    append(header, sum.value());
    put(header);
    put(payload_);
    payload_.clear();
  }

  base::NewFile& file_;
  IndexSection section_{};
  std::string payload_;
  base::Checksum whole_;
  std::size_t written_ = 0;
};

void write_path(const schema::Path& path, SectionWriter& out) {
  out.value(static_cast<std::uint8_t>(path.scope));
  out.value(static_cast<std::uint8_t>(path.any_case));
  out.value(static_cast<std::uint8_t>(path.sys));
  out.value(static_cast<std::uint8_t>(path.segments.size()));
  for (const schema::Segment& segment : path.segments) {
    out.value(static_cast<std::uint8_t>(segment.kind));
    out.value(segment.index);
    out.bytes(segment.name);
  }
}

void write_cut(const predicate::Cut& cut, SectionWriter& out) {
  out.value(static_cast<std::uint8_t>(cut.region));
  out.value(static_cast<std::uint8_t>(cut.side));
  if (cut.side == predicate::Cut::Side::start) return;
  const Value& value = cut.value;
  out.value(static_cast<std::uint8_t>(value.type()));
  if (const bool* b = value.if_boolean()) out.value(static_cast<std::uint8_t>(*b));
  if (const std::int64_t* i = value.if_int64()) out.value(*i);
  if (const double* d = value.if_float64()) out.value(*d);
  if (const std::string* s = value.if_string()) out.bytes(*s);
  if (const Value::Binary* b = value.if_binary()) out.bytes(b->bytes);
}

void write_paths(const Segment& segment, const schema::PathRegistry& registry, SectionWriter& out) {
  out.begin(IndexSection::paths);
  out.value(static_cast<std::uint32_t>(segment.paths.size()));
  for (const PathIndex& path : segment.paths) {
    write_path(registry.path(path.path), out);
    out.value(path.dictionary.ordered_kinds());
    out.value(path.dictionary.code_count() - 1);
    for (Code cut = 0; cut + 1 < path.dictionary.code_count(); ++cut) write_cut(path.dictionary.cut_at(cut), out);
  }
}

void write_sets(const Segment& segment, SectionWriter& out) {
  out.begin(IndexSection::sets);
  for (const PathIndex& path : segment.paths) {
    out.value(path.sets.size());
    for (std::uint32_t set = 0; set < path.sets.size(); ++set) {
      const std::span<const CodeRange> ranges = path.sets.ranges(set);
      out.value(static_cast<std::uint32_t>(ranges.size()));
      for (const CodeRange& range : ranges) out.value(range.low), out.value(range.high);
    }
  }
}

void write_programs(const Segment& segment, SectionWriter& out) {
  out.begin(IndexSection::texts);
  out.value(static_cast<std::uint32_t>(segment.texts.size()));
  for (const auto& test : segment.texts) out.bytes(test->key());
  out.value(static_cast<std::uint32_t>(segment.path_texts.size()));
  for (const PathText& both : segment.path_texts) out.value(both.path), out.value(both.text);
  out.begin(IndexSection::residuals);
  out.value(static_cast<std::uint32_t>(segment.residuals.size()));
  for (const ResidualSlots& slots : segment.residuals) out.bytes(slots.residual->key());
  out.begin(IndexSection::programs);
  out.value(static_cast<std::uint64_t>(segment.programs.size()));
  for (const std::uint32_t word : segment.programs) out.value(word);
}

void write_filters(const Segment& segment, const EncodedFilters& encoded, SectionWriter& out) {
  out.begin(IndexSection::filters);
  out.value(static_cast<std::uint32_t>(segment.locations.size()));
  for (const std::uint32_t location : segment.locations) out.value(location);
  out.value(static_cast<std::uint32_t>(encoded.alternatives.size()));
  out.value(static_cast<std::uint32_t>(encoded.atoms.size()));
  for (const Alternative& alternative : encoded.alternatives) {
    out.value(alternative.entry);
    out.value(alternative.program);
    out.value(static_cast<std::uint8_t>(alternative.count));
    for (std::uint32_t i = 0; i < alternative.count; ++i) {
      const Atom& atom = encoded.atoms[alternative.first + i];
      out.value(atom.path);
      out.value(static_cast<std::uint8_t>(atom.indexed));
      out.value(atom.low);
      out.value(atom.high);
    }
  }
}

void write_names(const CodedMerge& filters, std::uint32_t count, bool keep_text, SectionWriter& out) {
  out.begin(IndexSection::names);
  for (std::uint32_t i = 0; i < count; ++i) {
    const EntryName name = filters.name(i, false);
    out.value(name.id.value);
    out.value(name.word);
  }
  if (!keep_text) return;
  out.begin(IndexSection::canonical_texts);
  for (std::uint32_t i = 0; i < count; ++i) out.bytes(filters.name(i, true).text);
}

}  // namespace

Result<void> write_index_file(const std::string& path, CodedMerge& filters, const schema::PathRegistry& registry,
                              bool keep_text) {
  base::NewFile file(path);
  SectionWriter out(file);
  const Segment& segment = *filters.segment();
  out.header(keep_text);
  write_paths(segment, registry, out);
  write_sets(segment, out);
  write_programs(segment, out);
  write_filters(segment, filters.encoded(), out);
  write_names(filters, static_cast<std::uint32_t>(segment.locations.size()), keep_text, out);
  out.end();
  return file.commit();
}

}  // namespace turnout::index
