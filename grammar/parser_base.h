// The base class of the generated parser: what ANTLR's own does with a parse tree, done without one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <new>
#include <utility>
#include <vector>

#include "antlr4-runtime.h"
#include "grammar/parser.h"

namespace turnout::grammar {

// Rule contexts live on a stack, since rules end in the reverse order of their beginning. A finished context stays until its
// place is needed, as the generated code still returns a pointer to it. Takes the place of antlr4::tree::ParseTreeTracker,
// which would keep every context of the parse.
class ContextStack {
 public:
  ContextStack() = default;
  ContextStack(const ContextStack&) = delete;
  ContextStack& operator=(const ContextStack&) = delete;

  // Named and called by the generated code.
  template <class T, class... Args>
  T* createInstance(Args&&... args) {
    static_assert(sizeof(T) <= kContextBytes && alignof(T) <= alignof(std::max_align_t));
    if (live_ == slots_.size()) slots_.emplace_back();
    Slot& slot = slots_[live_];
    slot.clear();
    T* context = new (slot.bytes) T(std::forward<Args>(args)...);
    slot.context = context;
    ++live_;
    return context;
  }
  void release() noexcept { --live_; }

 private:
  static constexpr std::size_t kContextBytes = 112;
  struct Slot {
    alignas(std::max_align_t) std::byte bytes[kContextBytes];
    antlr4::ParserRuleContext* context = nullptr;

    Slot() = default;
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;
    ~Slot() { clear(); }
    void clear() noexcept {
      if (context != nullptr) std::exchange(context, nullptr)->~ParserRuleContext();
    }
  };
  std::deque<Slot> slots_;  // stable addresses
  std::size_t live_ = 0;
};

class FilterParserBase : public antlr4::Parser {
 public:
  explicit FilterParserBase(antlr4::TokenStream* input) : antlr4::Parser(input) {}

  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override;
  void exitRule() noexcept;  // called by the generated code in place of antlr4::Parser's
  antlr4::Token* match(std::size_t type) override;
  antlr4::Token* consume() override;

 protected:
  // Thrown through the generated code, which lets it pass, to end a parse early.
  struct Stop {};

  // Ends the parse unless it is ending already.
  [[noreturn]] void stop(ParseOutcome::Kind kind);

  void start(RuleListener* listener);
  [[nodiscard]] const ParseOutcome& outcome() const noexcept { return outcome_; }
  [[nodiscard]] const std::exception_ptr& failure() const noexcept { return failure_; }

  ContextStack _tracker;  // hides antlr4::Parser's for the generated code

 private:
  struct OpenRule {
    Rule rule;
    bool deepens;
    std::uint32_t first;
  };
  [[nodiscard]] bool deepens(Rule rule) const;

  RuleListener* listener_ = nullptr;
  std::vector<OpenRule> open_;
  std::size_t depth_ = 0;
  bool stopping_ = false;       // no more events: the stack is being unwound
  bool listener_done_ = false;  // the listener asked to stop, or threw
  ParseOutcome outcome_;
  std::exception_ptr failure_;
};

}  // namespace turnout::grammar
