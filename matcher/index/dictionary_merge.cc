#include "matcher/index/dictionary_merge.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace turnout::index {

using predicate::Region;

// Walks all inputs region by region, and within a region constant by constant.
class DictionaryMerge {
 public:
  explicit DictionaryMerge(std::span<const DictionaryMergeInput> inputs) : inputs_(inputs), cursors_(inputs.size()) {
    for (const DictionaryMergeInput& input : inputs) {
      input.ranks->assign(input.from->code_count() - 1, 0);
      for (std::size_t kind = 0; kind < 2; ++kind) {
        if (input.from->bytes_[kind].ordered) out_.bytes_[kind].ordered = true;
      }
    }
  }

  Dictionary run() && {
    for (std::size_t r = 0; r < static_cast<std::size_t>(Region::end); ++r) {
      start(r);
      if (r == static_cast<std::size_t>(Region::boolean)) booleans();
      if (r == static_cast<std::size_t>(Region::number)) numbers();
      if (r == static_cast<std::size_t>(Region::string)) bytes(0);
      if (r == static_cast<std::size_t>(Region::binary)) bytes(1);
    }
    out_.finish(rank_ + 1);
    return std::move(out_);
  }

 private:
  using Place = Dictionary::Place;
  struct Cursor {
    std::size_t next = 0;  // constant of the region at hand
    Code code = 0;         // just before it
  };
  // The cuts of one constant that are kept, of all inputs together.
  struct Cuts {
    bool before = false;
    bool after = false;
  };

  bool used(std::size_t input, Code cut) const { return inputs_[input].used == nullptr || (*inputs_[input].used)[cut]; }

  void start(std::size_t region) {
    bool kept = false;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Dictionary& from = *inputs_[i].from;
      cursors_[i] = {0, from.region_code_[region]};
      if (!from.region_cut_[region] || !used(i, cursors_[i].code - 1)) continue;
      kept = true;
      (*inputs_[i].ranks)[cursors_[i].code - 1] = rank_;
    }
    out_.region_cut_[region] = kept;
    if (kept) ++rank_;
    out_.region_code_[region] = rank_;
  }

  // What `place`, the next constant of an input, keeps. A `before` cut moves the code of the value itself, an `after` cut the
  // code behind it.
  Cuts cuts_of(std::size_t i, const Place& place) const {
    const Code before = cursors_[i].code;
    return {place.at == before + 1 && used(i, before), place.after == place.at + 1 && used(i, place.at)};
  }
  // Gives the cuts their numbers, the union's first one being rank_, and moves the input behind the constant.
  void pass(std::size_t i, const Place& place, Cuts all) {
    const Code before = cursors_[i].code;
    if (place.at == before + 1) (*inputs_[i].ranks)[before] = rank_;
    if (place.after == place.at + 1) (*inputs_[i].ranks)[place.at] = rank_ + (all.before ? 1 : 0);
    cursors_[i].code = place.after;
    ++cursors_[i].next;
  }
  Place emit(Cuts all) {
    const Code at = rank_ + (all.before ? 1 : 0);
    rank_ = at + (all.after ? 1 : 0);
    return {at, rank_};
  }

  void booleans() {
    for (std::size_t b = 0; b < 2; ++b) {
      Cuts all;
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const Cuts own = cuts_of(i, inputs_[i].from->boolean_places_[b]);
        all = {all.before || own.before, all.after || own.after};
      }
      for (std::size_t i = 0; i < inputs_.size(); ++i) pass(i, inputs_[i].from->boolean_places_[b], all);
      out_.boolean_named_[b] = all.before || all.after;
      out_.boolean_places_[b] = emit(all);
    }
  }

  // All inputs' constants in order, equal ones together: `size(from)`, `less(from, i, from, i)`, `places(from)`, and
  // `append(from, i)` for one that is kept.
  template <class Access>
  void constants(const Access& access) {
    std::vector<std::size_t> heap;
    const auto later = [&](std::size_t a, std::size_t b) {  // a max heap of what comes later
      return access.less(*inputs_[b].from, cursors_[b].next, *inputs_[a].from, cursors_[a].next);
    };
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if (access.places(*inputs_[i].from).size() > 0) heap.push_back(i);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::vector<std::size_t> equal;
    while (!heap.empty()) {
      equal.clear();
      Cuts all;
      while (!heap.empty() && (equal.empty() || !later(heap.front(), equal.front()))) {
        std::pop_heap(heap.begin(), heap.end(), later);
        const std::size_t i = heap.back();
        heap.pop_back();
        equal.push_back(i);
        const Cuts own = cuts_of(i, access.places(*inputs_[i].from)[cursors_[i].next]);
        all = {all.before || own.before, all.after || own.after};
      }
      const std::size_t model = equal.front();
      if (all.before || all.after) access.append(out_, *inputs_[model].from, cursors_[model].next);
      for (const std::size_t i : equal) {
        const std::vector<Place>& places = access.places(*inputs_[i].from);
        pass(i, places[cursors_[i].next], all);
        if (cursors_[i].next == places.size()) continue;
        heap.push_back(i);
        std::push_heap(heap.begin(), heap.end(), later);
      }
      const Place place = emit(all);
      if (all.before || all.after) access.add_place(out_, place);
    }
  }

  struct Numbers {
    static std::uint16_t remainder(const Dictionary& d, std::size_t i) { return d.remainders_.empty() ? 0 : d.remainders_[i]; }
    static const std::vector<Place>& places(const Dictionary& d) { return d.number_places_; }
    static bool less(const Dictionary& a, std::size_t i, const Dictionary& b, std::size_t j) {
      if (a.numbers_[i] != b.numbers_[j]) return a.numbers_[i] < b.numbers_[j];
      return remainder(a, i) < remainder(b, j);
    }
    static void append(Dictionary& out, const Dictionary& from, std::size_t i) {
      out.numbers_.push_back(from.numbers_[i]);
      out.remainders_.push_back(remainder(from, i));
    }
    static void add_place(Dictionary& out, const Place& place) { out.number_places_.push_back(place); }
  };
  void numbers() { constants(Numbers{}); }

  struct Texts {
    std::size_t kind;
    const std::vector<Place>& places(const Dictionary& d) const { return d.bytes_[kind].places; }
    bool less(const Dictionary& a, std::size_t i, const Dictionary& b, std::size_t j) const {
      return a.bytes_[kind].at(i) < b.bytes_[kind].at(j);
    }
    void append(Dictionary& out, const Dictionary& from, std::size_t i) const {
      Dictionary::Bytes& bytes = out.bytes_[kind];
      if (bytes.offsets.empty()) bytes.offsets.push_back(0);
      bytes.text.append(from.bytes_[kind].at(i));
      bytes.offsets.push_back(static_cast<std::uint32_t>(bytes.text.size()));
    }
    void add_place(Dictionary& out, const Place& place) const { out.bytes_[kind].places.push_back(place); }
  };
  void bytes(std::size_t kind) { constants(Texts{kind}); }

  std::span<const DictionaryMergeInput> inputs_;
  std::vector<Cursor> cursors_;
  Dictionary out_;
  Code rank_ = 0;  // cuts so far
};

Dictionary merge_dictionaries(std::span<const DictionaryMergeInput> inputs) { return DictionaryMerge(inputs).run(); }

}  // namespace turnout::index
