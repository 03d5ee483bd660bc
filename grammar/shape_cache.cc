#include "grammar/shape_cache.h"

#include <functional>
#include <utility>

namespace turnout::grammar {

const ShapeTemplate* ShapeCache::find(const std::string& key) const {
  const auto found = templates_.find(key);
  return found == templates_.end() ? nullptr : found->second.get();
}

bool ShapeCache::wants(const std::string& key) {
  if (key.size() > kKeyBytes) return false;
  const std::uint64_t hash = std::hash<std::string>()(key);
  std::uint64_t& seen = seen_[hash % seen_.size()];
  if (seen == hash) return true;
  seen = hash;
  return false;
}

void ShapeCache::insert(const std::string& key, std::shared_ptr<const ShapeTemplate> made) {
  constexpr std::size_t kPerEntry = 128;  // of the map
  const std::size_t bytes = key.size() + made->memory_bytes() + kPerEntry;
  if (templates_.size() >= kEntries || bytes_ + bytes > kBytes) {
    templates_.clear();
    bytes_ = 0;
  }
  if (templates_.emplace(key, std::move(made)).second) bytes_ += bytes;
}

}  // namespace turnout::grammar
