#include <string>
#include <string_view>

#include "turnout/explain.h"

namespace turnout {

namespace {

// Values and names come from strangers: no control character reaches the terminal.
void append_plain(std::string& out, std::string_view text) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
      continue;
    }
    out += "\\x";
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
  }
}

void append_seen(std::string& out, const std::vector<ExplainNode::Seen>& seen) {
  constexpr std::size_t kShownMax = 8;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    out += i == 0 ? "  [" : ", ";
    if (i == kShownMax) {
      out += "...";
      break;
    }
    append_plain(out, seen[i].path);
    if (seen[i].missing || seen[i].value == "NULL") {
      out += seen[i].missing ? " is missing" : " is null";
    } else {
      out += " = ";
      append_plain(out, seen[i].value);
    }
  }
  if (!seen.empty()) out += ']';
}

void append_node(std::string& out, const ExplainNode& node, std::size_t depth) {
  constexpr std::size_t kVerdictWidth = 7;  // UNKNOWN
  const std::string_view verdict = verdict_name(node.verdict);
  out.append(2 * depth, ' ');
  out += node.decisive ? "* " : "  ";
  out += verdict;
  out.append(kVerdictWidth + 2 - verdict.size(), ' ');
  append_plain(out, node.text);
  append_seen(out, node.seen);
  if (!node.note.empty()) {
    out += "  -- ";
    append_plain(out, node.note);
  }
  out += '\n';
  for (const ExplainNode& child : node.children) append_node(out, child, depth + 1);
}

void append_list(std::string& out, const std::vector<std::string>& texts, std::string_view between) {
  constexpr std::size_t kShownMax = 20;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) out += between;
    if (i == kShownMax) {
      out += "...";
      return;
    }
    append_plain(out, texts[i]);
  }
}

}  // namespace

std::string_view verdict_name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::no:
      return "FALSE";
    case Verdict::unknown:
      return "UNKNOWN";
    case Verdict::yes:
      return "TRUE";
  }
  return "";
}

std::string to_text(const Explanation& explanation) {
  std::string out;
  append_node(out, explanation.root, 0);
  out += explanation.matches ? "matches" : "does not match";
  if (!explanation.decided_by.empty()) {
    out += ", decided by: ";
    append_list(out, explanation.decided_by, "; ");
  }
  out += '\n';
  if (!explanation.missing.empty()) {
    out += "missing: ";
    append_list(out, explanation.missing, ", ");
    out += '\n';
  }
  return out;
}

}  // namespace turnout
