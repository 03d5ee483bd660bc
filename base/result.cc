#include "turnout/result.h"

namespace turnout {

std::string to_string(const Error& error) {
  std::string out;
  if (error.line != 0) out = "line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": ";
  out += error.message;
  if (!error.excerpt.empty()) out += '\n' + error.excerpt;
  if (!error.hint.empty()) out += "\nhint: " + error.hint;
  return out;
}

}  // namespace turnout
