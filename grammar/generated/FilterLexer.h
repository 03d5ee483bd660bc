// Generated from Filter.g4 by tools/regenerate-grammar: do not edit.
// Generated from Filter.g4 by ANTLR 4.7.2

#pragma once


#include "antlr4-runtime.h"


namespace turnout::grammar::generated {


class  FilterLexer : public antlr4::Lexer {
public:
  enum {
    OR = 1, AND = 2, NOT = 3, BETWEEN = 4, LIKE = 5, IN = 6, IS = 7, ESCAPE = 8, 
    NULL_WORD = 9, TRUE_WORD = 10, FALSE_WORD = 11, STRING = 12, BINARY = 13, 
    NUMBER = 14, IDENTIFIER = 15, QUOTED = 16, BRACKETED = 17, EQUAL = 18, 
    NOT_EQUAL = 19, LESS = 20, LESS_EQUAL = 21, GREATER = 22, GREATER_EQUAL = 23, 
    PLUS = 24, MINUS = 25, STAR = 26, SLASH = 27, PERCENT = 28, LEFT_PAREN = 29, 
    RIGHT_PAREN = 30, COMMA = 31, DOT = 32, BLANK = 33
  };

  FilterLexer(antlr4::CharStream *input);
  ~FilterLexer();

  virtual std::string getGrammarFileName() const override;
  virtual const std::vector<std::string>& getRuleNames() const override;

  virtual const std::vector<std::string>& getChannelNames() const override;
  virtual const std::vector<std::string>& getModeNames() const override;
  virtual const std::vector<std::string>& getTokenNames() const override; // deprecated, use vocabulary instead
  virtual antlr4::dfa::Vocabulary& getVocabulary() const override;

  virtual const std::vector<uint16_t> getSerializedATN() const override;
  virtual const antlr4::atn::ATN& getATN() const override;

private:
  static std::vector<antlr4::dfa::DFA> _decisionToDFA;
  static antlr4::atn::PredictionContextCache _sharedContextCache;
  static std::vector<std::string> _ruleNames;
  static std::vector<std::string> _tokenNames;
  static std::vector<std::string> _channelNames;
  static std::vector<std::string> _modeNames;

  static std::vector<std::string> _literalNames;
  static std::vector<std::string> _symbolicNames;
  static antlr4::dfa::Vocabulary _vocabulary;
  static antlr4::atn::ATN _atn;
  static std::vector<uint16_t> _serializedATN;


  // Individual action functions triggered by action() above.

  // Individual semantic predicate functions triggered by sempred() above.

  struct Initializer {
    Initializer();
  };
  static Initializer _init;
};

}  // namespace turnout::grammar::generated
