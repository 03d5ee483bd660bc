#include <utility>
#include <vector>

#include "matcher/index/finish_segment.h"
#include "matcher/index/index_file.h"
#include "matcher/index/section_reader.h"
#include "matcher/predicate/key_reader.h"
#include "schema/utf8.h"
#include "turnout/limits.h"

namespace turnout::index {
namespace {

using predicate::Cut;
using predicate::Region;

// A program is evaluated by recursion; formulas are far shallower.
constexpr std::size_t kProgramDepthMax = 4 * limits::kFilterDepth;

class IndexReader {
 public:
  IndexReader(IndexSections& sections, schema::PathRegistry& registry) : sections_(sections), registry_(registry) {}

  Result<std::shared_ptr<const Segment>> run(PackOptions options) {
    if (Result<void> ok = paths(); !ok) return ok.error();
    encoded_.begin();
    if (!sets()) return damaged("its sets");
    if (!texts()) return damaged("its text tests");
    if (Result<void> ok = residuals(); !ok) return ok.error();
    if (!programs()) return damaged("its programs");
    if (!filters()) return damaged("its filters");
    encoded_.finish();
    if (!names(options.keep_text)) return damaged("its names");
    if (segment_->locations.empty()) return std::shared_ptr<const Segment>();
    const auto name_of = [&](std::uint32_t i) {
      return EntryName{ids_[i], words_[i], options.keep_text ? texts_[i] : std::string_view()};
    };
    if (Result<void> ok = finish_segment(*segment_, encoded_, options, name_of); !ok) return ok.error();
    return std::shared_ptr<const Segment>(segment_);
  }

 private:
  static Error damaged(const char* part) {
    return {ErrorCode::damaged,
            std::string("not a valid saved index: ") + part + " are not well formed",
            "save it again from its filters",
            0,
            0,
            {}};
  }
  SectionReader& section(IndexSection section) { return sections_.readers[section]; }

  static bool read_path(SectionReader& in, schema::Path& path) {
    const auto scope = in.value<std::uint8_t>();
    const auto any_case = in.value<std::uint8_t>();
    const auto sys = in.value<std::uint8_t>();
    const auto segments = in.value<std::uint8_t>();
    if (scope > static_cast<std::uint8_t>(schema::Scope::sys) || any_case > 1 || sys >= kSysFieldCount) return false;
    if (segments > limits::kPathSegments) return false;
    path.scope = static_cast<schema::Scope>(scope);
    path.any_case = any_case == 1;
    path.sys = static_cast<SysField>(sys);
    for (std::uint8_t i = 0; i < segments; ++i) {
      schema::Segment part;
      const auto kind = in.value<std::uint8_t>();
      if (kind > static_cast<std::uint8_t>(schema::Segment::Kind::star)) return false;
      part.kind = static_cast<schema::Segment::Kind>(kind);
      part.index = in.value<std::uint32_t>();
      part.name = in.bytes();
      if (!schema::is_valid_utf8(part.name)) return false;
      path.segments.push_back(std::move(part));
    }
    const bool names = segments > 0;
    return !in.failed() && (path.scope == schema::Scope::sys ? !names : names || path.scope == schema::Scope::data);
  }

  static bool read_cut(SectionReader& in, Cut& cut) {
    const auto region = static_cast<Region>(in.value<std::uint8_t>());
    const auto side = static_cast<Cut::Side>(in.value<std::uint8_t>());
    if (in.failed() || region == Region::missing || region >= Region::end || side > Cut::Side::after) return false;
    cut = Cut::start(region);
    if (side == Cut::Side::start) return true;
    Value value;
    switch (static_cast<ValueType>(in.value<std::uint8_t>())) {
      case ValueType::boolean: {
        const auto b = in.value<std::uint8_t>();
        if (b > 1) return false;
        value = Value(b == 1);
        break;
      }
      case ValueType::int64:
        value = Value(in.value<std::int64_t>());
        break;
      case ValueType::float64:
        value = Value(in.value<double>());
        break;
      case ValueType::string:
        value = Value(in.bytes());
        break;
      case ValueType::binary:
        value = Value::binary(std::string(in.bytes()));
        break;
      default:
        return false;
    }
    if (in.failed() || predicate::region_of(schema::ValueView::of(value)) != region || region == Region::nan) return false;
    cut = side == Cut::Side::before ? Cut::before(value) : Cut::after(value);
    return true;
  }

  Result<void> paths() {
    SectionReader& in = section(IndexSection::paths);
    const std::size_t count = in.count<std::uint32_t>(9);
    if (count > limits::kMatcherPaths) return damaged("its paths");
    for (std::size_t i = 0; i < count; ++i) {
      schema::Path path;
      if (!read_path(in, path)) return damaged("its paths");
      const auto ordered = in.value<std::uint8_t>();
      const std::size_t cuts = in.count<Code>(2);
      std::vector<Cut> own(cuts);
      for (std::size_t c = 0; c < cuts; ++c) {
        if (!read_cut(in, own[c]) || (c > 0 && compare(own[c - 1], own[c]) >= 0)) return damaged("its constants");
      }
      if (in.failed() || ordered > 3) return damaged("its paths");
      Result<schema::PathId> id = registry_.insert(path, false);
      if (!id) return id.error();
      if (*id >= segment_->local_of.size()) segment_->local_of.resize(*id + 1, kNoLocal);
      if (segment_->local_of[*id] != kNoLocal) return damaged("its paths");
      segment_->local_of[*id] = static_cast<Local>(i);
      segment_->paths.emplace_back().path = *id;
      segment_->paths.back().dictionary = Dictionary::of_cuts(own, ordered);
    }
    return in.complete() ? Result<void>() : damaged("its paths");
  }

  bool is_range(std::size_t path, Code low, Code high) const {
    return path < segment_->paths.size() && low <= high && high < segment_->paths[path].dictionary.code_count();
  }

  bool sets() {
    SectionReader& in = section(IndexSection::sets);
    std::vector<CodeRange> ranges;
    for (std::size_t path = 0; path < segment_->paths.size(); ++path) {
      const std::size_t count = in.count<std::uint32_t>(4);
      for (std::uint32_t set = 0; set < count; ++set) {
        ranges.resize(in.count<std::uint32_t>(8));
        for (std::size_t i = 0; i < ranges.size(); ++i) {
          ranges[i].low = in.value<Code>();
          ranges[i].high = in.value<Code>();
          if (!is_range(path, ranges[i].low, ranges[i].high) || (i > 0 && ranges[i].low <= ranges[i - 1].high)) return false;
        }
        if (ranges.empty() || encoded_.set_index(static_cast<Local>(path), ranges) != set) return false;
      }
    }
    return in.complete();
  }

  bool texts() {
    SectionReader& in = section(IndexSection::texts);
    const std::size_t tests = in.count<std::uint32_t>(8);
    std::vector<std::shared_ptr<const predicate::TextTest>> read;
    for (std::size_t i = 0; i < tests; ++i) {
      read.push_back(predicate::text_test_of_key(in.bytes()));
      if (read.back() == nullptr) return false;
    }
    const std::size_t both = in.count<std::uint32_t>(6);
    for (std::uint32_t i = 0; i < both; ++i) {
      const auto path = in.value<Local>();
      const auto test = in.value<std::uint32_t>();
      if (path >= segment_->paths.size() || test >= tests || encoded_.text_index(path, read[test]) != i) return false;
    }
    return in.complete();
  }

  Result<void> residuals() {
    SectionReader& in = section(IndexSection::residuals);
    const std::size_t count = in.count<std::uint32_t>(8);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::shared_ptr<const predicate::Residual> residual = predicate::residual_of_key(in.bytes());
      if (residual == nullptr) return damaged("its expressions");
      std::vector<Local> locals;
      for (const auto& path : residual->paths()) {
        Result<schema::PathId> id = registry_.insert(*path, true);
        if (!id) return id.error();
        const Local local = *id < segment_->local_of.size() ? segment_->local_of[*id] : kNoLocal;
        if (local == kNoLocal) return damaged("its expressions");
        locals.push_back(local);
      }
      if (encoded_.residual_index(residual, std::move(locals)) != i) return damaged("its expressions");
    }
    return in.complete() ? Result<void>() : damaged("its expressions");
  }

  bool is_operation(const std::uint32_t* code, std::size_t words) const {
    if (words < operation_words(opcode_of(code[0]))) return false;
    const std::size_t path = code[0] >> 8;
    switch (opcode_of(code[0])) {
      case Opcode::no:
      case Opcode::yes:
        return true;
      case Opcode::range:
        return is_range(path, code[1], code[2]);
      case Opcode::set:
        return path < segment_->paths.size() && code[1] < segment_->paths[path].sets.size();
      case Opcode::text:
        return is_range(path, code[2], code[3]) && code[1] < segment_->path_texts.size() &&
               segment_->path_texts[code[1]].path == path;
      case Opcode::residual:
        if (code[1] >= segment_->residuals.size()) return false;
        return code[2] == kNoLocal || (code[3] > 0 && is_range(code[2], code[3], code[3]));
      case Opcode::all_of:
      case Opcode::any_of:
        return code[1] <= words - operation_words(Opcode::all_of);
    }
    return false;
  }

  // One whole node after the other.
  bool programs() {
    SectionReader& in = section(IndexSection::programs);
    std::vector<std::uint32_t>& code = segment_->programs;
    code.resize(in.count<std::uint64_t>(sizeof(std::uint32_t)));
    for (std::uint32_t& word : code) word = in.value<std::uint32_t>();
    starts_.assign(code.size(), false);
    std::vector<std::size_t> ends;  // of the nodes around
    for (std::size_t at = 0; at < code.size();) {
      while (!ends.empty() && ends.back() == at) ends.pop_back();
      const std::size_t end = ends.empty() ? code.size() : ends.back();
      if (ends.empty()) starts_[at] = true;
      if (ends.size() > kProgramDepthMax || !is_operation(code.data() + at, end - at)) return false;
      if (node_words(code.data() + at) != operation_words(opcode_of(code[at])))
        ends.push_back(at + node_words(code.data() + at));
      at += operation_words(opcode_of(code[at]));
    }
    return in.complete();
  }

  bool is_program(std::uint32_t at) const { return at < starts_.size() && starts_[at]; }

  bool read_atoms(SectionReader& in, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto path = in.value<Local>();
      const auto indexed = in.value<std::uint8_t>();
      const auto low = in.value<Code>();
      const auto high = in.value<Code>();
      if (in.failed() || indexed > 1 || path >= segment_->paths.size()) return false;
      if (indexed == 1 ? low >= segment_->paths[path].sets.size() : !is_range(path, low, high)) return false;
      encoded_.atoms.push_back({path, indexed == 1, low, high});
      encoded_.count(encoded_.atoms.back());
    }
    return true;
  }

  bool filters() {
    SectionReader& in = section(IndexSection::filters);
    std::vector<std::uint32_t>& locations = segment_->locations;
    locations.resize(in.count<std::uint32_t>(sizeof(std::uint32_t)));
    for (std::uint32_t& location : locations) {
      location = in.value<std::uint32_t>();
      if (location != kUnplaced && ((location & kProgramBit) == 0 || !is_program(location & ~kProgramBit))) return false;
    }
    const std::size_t alternatives = in.count<std::uint32_t>(9);
    const std::size_t atoms = in.count<std::uint32_t>(11);
    encoded_.alternatives.reserve(alternatives);
    encoded_.atoms.reserve(atoms);
    std::vector<bool> attached(locations.size(), false);
    for (std::size_t i = 0; i < alternatives; ++i) {
      Alternative alternative;
      alternative.entry = in.value<Entry>();
      alternative.program = in.value<std::uint32_t>();
      alternative.first = static_cast<std::uint32_t>(encoded_.atoms.size());
      alternative.count = in.value<std::uint8_t>();
      if (in.failed() || alternative.entry >= locations.size() || alternative.count > kRowAtomsMax) return false;
      if (alternative.program != kNoProgram && !is_program(alternative.program)) return false;
      alternative.shared = locations[alternative.entry] != kUnplaced;
      if (attached[alternative.entry] && !alternative.shared) return false;
      attached[alternative.entry] = true;
      if (!read_atoms(in, alternative.count)) return false;
      encoded_.alternatives.push_back(alternative);
    }
    for (std::size_t i = 0; i < locations.size(); ++i) {
      if (locations[i] == kUnplaced && !attached[i]) return false;
    }
    return in.complete() && encoded_.atoms.size() == atoms;
  }

  bool names(bool keep_text) {
    SectionReader& in = section(IndexSection::names);
    ids_.reserve(segment_->locations.size());
    words_.reserve(segment_->locations.size());
    for (std::size_t i = 0; i < segment_->locations.size(); ++i) {
      ids_.push_back({in.value<std::uint64_t>()});
      words_.push_back(in.value<std::uint64_t>());
      if (in.failed()) return false;
    }
    if (!in.complete()) return false;
    if (!keep_text) return true;
    SectionReader& text = section(IndexSection::canonical_texts);
    for (std::size_t i = 0; i < segment_->locations.size() && !text.failed(); ++i) texts_.push_back(text.bytes());
    return text.complete();
  }

  IndexSections& sections_;
  schema::PathRegistry& registry_;
  std::shared_ptr<Segment> segment_ = std::make_shared<Segment>();
  EncodedFilters encoded_{*segment_};
  std::vector<bool> starts_;  // by program word: a whole node begins there
  std::vector<SubscriptionId> ids_;
  std::vector<std::uint64_t> words_;
  std::vector<std::string_view> texts_;
};

}  // namespace

Result<std::shared_ptr<const Segment>> read_index(std::string bytes, schema::PathRegistry& registry, PackOptions options) {
  Result<IndexSections> sections = open_sections(bytes);
  if (!sections) return sections.error();
  if (options.keep_text && !sections->has_texts) {
    return Error{
        ErrorCode::unavailable, "the saved index has no filter texts", "load it without MatcherOptions::keep_text", 0, 0, {}};
  }
  return IndexReader(*sections, registry).run(options);
}

}  // namespace turnout::index
