// Generated from Filter.g4 by tools/regenerate-grammar: do not edit.
// Generated from Filter.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"


#include "grammar/parser_base.h"


namespace turnout::grammar::generated {


class  FilterParser : public FilterParserBase {
public:
  enum {
    OR = 1, AND = 2, NOT = 3, BETWEEN = 4, LIKE = 5, IN = 6, IS = 7, ESCAPE = 8, 
    NULL_WORD = 9, TRUE_WORD = 10, FALSE_WORD = 11, STRING = 12, BINARY = 13, 
    NUMBER = 14, IDENTIFIER = 15, QUOTED = 16, BRACKETED = 17, EQUAL = 18, 
    NOT_EQUAL = 19, LESS = 20, LESS_EQUAL = 21, GREATER = 22, GREATER_EQUAL = 23, 
    PLUS = 24, MINUS = 25, STAR = 26, SLASH = 27, PERCENT = 28, LEFT_PAREN = 29, 
    RIGHT_PAREN = 30, COMMA = 31, DOT = 32, BLANK = 33, ILIKE = 34, MISSING = 35, 
    ANY = 36, ALL = 37, TIMESTAMP = 38, EXISTS = 39, FUNCTION = 40, INDEX = 41, 
    STAR_INDEX = 42
  };

  enum {
    RuleFilter = 0, RuleDisjunction = 1, RuleConjunction = 2, RuleNegation = 3, 
    RulePredicate = 4, RuleComparison = 5, RuleRelation = 6, RuleQuantified = 7, 
    RuleRange = 8, RuleMembership = 9, RulePattern = 10, RuleNullness = 11, 
    RuleValue = 12, RuleProduct = 13, RuleFactor = 14, RulePrimary = 15, 
    RuleGroup = 16, RuleCall = 17, RuleExistence = 18, RuleLiteral = 19, 
    RulePath = 20, RuleName = 21
  };

  FilterParser(antlr4::TokenStream *input);
  ~FilterParser();

  virtual std::string getGrammarFileName() const override;
  virtual const antlr4::atn::ATN& getATN() const override { return _atn; };
  virtual const std::vector<std::string>& getTokenNames() const override { return _tokenNames; }; // deprecated: use vocabulary instead.
  virtual const std::vector<std::string>& getRuleNames() const override;
  virtual antlr4::dfa::Vocabulary& getVocabulary() const override;


  class FilterContext;
  class DisjunctionContext;
  class ConjunctionContext;
  class NegationContext;
  class PredicateContext;
  class ComparisonContext;
  class RelationContext;
  class QuantifiedContext;
  class RangeContext;
  class MembershipContext;
  class PatternContext;
  class NullnessContext;
  class ValueContext;
  class ProductContext;
  class FactorContext;
  class PrimaryContext;
  class GroupContext;
  class CallContext;
  class ExistenceContext;
  class LiteralContext;
  class PathContext;
  class NameContext; 

  class  FilterContext : public antlr4::ParserRuleContext {
  public:
    FilterContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *EOF();
    DisjunctionContext *disjunction();

   
  };

  FilterContext* filter();

  class  DisjunctionContext : public antlr4::ParserRuleContext {
  public:
    DisjunctionContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<ConjunctionContext *> conjunction();
    ConjunctionContext* conjunction(size_t i);
    std::vector<antlr4::tree::TerminalNode *> OR();
    antlr4::tree::TerminalNode* OR(size_t i);

   
  };

  DisjunctionContext* disjunction();

  class  ConjunctionContext : public antlr4::ParserRuleContext {
  public:
    ConjunctionContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<NegationContext *> negation();
    NegationContext* negation(size_t i);
    std::vector<antlr4::tree::TerminalNode *> AND();
    antlr4::tree::TerminalNode* AND(size_t i);

   
  };

  ConjunctionContext* conjunction();

  class  NegationContext : public antlr4::ParserRuleContext {
  public:
    NegationContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *NOT();
    NegationContext *negation();
    PredicateContext *predicate();

   
  };

  NegationContext* negation();

  class  PredicateContext : public antlr4::ParserRuleContext {
  public:
    PredicateContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    ValueContext *value();
    ComparisonContext *comparison();

   
  };

  PredicateContext* predicate();

  class  ComparisonContext : public antlr4::ParserRuleContext {
  public:
    ComparisonContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    RelationContext *relation();
    QuantifiedContext *quantified();
    ValueContext *value();
    RangeContext *range();
    MembershipContext *membership();
    PatternContext *pattern();
    antlr4::tree::TerminalNode *NOT();
    NullnessContext *nullness();

   
  };

  ComparisonContext* comparison();

  class  RelationContext : public antlr4::ParserRuleContext {
  public:
    RelationContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *EQUAL();
    antlr4::tree::TerminalNode *NOT_EQUAL();
    antlr4::tree::TerminalNode *LESS();
    antlr4::tree::TerminalNode *LESS_EQUAL();
    antlr4::tree::TerminalNode *GREATER();
    antlr4::tree::TerminalNode *GREATER_EQUAL();

   
  };

  RelationContext* relation();

  class  QuantifiedContext : public antlr4::ParserRuleContext {
  public:
    QuantifiedContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *LEFT_PAREN();
    PathContext *path();
    antlr4::tree::TerminalNode *RIGHT_PAREN();
    antlr4::tree::TerminalNode *ANY();
    antlr4::tree::TerminalNode *ALL();

   
  };

  QuantifiedContext* quantified();

  class  RangeContext : public antlr4::ParserRuleContext {
  public:
    RangeContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *BETWEEN();
    std::vector<ValueContext *> value();
    ValueContext* value(size_t i);
    antlr4::tree::TerminalNode *AND();

   
  };

  RangeContext* range();

  class  MembershipContext : public antlr4::ParserRuleContext {
  public:
    MembershipContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *IN();
    antlr4::tree::TerminalNode *LEFT_PAREN();
    std::vector<ValueContext *> value();
    ValueContext* value(size_t i);
    antlr4::tree::TerminalNode *RIGHT_PAREN();
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  MembershipContext* membership();

  class  PatternContext : public antlr4::ParserRuleContext {
  public:
    PatternContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<antlr4::tree::TerminalNode *> STRING();
    antlr4::tree::TerminalNode* STRING(size_t i);
    antlr4::tree::TerminalNode *LIKE();
    antlr4::tree::TerminalNode *ILIKE();
    antlr4::tree::TerminalNode *ESCAPE();

   
  };

  PatternContext* pattern();

  class  NullnessContext : public antlr4::ParserRuleContext {
  public:
    NullnessContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *IS();
    antlr4::tree::TerminalNode *NULL_WORD();
    antlr4::tree::TerminalNode *MISSING();
    antlr4::tree::TerminalNode *NOT();

   
  };

  NullnessContext* nullness();

  class  ValueContext : public antlr4::ParserRuleContext {
  public:
    ValueContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<ProductContext *> product();
    ProductContext* product(size_t i);
    std::vector<antlr4::tree::TerminalNode *> PLUS();
    antlr4::tree::TerminalNode* PLUS(size_t i);
    std::vector<antlr4::tree::TerminalNode *> MINUS();
    antlr4::tree::TerminalNode* MINUS(size_t i);

   
  };

  ValueContext* value();

  class  ProductContext : public antlr4::ParserRuleContext {
  public:
    ProductContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<FactorContext *> factor();
    FactorContext* factor(size_t i);
    std::vector<antlr4::tree::TerminalNode *> STAR();
    antlr4::tree::TerminalNode* STAR(size_t i);
    std::vector<antlr4::tree::TerminalNode *> SLASH();
    antlr4::tree::TerminalNode* SLASH(size_t i);
    std::vector<antlr4::tree::TerminalNode *> PERCENT();
    antlr4::tree::TerminalNode* PERCENT(size_t i);

   
  };

  ProductContext* product();

  class  FactorContext : public antlr4::ParserRuleContext {
  public:
    FactorContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    FactorContext *factor();
    antlr4::tree::TerminalNode *PLUS();
    antlr4::tree::TerminalNode *MINUS();
    PrimaryContext *primary();

   
  };

  FactorContext* factor();

  class  PrimaryContext : public antlr4::ParserRuleContext {
  public:
    PrimaryContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    LiteralContext *literal();
    PathContext *path();
    CallContext *call();
    ExistenceContext *existence();
    GroupContext *group();

   
  };

  PrimaryContext* primary();

  class  GroupContext : public antlr4::ParserRuleContext {
  public:
    GroupContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *LEFT_PAREN();
    DisjunctionContext *disjunction();
    antlr4::tree::TerminalNode *RIGHT_PAREN();

   
  };

  GroupContext* group();

  class  CallContext : public antlr4::ParserRuleContext {
  public:
    CallContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *FUNCTION();
    antlr4::tree::TerminalNode *LEFT_PAREN();
    antlr4::tree::TerminalNode *RIGHT_PAREN();
    std::vector<ValueContext *> value();
    ValueContext* value(size_t i);
    std::vector<antlr4::tree::TerminalNode *> COMMA();
    antlr4::tree::TerminalNode* COMMA(size_t i);

   
  };

  CallContext* call();

  class  ExistenceContext : public antlr4::ParserRuleContext {
  public:
    ExistenceContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *EXISTS();
    antlr4::tree::TerminalNode *LEFT_PAREN();
    antlr4::tree::TerminalNode *RIGHT_PAREN();
    PathContext *path();
    CallContext *call();

   
  };

  ExistenceContext* existence();

  class  LiteralContext : public antlr4::ParserRuleContext {
  public:
    LiteralContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *NUMBER();
    antlr4::tree::TerminalNode *STRING();
    antlr4::tree::TerminalNode *BINARY();
    antlr4::tree::TerminalNode *TRUE_WORD();
    antlr4::tree::TerminalNode *FALSE_WORD();
    antlr4::tree::TerminalNode *NULL_WORD();
    antlr4::tree::TerminalNode *TIMESTAMP();

   
  };

  LiteralContext* literal();

  class  PathContext : public antlr4::ParserRuleContext {
  public:
    PathContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    std::vector<NameContext *> name();
    NameContext* name(size_t i);
    std::vector<antlr4::tree::TerminalNode *> DOT();
    antlr4::tree::TerminalNode* DOT(size_t i);
    std::vector<antlr4::tree::TerminalNode *> INDEX();
    antlr4::tree::TerminalNode* INDEX(size_t i);
    std::vector<antlr4::tree::TerminalNode *> STAR_INDEX();
    antlr4::tree::TerminalNode* STAR_INDEX(size_t i);

   
  };

  PathContext* path();

  class  NameContext : public antlr4::ParserRuleContext {
  public:
    NameContext(antlr4::ParserRuleContext *parent, size_t invokingState);
    virtual size_t getRuleIndex() const override;
    antlr4::tree::TerminalNode *IDENTIFIER();
    antlr4::tree::TerminalNode *QUOTED();
    antlr4::tree::TerminalNode *BRACKETED();

   
  };

  NameContext* name();


private:
  static std::vector<antlr4::dfa::DFA> _decisionToDFA;
  static antlr4::atn::PredictionContextCache _sharedContextCache;
  static std::vector<std::string> _ruleNames;
  static std::vector<std::string> _tokenNames;

  static std::vector<std::string> _literalNames;
  static std::vector<std::string> _symbolicNames;
  static antlr4::dfa::Vocabulary _vocabulary;
  static antlr4::atn::ATN _atn;
  static std::vector<uint16_t> _serializedATN;


  struct Initializer {
    Initializer();
  };
  static Initializer _init;
};

}  // namespace turnout::grammar::generated
