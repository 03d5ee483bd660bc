#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "schema/utf8.h"

namespace turnout::cli {
namespace {

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kGreen = "\x1b[1;32m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kCyan = "\x1b[36m";
constexpr std::string_view kReset = "\x1b[0m";

std::string paint(std::string_view text, std::string_view colour, bool on) {
  return on ? fmt::format("{}{}{}", colour, text, kReset) : std::string(text);
}

std::string place_of(std::uint32_t line, std::uint32_t column) {
  return line == 0 ? std::string() : fmt::format("line {}, column {}", line, column);
}

// Text of others for a terminal: one cell for each code point, so that a caret stays below its place, and no control character,
// which could steer the terminal. Lines stay lines.
std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t before = at;
    const char32_t point = schema::next_code_point(text, at);
    const bool malformed = point == schema::kReplacement && at == before + 1;
    if (point == U'\t') {
      out += ' ';
    } else if (malformed || (point < 0x20 && point != U'\n') || (point >= 0x7f && point < 0xa0)) {
      out += '?';
    } else {
      out += text.substr(before, at - before);
    }
  }
  return out;
}

// The excerpt with its last line, the caret, in green.
std::string paint_caret(std::string_view excerpt, bool colour) {
  const std::size_t newline = excerpt.rfind('\n');
  if (newline == std::string_view::npos) return std::string(excerpt);
  return fmt::format("{}\n{}", excerpt.substr(0, newline), paint(excerpt.substr(newline + 1), kGreen, colour));
}

}  // namespace

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

bool wants_colour(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  if (no_color != nullptr && *no_color != '\0') return false;
  if (term != nullptr && std::strcmp(term, "dumb") == 0) return false;
  return is_terminal(stream);
}

void write_error(std::string_view text) {
  // Not fmt::print, which throws.
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void print_failure(std::string_view message) { write_error(fmt::format("turnout: {}\n", message)); }

std::string format_diagnostic(const Error& error, std::string_view place, bool colour) {
  const std::string where = place.empty() ? place_of(error.line, error.column) : std::string(place);
  std::string text = paint("error:", kRed, colour);
  if (!where.empty()) text += fmt::format(" {}:", where);
  text += fmt::format(" {}\n", printable(error.message));
  if (!error.excerpt.empty()) text += paint_caret(printable(error.excerpt), colour) + '\n';
  if (!error.hint.empty()) text += fmt::format("{} {}\n", paint("hint:", kCyan, colour), printable(error.hint));
  return text;
}

void print_diagnostic(const Error& error, std::string_view place) {
  write_error(format_diagnostic(error, place, wants_colour(stderr)));
}

void print_warning(const Warning& warning) {
  const std::string where = place_of(warning.line, warning.column);
  write_error(fmt::format("{} {}{}{}\n", paint("warning:", kYellow, wants_colour(stderr)), where, where.empty() ? "" : ": ",
                          printable(warning.message)));
}

}  // namespace turnout::cli
