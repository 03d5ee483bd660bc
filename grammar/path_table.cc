#include "grammar/path_table.h"

#include <cstring>
#include <utility>

#include "grammar/path_builder.h"
#include "matcher/predicate/static_type.h"

namespace turnout::grammar {
namespace {

PathTable::Kind kind_of(const std::shared_ptr<const schema::Path>& path) {
  if (path->has_star()) return PathTable::Kind::star;
  predicate::Expr expr;
  expr.op = predicate::Op::path;
  expr.path = path;
  switch (predicate::static_type(expr)) {
    case predicate::StaticType::integer:
      return PathTable::Kind::sys_integer;
    case predicate::StaticType::string:
      return PathTable::Kind::sys_string;
    default:
      return PathTable::Kind::plain;
  }
}

// Cheap and good enough to spread names: their first and last eight bytes and the length.
std::size_t recent_hash(std::string_view text) noexcept {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (text.size() >= sizeof(first)) {
    std::memcpy(&first, text.data(), sizeof(first));
    std::memcpy(&last, text.data() + text.size() - sizeof(last), sizeof(last));
  } else {
    std::memcpy(&first, text.data(), text.size());
  }
  const std::uint64_t mixed = (first ^ (last * 0x9e3779b97f4a7c15U) ^ text.size()) * 0xbf58476d1ce4e5b9U;
  return static_cast<std::size_t>(mixed >> 40);
}

}  // namespace

const PathTable::Entry* PathTable::find(std::string_view text, std::span<const Token> tokens, Dialect dialect) {
  const std::string_view spelling = text.substr(tokens.front().begin, tokens.back().end - tokens.front().begin);
  if (spelling.size() > kSpellingBytes) return nullptr;
  const auto by_dialect = static_cast<std::size_t>(dialect);
  Recent& recent = recent_[by_dialect][recent_hash(spelling) % kRecent];
  if (recent.entry != nullptr && recent.spelling == spelling) return recent.entry;

  Map<Entry>& spellings = spellings_[by_dialect];
  auto known = spellings.find(spelling);
  if (known == spellings.end()) {
    if (canonical_.size() >= kSpellings || spellings.size() >= kSpellings) return nullptr;
    PathOrFinding built = build_path(text, tokens, dialect);
    auto* path = std::get_if<std::shared_ptr<const schema::Path>>(&built);
    if (path == nullptr) return nullptr;
    std::string canonical = schema::to_string(**path);
    canonical += (*path)->any_case ? '\1' : '\0';
    auto& shared = canonical_.try_emplace(std::move(canonical), std::move(*path)).first->second;
    known = spellings.emplace(std::string(spelling), Entry{shared, kind_of(shared)}).first;
  }
  recent = {known->first, &known->second};
  return recent.entry;
}

void PathTable::make_room() {
  constexpr std::size_t kNearlyFull = kSpellings - kSpellings / 8;
  bool full = canonical_.size() >= kNearlyFull;
  for (const Map<Entry>& spellings : spellings_) full = full || spellings.size() >= kNearlyFull;
  if (full) clear();
}

void PathTable::clear() {
  for (auto& table : recent_) {
    for (Recent& recent : table) recent = {};
  }
  for (Map<Entry>& spellings : spellings_) spellings.clear();
  canonical_.clear();
}

}  // namespace turnout::grammar
