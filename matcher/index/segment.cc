#include "matcher/index/segment.h"

#include <utility>

#include "matcher/index/cover.h"
#include "matcher/index/encoder.h"
#include "matcher/index/layout.h"

namespace turnout::index {
namespace {

using predicate::Formula;

constexpr std::uint32_t kUnplaced = 0xffff'ffff;

class Decoder {
 public:
  Decoder(const Segment& segment, const schema::PathRegistry& registry) : segment_(segment), registry_(registry) {}

  Formula set(Local path, std::span<const CodeRange> ranges) const {
    return predicate::make_set(path_of(path), segment_.paths[path].dictionary.decode(ranges.data(), ranges.size()));
  }

  Formula node(std::uint32_t& at) const {
    const std::uint32_t* code = segment_.programs.data() + at;
    const Local path = static_cast<Local>(code[0] >> 8);
    const std::uint32_t detail = (code[0] >> 4) & 0xf;
    switch (static_cast<Opcode>(code[0] & 0xf)) {
      case Opcode::no:
        at += 1;
        return predicate::make_constant(false);
      case Opcode::yes:
        at += 1;
        return predicate::make_constant(true);
      case Opcode::range: {
        at += 3;
        const CodeRange range{code[1], code[2]};
        return set(path, {&range, 1});
      }
      case Opcode::set:
        at += 2;
        return set(path, segment_.ranges_of(path, code[1]));
      case Opcode::text:
        at += 4;
        return predicate::make_text(path_of(path), segment_.texts[segment_.path_texts[code[1]].text], detail != 0);
      case Opcode::residual:
        at += 4;
        return predicate::make_residual(segment_.residuals[code[1]].residual, static_cast<predicate::Outcomes>(detail));
      case Opcode::all_of:
      case Opcode::any_of: {
        const std::uint32_t end = at + 2 + code[1];
        const bool conjunction = static_cast<Opcode>(code[0] & 0xf) == Opcode::all_of;
        std::vector<Formula> children;
        for (at += 2; at < end;) children.push_back(node(at));
        return conjunction ? predicate::all_of(std::move(children)) : predicate::any_of(std::move(children));
      }
    }
    return predicate::make_constant(false);
  }

  Formula row(std::uint32_t at, Entry entry) const {
    const std::uint32_t* block = segment_.blocks.data() + at;
    const BlockHeader header = read_header(block);
    const std::uint32_t* entries = block + entries_offset(header);
    std::size_t lane = 0;
    while (entries[lane] != entry) ++lane;
    std::vector<Formula> children;
    const std::uint32_t* column = block + columns_offset(header) + lane;
    for (std::uint32_t j = 0; j < header.atoms; ++j, column += 2 * header.lanes) {
      const Local path = block_paths(block)[j];
      const CodeRange range{column[0], column[header.lanes]};
      children.push_back((header.set_mask >> j & 1) != 0 ? set(path, segment_.ranges_of(path, column[0]))
                                                         : set(path, {&range, 1}));
    }
    if ((header.flags & BlockHeader::kHasProgram) != 0) {
      std::uint32_t program = block[programs_offset(header) + lane];
      children.push_back(node(program));
    }
    return predicate::all_of(std::move(children));
  }

 private:
  std::shared_ptr<const schema::Path> path_of(Local local) const {
    // The registry outlives every formula decoded for it; no copy is needed.
    return {std::shared_ptr<const void>(), &registry_.path(segment_.paths[local].path)};
  }

  const Segment& segment_;
  const schema::PathRegistry& registry_;
};

// What is known of each entry by name: id, word, text.
void store_names(std::span<const Source> sources, std::span<const std::uint32_t> order, bool keep_text, Segment& segment) {
  segment.ids.reserve(order.size());
  std::size_t text_bytes = 0;
  bool any_word = false;
  for (const std::uint32_t source : order) {
    segment.ids.push_back(sources[source].id);
    any_word = any_word || sources[source].word != 0;
    text_bytes += sources[source].text.size();
  }
  if (any_word) {
    segment.words.reserve(order.size());
    for (const std::uint32_t source : order) segment.words.push_back(sources[source].word);
  }
  if (!keep_text) return;
  segment.text.reserve(text_bytes);
  segment.text_offsets.reserve(order.size() + 1);
  segment.text_offsets.push_back(0);
  for (const std::uint32_t source : order) {
    segment.text.append(sources[source].text);
    segment.text_offsets.push_back(segment.text.size());
  }
}

}  // namespace

Formula decode(const Segment& segment, const schema::PathRegistry& registry, Entry entry) {
  const Decoder decoder(segment, registry);
  std::uint32_t location = segment.locations[entry];
  if ((location & kProgramBit) == 0) return decoder.row(location, entry);
  location &= ~kProgramBit;
  return decoder.node(location);
}

Result<std::shared_ptr<const Segment>> build_segment(std::span<const Source> sources, schema::PathRegistry& registry,
                                                     bool keep_text) {
  const auto segment = std::make_shared<Segment>();
  const std::size_t count = sources.size();
  EncodedFilters encoded(*segment);
  Encoder encoder(registry, *segment, encoded);
  const auto with_formula = [&](const Source& source, auto use) {
    return source.formula != nullptr ? use(*source.formula) : use(decode(*source.from, registry, source.entry));
  };
  for (const Source& source : sources) {
    Result<void> ok = with_formula(source, [&](const Formula& formula) { return encoder.collect(formula); });
    if (!ok) return ok.error();
  }
  encoder.finish_collecting();
  segment->locations.assign(count, kUnplaced);
  for (std::size_t i = 0; i < count; ++i) {
    with_formula(sources[i], [&](const Formula& formula) { encoder.encode(static_cast<Entry>(i), formula); });
  }
  encoded.finish();
  const CostModel costs(*segment, encoded.constant_counts);
  std::vector<std::uint32_t> order;
  Layout layout(*segment, costs);
  if (Result<void> ok = layout.run(encoded.atoms, encoded.alternatives, order); !ok) return ok.error();
  store_names(sources, order, keep_text, *segment);
  segment->programs.shrink_to_fit();
  return std::shared_ptr<const Segment>(segment);
}

MemoryUsage Segment::memory() const noexcept {
  const auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  MemoryUsage usage;
  for (const PathIndex& path : paths) {
    usage.dictionaries += sizeof(PathIndex) + path.dictionary.memory_bytes();
    usage.sets += path.sets.memory_bytes();
    for (const Level& level : path.levels) usage.access += sizeof(Level) + bytes(level.offsets);
  }
  usage.access += bytes(local_of) + bytes(absent_paths);
  usage.clusters = bytes(blocks) + slices.memory_bytes();
  usage.programs = bytes(programs) + bytes(texts) + bytes(path_texts) + bytes(residuals);
  for (const auto& test : texts) usage.programs += test->memory_bytes();
  for (const ResidualSlots& slots : residuals) usage.programs += slots.residual->memory_bytes() + bytes(slots.locals);
  usage.ids = bytes(ids) + bytes(words) + bytes(locations);
  usage.text = text.capacity() + bytes(text_offsets);
  return usage;
}

}  // namespace turnout::index
