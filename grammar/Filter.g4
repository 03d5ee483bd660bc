/* The filter language (docs/language.md), for ANTLR 4.
 *
 * One rule per level of binding, no left recursion, and LL(1): every decision takes one token, so the generated parser never
 * predicts and keeps no prediction cache (tools/regenerate-grammar holds it to that).
 *
 * The parser is fed by our own tokenizer (tokenizer.h), which also tells contextual words from names: the tokens of the first
 * list. The lexer rules below it are the reference that a test holds the tokenizer against; they know no context.
 */
grammar Filter;

options { superClass = FilterParserBase; }

@parser::postinclude {
#include "grammar/parser_base.h"
}

tokens { ILIKE, MISSING, ANY, ALL, TIMESTAMP, EXISTS, FUNCTION, INDEX, STAR_INDEX }

filter      : disjunction? EOF ;

disjunction : conjunction ( OR conjunction )* ;
conjunction : negation ( AND negation )* ;
negation    : NOT negation | predicate ;
predicate   : value comparison? ;

comparison  : relation ( quantified | value )
            | NOT? ( range | membership | pattern )
            | nullness
            ;
relation    : EQUAL | NOT_EQUAL | LESS | LESS_EQUAL | GREATER | GREATER_EQUAL ;
quantified  : ( ANY | ALL ) LEFT_PAREN path RIGHT_PAREN ;
range       : BETWEEN value AND value ;
membership  : IN LEFT_PAREN value ( COMMA value )* RIGHT_PAREN ;
pattern     : ( LIKE | ILIKE ) STRING ( ESCAPE STRING )? ;
nullness    : IS NOT? ( NULL_WORD | MISSING ) ;

value       : product ( ( PLUS | MINUS ) product )* ;
product     : factor ( ( STAR | SLASH | PERCENT ) factor )* ;
factor      : ( PLUS | MINUS ) factor | primary ;
primary     : literal | path | call | existence | group ;

group       : LEFT_PAREN disjunction RIGHT_PAREN ;
call        : FUNCTION LEFT_PAREN ( value ( COMMA value )* )? RIGHT_PAREN ;
existence   : EXISTS LEFT_PAREN ( path | call ) RIGHT_PAREN ;
literal     : NUMBER | STRING | BINARY | TRUE_WORD | FALSE_WORD | NULL_WORD | TIMESTAMP STRING ;
path        : name ( DOT name | INDEX | STAR_INDEX )* ;
name        : IDENTIFIER | QUOTED | BRACKETED ;

OR      : [oO] [rR] ;
AND     : [aA] [nN] [dD] ;
NOT     : [nN] [oO] [tT] ;
BETWEEN : [bB] [eE] [tT] [wW] [eE] [eE] [nN] ;
LIKE    : [lL] [iI] [kK] [eE] ;
IN      : [iI] [nN] ;
IS      : [iI] [sS] ;
ESCAPE  : [eE] [sS] [cC] [aA] [pP] [eE] ;
NULL_WORD  : [nN] [uU] [lL] [lL] ;
TRUE_WORD  : [tT] [rR] [uU] [eE] ;
FALSE_WORD : [fF] [aA] [lL] [sS] [eE] ;

STRING     : '\'' ( ~['] | '\'\'' )* '\'' ;
BINARY     : [xX] STRING ;
NUMBER     : DIGITS ( '.' DIGITS? )? EXPONENT? [lLfFdD]?
           | '.' DIGITS EXPONENT? [fFdD]?
           | '0' [xX] HEX ( '_'* HEX )* [lL]?
           | '0' [bB] [01] ( '_'* [01] )* [lL]?
           ;
IDENTIFIER : [\p{L}_$] [\p{L}\p{Nd}_$]* ;
QUOTED     : '"' ( ~["] | '""' )* '"' ;
BRACKETED  : '[' ( ~[\]] | ']]' )* ']' ;

EQUAL         : '=' ;
NOT_EQUAL     : '<>' | '!=' ;
LESS          : '<' ;
LESS_EQUAL    : '<=' ;
GREATER       : '>' ;
GREATER_EQUAL : '>=' ;
PLUS          : '+' ;
MINUS         : '-' ;
STAR          : '*' ;
SLASH         : '/' ;
PERCENT       : '%' ;
LEFT_PAREN    : '(' ;
RIGHT_PAREN   : ')' ;
COMMA         : ',' ;
DOT           : '.' ;
BLANK         : [ \t\r\n\f]+ -> skip ;

fragment DIGITS   : [0-9] ( '_'* [0-9] )* ;
fragment EXPONENT : [eE] [+\-]? DIGITS ;
fragment HEX      : [0-9a-fA-F] ;
