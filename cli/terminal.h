// What people see on a terminal: colours, and messages on standard error.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "turnout/filter.h"
#include "turnout/result.h"

namespace turnout::cli {

// Whether `stream` is a terminal on which escape sequences are welcome: not with NO_COLOR set, nor with TERM=dumb.
bool wants_colour(std::FILE* stream);
bool is_terminal(std::FILE* stream);

// Writes to standard error, at once. That it may be full or closed is ignored: there is nobody left to tell.
void write_error(std::string_view text);
// Writes "turnout: message" to standard error.
void print_failure(std::string_view message);

// The diagnostic of a filter or event: "error: line 1, column 9: message", excerpt with caret, "hint: ...". `place` replaces
// "line 1, column 9" when it is not empty. Control characters and malformed UTF-8 show as `?`. Ends with a newline.
std::string format_diagnostic(const Error& error, std::string_view place, bool colour);
void print_diagnostic(const Error& error, std::string_view place = {});

// "warning: line 1, column 3: message", to standard error.
void print_warning(const Warning& warning);

}  // namespace turnout::cli
