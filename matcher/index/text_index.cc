#include "matcher/index/text_index.h"

#include <algorithm>
#include <unordered_map>

#include "matcher/predicate/text_access.h"
#include "schema/case_fold.h"
#include "schema/utf8.h"

namespace turnout::index {
namespace {

using predicate::TextAccess;

// A folded subject of more bytes is not kept for the next event.
constexpr std::size_t kKeptBytes = std::size_t{1} << 20;

// How many strings hold a literal of so many bytes, by and large.
float share_of(std::size_t bytes) {
  constexpr float kShares[] = {1.0F, 0.5F, 0.15F, 0.05F, 0.02F, 0.01F, 0.005F, 0.003F};
  return bytes < std::size(kShares) ? kShares[bytes] : 0.002F;
}

using Frequencies = std::unordered_map<std::string_view, std::uint32_t>;

// The literal that the fewest other tests look for says most; of equal ones the longest.
const TextAccess::Choice* best_choice(const TextAccess& access, const Frequencies& frequencies) {
  const auto rank = [&](const TextAccess::Choice& choice) {
    std::uint32_t often = 0;
    std::size_t shortest = TextAccess::kLiteralBytesMax;
    for (const std::string& literal : choice.literals) {
      const auto known = frequencies.find(literal);
      often = std::max(often, known == frequencies.end() ? 0U : known->second);
      shortest = std::min(shortest, literal.size());
    }
    // Two bytes are too few, however rare among the tests.
    return std::pair(shortest > 2 ? 0 : 1, std::pair(often, TextAccess::kLiteralBytesMax - shortest));
  };
  const TextAccess::Choice* best = nullptr;
  for (const TextAccess::Choice& choice : access.choices) {
    if (best == nullptr || rank(choice) < rank(*best)) best = &choice;
  }
  return best;
}

void fold(std::string_view text, std::string& folded) {
  if (folded.capacity() > kKeptBytes) std::string().swap(folded);
  folded.clear();
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = schema::fold_simple(schema::next_code_point(text, at));
    if (point < 0x80) folded += static_cast<char>(point);
    else schema::append_utf8(folded, point);
  }
}

void clear_bits(std::vector<std::uint64_t>& bits, std::vector<std::uint32_t>& touched) {
  for (const std::uint32_t bit : touched) bits[bit / 64] = 0;
  touched.clear();
}

void grow_bits(std::vector<std::uint64_t>& bits, std::size_t count) {
  if (bits.size() < count / 64 + 1) bits.resize(count / 64 + 1, 0);
}

}  // namespace

TextIndex::TextIndex(std::vector<const predicate::TextTest*> tests) : tests_(std::move(tests)), selectivity_(tests_.size(), 1) {
  std::vector<TextAccess> access;
  access.reserve(tests_.size());
  for (const predicate::TextTest* test : tests_) access.push_back(predicate::text_access(*test));
  Frequencies frequencies;
  for (const TextAccess& each : access) {
    for (const TextAccess::Choice& choice : each.choices) {
      for (const std::string& literal : choice.literals) ++frequencies[literal];
    }
  }
  std::vector<Lead> plain, folded;
  for (std::uint32_t test = 0; test < access.size(); ++test) {
    const TextAccess::Choice* choice = best_choice(access[test], frequencies);
    if (choice == nullptr) continue;
    float share = 0;
    for (const std::string& literal : choice->literals) {
      const std::uint32_t target = test << 2 | (choice->at_end ? kAtEnd : 0) | (choice->exact ? 0 : kVerify);
      (access[test].folded ? folded : plain).push_back({literal, target});
      share += share_of(literal.size());
    }
    selectivity_[test] = std::min(share, 0.9F);
  }
  build(plain, plain_);
  build(folded, folded_);
}

void TextIndex::build(std::vector<Lead>& leads, Side& side) {
  std::sort(leads.begin(), leads.end(),
            [](const Lead& a, const Lead& b) { return a.literal != b.literal ? a.literal < b.literal : a.target < b.target; });
  std::vector<std::string_view> literals;
  side.leads.reserve(leads.size());
  for (const Lead& lead : leads) {
    if (literals.empty() || literals.back() != lead.literal) {
      literals.push_back(lead.literal);
      side.offsets.push_back(static_cast<std::uint32_t>(side.leads.size()));
      side.inner.push_back(false);
    }
    side.leads.push_back(lead.target);
    if ((lead.target & kAtEnd) == 0) side.inner.back() = true;
  }
  if (!literals.empty()) side.offsets.push_back(static_cast<std::uint32_t>(side.leads.size()));
  side.automaton = LiteralAutomaton(literals);
}

void TextIndex::scan(const Side& side, std::string_view text, std::string_view subject, TextScratch& scratch,
                     std::vector<std::uint32_t>& tests) const {
  grow_bits(scratch.seen, side.automaton.literal_count());
  const auto follow = [&](std::uint32_t literal, std::uint32_t place) {
    for (std::uint32_t i = side.offsets[literal]; i < side.offsets[literal + 1]; ++i) {
      const std::uint32_t lead = side.leads[i];
      if ((lead & kAtEnd) != place) continue;
      const std::uint32_t test = lead >> 2;
      const std::uint64_t bit = std::uint64_t{1} << (test % 64);
      if ((scratch.tried[test / 64] & bit) != 0) continue;
      scratch.tried[test / 64] |= bit;
      scratch.touched_tests.push_back(test);
      if ((lead & kVerify) == 0 || tests_[test]->matches(subject)) tests.push_back(test);
    }
  };
  side.automaton.scan(
      text, scratch.seen.data(),
      [&](std::uint32_t literal) {
        scratch.touched_literals.push_back(literal);
        if (side.inner[literal]) follow(literal, 0);
      },
      [&](std::uint32_t literal) { follow(literal, kAtEnd); });
  clear_bits(scratch.seen, scratch.touched_literals);
}

void TextIndex::holding(std::string_view subject, TextScratch& scratch, std::vector<std::uint32_t>& tests) const {
  grow_bits(scratch.tried, tests_.size());
  if (!plain_.automaton.empty()) scan(plain_, subject, subject, scratch, tests);
  if (!folded_.automaton.empty()) {
    fold(subject, scratch.folded);
    scan(folded_, scratch.folded, subject, scratch, tests);
  }
  clear_bits(scratch.tried, scratch.touched_tests);
}

std::size_t TextIndex::Side::memory_bytes() const noexcept {
  return automaton.memory_bytes() + (offsets.capacity() + leads.capacity()) * sizeof(std::uint32_t) + inner.capacity() / 8;
}

std::size_t TextIndex::memory_bytes() const noexcept {
  return sizeof(*this) + tests_.capacity() * sizeof(void*) + selectivity_.capacity() * sizeof(float) + plain_.memory_bytes() +
         folded_.memory_bytes();
}

}  // namespace turnout::index
