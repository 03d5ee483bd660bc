#include "matcher/index/segment.h"

#include <deque>
#include <utility>

#include "matcher/index/encoder.h"
#include "matcher/index/finish_segment.h"
#include "matcher/index/row_reader.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout::index {
namespace {

using predicate::Formula;

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

  Formula row(Entry entry) const {
    RowReader reader(segment_);
    reader.read(entry);
    std::vector<Formula> children;
    for (const Atom& atom : reader.atoms()) {
      const CodeRange range{atom.low, atom.high};
      children.push_back(set(atom.path, atom.indexed ? segment_.ranges_of(atom.path, atom.low) : std::span(&range, 1)));
    }
    if (reader.program() != kNoProgram) {
      std::uint32_t program = reader.program();
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

}  // namespace

Formula decode(const Segment& segment, const schema::PathRegistry& registry, Entry entry) {
  const Decoder decoder(segment, registry);
  std::uint32_t location = segment.locations[entry];
  if ((location & kProgramBit) == 0) return decoder.row(entry);
  location &= ~kProgramBit;
  return decoder.node(location);
}

Result<std::shared_ptr<const Segment>> build_segment(std::span<const Source> sources, schema::PathRegistry& registry,
                                                     PackOptions options) {
  const auto segment = std::make_shared<Segment>();
  const std::size_t count = sources.size();
  EncodedFilters encoded(*segment);
  Encoder encoder(registry, *segment, encoded);
  predicate::PlainSets plain;
  std::deque<Formula> formulas;  // of the filters that are not plain; the filters do not keep them
  const auto is_plain = [&plain](const Source& source) {
    return source.filter->read_plain(plain) && plain.parts().size() <= kRowAtomsMax;
  };
  for (const Source& source : sources) {
    Result<void> ok =
        is_plain(source) ? encoder.collect(plain) : encoder.collect(formulas.emplace_back(source.filter->make_matches()));
    if (!ok) return ok.error();
  }
  encoder.finish_collecting();
  segment->locations.assign(count, kUnplaced);
  auto formula = formulas.begin();
  for (std::size_t i = 0; i < count; ++i) {
    if (is_plain(sources[i])) encoder.encode(static_cast<Entry>(i), plain);
    else encoder.encode(static_cast<Entry>(i), *formula++);
  }
  encoded.finish();
  const auto name_of = [&](std::uint32_t i) { return EntryName{sources[i].id, sources[i].word, sources[i].text}; };
  if (Result<void> ok = finish_segment(*segment, encoded, options, name_of); !ok) return ok.error();
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
  usage.access += probes.memory_bytes();
  usage.ids = bytes(ids) + by_id.memory_bytes() + bytes(words) + bytes(locations) + bytes(followers);
  usage.text = text.capacity() + bytes(text_offsets);
  return usage;
}

}  // namespace turnout::index
