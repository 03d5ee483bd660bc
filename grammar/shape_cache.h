// Templates by shape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "grammar/shape_template.h"

namespace turnout::grammar {

// Bounded by entries and bytes; when full it starts anew. A shape gets a template when it is seen a second time, so that texts
// that are each of a shape of their own cost no more than a look. Not thread-safe: every thread has its own, which shares
// nothing with others and so needs no lock; what is bound to a template keeps it alive.
class ShapeCache {
 public:
  static constexpr std::size_t kEntries = 4096;
  static constexpr std::size_t kBytes = std::size_t{8} << 20;
  static constexpr std::size_t kKeyBytes = 4096;  // of one shape

  // nullptr when there is none.
  [[nodiscard]] const ShapeTemplate* find(const std::string& key) const;
  // Whether it is time for a template: the shape was seen before.
  bool wants(const std::string& key);
  void insert(const std::string& key, std::shared_ptr<const ShapeTemplate> made);

  [[nodiscard]] std::size_t size() const noexcept { return templates_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return bytes_; }

  PathTable paths;

 private:
  std::unordered_map<std::string, std::shared_ptr<const ShapeTemplate>> templates_;
  std::size_t bytes_ = 0;
  std::array<std::uint64_t, 1024> seen_{};  // hashes, the last of each residue
};

}  // namespace turnout::grammar
