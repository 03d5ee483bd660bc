#include "matcher/index/merge.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "matcher/index/dictionary_merge.h"
#include "matcher/index/encoded_filters.h"
#include "matcher/index/finish_segment.h"
#include "matcher/index/row_reader.h"

namespace turnout::index {
namespace {

constexpr std::uint32_t kUnmapped = 0xffff'ffff;

}  // namespace

// One segment to merge, and what its numbers become.
class CodedMerge::Rewriter {
 public:
  Rewriter(const MergeInput& input, EncodedFilters& out) : input_(input), from_(*input.segment), out_(out) {
    paths_.resize(from_.paths.size());
    texts_.assign(from_.path_texts.size(), kUnmapped);
    residuals_.assign(from_.residuals.size(), kUnmapped);
    for (std::size_t i = 0; i < paths_.size(); ++i) paths_[i].sets.assign(from_.paths[i].sets.size(), kUnmapped);
  }

  // What the live entries name; all of it when nothing was removed.
  void mark() {
    for (PathMap& path : paths_) path.needed = input_.dead == nullptr;
    if (input_.dead == nullptr) return;
    for (std::size_t i = 0; i < paths_.size(); ++i) paths_[i].used.assign(from_.paths[i].dictionary.code_count() - 1, false);
    RowReader rows(from_);
    for (Entry entry = 0; entry < from_.size(); ++entry) {
      if (input_.dead->contains(entry)) continue;
      live_.push_back(entry);
      const std::uint32_t location = from_.locations[entry];
      if ((location & kProgramBit) != 0) {
        mark_program(location & ~kProgramBit);
        continue;
      }
      rows.read(entry);
      for (const Atom& atom : rows.atoms()) mark_atom(atom);
      if (rows.program() != kNoProgram) mark_program(rows.program());
    }
  }

  [[nodiscard]] std::size_t live() const noexcept { return input_.dead == nullptr ? from_.size() : live_.size(); }
  [[nodiscard]] Entry entry(std::size_t i) const noexcept { return input_.dead == nullptr ? static_cast<Entry>(i) : live_[i]; }
  [[nodiscard]] const Segment& from() const noexcept { return from_; }

  [[nodiscard]] bool needs(std::size_t path) const { return paths_[path].needed; }
  void place(std::size_t path, Local to) { paths_[path].to = to; }
  [[nodiscard]] Local place(std::size_t path) const { return paths_[path].to; }
  DictionaryMergeInput dictionary(std::size_t path) {
    return {&from_.paths[path].dictionary, input_.dead == nullptr ? nullptr : &paths_[path].used, &paths_[path].ranks};
  }

  // Adds the live entries to `out`, the first one as number `first`.
  void rewrite(Entry first) {
    RowReader rows(from_);
    for (std::size_t i = 0; i < live(); ++i) {
      const Entry old = entry(i);
      const Entry fresh = first + static_cast<Entry>(i);
      const std::uint32_t location = from_.locations[old];
      if ((location & kProgramBit) != 0) {
        rewrite_split(fresh, location & ~kProgramBit);
        continue;
      }
      rows.read(old);
      Alternative alternative{fresh, static_cast<std::uint32_t>(out_.atoms.size()),
                              static_cast<std::uint32_t>(rows.atoms().size()), kNoProgram, false};
      for (const Atom& atom : rows.atoms()) out_.atoms.push_back(rewrite_atom(atom));
      if (rows.program() != kNoProgram) alternative.program = rewrite_program(rows.program());
      out_.alternatives.push_back(alternative);
    }
  }

  // Frees what rewrite() was the last to read.
  void consume() {
    paths_ = {};
    if (input_.consumed == nullptr) return;
    Segment& segment = *input_.consumed;
    segment.paths = {};
    segment.blocks = {};
    segment.slices = {};
    segment.programs = {};
    segment.locations = {};
    segment.followers = {};
  }

 private:
  struct PathMap {
    bool needed = false;
    Local to = kNoLocal;
    std::vector<bool> used;   // by cut of the dictionary
    std::vector<Code> ranks;  // by cut: its number in the new dictionary
    std::vector<std::uint32_t> sets;
  };

  void mark_range(Local path, const CodeRange& range) {
    PathMap& map = paths_[path];
    map.needed = true;
    if (range.low > 0) map.used[range.low - 1] = true;
    if (range.high < map.used.size()) map.used[range.high] = true;
  }
  void mark_atom(const Atom& atom) {
    if (!atom.indexed) return mark_range(atom.path, {atom.low, atom.high});
    std::uint32_t& set = paths_[atom.path].sets[atom.low];
    if (set == kMarked) return;
    set = kMarked;
    for (const CodeRange& range : from_.ranges_of(atom.path, atom.low)) mark_range(atom.path, range);
  }
  void mark_program(std::uint32_t at) {
    const std::uint32_t* code = from_.programs.data() + at;
    const std::uint32_t* end = code + node_words(code);
    for (; code < end; code += operation_words(opcode_of(code[0]))) {
      const Local path = static_cast<Local>(code[0] >> 8);
      switch (opcode_of(code[0])) {
        case Opcode::range:
          mark_range(path, {code[1], code[2]});
          break;
        case Opcode::set:
          mark_atom({path, true, code[1], 0});
          break;
        case Opcode::text:
          mark_range(path, {code[2], code[3]});
          break;
        case Opcode::residual:
          for (const Local local : from_.residuals[code[1]].locals) paths_[local].needed = true;
          if (code[2] != kNoLocal) paths_[code[2]].used[code[3] - 1] = true;
          break;
        default:
          break;
      }
    }
  }

  Code low_of(const PathMap& map, Code low) const { return low == 0 ? 0 : map.ranks[low - 1] + 1; }
  CodeRange rewrite_range(Local path, const CodeRange& range) const {
    const PathMap& map = paths_[path];
    const Code high =
        range.high < map.ranks.size() ? map.ranks[range.high] : out_.segment.paths[map.to].dictionary.code_count() - 1;
    return {low_of(map, range.low), high};
  }
  Atom rewrite_atom(const Atom& atom) {
    PathMap& map = paths_[atom.path];
    Atom fresh{map.to, atom.indexed, 0, 0};
    if (atom.indexed) {
      std::uint32_t& set = map.sets[atom.low];
      if (set >= kMarked) {
        ranges_.clear();
        for (const CodeRange& range : from_.ranges_of(atom.path, atom.low)) ranges_.push_back(rewrite_range(atom.path, range));
        set = out_.set_index(map.to, ranges_);
      }
      fresh.low = set;
    } else {
      const CodeRange range = rewrite_range(atom.path, {atom.low, atom.high});
      fresh.low = range.low;
      fresh.high = range.high;
    }
    out_.count(fresh);
    return fresh;
  }

  std::uint32_t text(std::uint32_t old) {
    std::uint32_t& known = texts_[old];
    const PathText& both = from_.path_texts[old];
    if (known == kUnmapped) known = out_.text_index(paths_[both.path].to, from_.texts[both.text]);
    return known;
  }
  std::uint32_t residual(std::uint32_t old) {
    std::uint32_t& known = residuals_[old];
    if (known == kUnmapped) {
      const ResidualSlots& slots = from_.residuals[old];
      std::vector<Local> locals;
      for (const Local local : slots.locals) locals.push_back(paths_[local].to);
      known = out_.residual_index(slots.residual, std::move(locals));
    }
    return known;
  }

  // Every operation keeps its length, so lengths of all_of and any_of stay as they are.
  std::uint32_t rewrite_program(std::uint32_t at) {
    std::vector<std::uint32_t>& program = out_.segment.programs;
    const std::size_t start = program.size();
    const std::uint32_t* code = from_.programs.data() + at;
    const std::uint32_t* end = code + node_words(code);
    for (; code < end; code += operation_words(opcode_of(code[0]))) {
      const Local path = static_cast<Local>(code[0] >> 8);
      const std::uint32_t detail = (code[0] >> 4) & 0xf;
      switch (opcode_of(code[0])) {
        case Opcode::range:
          out_.append_atom(rewrite_atom({path, false, code[1], code[2]}));
          break;
        case Opcode::set:
          out_.append_atom(rewrite_atom({path, true, code[1], 0}));
          break;
        case Opcode::text: {
          const CodeRange strings = rewrite_range(path, {code[2], code[3]});
          program.insert(program.end(),
                         {opcode(Opcode::text, detail, paths_[path].to), text(code[1]), strings.low, strings.high});
          break;
        }
        case Opcode::residual: {
          const bool narrowed = code[2] != kNoLocal;
          program.insert(program.end(), {code[0], residual(code[1]), narrowed ? paths_[code[2]].to : code[2],
                                         narrowed ? low_of(paths_[code[2]], code[3]) : code[3]});
          break;
        }
        default:
          program.insert(program.end(), code, code + operation_words(opcode_of(code[0])));
      }
    }
    return static_cast<std::uint32_t>(start);
  }

  // An entry that is kept whole as a program: its rows come from the program's branches, as the encoder made them.
  void rewrite_split(Entry fresh, std::uint32_t at) {
    const std::uint32_t start = rewrite_program(at);
    out_.segment.locations[fresh] = start | kProgramBit;
    if (opcode_of(out_.segment.programs[start]) == Opcode::any_of) out_.add_branches(fresh, start);
  }

  static constexpr std::uint32_t kMarked = kUnmapped - 1;

  const MergeInput input_;
  const Segment& from_;
  EncodedFilters& out_;
  std::vector<Entry> live_;  // unless nothing was removed
  std::vector<PathMap> paths_;
  std::vector<std::uint32_t> texts_, residuals_;
  std::vector<CodeRange> ranges_;
};

void CodedMerge::merge_paths() {
  std::vector<std::vector<DictionaryMergeInput>> dictionaries;  // by new Local
  for (const std::unique_ptr<Rewriter>& rewriter : rewriters_) {
    for (std::size_t i = 0; i < rewriter->from().paths.size(); ++i) {
      if (!rewriter->needs(i)) continue;
      const schema::PathId id = rewriter->from().paths[i].path;
      if (id >= segment_->local_of.size()) segment_->local_of.resize(id + 1, kNoLocal);
      Local& local = segment_->local_of[id];
      if (local == kNoLocal) {
        local = static_cast<Local>(segment_->paths.size());
        segment_->paths.emplace_back().path = id;
        dictionaries.emplace_back();
      }
      rewriter->place(i, local);
      dictionaries[local].push_back(rewriter->dictionary(i));
    }
  }
  for (std::size_t i = 0; i < dictionaries.size(); ++i) segment_->paths[i].dictionary = merge_dictionaries(dictionaries[i]);
}

CodedMerge::~CodedMerge() = default;

CodedMerge::CodedMerge(std::span<const MergeInput> inputs) {
  std::size_t count = 0;
  for (const MergeInput& input : inputs) {
    rewriters_.push_back(std::make_unique<Rewriter>(input, encoded_));
    rewriters_.back()->mark();
    begins_.push_back(count);
    count += rewriters_.back()->live();
  }
  merge_paths();
  encoded_.begin();
  segment_->locations.assign(count, kUnplaced);
  for (std::size_t i = 0; i < rewriters_.size(); ++i) {
    rewriters_[i]->rewrite(static_cast<Entry>(begins_[i]));
    rewriters_[i]->consume();
  }
  encoded_.finish();
}

EntryName CodedMerge::name(std::uint32_t i, bool with_text) const {
  const auto input = static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), i) - begins_.begin()) - 1;
  const Segment& from = rewriters_[input]->from();
  const Entry entry = rewriters_[input]->entry(i - begins_[input]);
  return {from.ids[entry], from.word(entry),
          with_text && !from.text_offsets.empty() ? from.text_of(entry) : std::string_view()};
}

Result<std::shared_ptr<const Segment>> merge_segments(std::span<const MergeInput> inputs, PackOptions options) {
  CodedMerge merge(inputs);
  const auto name_of = [&](std::uint32_t i) { return merge.name(i, options.keep_text); };
  Result<void> ok = finish_segment(*merge.segment(), merge.encoded(), options, name_of);
  if (!ok) return ok.error();
  return std::shared_ptr<const Segment>(merge.segment());
}

Result<std::shared_ptr<const Segment>> merge_pieces(std::vector<std::shared_ptr<const Segment>>& pieces, PackOptions options) {
  std::vector<MergeInput> inputs;
  for (const std::shared_ptr<const Segment>& piece : pieces) {
    const auto own = std::const_pointer_cast<Segment>(piece);  // nobody else has it, and none was made const
    inputs.push_back({own.get(), nullptr, own.get()});
  }
  return merge_segments(inputs, options);
}

}  // namespace turnout::index
