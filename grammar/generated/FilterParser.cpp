// Generated from Filter.g4 by tools/regenerate-grammar: do not edit.
// Generated from Filter.g4 by ANTLR 4.7.2



#include "FilterParser.h"


#include "grammar/parser_base.h"


using namespace antlrcpp;
using namespace turnout::grammar::generated;
using namespace antlr4;

FilterParser::FilterParser(TokenStream *input) : FilterParserBase(input) {
  _interpreter = new atn::ParserATNSimulator(this, _atn, _decisionToDFA, _sharedContextCache);
}

FilterParser::~FilterParser() {
  delete _interpreter;
}

std::string FilterParser::getGrammarFileName() const {
  return "Filter.g4";
}

const std::vector<std::string>& FilterParser::getRuleNames() const {
  return _ruleNames;
}

dfa::Vocabulary& FilterParser::getVocabulary() const {
  return _vocabulary;
}


//----------------- FilterContext ------------------------------------------------------------------

FilterParser::FilterContext::FilterContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::FilterContext::EOF() {
  return getToken(FilterParser::EOF, 0);
}

FilterParser::DisjunctionContext* FilterParser::FilterContext::disjunction() {
  return getRuleContext<FilterParser::DisjunctionContext>(0);
}


size_t FilterParser::FilterContext::getRuleIndex() const {
  return FilterParser::RuleFilter;
}


FilterParser::FilterContext* FilterParser::filter() {
  FilterContext *_localctx = _tracker.createInstance<FilterContext>(_ctx, getState());
  enterRule(_localctx, 0, FilterParser::RuleFilter);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(45);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::NOT)
      | (1ULL << FilterParser::NULL_WORD)
      | (1ULL << FilterParser::TRUE_WORD)
      | (1ULL << FilterParser::FALSE_WORD)
      | (1ULL << FilterParser::STRING)
      | (1ULL << FilterParser::BINARY)
      | (1ULL << FilterParser::NUMBER)
      | (1ULL << FilterParser::IDENTIFIER)
      | (1ULL << FilterParser::QUOTED)
      | (1ULL << FilterParser::BRACKETED)
      | (1ULL << FilterParser::PLUS)
      | (1ULL << FilterParser::MINUS)
      | (1ULL << FilterParser::LEFT_PAREN)
      | (1ULL << FilterParser::TIMESTAMP)
      | (1ULL << FilterParser::EXISTS)
      | (1ULL << FilterParser::FUNCTION))) != 0)) {
      setState(44);
      disjunction();
    }
    setState(47);
    match(FilterParser::EOF);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- DisjunctionContext ------------------------------------------------------------------

FilterParser::DisjunctionContext::DisjunctionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<FilterParser::ConjunctionContext *> FilterParser::DisjunctionContext::conjunction() {
  return getRuleContexts<FilterParser::ConjunctionContext>();
}

FilterParser::ConjunctionContext* FilterParser::DisjunctionContext::conjunction(size_t i) {
  return getRuleContext<FilterParser::ConjunctionContext>(i);
}

std::vector<tree::TerminalNode *> FilterParser::DisjunctionContext::OR() {
  return getTokens(FilterParser::OR);
}

tree::TerminalNode* FilterParser::DisjunctionContext::OR(size_t i) {
  return getToken(FilterParser::OR, i);
}


size_t FilterParser::DisjunctionContext::getRuleIndex() const {
  return FilterParser::RuleDisjunction;
}


FilterParser::DisjunctionContext* FilterParser::disjunction() {
  DisjunctionContext *_localctx = _tracker.createInstance<DisjunctionContext>(_ctx, getState());
  enterRule(_localctx, 2, FilterParser::RuleDisjunction);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(49);
    conjunction();
    setState(54);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == FilterParser::OR) {
      setState(50);
      match(FilterParser::OR);
      setState(51);
      conjunction();
      setState(56);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ConjunctionContext ------------------------------------------------------------------

FilterParser::ConjunctionContext::ConjunctionContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<FilterParser::NegationContext *> FilterParser::ConjunctionContext::negation() {
  return getRuleContexts<FilterParser::NegationContext>();
}

FilterParser::NegationContext* FilterParser::ConjunctionContext::negation(size_t i) {
  return getRuleContext<FilterParser::NegationContext>(i);
}

std::vector<tree::TerminalNode *> FilterParser::ConjunctionContext::AND() {
  return getTokens(FilterParser::AND);
}

tree::TerminalNode* FilterParser::ConjunctionContext::AND(size_t i) {
  return getToken(FilterParser::AND, i);
}


size_t FilterParser::ConjunctionContext::getRuleIndex() const {
  return FilterParser::RuleConjunction;
}


FilterParser::ConjunctionContext* FilterParser::conjunction() {
  ConjunctionContext *_localctx = _tracker.createInstance<ConjunctionContext>(_ctx, getState());
  enterRule(_localctx, 4, FilterParser::RuleConjunction);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(57);
    negation();
    setState(62);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == FilterParser::AND) {
      setState(58);
      match(FilterParser::AND);
      setState(59);
      negation();
      setState(64);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- NegationContext ------------------------------------------------------------------

FilterParser::NegationContext::NegationContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::NegationContext::NOT() {
  return getToken(FilterParser::NOT, 0);
}

FilterParser::NegationContext* FilterParser::NegationContext::negation() {
  return getRuleContext<FilterParser::NegationContext>(0);
}

FilterParser::PredicateContext* FilterParser::NegationContext::predicate() {
  return getRuleContext<FilterParser::PredicateContext>(0);
}


size_t FilterParser::NegationContext::getRuleIndex() const {
  return FilterParser::RuleNegation;
}


FilterParser::NegationContext* FilterParser::negation() {
  NegationContext *_localctx = _tracker.createInstance<NegationContext>(_ctx, getState());
  enterRule(_localctx, 6, FilterParser::RuleNegation);

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    setState(68);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case FilterParser::NOT: {
        enterOuterAlt(_localctx, 1);
        setState(65);
        match(FilterParser::NOT);
        setState(66);
        negation();
        break;
      }

      case FilterParser::NULL_WORD:
      case FilterParser::TRUE_WORD:
      case FilterParser::FALSE_WORD:
      case FilterParser::STRING:
      case FilterParser::BINARY:
      case FilterParser::NUMBER:
      case FilterParser::IDENTIFIER:
      case FilterParser::QUOTED:
      case FilterParser::BRACKETED:
      case FilterParser::PLUS:
      case FilterParser::MINUS:
      case FilterParser::LEFT_PAREN:
      case FilterParser::TIMESTAMP:
      case FilterParser::EXISTS:
      case FilterParser::FUNCTION: {
        enterOuterAlt(_localctx, 2);
        setState(67);
        predicate();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PredicateContext ------------------------------------------------------------------

FilterParser::PredicateContext::PredicateContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

FilterParser::ValueContext* FilterParser::PredicateContext::value() {
  return getRuleContext<FilterParser::ValueContext>(0);
}

FilterParser::ComparisonContext* FilterParser::PredicateContext::comparison() {
  return getRuleContext<FilterParser::ComparisonContext>(0);
}


size_t FilterParser::PredicateContext::getRuleIndex() const {
  return FilterParser::RulePredicate;
}


FilterParser::PredicateContext* FilterParser::predicate() {
  PredicateContext *_localctx = _tracker.createInstance<PredicateContext>(_ctx, getState());
  enterRule(_localctx, 8, FilterParser::RulePredicate);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(70);
    value();
    setState(72);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::NOT)
      | (1ULL << FilterParser::BETWEEN)
      | (1ULL << FilterParser::LIKE)
      | (1ULL << FilterParser::IN)
      | (1ULL << FilterParser::IS)
      | (1ULL << FilterParser::EQUAL)
      | (1ULL << FilterParser::NOT_EQUAL)
      | (1ULL << FilterParser::LESS)
      | (1ULL << FilterParser::LESS_EQUAL)
      | (1ULL << FilterParser::GREATER)
      | (1ULL << FilterParser::GREATER_EQUAL)
      | (1ULL << FilterParser::ILIKE))) != 0)) {
      setState(71);
      comparison();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ComparisonContext ------------------------------------------------------------------

FilterParser::ComparisonContext::ComparisonContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

FilterParser::RelationContext* FilterParser::ComparisonContext::relation() {
  return getRuleContext<FilterParser::RelationContext>(0);
}

FilterParser::QuantifiedContext* FilterParser::ComparisonContext::quantified() {
  return getRuleContext<FilterParser::QuantifiedContext>(0);
}

FilterParser::ValueContext* FilterParser::ComparisonContext::value() {
  return getRuleContext<FilterParser::ValueContext>(0);
}

FilterParser::RangeContext* FilterParser::ComparisonContext::range() {
  return getRuleContext<FilterParser::RangeContext>(0);
}

FilterParser::MembershipContext* FilterParser::ComparisonContext::membership() {
  return getRuleContext<FilterParser::MembershipContext>(0);
}

FilterParser::PatternContext* FilterParser::ComparisonContext::pattern() {
  return getRuleContext<FilterParser::PatternContext>(0);
}

tree::TerminalNode* FilterParser::ComparisonContext::NOT() {
  return getToken(FilterParser::NOT, 0);
}

FilterParser::NullnessContext* FilterParser::ComparisonContext::nullness() {
  return getRuleContext<FilterParser::NullnessContext>(0);
}


size_t FilterParser::ComparisonContext::getRuleIndex() const {
  return FilterParser::RuleComparison;
}


FilterParser::ComparisonContext* FilterParser::comparison() {
  ComparisonContext *_localctx = _tracker.createInstance<ComparisonContext>(_ctx, getState());
  enterRule(_localctx, 10, FilterParser::RuleComparison);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    setState(88);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case FilterParser::EQUAL:
      case FilterParser::NOT_EQUAL:
      case FilterParser::LESS:
      case FilterParser::LESS_EQUAL:
      case FilterParser::GREATER:
      case FilterParser::GREATER_EQUAL: {
        enterOuterAlt(_localctx, 1);
        setState(74);
        relation();
        setState(77);
        _errHandler->sync(this);
        switch (_input->LA(1)) {
          case FilterParser::ANY:
          case FilterParser::ALL: {
            setState(75);
            quantified();
            break;
          }

          case FilterParser::NULL_WORD:
          case FilterParser::TRUE_WORD:
          case FilterParser::FALSE_WORD:
          case FilterParser::STRING:
          case FilterParser::BINARY:
          case FilterParser::NUMBER:
          case FilterParser::IDENTIFIER:
          case FilterParser::QUOTED:
          case FilterParser::BRACKETED:
          case FilterParser::PLUS:
          case FilterParser::MINUS:
          case FilterParser::LEFT_PAREN:
          case FilterParser::TIMESTAMP:
          case FilterParser::EXISTS:
          case FilterParser::FUNCTION: {
            setState(76);
            value();
            break;
          }

        default:
          throw NoViableAltException(this);
        }
        break;
      }

      case FilterParser::NOT:
      case FilterParser::BETWEEN:
      case FilterParser::LIKE:
      case FilterParser::IN:
      case FilterParser::ILIKE: {
        enterOuterAlt(_localctx, 2);
        setState(80);
        _errHandler->sync(this);

        _la = _input->LA(1);
        if (_la == FilterParser::NOT) {
          setState(79);
          match(FilterParser::NOT);
        }
        setState(85);
        _errHandler->sync(this);
        switch (_input->LA(1)) {
          case FilterParser::BETWEEN: {
            setState(82);
            range();
            break;
          }

          case FilterParser::IN: {
            setState(83);
            membership();
            break;
          }

          case FilterParser::LIKE:
          case FilterParser::ILIKE: {
            setState(84);
            pattern();
            break;
          }

        default:
          throw NoViableAltException(this);
        }
        break;
      }

      case FilterParser::IS: {
        enterOuterAlt(_localctx, 3);
        setState(87);
        nullness();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- RelationContext ------------------------------------------------------------------

FilterParser::RelationContext::RelationContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::RelationContext::EQUAL() {
  return getToken(FilterParser::EQUAL, 0);
}

tree::TerminalNode* FilterParser::RelationContext::NOT_EQUAL() {
  return getToken(FilterParser::NOT_EQUAL, 0);
}

tree::TerminalNode* FilterParser::RelationContext::LESS() {
  return getToken(FilterParser::LESS, 0);
}

tree::TerminalNode* FilterParser::RelationContext::LESS_EQUAL() {
  return getToken(FilterParser::LESS_EQUAL, 0);
}

tree::TerminalNode* FilterParser::RelationContext::GREATER() {
  return getToken(FilterParser::GREATER, 0);
}

tree::TerminalNode* FilterParser::RelationContext::GREATER_EQUAL() {
  return getToken(FilterParser::GREATER_EQUAL, 0);
}


size_t FilterParser::RelationContext::getRuleIndex() const {
  return FilterParser::RuleRelation;
}


FilterParser::RelationContext* FilterParser::relation() {
  RelationContext *_localctx = _tracker.createInstance<RelationContext>(_ctx, getState());
  enterRule(_localctx, 12, FilterParser::RuleRelation);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(90);
    _la = _input->LA(1);
    if (!((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::EQUAL)
      | (1ULL << FilterParser::NOT_EQUAL)
      | (1ULL << FilterParser::LESS)
      | (1ULL << FilterParser::LESS_EQUAL)
      | (1ULL << FilterParser::GREATER)
      | (1ULL << FilterParser::GREATER_EQUAL))) != 0))) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- QuantifiedContext ------------------------------------------------------------------

FilterParser::QuantifiedContext::QuantifiedContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::QuantifiedContext::LEFT_PAREN() {
  return getToken(FilterParser::LEFT_PAREN, 0);
}

FilterParser::PathContext* FilterParser::QuantifiedContext::path() {
  return getRuleContext<FilterParser::PathContext>(0);
}

tree::TerminalNode* FilterParser::QuantifiedContext::RIGHT_PAREN() {
  return getToken(FilterParser::RIGHT_PAREN, 0);
}

tree::TerminalNode* FilterParser::QuantifiedContext::ANY() {
  return getToken(FilterParser::ANY, 0);
}

tree::TerminalNode* FilterParser::QuantifiedContext::ALL() {
  return getToken(FilterParser::ALL, 0);
}


size_t FilterParser::QuantifiedContext::getRuleIndex() const {
  return FilterParser::RuleQuantified;
}


FilterParser::QuantifiedContext* FilterParser::quantified() {
  QuantifiedContext *_localctx = _tracker.createInstance<QuantifiedContext>(_ctx, getState());
  enterRule(_localctx, 14, FilterParser::RuleQuantified);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(92);
    _la = _input->LA(1);
    if (!(_la == FilterParser::ANY

    || _la == FilterParser::ALL)) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
    setState(93);
    match(FilterParser::LEFT_PAREN);
    setState(94);
    path();
    setState(95);
    match(FilterParser::RIGHT_PAREN);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- RangeContext ------------------------------------------------------------------

FilterParser::RangeContext::RangeContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::RangeContext::BETWEEN() {
  return getToken(FilterParser::BETWEEN, 0);
}

std::vector<FilterParser::ValueContext *> FilterParser::RangeContext::value() {
  return getRuleContexts<FilterParser::ValueContext>();
}

FilterParser::ValueContext* FilterParser::RangeContext::value(size_t i) {
  return getRuleContext<FilterParser::ValueContext>(i);
}

tree::TerminalNode* FilterParser::RangeContext::AND() {
  return getToken(FilterParser::AND, 0);
}


size_t FilterParser::RangeContext::getRuleIndex() const {
  return FilterParser::RuleRange;
}


FilterParser::RangeContext* FilterParser::range() {
  RangeContext *_localctx = _tracker.createInstance<RangeContext>(_ctx, getState());
  enterRule(_localctx, 16, FilterParser::RuleRange);

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(97);
    match(FilterParser::BETWEEN);
    setState(98);
    value();
    setState(99);
    match(FilterParser::AND);
    setState(100);
    value();
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- MembershipContext ------------------------------------------------------------------

FilterParser::MembershipContext::MembershipContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::MembershipContext::IN() {
  return getToken(FilterParser::IN, 0);
}

tree::TerminalNode* FilterParser::MembershipContext::LEFT_PAREN() {
  return getToken(FilterParser::LEFT_PAREN, 0);
}

std::vector<FilterParser::ValueContext *> FilterParser::MembershipContext::value() {
  return getRuleContexts<FilterParser::ValueContext>();
}

FilterParser::ValueContext* FilterParser::MembershipContext::value(size_t i) {
  return getRuleContext<FilterParser::ValueContext>(i);
}

tree::TerminalNode* FilterParser::MembershipContext::RIGHT_PAREN() {
  return getToken(FilterParser::RIGHT_PAREN, 0);
}

std::vector<tree::TerminalNode *> FilterParser::MembershipContext::COMMA() {
  return getTokens(FilterParser::COMMA);
}

tree::TerminalNode* FilterParser::MembershipContext::COMMA(size_t i) {
  return getToken(FilterParser::COMMA, i);
}


size_t FilterParser::MembershipContext::getRuleIndex() const {
  return FilterParser::RuleMembership;
}


FilterParser::MembershipContext* FilterParser::membership() {
  MembershipContext *_localctx = _tracker.createInstance<MembershipContext>(_ctx, getState());
  enterRule(_localctx, 18, FilterParser::RuleMembership);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(102);
    match(FilterParser::IN);
    setState(103);
    match(FilterParser::LEFT_PAREN);
    setState(104);
    value();
    setState(109);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == FilterParser::COMMA) {
      setState(105);
      match(FilterParser::COMMA);
      setState(106);
      value();
      setState(111);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
    setState(112);
    match(FilterParser::RIGHT_PAREN);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PatternContext ------------------------------------------------------------------

FilterParser::PatternContext::PatternContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<tree::TerminalNode *> FilterParser::PatternContext::STRING() {
  return getTokens(FilterParser::STRING);
}

tree::TerminalNode* FilterParser::PatternContext::STRING(size_t i) {
  return getToken(FilterParser::STRING, i);
}

tree::TerminalNode* FilterParser::PatternContext::LIKE() {
  return getToken(FilterParser::LIKE, 0);
}

tree::TerminalNode* FilterParser::PatternContext::ILIKE() {
  return getToken(FilterParser::ILIKE, 0);
}

tree::TerminalNode* FilterParser::PatternContext::ESCAPE() {
  return getToken(FilterParser::ESCAPE, 0);
}


size_t FilterParser::PatternContext::getRuleIndex() const {
  return FilterParser::RulePattern;
}


FilterParser::PatternContext* FilterParser::pattern() {
  PatternContext *_localctx = _tracker.createInstance<PatternContext>(_ctx, getState());
  enterRule(_localctx, 20, FilterParser::RulePattern);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(114);
    _la = _input->LA(1);
    if (!(_la == FilterParser::LIKE

    || _la == FilterParser::ILIKE)) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
    setState(115);
    match(FilterParser::STRING);
    setState(118);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == FilterParser::ESCAPE) {
      setState(116);
      match(FilterParser::ESCAPE);
      setState(117);
      match(FilterParser::STRING);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- NullnessContext ------------------------------------------------------------------

FilterParser::NullnessContext::NullnessContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::NullnessContext::IS() {
  return getToken(FilterParser::IS, 0);
}

tree::TerminalNode* FilterParser::NullnessContext::NULL_WORD() {
  return getToken(FilterParser::NULL_WORD, 0);
}

tree::TerminalNode* FilterParser::NullnessContext::MISSING() {
  return getToken(FilterParser::MISSING, 0);
}

tree::TerminalNode* FilterParser::NullnessContext::NOT() {
  return getToken(FilterParser::NOT, 0);
}


size_t FilterParser::NullnessContext::getRuleIndex() const {
  return FilterParser::RuleNullness;
}


FilterParser::NullnessContext* FilterParser::nullness() {
  NullnessContext *_localctx = _tracker.createInstance<NullnessContext>(_ctx, getState());
  enterRule(_localctx, 22, FilterParser::RuleNullness);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(120);
    match(FilterParser::IS);
    setState(122);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if (_la == FilterParser::NOT) {
      setState(121);
      match(FilterParser::NOT);
    }
    setState(124);
    _la = _input->LA(1);
    if (!(_la == FilterParser::NULL_WORD

    || _la == FilterParser::MISSING)) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ValueContext ------------------------------------------------------------------

FilterParser::ValueContext::ValueContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<FilterParser::ProductContext *> FilterParser::ValueContext::product() {
  return getRuleContexts<FilterParser::ProductContext>();
}

FilterParser::ProductContext* FilterParser::ValueContext::product(size_t i) {
  return getRuleContext<FilterParser::ProductContext>(i);
}

std::vector<tree::TerminalNode *> FilterParser::ValueContext::PLUS() {
  return getTokens(FilterParser::PLUS);
}

tree::TerminalNode* FilterParser::ValueContext::PLUS(size_t i) {
  return getToken(FilterParser::PLUS, i);
}

std::vector<tree::TerminalNode *> FilterParser::ValueContext::MINUS() {
  return getTokens(FilterParser::MINUS);
}

tree::TerminalNode* FilterParser::ValueContext::MINUS(size_t i) {
  return getToken(FilterParser::MINUS, i);
}


size_t FilterParser::ValueContext::getRuleIndex() const {
  return FilterParser::RuleValue;
}


FilterParser::ValueContext* FilterParser::value() {
  ValueContext *_localctx = _tracker.createInstance<ValueContext>(_ctx, getState());
  enterRule(_localctx, 24, FilterParser::RuleValue);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(126);
    product();
    setState(131);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while (_la == FilterParser::PLUS

    || _la == FilterParser::MINUS) {
      setState(127);
      _la = _input->LA(1);
      if (!(_la == FilterParser::PLUS

      || _la == FilterParser::MINUS)) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(128);
      product();
      setState(133);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ProductContext ------------------------------------------------------------------

FilterParser::ProductContext::ProductContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<FilterParser::FactorContext *> FilterParser::ProductContext::factor() {
  return getRuleContexts<FilterParser::FactorContext>();
}

FilterParser::FactorContext* FilterParser::ProductContext::factor(size_t i) {
  return getRuleContext<FilterParser::FactorContext>(i);
}

std::vector<tree::TerminalNode *> FilterParser::ProductContext::STAR() {
  return getTokens(FilterParser::STAR);
}

tree::TerminalNode* FilterParser::ProductContext::STAR(size_t i) {
  return getToken(FilterParser::STAR, i);
}

std::vector<tree::TerminalNode *> FilterParser::ProductContext::SLASH() {
  return getTokens(FilterParser::SLASH);
}

tree::TerminalNode* FilterParser::ProductContext::SLASH(size_t i) {
  return getToken(FilterParser::SLASH, i);
}

std::vector<tree::TerminalNode *> FilterParser::ProductContext::PERCENT() {
  return getTokens(FilterParser::PERCENT);
}

tree::TerminalNode* FilterParser::ProductContext::PERCENT(size_t i) {
  return getToken(FilterParser::PERCENT, i);
}


size_t FilterParser::ProductContext::getRuleIndex() const {
  return FilterParser::RuleProduct;
}


FilterParser::ProductContext* FilterParser::product() {
  ProductContext *_localctx = _tracker.createInstance<ProductContext>(_ctx, getState());
  enterRule(_localctx, 26, FilterParser::RuleProduct);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(134);
    factor();
    setState(139);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::STAR)
      | (1ULL << FilterParser::SLASH)
      | (1ULL << FilterParser::PERCENT))) != 0)) {
      setState(135);
      _la = _input->LA(1);
      if (!((((_la & ~ 0x3fULL) == 0) &&
        ((1ULL << _la) & ((1ULL << FilterParser::STAR)
        | (1ULL << FilterParser::SLASH)
        | (1ULL << FilterParser::PERCENT))) != 0))) {
      _errHandler->recoverInline(this);
      }
      else {
        _errHandler->reportMatch(this);
        consume();
      }
      setState(136);
      factor();
      setState(141);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- FactorContext ------------------------------------------------------------------

FilterParser::FactorContext::FactorContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

FilterParser::FactorContext* FilterParser::FactorContext::factor() {
  return getRuleContext<FilterParser::FactorContext>(0);
}

tree::TerminalNode* FilterParser::FactorContext::PLUS() {
  return getToken(FilterParser::PLUS, 0);
}

tree::TerminalNode* FilterParser::FactorContext::MINUS() {
  return getToken(FilterParser::MINUS, 0);
}

FilterParser::PrimaryContext* FilterParser::FactorContext::primary() {
  return getRuleContext<FilterParser::PrimaryContext>(0);
}


size_t FilterParser::FactorContext::getRuleIndex() const {
  return FilterParser::RuleFactor;
}


FilterParser::FactorContext* FilterParser::factor() {
  FactorContext *_localctx = _tracker.createInstance<FactorContext>(_ctx, getState());
  enterRule(_localctx, 28, FilterParser::RuleFactor);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    setState(145);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case FilterParser::PLUS:
      case FilterParser::MINUS: {
        enterOuterAlt(_localctx, 1);
        setState(142);
        _la = _input->LA(1);
        if (!(_la == FilterParser::PLUS

        || _la == FilterParser::MINUS)) {
        _errHandler->recoverInline(this);
        }
        else {
          _errHandler->reportMatch(this);
          consume();
        }
        setState(143);
        factor();
        break;
      }

      case FilterParser::NULL_WORD:
      case FilterParser::TRUE_WORD:
      case FilterParser::FALSE_WORD:
      case FilterParser::STRING:
      case FilterParser::BINARY:
      case FilterParser::NUMBER:
      case FilterParser::IDENTIFIER:
      case FilterParser::QUOTED:
      case FilterParser::BRACKETED:
      case FilterParser::LEFT_PAREN:
      case FilterParser::TIMESTAMP:
      case FilterParser::EXISTS:
      case FilterParser::FUNCTION: {
        enterOuterAlt(_localctx, 2);
        setState(144);
        primary();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PrimaryContext ------------------------------------------------------------------

FilterParser::PrimaryContext::PrimaryContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

FilterParser::LiteralContext* FilterParser::PrimaryContext::literal() {
  return getRuleContext<FilterParser::LiteralContext>(0);
}

FilterParser::PathContext* FilterParser::PrimaryContext::path() {
  return getRuleContext<FilterParser::PathContext>(0);
}

FilterParser::CallContext* FilterParser::PrimaryContext::call() {
  return getRuleContext<FilterParser::CallContext>(0);
}

FilterParser::ExistenceContext* FilterParser::PrimaryContext::existence() {
  return getRuleContext<FilterParser::ExistenceContext>(0);
}

FilterParser::GroupContext* FilterParser::PrimaryContext::group() {
  return getRuleContext<FilterParser::GroupContext>(0);
}


size_t FilterParser::PrimaryContext::getRuleIndex() const {
  return FilterParser::RulePrimary;
}


FilterParser::PrimaryContext* FilterParser::primary() {
  PrimaryContext *_localctx = _tracker.createInstance<PrimaryContext>(_ctx, getState());
  enterRule(_localctx, 30, FilterParser::RulePrimary);

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    setState(152);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case FilterParser::NULL_WORD:
      case FilterParser::TRUE_WORD:
      case FilterParser::FALSE_WORD:
      case FilterParser::STRING:
      case FilterParser::BINARY:
      case FilterParser::NUMBER:
      case FilterParser::TIMESTAMP: {
        enterOuterAlt(_localctx, 1);
        setState(147);
        literal();
        break;
      }

      case FilterParser::IDENTIFIER:
      case FilterParser::QUOTED:
      case FilterParser::BRACKETED: {
        enterOuterAlt(_localctx, 2);
        setState(148);
        path();
        break;
      }

      case FilterParser::FUNCTION: {
        enterOuterAlt(_localctx, 3);
        setState(149);
        call();
        break;
      }

      case FilterParser::EXISTS: {
        enterOuterAlt(_localctx, 4);
        setState(150);
        existence();
        break;
      }

      case FilterParser::LEFT_PAREN: {
        enterOuterAlt(_localctx, 5);
        setState(151);
        group();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- GroupContext ------------------------------------------------------------------

FilterParser::GroupContext::GroupContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::GroupContext::LEFT_PAREN() {
  return getToken(FilterParser::LEFT_PAREN, 0);
}

FilterParser::DisjunctionContext* FilterParser::GroupContext::disjunction() {
  return getRuleContext<FilterParser::DisjunctionContext>(0);
}

tree::TerminalNode* FilterParser::GroupContext::RIGHT_PAREN() {
  return getToken(FilterParser::RIGHT_PAREN, 0);
}


size_t FilterParser::GroupContext::getRuleIndex() const {
  return FilterParser::RuleGroup;
}


FilterParser::GroupContext* FilterParser::group() {
  GroupContext *_localctx = _tracker.createInstance<GroupContext>(_ctx, getState());
  enterRule(_localctx, 32, FilterParser::RuleGroup);

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(154);
    match(FilterParser::LEFT_PAREN);
    setState(155);
    disjunction();
    setState(156);
    match(FilterParser::RIGHT_PAREN);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- CallContext ------------------------------------------------------------------

FilterParser::CallContext::CallContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::CallContext::FUNCTION() {
  return getToken(FilterParser::FUNCTION, 0);
}

tree::TerminalNode* FilterParser::CallContext::LEFT_PAREN() {
  return getToken(FilterParser::LEFT_PAREN, 0);
}

tree::TerminalNode* FilterParser::CallContext::RIGHT_PAREN() {
  return getToken(FilterParser::RIGHT_PAREN, 0);
}

std::vector<FilterParser::ValueContext *> FilterParser::CallContext::value() {
  return getRuleContexts<FilterParser::ValueContext>();
}

FilterParser::ValueContext* FilterParser::CallContext::value(size_t i) {
  return getRuleContext<FilterParser::ValueContext>(i);
}

std::vector<tree::TerminalNode *> FilterParser::CallContext::COMMA() {
  return getTokens(FilterParser::COMMA);
}

tree::TerminalNode* FilterParser::CallContext::COMMA(size_t i) {
  return getToken(FilterParser::COMMA, i);
}


size_t FilterParser::CallContext::getRuleIndex() const {
  return FilterParser::RuleCall;
}


FilterParser::CallContext* FilterParser::call() {
  CallContext *_localctx = _tracker.createInstance<CallContext>(_ctx, getState());
  enterRule(_localctx, 34, FilterParser::RuleCall);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(158);
    match(FilterParser::FUNCTION);
    setState(159);
    match(FilterParser::LEFT_PAREN);
    setState(168);
    _errHandler->sync(this);

    _la = _input->LA(1);
    if ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::NULL_WORD)
      | (1ULL << FilterParser::TRUE_WORD)
      | (1ULL << FilterParser::FALSE_WORD)
      | (1ULL << FilterParser::STRING)
      | (1ULL << FilterParser::BINARY)
      | (1ULL << FilterParser::NUMBER)
      | (1ULL << FilterParser::IDENTIFIER)
      | (1ULL << FilterParser::QUOTED)
      | (1ULL << FilterParser::BRACKETED)
      | (1ULL << FilterParser::PLUS)
      | (1ULL << FilterParser::MINUS)
      | (1ULL << FilterParser::LEFT_PAREN)
      | (1ULL << FilterParser::TIMESTAMP)
      | (1ULL << FilterParser::EXISTS)
      | (1ULL << FilterParser::FUNCTION))) != 0)) {
      setState(160);
      value();
      setState(165);
      _errHandler->sync(this);
      _la = _input->LA(1);
      while (_la == FilterParser::COMMA) {
        setState(161);
        match(FilterParser::COMMA);
        setState(162);
        value();
        setState(167);
        _errHandler->sync(this);
        _la = _input->LA(1);
      }
    }
    setState(170);
    match(FilterParser::RIGHT_PAREN);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- ExistenceContext ------------------------------------------------------------------

FilterParser::ExistenceContext::ExistenceContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::ExistenceContext::EXISTS() {
  return getToken(FilterParser::EXISTS, 0);
}

tree::TerminalNode* FilterParser::ExistenceContext::LEFT_PAREN() {
  return getToken(FilterParser::LEFT_PAREN, 0);
}

tree::TerminalNode* FilterParser::ExistenceContext::RIGHT_PAREN() {
  return getToken(FilterParser::RIGHT_PAREN, 0);
}

FilterParser::PathContext* FilterParser::ExistenceContext::path() {
  return getRuleContext<FilterParser::PathContext>(0);
}

FilterParser::CallContext* FilterParser::ExistenceContext::call() {
  return getRuleContext<FilterParser::CallContext>(0);
}


size_t FilterParser::ExistenceContext::getRuleIndex() const {
  return FilterParser::RuleExistence;
}


FilterParser::ExistenceContext* FilterParser::existence() {
  ExistenceContext *_localctx = _tracker.createInstance<ExistenceContext>(_ctx, getState());
  enterRule(_localctx, 36, FilterParser::RuleExistence);

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(172);
    match(FilterParser::EXISTS);
    setState(173);
    match(FilterParser::LEFT_PAREN);
    setState(176);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case FilterParser::IDENTIFIER:
      case FilterParser::QUOTED:
      case FilterParser::BRACKETED: {
        setState(174);
        path();
        break;
      }

      case FilterParser::FUNCTION: {
        setState(175);
        call();
        break;
      }

    default:
      throw NoViableAltException(this);
    }
    setState(178);
    match(FilterParser::RIGHT_PAREN);
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- LiteralContext ------------------------------------------------------------------

FilterParser::LiteralContext::LiteralContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::LiteralContext::NUMBER() {
  return getToken(FilterParser::NUMBER, 0);
}

tree::TerminalNode* FilterParser::LiteralContext::STRING() {
  return getToken(FilterParser::STRING, 0);
}

tree::TerminalNode* FilterParser::LiteralContext::BINARY() {
  return getToken(FilterParser::BINARY, 0);
}

tree::TerminalNode* FilterParser::LiteralContext::TRUE_WORD() {
  return getToken(FilterParser::TRUE_WORD, 0);
}

tree::TerminalNode* FilterParser::LiteralContext::FALSE_WORD() {
  return getToken(FilterParser::FALSE_WORD, 0);
}

tree::TerminalNode* FilterParser::LiteralContext::NULL_WORD() {
  return getToken(FilterParser::NULL_WORD, 0);
}

tree::TerminalNode* FilterParser::LiteralContext::TIMESTAMP() {
  return getToken(FilterParser::TIMESTAMP, 0);
}


size_t FilterParser::LiteralContext::getRuleIndex() const {
  return FilterParser::RuleLiteral;
}


FilterParser::LiteralContext* FilterParser::literal() {
  LiteralContext *_localctx = _tracker.createInstance<LiteralContext>(_ctx, getState());
  enterRule(_localctx, 38, FilterParser::RuleLiteral);

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    setState(188);
    _errHandler->sync(this);
    switch (_input->LA(1)) {
      case FilterParser::NUMBER: {
        enterOuterAlt(_localctx, 1);
        setState(180);
        match(FilterParser::NUMBER);
        break;
      }

      case FilterParser::STRING: {
        enterOuterAlt(_localctx, 2);
        setState(181);
        match(FilterParser::STRING);
        break;
      }

      case FilterParser::BINARY: {
        enterOuterAlt(_localctx, 3);
        setState(182);
        match(FilterParser::BINARY);
        break;
      }

      case FilterParser::TRUE_WORD: {
        enterOuterAlt(_localctx, 4);
        setState(183);
        match(FilterParser::TRUE_WORD);
        break;
      }

      case FilterParser::FALSE_WORD: {
        enterOuterAlt(_localctx, 5);
        setState(184);
        match(FilterParser::FALSE_WORD);
        break;
      }

      case FilterParser::NULL_WORD: {
        enterOuterAlt(_localctx, 6);
        setState(185);
        match(FilterParser::NULL_WORD);
        break;
      }

      case FilterParser::TIMESTAMP: {
        enterOuterAlt(_localctx, 7);
        setState(186);
        match(FilterParser::TIMESTAMP);
        setState(187);
        match(FilterParser::STRING);
        break;
      }

    default:
      throw NoViableAltException(this);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- PathContext ------------------------------------------------------------------

FilterParser::PathContext::PathContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

std::vector<FilterParser::NameContext *> FilterParser::PathContext::name() {
  return getRuleContexts<FilterParser::NameContext>();
}

FilterParser::NameContext* FilterParser::PathContext::name(size_t i) {
  return getRuleContext<FilterParser::NameContext>(i);
}

std::vector<tree::TerminalNode *> FilterParser::PathContext::DOT() {
  return getTokens(FilterParser::DOT);
}

tree::TerminalNode* FilterParser::PathContext::DOT(size_t i) {
  return getToken(FilterParser::DOT, i);
}

std::vector<tree::TerminalNode *> FilterParser::PathContext::INDEX() {
  return getTokens(FilterParser::INDEX);
}

tree::TerminalNode* FilterParser::PathContext::INDEX(size_t i) {
  return getToken(FilterParser::INDEX, i);
}

std::vector<tree::TerminalNode *> FilterParser::PathContext::STAR_INDEX() {
  return getTokens(FilterParser::STAR_INDEX);
}

tree::TerminalNode* FilterParser::PathContext::STAR_INDEX(size_t i) {
  return getToken(FilterParser::STAR_INDEX, i);
}


size_t FilterParser::PathContext::getRuleIndex() const {
  return FilterParser::RulePath;
}


FilterParser::PathContext* FilterParser::path() {
  PathContext *_localctx = _tracker.createInstance<PathContext>(_ctx, getState());
  enterRule(_localctx, 40, FilterParser::RulePath);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(190);
    name();
    setState(197);
    _errHandler->sync(this);
    _la = _input->LA(1);
    while ((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::DOT)
      | (1ULL << FilterParser::INDEX)
      | (1ULL << FilterParser::STAR_INDEX))) != 0)) {
      setState(195);
      _errHandler->sync(this);
      switch (_input->LA(1)) {
        case FilterParser::DOT: {
          setState(191);
          match(FilterParser::DOT);
          setState(192);
          name();
          break;
        }

        case FilterParser::INDEX: {
          setState(193);
          match(FilterParser::INDEX);
          break;
        }

        case FilterParser::STAR_INDEX: {
          setState(194);
          match(FilterParser::STAR_INDEX);
          break;
        }

      default:
        throw NoViableAltException(this);
      }
      setState(199);
      _errHandler->sync(this);
      _la = _input->LA(1);
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

//----------------- NameContext ------------------------------------------------------------------

FilterParser::NameContext::NameContext(ParserRuleContext *parent, size_t invokingState)
  : ParserRuleContext(parent, invokingState) {
}

tree::TerminalNode* FilterParser::NameContext::IDENTIFIER() {
  return getToken(FilterParser::IDENTIFIER, 0);
}

tree::TerminalNode* FilterParser::NameContext::QUOTED() {
  return getToken(FilterParser::QUOTED, 0);
}

tree::TerminalNode* FilterParser::NameContext::BRACKETED() {
  return getToken(FilterParser::BRACKETED, 0);
}


size_t FilterParser::NameContext::getRuleIndex() const {
  return FilterParser::RuleName;
}


FilterParser::NameContext* FilterParser::name() {
  NameContext *_localctx = _tracker.createInstance<NameContext>(_ctx, getState());
  enterRule(_localctx, 42, FilterParser::RuleName);
  size_t _la = 0;

  auto onExit = finally([=, this] {
    exitRule();
  });
  try {
    enterOuterAlt(_localctx, 1);
    setState(200);
    _la = _input->LA(1);
    if (!((((_la & ~ 0x3fULL) == 0) &&
      ((1ULL << _la) & ((1ULL << FilterParser::IDENTIFIER)
      | (1ULL << FilterParser::QUOTED)
      | (1ULL << FilterParser::BRACKETED))) != 0))) {
    _errHandler->recoverInline(this);
    }
    else {
      _errHandler->reportMatch(this);
      consume();
    }
   
  }
  catch (RecognitionException &e) {
    _errHandler->reportError(this, e);
    _localctx->exception = std::current_exception();
    _errHandler->recover(this, _localctx->exception);
  }

  return _localctx;
}

// Static vars and initialization.
std::vector<dfa::DFA> FilterParser::_decisionToDFA;
atn::PredictionContextCache FilterParser::_sharedContextCache;

// We own the ATN which in turn owns the ATN states.
atn::ATN FilterParser::_atn;
std::vector<uint16_t> FilterParser::_serializedATN;

std::vector<std::string> FilterParser::_ruleNames = {
  "filter", "disjunction", "conjunction", "negation", "predicate", "comparison", 
  "relation", "quantified", "range", "membership", "pattern", "nullness", 
  "value", "product", "factor", "primary", "group", "call", "existence", 
  "literal", "path", "name"
};

std::vector<std::string> FilterParser::_literalNames = {
  "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", 
  "'='", "", "'<'", "'<='", "'>'", "'>='", "'+'", "'-'", "'*'", "'/'", "'%'", 
  "'('", "')'", "','", "'.'"
};

std::vector<std::string> FilterParser::_symbolicNames = {
  "", "OR", "AND", "NOT", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE", "NULL_WORD", 
  "TRUE_WORD", "FALSE_WORD", "STRING", "BINARY", "NUMBER", "IDENTIFIER", 
  "QUOTED", "BRACKETED", "EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL", "GREATER", 
  "GREATER_EQUAL", "PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "LEFT_PAREN", 
  "RIGHT_PAREN", "COMMA", "DOT", "BLANK", "ILIKE", "MISSING", "ANY", "ALL", 
  "TIMESTAMP", "EXISTS", "FUNCTION", "INDEX", "STAR_INDEX"
};

dfa::Vocabulary FilterParser::_vocabulary(_literalNames, _symbolicNames);

std::vector<std::string> FilterParser::_tokenNames;

FilterParser::Initializer::Initializer() {
	for (size_t i = 0; i < _symbolicNames.size(); ++i) {
		std::string name = _vocabulary.getLiteralName(i);
		if (name.empty()) {
			name = _vocabulary.getSymbolicName(i);
		}

		if (name.empty()) {
			_tokenNames.push_back("<INVALID>");
		} else {
      _tokenNames.push_back(name);
    }
	}

  _serializedATN = {
    0x3, 0x608b, 0xa72a, 0x8133, 0xb9ed, 0x417c, 0x3be7, 0x7786, 0x5964, 
    0x3, 0x2c, 0xcd, 0x4, 0x2, 0x9, 0x2, 0x4, 0x3, 0x9, 0x3, 0x4, 0x4, 0x9, 
    0x4, 0x4, 0x5, 0x9, 0x5, 0x4, 0x6, 0x9, 0x6, 0x4, 0x7, 0x9, 0x7, 0x4, 
    0x8, 0x9, 0x8, 0x4, 0x9, 0x9, 0x9, 0x4, 0xa, 0x9, 0xa, 0x4, 0xb, 0x9, 
    0xb, 0x4, 0xc, 0x9, 0xc, 0x4, 0xd, 0x9, 0xd, 0x4, 0xe, 0x9, 0xe, 0x4, 
    0xf, 0x9, 0xf, 0x4, 0x10, 0x9, 0x10, 0x4, 0x11, 0x9, 0x11, 0x4, 0x12, 
    0x9, 0x12, 0x4, 0x13, 0x9, 0x13, 0x4, 0x14, 0x9, 0x14, 0x4, 0x15, 0x9, 
    0x15, 0x4, 0x16, 0x9, 0x16, 0x4, 0x17, 0x9, 0x17, 0x3, 0x2, 0x5, 0x2, 
    0x30, 0xa, 0x2, 0x3, 0x2, 0x3, 0x2, 0x3, 0x3, 0x3, 0x3, 0x3, 0x3, 0x7, 
    0x3, 0x37, 0xa, 0x3, 0xc, 0x3, 0xe, 0x3, 0x3a, 0xb, 0x3, 0x3, 0x4, 0x3, 
    0x4, 0x3, 0x4, 0x7, 0x4, 0x3f, 0xa, 0x4, 0xc, 0x4, 0xe, 0x4, 0x42, 0xb, 
    0x4, 0x3, 0x5, 0x3, 0x5, 0x3, 0x5, 0x5, 0x5, 0x47, 0xa, 0x5, 0x3, 0x6, 
    0x3, 0x6, 0x5, 0x6, 0x4b, 0xa, 0x6, 0x3, 0x7, 0x3, 0x7, 0x3, 0x7, 0x5, 
    0x7, 0x50, 0xa, 0x7, 0x3, 0x7, 0x5, 0x7, 0x53, 0xa, 0x7, 0x3, 0x7, 0x3, 
    0x7, 0x3, 0x7, 0x5, 0x7, 0x58, 0xa, 0x7, 0x3, 0x7, 0x5, 0x7, 0x5b, 0xa, 
    0x7, 0x3, 0x8, 0x3, 0x8, 0x3, 0x9, 0x3, 0x9, 0x3, 0x9, 0x3, 0x9, 0x3, 
    0x9, 0x3, 0xa, 0x3, 0xa, 0x3, 0xa, 0x3, 0xa, 0x3, 0xa, 0x3, 0xb, 0x3, 
    0xb, 0x3, 0xb, 0x3, 0xb, 0x3, 0xb, 0x7, 0xb, 0x6e, 0xa, 0xb, 0xc, 0xb, 
    0xe, 0xb, 0x71, 0xb, 0xb, 0x3, 0xb, 0x3, 0xb, 0x3, 0xc, 0x3, 0xc, 0x3, 
    0xc, 0x3, 0xc, 0x5, 0xc, 0x79, 0xa, 0xc, 0x3, 0xd, 0x3, 0xd, 0x5, 0xd, 
    0x7d, 0xa, 0xd, 0x3, 0xd, 0x3, 0xd, 0x3, 0xe, 0x3, 0xe, 0x3, 0xe, 0x7, 
    0xe, 0x84, 0xa, 0xe, 0xc, 0xe, 0xe, 0xe, 0x87, 0xb, 0xe, 0x3, 0xf, 0x3, 
    0xf, 0x3, 0xf, 0x7, 0xf, 0x8c, 0xa, 0xf, 0xc, 0xf, 0xe, 0xf, 0x8f, 0xb, 
    0xf, 0x3, 0x10, 0x3, 0x10, 0x3, 0x10, 0x5, 0x10, 0x94, 0xa, 0x10, 0x3, 
    0x11, 0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x3, 0x11, 0x5, 0x11, 0x9b, 0xa, 
    0x11, 0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 0x3, 0x12, 0x3, 0x13, 0x3, 0x13, 
    0x3, 0x13, 0x3, 0x13, 0x3, 0x13, 0x7, 0x13, 0xa6, 0xa, 0x13, 0xc, 0x13, 
    0xe, 0x13, 0xa9, 0xb, 0x13, 0x5, 0x13, 0xab, 0xa, 0x13, 0x3, 0x13, 0x3, 
    0x13, 0x3, 0x14, 0x3, 0x14, 0x3, 0x14, 0x3, 0x14, 0x5, 0x14, 0xb3, 0xa, 
    0x14, 0x3, 0x14, 0x3, 0x14, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 
    0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x3, 0x15, 0x5, 0x15, 0xbf, 0xa, 0x15, 
    0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x3, 0x16, 0x7, 0x16, 0xc6, 
    0xa, 0x16, 0xc, 0x16, 0xe, 0x16, 0xc9, 0xb, 0x16, 0x3, 0x17, 0x3, 0x17, 
    0x3, 0x17, 0x2, 0x2, 0x18, 0x2, 0x4, 0x6, 0x8, 0xa, 0xc, 0xe, 0x10, 
    0x12, 0x14, 0x16, 0x18, 0x1a, 0x1c, 0x1e, 0x20, 0x22, 0x24, 0x26, 0x28, 
    0x2a, 0x2c, 0x2, 0x9, 0x3, 0x2, 0x14, 0x19, 0x3, 0x2, 0x26, 0x27, 0x4, 
    0x2, 0x7, 0x7, 0x24, 0x24, 0x4, 0x2, 0xb, 0xb, 0x25, 0x25, 0x3, 0x2, 
    0x1a, 0x1b, 0x3, 0x2, 0x1c, 0x1e, 0x3, 0x2, 0x11, 0x13, 0x2, 0xd7, 0x2, 
    0x2f, 0x3, 0x2, 0x2, 0x2, 0x4, 0x33, 0x3, 0x2, 0x2, 0x2, 0x6, 0x3b, 
    0x3, 0x2, 0x2, 0x2, 0x8, 0x46, 0x3, 0x2, 0x2, 0x2, 0xa, 0x48, 0x3, 0x2, 
    0x2, 0x2, 0xc, 0x5a, 0x3, 0x2, 0x2, 0x2, 0xe, 0x5c, 0x3, 0x2, 0x2, 0x2, 
    0x10, 0x5e, 0x3, 0x2, 0x2, 0x2, 0x12, 0x63, 0x3, 0x2, 0x2, 0x2, 0x14, 
    0x68, 0x3, 0x2, 0x2, 0x2, 0x16, 0x74, 0x3, 0x2, 0x2, 0x2, 0x18, 0x7a, 
    0x3, 0x2, 0x2, 0x2, 0x1a, 0x80, 0x3, 0x2, 0x2, 0x2, 0x1c, 0x88, 0x3, 
    0x2, 0x2, 0x2, 0x1e, 0x93, 0x3, 0x2, 0x2, 0x2, 0x20, 0x9a, 0x3, 0x2, 
    0x2, 0x2, 0x22, 0x9c, 0x3, 0x2, 0x2, 0x2, 0x24, 0xa0, 0x3, 0x2, 0x2, 
    0x2, 0x26, 0xae, 0x3, 0x2, 0x2, 0x2, 0x28, 0xbe, 0x3, 0x2, 0x2, 0x2, 
    0x2a, 0xc0, 0x3, 0x2, 0x2, 0x2, 0x2c, 0xca, 0x3, 0x2, 0x2, 0x2, 0x2e, 
    0x30, 0x5, 0x4, 0x3, 0x2, 0x2f, 0x2e, 0x3, 0x2, 0x2, 0x2, 0x2f, 0x30, 
    0x3, 0x2, 0x2, 0x2, 0x30, 0x31, 0x3, 0x2, 0x2, 0x2, 0x31, 0x32, 0x7, 
    0x2, 0x2, 0x3, 0x32, 0x3, 0x3, 0x2, 0x2, 0x2, 0x33, 0x38, 0x5, 0x6, 
    0x4, 0x2, 0x34, 0x35, 0x7, 0x3, 0x2, 0x2, 0x35, 0x37, 0x5, 0x6, 0x4, 
    0x2, 0x36, 0x34, 0x3, 0x2, 0x2, 0x2, 0x37, 0x3a, 0x3, 0x2, 0x2, 0x2, 
    0x38, 0x36, 0x3, 0x2, 0x2, 0x2, 0x38, 0x39, 0x3, 0x2, 0x2, 0x2, 0x39, 
    0x5, 0x3, 0x2, 0x2, 0x2, 0x3a, 0x38, 0x3, 0x2, 0x2, 0x2, 0x3b, 0x40, 
    0x5, 0x8, 0x5, 0x2, 0x3c, 0x3d, 0x7, 0x4, 0x2, 0x2, 0x3d, 0x3f, 0x5, 
    0x8, 0x5, 0x2, 0x3e, 0x3c, 0x3, 0x2, 0x2, 0x2, 0x3f, 0x42, 0x3, 0x2, 
    0x2, 0x2, 0x40, 0x3e, 0x3, 0x2, 0x2, 0x2, 0x40, 0x41, 0x3, 0x2, 0x2, 
    0x2, 0x41, 0x7, 0x3, 0x2, 0x2, 0x2, 0x42, 0x40, 0x3, 0x2, 0x2, 0x2, 
    0x43, 0x44, 0x7, 0x5, 0x2, 0x2, 0x44, 0x47, 0x5, 0x8, 0x5, 0x2, 0x45, 
    0x47, 0x5, 0xa, 0x6, 0x2, 0x46, 0x43, 0x3, 0x2, 0x2, 0x2, 0x46, 0x45, 
    0x3, 0x2, 0x2, 0x2, 0x47, 0x9, 0x3, 0x2, 0x2, 0x2, 0x48, 0x4a, 0x5, 
    0x1a, 0xe, 0x2, 0x49, 0x4b, 0x5, 0xc, 0x7, 0x2, 0x4a, 0x49, 0x3, 0x2, 
    0x2, 0x2, 0x4a, 0x4b, 0x3, 0x2, 0x2, 0x2, 0x4b, 0xb, 0x3, 0x2, 0x2, 
    0x2, 0x4c, 0x4f, 0x5, 0xe, 0x8, 0x2, 0x4d, 0x50, 0x5, 0x10, 0x9, 0x2, 
    0x4e, 0x50, 0x5, 0x1a, 0xe, 0x2, 0x4f, 0x4d, 0x3, 0x2, 0x2, 0x2, 0x4f, 
    0x4e, 0x3, 0x2, 0x2, 0x2, 0x50, 0x5b, 0x3, 0x2, 0x2, 0x2, 0x51, 0x53, 
    0x7, 0x5, 0x2, 0x2, 0x52, 0x51, 0x3, 0x2, 0x2, 0x2, 0x52, 0x53, 0x3, 
    0x2, 0x2, 0x2, 0x53, 0x57, 0x3, 0x2, 0x2, 0x2, 0x54, 0x58, 0x5, 0x12, 
    0xa, 0x2, 0x55, 0x58, 0x5, 0x14, 0xb, 0x2, 0x56, 0x58, 0x5, 0x16, 0xc, 
    0x2, 0x57, 0x54, 0x3, 0x2, 0x2, 0x2, 0x57, 0x55, 0x3, 0x2, 0x2, 0x2, 
    0x57, 0x56, 0x3, 0x2, 0x2, 0x2, 0x58, 0x5b, 0x3, 0x2, 0x2, 0x2, 0x59, 
    0x5b, 0x5, 0x18, 0xd, 0x2, 0x5a, 0x4c, 0x3, 0x2, 0x2, 0x2, 0x5a, 0x52, 
    0x3, 0x2, 0x2, 0x2, 0x5a, 0x59, 0x3, 0x2, 0x2, 0x2, 0x5b, 0xd, 0x3, 
    0x2, 0x2, 0x2, 0x5c, 0x5d, 0x9, 0x2, 0x2, 0x2, 0x5d, 0xf, 0x3, 0x2, 
    0x2, 0x2, 0x5e, 0x5f, 0x9, 0x3, 0x2, 0x2, 0x5f, 0x60, 0x7, 0x1f, 0x2, 
    0x2, 0x60, 0x61, 0x5, 0x2a, 0x16, 0x2, 0x61, 0x62, 0x7, 0x20, 0x2, 0x2, 
    0x62, 0x11, 0x3, 0x2, 0x2, 0x2, 0x63, 0x64, 0x7, 0x6, 0x2, 0x2, 0x64, 
    0x65, 0x5, 0x1a, 0xe, 0x2, 0x65, 0x66, 0x7, 0x4, 0x2, 0x2, 0x66, 0x67, 
    0x5, 0x1a, 0xe, 0x2, 0x67, 0x13, 0x3, 0x2, 0x2, 0x2, 0x68, 0x69, 0x7, 
    0x8, 0x2, 0x2, 0x69, 0x6a, 0x7, 0x1f, 0x2, 0x2, 0x6a, 0x6f, 0x5, 0x1a, 
    0xe, 0x2, 0x6b, 0x6c, 0x7, 0x21, 0x2, 0x2, 0x6c, 0x6e, 0x5, 0x1a, 0xe, 
    0x2, 0x6d, 0x6b, 0x3, 0x2, 0x2, 0x2, 0x6e, 0x71, 0x3, 0x2, 0x2, 0x2, 
    0x6f, 0x6d, 0x3, 0x2, 0x2, 0x2, 0x6f, 0x70, 0x3, 0x2, 0x2, 0x2, 0x70, 
    0x72, 0x3, 0x2, 0x2, 0x2, 0x71, 0x6f, 0x3, 0x2, 0x2, 0x2, 0x72, 0x73, 
    0x7, 0x20, 0x2, 0x2, 0x73, 0x15, 0x3, 0x2, 0x2, 0x2, 0x74, 0x75, 0x9, 
    0x4, 0x2, 0x2, 0x75, 0x78, 0x7, 0xe, 0x2, 0x2, 0x76, 0x77, 0x7, 0xa, 
    0x2, 0x2, 0x77, 0x79, 0x7, 0xe, 0x2, 0x2, 0x78, 0x76, 0x3, 0x2, 0x2, 
    0x2, 0x78, 0x79, 0x3, 0x2, 0x2, 0x2, 0x79, 0x17, 0x3, 0x2, 0x2, 0x2, 
    0x7a, 0x7c, 0x7, 0x9, 0x2, 0x2, 0x7b, 0x7d, 0x7, 0x5, 0x2, 0x2, 0x7c, 
    0x7b, 0x3, 0x2, 0x2, 0x2, 0x7c, 0x7d, 0x3, 0x2, 0x2, 0x2, 0x7d, 0x7e, 
    0x3, 0x2, 0x2, 0x2, 0x7e, 0x7f, 0x9, 0x5, 0x2, 0x2, 0x7f, 0x19, 0x3, 
    0x2, 0x2, 0x2, 0x80, 0x85, 0x5, 0x1c, 0xf, 0x2, 0x81, 0x82, 0x9, 0x6, 
    0x2, 0x2, 0x82, 0x84, 0x5, 0x1c, 0xf, 0x2, 0x83, 0x81, 0x3, 0x2, 0x2, 
    0x2, 0x84, 0x87, 0x3, 0x2, 0x2, 0x2, 0x85, 0x83, 0x3, 0x2, 0x2, 0x2, 
    0x85, 0x86, 0x3, 0x2, 0x2, 0x2, 0x86, 0x1b, 0x3, 0x2, 0x2, 0x2, 0x87, 
    0x85, 0x3, 0x2, 0x2, 0x2, 0x88, 0x8d, 0x5, 0x1e, 0x10, 0x2, 0x89, 0x8a, 
    0x9, 0x7, 0x2, 0x2, 0x8a, 0x8c, 0x5, 0x1e, 0x10, 0x2, 0x8b, 0x89, 0x3, 
    0x2, 0x2, 0x2, 0x8c, 0x8f, 0x3, 0x2, 0x2, 0x2, 0x8d, 0x8b, 0x3, 0x2, 
    0x2, 0x2, 0x8d, 0x8e, 0x3, 0x2, 0x2, 0x2, 0x8e, 0x1d, 0x3, 0x2, 0x2, 
    0x2, 0x8f, 0x8d, 0x3, 0x2, 0x2, 0x2, 0x90, 0x91, 0x9, 0x6, 0x2, 0x2, 
    0x91, 0x94, 0x5, 0x1e, 0x10, 0x2, 0x92, 0x94, 0x5, 0x20, 0x11, 0x2, 
    0x93, 0x90, 0x3, 0x2, 0x2, 0x2, 0x93, 0x92, 0x3, 0x2, 0x2, 0x2, 0x94, 
    0x1f, 0x3, 0x2, 0x2, 0x2, 0x95, 0x9b, 0x5, 0x28, 0x15, 0x2, 0x96, 0x9b, 
    0x5, 0x2a, 0x16, 0x2, 0x97, 0x9b, 0x5, 0x24, 0x13, 0x2, 0x98, 0x9b, 
    0x5, 0x26, 0x14, 0x2, 0x99, 0x9b, 0x5, 0x22, 0x12, 0x2, 0x9a, 0x95, 
    0x3, 0x2, 0x2, 0x2, 0x9a, 0x96, 0x3, 0x2, 0x2, 0x2, 0x9a, 0x97, 0x3, 
    0x2, 0x2, 0x2, 0x9a, 0x98, 0x3, 0x2, 0x2, 0x2, 0x9a, 0x99, 0x3, 0x2, 
    0x2, 0x2, 0x9b, 0x21, 0x3, 0x2, 0x2, 0x2, 0x9c, 0x9d, 0x7, 0x1f, 0x2, 
    0x2, 0x9d, 0x9e, 0x5, 0x4, 0x3, 0x2, 0x9e, 0x9f, 0x7, 0x20, 0x2, 0x2, 
    0x9f, 0x23, 0x3, 0x2, 0x2, 0x2, 0xa0, 0xa1, 0x7, 0x2a, 0x2, 0x2, 0xa1, 
    0xaa, 0x7, 0x1f, 0x2, 0x2, 0xa2, 0xa7, 0x5, 0x1a, 0xe, 0x2, 0xa3, 0xa4, 
    0x7, 0x21, 0x2, 0x2, 0xa4, 0xa6, 0x5, 0x1a, 0xe, 0x2, 0xa5, 0xa3, 0x3, 
    0x2, 0x2, 0x2, 0xa6, 0xa9, 0x3, 0x2, 0x2, 0x2, 0xa7, 0xa5, 0x3, 0x2, 
    0x2, 0x2, 0xa7, 0xa8, 0x3, 0x2, 0x2, 0x2, 0xa8, 0xab, 0x3, 0x2, 0x2, 
    0x2, 0xa9, 0xa7, 0x3, 0x2, 0x2, 0x2, 0xaa, 0xa2, 0x3, 0x2, 0x2, 0x2, 
    0xaa, 0xab, 0x3, 0x2, 0x2, 0x2, 0xab, 0xac, 0x3, 0x2, 0x2, 0x2, 0xac, 
    0xad, 0x7, 0x20, 0x2, 0x2, 0xad, 0x25, 0x3, 0x2, 0x2, 0x2, 0xae, 0xaf, 
    0x7, 0x29, 0x2, 0x2, 0xaf, 0xb2, 0x7, 0x1f, 0x2, 0x2, 0xb0, 0xb3, 0x5, 
    0x2a, 0x16, 0x2, 0xb1, 0xb3, 0x5, 0x24, 0x13, 0x2, 0xb2, 0xb0, 0x3, 
    0x2, 0x2, 0x2, 0xb2, 0xb1, 0x3, 0x2, 0x2, 0x2, 0xb3, 0xb4, 0x3, 0x2, 
    0x2, 0x2, 0xb4, 0xb5, 0x7, 0x20, 0x2, 0x2, 0xb5, 0x27, 0x3, 0x2, 0x2, 
    0x2, 0xb6, 0xbf, 0x7, 0x10, 0x2, 0x2, 0xb7, 0xbf, 0x7, 0xe, 0x2, 0x2, 
    0xb8, 0xbf, 0x7, 0xf, 0x2, 0x2, 0xb9, 0xbf, 0x7, 0xc, 0x2, 0x2, 0xba, 
    0xbf, 0x7, 0xd, 0x2, 0x2, 0xbb, 0xbf, 0x7, 0xb, 0x2, 0x2, 0xbc, 0xbd, 
    0x7, 0x28, 0x2, 0x2, 0xbd, 0xbf, 0x7, 0xe, 0x2, 0x2, 0xbe, 0xb6, 0x3, 
    0x2, 0x2, 0x2, 0xbe, 0xb7, 0x3, 0x2, 0x2, 0x2, 0xbe, 0xb8, 0x3, 0x2, 
    0x2, 0x2, 0xbe, 0xb9, 0x3, 0x2, 0x2, 0x2, 0xbe, 0xba, 0x3, 0x2, 0x2, 
    0x2, 0xbe, 0xbb, 0x3, 0x2, 0x2, 0x2, 0xbe, 0xbc, 0x3, 0x2, 0x2, 0x2, 
    0xbf, 0x29, 0x3, 0x2, 0x2, 0x2, 0xc0, 0xc7, 0x5, 0x2c, 0x17, 0x2, 0xc1, 
    0xc2, 0x7, 0x22, 0x2, 0x2, 0xc2, 0xc6, 0x5, 0x2c, 0x17, 0x2, 0xc3, 0xc6, 
    0x7, 0x2b, 0x2, 0x2, 0xc4, 0xc6, 0x7, 0x2c, 0x2, 0x2, 0xc5, 0xc1, 0x3, 
    0x2, 0x2, 0x2, 0xc5, 0xc3, 0x3, 0x2, 0x2, 0x2, 0xc5, 0xc4, 0x3, 0x2, 
    0x2, 0x2, 0xc6, 0xc9, 0x3, 0x2, 0x2, 0x2, 0xc7, 0xc5, 0x3, 0x2, 0x2, 
    0x2, 0xc7, 0xc8, 0x3, 0x2, 0x2, 0x2, 0xc8, 0x2b, 0x3, 0x2, 0x2, 0x2, 
    0xc9, 0xc7, 0x3, 0x2, 0x2, 0x2, 0xca, 0xcb, 0x9, 0x8, 0x2, 0x2, 0xcb, 
    0x2d, 0x3, 0x2, 0x2, 0x2, 0x18, 0x2f, 0x38, 0x40, 0x46, 0x4a, 0x4f, 
    0x52, 0x57, 0x5a, 0x6f, 0x78, 0x7c, 0x85, 0x8d, 0x93, 0x9a, 0xa7, 0xaa, 
    0xb2, 0xbe, 0xc5, 0xc7, 
  };

  atn::ATNDeserializer deserializer;
  _atn = deserializer.deserialize(_serializedATN);

  size_t count = _atn.getNumberOfDecisions();
  _decisionToDFA.reserve(count);
  for (size_t i = 0; i < count; i++) { 
    _decisionToDFA.emplace_back(_atn.getDecisionState(i), i);
  }
}

FilterParser::Initializer FilterParser::_init;
