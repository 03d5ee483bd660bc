// Residuals of one numeric form (`a * 1.7 + b > c`, `a < b`) side by side: what no other probe leads to is evaluated for every
// event, but in vectors, and only where the event has what the residual needs.
//
// Each residual is a lane. Lanes lie in groups that need the same path, and where many lanes name the same paths throughout,
// the paths are read once for all of them. A vector computes in doubles and knows when that is exact: integers within 2^53,
// finite numbers. The other lanes are evaluated one by one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "matcher/index/dictionary.h"
#include "matcher/predicate/numeric_form.h"
#include "matcher/predicate/truth.h"
#include "schema/value_view.h"

namespace turnout::index {

// The numbers of one event, by Local. Not within a vector's reach: those that are NaN here.
struct EventNumbers {
  enum class Kind : std::uint8_t { none, other, whole, real };  // missing or null; no number; an int64; a double
  std::vector<double> numbers;
  std::vector<Kind> kinds;
  std::vector<Local> set;
  void grow(std::size_t paths);
  void put(Local local, schema::ValueView value);
  void clear() noexcept;  // back to `none`
};

// What an event makes of a column. The bits mean nothing for a group that did not run: its lanes are unknown.
struct ColumnTruths {
  std::vector<std::uint64_t> yes, no;  // bit by lane, a group beginning at a word
  std::vector<std::uint8_t> ran;       // by group
};

class Column {
 public:
  static constexpr std::size_t kLanesMin = 8;  // fewer residuals of a form are as well evaluated by themselves
  static constexpr std::uint32_t kNoLane = 0xffff'ffff;

  explicit Column(const predicate::NumericForm& form) : steps_(form.steps), operands_(form.operands) {}

  // The next lane, from 0; `locals` of the residual's slots.
  void add(std::uint32_t residual, const predicate::NumericForm& form, std::span<const Local> locals);
  // Once all are added: keeps and arranges those for which `attached(lane, outcome)` says so of yes or no.
  template <class Attached>
  void finish(const Attached& attached) {
    std::vector<std::uint8_t> wanted(residuals_.size());
    for (std::uint32_t i = 0; i < wanted.size(); ++i)
      wanted[i] = static_cast<std::uint8_t>((attached(i, true) ? 1 : 0) + (attached(i, false) ? 2 : 0));
    arrange(wanted);
  }

  [[nodiscard]] std::uint32_t lanes() const noexcept { return added_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Calls `exact(residual)` for the truth of a residual that no vector settles, and `leads(lane, holds)` for each lane whose
  // outcome something is attached to.
  template <class Exact, class Leads>
  void run(const EventNumbers& event, ColumnTruths& truths, const Exact& exact, const Leads& leads) const;

  // Of a lane as added, of the event that ran last; nullopt: it is not kept.
  [[nodiscard]] bool keeps(std::uint32_t lane) const noexcept { return places_[lane] != kNoLane; }
  [[nodiscard]] predicate::Truth truth(const ColumnTruths& truths, std::uint32_t lane) const noexcept;

 private:
  static constexpr std::uint32_t kChunk = 64;
  static constexpr std::size_t kPad = 2;  // lanes of a vector
  // Where a pushed path or constant comes from: one for the whole group, or one for each lane.
  struct Source {
    bool same = false;
    Local local = 0;
    double constant = 0;
    std::uint32_t at = 0;  // in locals_ or constants_, of the group's first lane
  };
  struct Group {
    Local lead = kNoLocal;  // without it, all lanes are unknown
    std::uint32_t word = 0;
    std::uint32_t lanes = 0;
    std::uint32_t sources = 0;  // in sources_, one for each push
  };
  // How the steps are to be computed in one group, for one event.
  struct Plan {
    enum class Division : std::uint8_t { real, whole, unsure };
    std::array<double, predicate::NumericForm::kStepsMax> limit;
    std::array<Division, predicate::NumericForm::kStepsMax> division;
  };
  struct Bits {
    std::uint64_t yes, settled;
  };

  void arrange(const std::vector<std::uint8_t>& wanted);
  void add_group(std::span<const std::uint32_t> lanes, Local lead, const std::vector<std::uint8_t>& wanted);
  [[nodiscard]] std::span<const Local> locals_of(std::uint32_t lane) const noexcept {
    return std::span(added_locals_).subspan(lane * operands_.size(), operands_.size());
  }
  [[nodiscard]] bool is_unknown(const Group& group, std::uint32_t lane, const EventNumbers& event) const noexcept;
  [[nodiscard]] bool group_unknown(const Group& group, const EventNumbers& event) const noexcept;
  [[nodiscard]] Plan plan(const Group& group, const EventNumbers& event) const noexcept;
  [[nodiscard]] Bits evaluate(const Group& group, const Plan& plan, const EventNumbers& event, std::uint32_t first,
                              std::uint32_t lanes) const noexcept;
  struct Evaluation;

  std::vector<predicate::NumericStep> steps_;
  std::vector<predicate::NumericOperand> operands_;
  std::uint32_t added_ = 0;
  // By lane as added, until arrange().
  std::vector<std::uint32_t> residuals_;
  std::vector<Local> added_locals_;
  std::vector<double> added_constants_;
  // After it: by place, that is the bit in `yes` and `no`.
  std::vector<Group> groups_;
  std::vector<Source> sources_;
  std::vector<Local> locals_;
  std::vector<double> constants_;
  std::vector<std::uint32_t> residual_at_, lane_at_;
  std::vector<std::uint64_t> leads_yes_, leads_no_;
  std::vector<std::uint32_t> places_;    // by lane as added: its bit, or kNoLane
  std::vector<std::uint32_t> group_of_;  // by word
};

template <class Exact, class Leads>
void Column::run(const EventNumbers& event, ColumnTruths& truths, const Exact& exact, const Leads& leads) const {
  if (truths.yes.size() < leads_yes_.size()) truths.yes.resize(leads_yes_.size()), truths.no.resize(leads_yes_.size());
  truths.ran.assign(groups_.size(), 0);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    if (group.lead != kNoLocal && event.kinds[group.lead] == EventNumbers::Kind::none) continue;
    if (group_unknown(group, event)) continue;
    truths.ran[g] = 1;
    const Plan how = plan(group, event);
    for (std::uint32_t first = 0; first < group.lanes; first += kChunk) {
      const std::uint32_t lanes = group.lanes - first < kChunk ? group.lanes - first : std::uint32_t{kChunk};
      const std::uint64_t all = lanes == kChunk ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1;
      const Bits bits = evaluate(group, how, event, first, lanes);
      const std::uint32_t word = group.word + first / kChunk;
      std::uint64_t yes = bits.yes & bits.settled & all;
      std::uint64_t no = ~bits.yes & bits.settled & all;
      for (std::uint64_t open = ~bits.settled & all; open != 0; open &= open - 1) {
        const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(open));
        if (is_unknown(group, first + bit, event)) continue;
        const predicate::Truth truth = exact(residual_at_[word * kChunk + bit]);
        if (truth == predicate::Truth::yes) yes |= std::uint64_t{1} << bit;
        if (truth == predicate::Truth::no) no |= std::uint64_t{1} << bit;
      }
      truths.yes[word] = yes;
      truths.no[word] = no;
      for (std::uint64_t hit = yes & leads_yes_[word]; hit != 0; hit &= hit - 1) {
        leads(lane_at_[word * kChunk + static_cast<std::uint32_t>(__builtin_ctzll(hit))], true);
      }
      for (std::uint64_t hit = no & leads_no_[word]; hit != 0; hit &= hit - 1) {
        leads(lane_at_[word * kChunk + static_cast<std::uint32_t>(__builtin_ctzll(hit))], false);
      }
    }
  }
}

}  // namespace turnout::index
