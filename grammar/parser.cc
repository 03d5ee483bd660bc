#include "grammar/parser.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "grammar/generated/FilterParser.h"
#include "grammar/parser_base.h"
#include "turnout/limits.h"

namespace turnout::grammar {
namespace {

using generated::FilterParser;

// The tokenizer's kinds are the generated parser's token types.
constexpr bool same(TokenKind kind, std::size_t type) { return static_cast<std::size_t>(kind) == type; }
static_assert(same(TokenKind::word_or, FilterParser::OR) && same(TokenKind::word_and, FilterParser::AND));
static_assert(same(TokenKind::word_not, FilterParser::NOT) && same(TokenKind::word_between, FilterParser::BETWEEN));
static_assert(same(TokenKind::word_like, FilterParser::LIKE) && same(TokenKind::word_in, FilterParser::IN));
static_assert(same(TokenKind::word_is, FilterParser::IS) && same(TokenKind::word_escape, FilterParser::ESCAPE));
static_assert(same(TokenKind::word_null, FilterParser::NULL_WORD) && same(TokenKind::word_true, FilterParser::TRUE_WORD));
static_assert(same(TokenKind::word_false, FilterParser::FALSE_WORD) && same(TokenKind::string, FilterParser::STRING));
static_assert(same(TokenKind::binary, FilterParser::BINARY) && same(TokenKind::number, FilterParser::NUMBER));
static_assert(same(TokenKind::identifier, FilterParser::IDENTIFIER) && same(TokenKind::quoted, FilterParser::QUOTED));
static_assert(same(TokenKind::bracketed, FilterParser::BRACKETED) && same(TokenKind::equal, FilterParser::EQUAL));
static_assert(same(TokenKind::not_equal, FilterParser::NOT_EQUAL) && same(TokenKind::less, FilterParser::LESS));
static_assert(same(TokenKind::less_equal, FilterParser::LESS_EQUAL) && same(TokenKind::greater, FilterParser::GREATER));
static_assert(same(TokenKind::greater_equal, FilterParser::GREATER_EQUAL) && same(TokenKind::plus, FilterParser::PLUS));
static_assert(same(TokenKind::minus, FilterParser::MINUS) && same(TokenKind::star, FilterParser::STAR));
static_assert(same(TokenKind::slash, FilterParser::SLASH) && same(TokenKind::percent, FilterParser::PERCENT));
static_assert(same(TokenKind::left_paren, FilterParser::LEFT_PAREN) && same(TokenKind::right_paren, FilterParser::RIGHT_PAREN));
static_assert(same(TokenKind::comma, FilterParser::COMMA) && same(TokenKind::dot, FilterParser::DOT));
static_assert(same(TokenKind::blank, FilterParser::BLANK) && same(TokenKind::word_ilike, FilterParser::ILIKE));
static_assert(same(TokenKind::word_missing, FilterParser::MISSING) && same(TokenKind::word_any, FilterParser::ANY));
static_assert(same(TokenKind::word_all, FilterParser::ALL) && same(TokenKind::word_timestamp, FilterParser::TIMESTAMP));
static_assert(same(TokenKind::word_exists, FilterParser::EXISTS) && same(TokenKind::function, FilterParser::FUNCTION));
static_assert(same(TokenKind::index, FilterParser::INDEX) && same(TokenKind::star_index, FilterParser::STAR_INDEX));

constexpr bool same(Rule rule, std::size_t index) { return static_cast<std::size_t>(rule) == index; }
static_assert(same(Rule::filter, FilterParser::RuleFilter) && same(Rule::disjunction, FilterParser::RuleDisjunction));
static_assert(same(Rule::conjunction, FilterParser::RuleConjunction) && same(Rule::negation, FilterParser::RuleNegation));
static_assert(same(Rule::predicate, FilterParser::RulePredicate) && same(Rule::comparison, FilterParser::RuleComparison));
static_assert(same(Rule::relation, FilterParser::RuleRelation) && same(Rule::quantified, FilterParser::RuleQuantified));
static_assert(same(Rule::range, FilterParser::RuleRange) && same(Rule::membership, FilterParser::RuleMembership));
static_assert(same(Rule::pattern, FilterParser::RulePattern) && same(Rule::nullness, FilterParser::RuleNullness));
static_assert(same(Rule::value, FilterParser::RuleValue) && same(Rule::product, FilterParser::RuleProduct));
static_assert(same(Rule::factor, FilterParser::RuleFactor) && same(Rule::primary, FilterParser::RulePrimary));
static_assert(same(Rule::group, FilterParser::RuleGroup) && same(Rule::call, FilterParser::RuleCall));
static_assert(same(Rule::existence, FilterParser::RuleExistence) && same(Rule::literal, FilterParser::RuleLiteral));
static_assert(same(Rule::path, FilterParser::RulePath) && same(Rule::name, FilterParser::RuleName));

// Our tokens as ANTLR's stream. The generated code asks for types only; the one Token object exists for its exceptions.
class Stream final : public antlr4::TokenStream {
 public:
  void open(std::span<const Token> tokens) noexcept {
    tokens_ = tokens;
    at_ = 0;
  }

  void consume() override {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  std::size_t LA(ssize_t i) override {
    const std::size_t index = std::min(at_ + static_cast<std::size_t>(i) - 1, tokens_.size() - 1);
    const TokenKind kind = tokens_[index].kind;
    return kind == TokenKind::end ? antlr4::Token::EOF : static_cast<std::size_t>(kind);
  }
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = index; }
  std::size_t size() override { return tokens_.size(); }
  antlr4::Token* LT(ssize_t /*k*/) override { return &token_; }
  antlr4::Token* get(std::size_t /*index*/) const override { return &token_; }
  ssize_t mark() override { return 0; }
  void release(ssize_t /*marker*/) override {}
  std::string getSourceName() const override { return "filter"; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval& /*interval*/) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext* /*context*/) override { return {}; }
  std::string getText(antlr4::Token* /*first*/, antlr4::Token* /*last*/) override { return {}; }

 private:
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  mutable antlr4::CommonToken token_{std::size_t{0}};
};

class ReusableParser final : public FilterParser {
 public:
  explicit ReusableParser(std::unique_ptr<Stream> stream);

  ParseOutcome run(std::span<const Token> tokens, RuleListener& listener) {
    ParseOutcome result = pass(tokens, &listener);
    if (failure()) std::rethrow_exception(failure());
    if (result.kind == ParseOutcome::Kind::syntax_error) result.expected = expected_at(tokens, result.token);
    return result;
  }

  [[noreturn]] void bail() {
    if (index_ != kNoToken && expected_.empty()) note(getExpectedTokens());
    stop(ParseOutcome::Kind::syntax_error);
  }

  // In the pass that looks for what could stand at the offending token: the first decision there knows the most.
  void note_decision() {
    if (index_ == kNoToken || stream_->index() != index_ || !expected_.empty()) return;
    const antlr4::misc::IntervalSet expected = getExpectedTokens();
    if (!expected.contains(stream_->LA(1))) note(expected);
  }

 private:
  static constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

  ParseOutcome pass(std::span<const Token> tokens, RuleListener* listener) {
    stream_->open(tokens);
    start(listener);
    try {
      filter();
    } catch (const Stop&) {}
    return outcome();
  }

  void note(const antlr4::misc::IntervalSet& expected) {
    for (const ssize_t type : expected.toList()) {
      expected_.push_back(type < 0 ? TokenKind::end : static_cast<TokenKind>(type));
    }
    std::sort(expected_.begin(), expected_.end());
  }

  std::vector<TokenKind> expected_at(std::span<const Token> tokens, std::size_t index) {
    // ANTLR computes these sets at the first question and stores them in tables that all parsers share.
    static std::mutex tables;
    const std::scoped_lock lock(tables);
    index_ = index;
    expected_.clear();
    pass(tokens, nullptr);
    index_ = kNoToken;
    return std::move(expected_);
  }

  std::unique_ptr<Stream> stream_;
  std::size_t index_ = kNoToken;
  std::vector<TokenKind> expected_;
};

// Nothing is recovered from.
class Bail final : public antlr4::DefaultErrorStrategy {
 public:
  void reset(antlr4::Parser* /*parser*/) override {}
  void sync(antlr4::Parser* parser) override { static_cast<ReusableParser*>(parser)->note_decision(); }
  void reportMatch(antlr4::Parser* /*parser*/) override {}
  bool inErrorRecoveryMode(antlr4::Parser* /*parser*/) override { return false; }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { static_cast<ReusableParser*>(parser)->bail(); }
  void recover(antlr4::Parser* parser, std::exception_ptr /*e*/) override { static_cast<ReusableParser*>(parser)->bail(); }
  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& /*e*/) override {
    static_cast<ReusableParser*>(parser)->bail();
  }
};

ReusableParser::ReusableParser(std::unique_ptr<Stream> stream) : FilterParser(stream.get()), stream_(std::move(stream)) {
  setBuildParseTree(false);
  removeErrorListeners();
  setErrorHandler(std::make_shared<Bail>());
}

}  // namespace

void FilterParserBase::start(RuleListener* listener) {
  listener_ = listener;
  open_.clear();
  depth_ = 0;
  stopping_ = false;
  listener_done_ = false;
  outcome_ = {};
  failure_ = nullptr;
  setState(antlr4::atn::ATNState::INVALID_STATE_NUMBER);
  _ctx = nullptr;
}

void FilterParserBase::stop(ParseOutcome::Kind kind) {
  if (!stopping_) {
    outcome_.kind = kind;
    outcome_.token = static_cast<std::uint32_t>(_input->index());
  }
  stopping_ = true;
  throw Stop{};
}

bool FilterParserBase::deepens(Rule rule) const {
  switch (rule) {
    case Rule::group:
    case Rule::call:
    case Rule::membership:
    case Rule::quantified:
    case Rule::existence:
      return true;
    case Rule::negation:
      return _input->LA(1) == FilterParser::NOT;
    case Rule::factor:
      return _input->LA(1) == FilterParser::PLUS || _input->LA(1) == FilterParser::MINUS;
    default:
      return false;
  }
}

void FilterParserBase::enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) {
  setState(state);
  _ctx = context;
  const auto which = static_cast<Rule>(rule);
  const bool deeper = deepens(which);
  open_.push_back({which, deeper, static_cast<std::uint32_t>(_input->index())});
  depth_ += deeper ? 1 : 0;
  // The generated code leaves a rule only if this returns: undo what its exitRule would.
  const bool stopped = listener_done_;
  if (!stopped && depth_ <= limits::kFilterDepth) {
    try {
      if (listener_ != nullptr) listener_->enter(which);
      return;
    } catch (...) { failure_ = std::current_exception(); }
  }
  _tracker.release();
  open_.pop_back();
  _ctx = static_cast<antlr4::ParserRuleContext*>(context->parent);
  stop(stopped || failure_ ? ParseOutcome::Kind::stopped : ParseOutcome::Kind::too_deep);
}

void FilterParserBase::exitRule() noexcept {
  const OpenRule rule = open_.back();
  open_.pop_back();
  depth_ -= rule.deepens ? 1 : 0;
  if (!stopping_ && listener_ != nullptr && !listener_done_) {
    try {
      listener_done_ = !listener_->leave(rule.rule, rule.first, static_cast<std::uint32_t>(_input->index()));
      if (listener_done_) outcome_.kind = ParseOutcome::Kind::stopped;
    } catch (...) {  // the generated code calls this from a destructor: run() throws it again
      failure_ = std::current_exception();
      listener_done_ = true;
    }
  }
  setState(_ctx->invokingState);
  _ctx = static_cast<antlr4::ParserRuleContext*>(_ctx->parent);
  _tracker.release();
}

antlr4::Token* FilterParserBase::match(std::size_t type) {
  if (_input->LA(1) != type) return _errHandler->recoverInline(this);
  _input->consume();
  return nullptr;
}

antlr4::Token* FilterParserBase::consume() {
  _input->consume();
  return nullptr;
}

ParseOutcome parse(std::span<const Token> tokens, RuleListener& listener) {
  thread_local ReusableParser parser(std::make_unique<Stream>());
  return parser.run(tokens, listener);
}

}  // namespace turnout::grammar
