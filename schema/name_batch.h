// Many names looked up in one object without regard to case, in one pass over its fields.
//
// find_field() for each of n names in m fields costs n * m; this costs n + m. It indexes the wanted names and not the fields,
// so its memory is bounded by the paths of a matcher, whatever the event.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/value_view.h"

namespace turnout::schema {

// Not thread-safe. Keeps its capacity: allocates only while a batch is larger, or a name longer, than any before.
class NameBatch {
 public:
  // Starts afresh, for `count` calls of want(). Linear.
  void begin(std::size_t count);
  // Adds a name, which must live until the last found(). O(its length).
  void want(std::string_view name);
  // Once, after all want(). Linear in the fields and their names.
  void scan(std::span<const Field> fields);
  // What find_field(fields, name, true) is for the name of the `i`-th want(). O(1).
  [[nodiscard]] const Field* found(std::size_t i) const noexcept;

 private:
  // A wanted name as it is spelled, or one that stands for all that differ from it only in case.
  struct Entry {
    std::uint64_t hash;  // kFolded is set or not: the two kinds never meet
    std::string_view name;
    const Field* field;    // of that very name; or the lowest of those that differ from it only in case, if at all
    std::uint32_t folded;  // of a spelling: the entry that stands for it
  };
  static constexpr std::uint64_t kFolded = 1;

  [[nodiscard]] std::uint64_t hash_of(std::string_view name) const noexcept;
  std::uint64_t hash_folded(std::string_view name);
  // The cell that holds `name`, or the empty one where it belongs.
  [[nodiscard]] std::size_t cell_of(std::uint64_t hash, std::string_view name) const noexcept;
  // The entry, made when there is none.
  std::uint32_t make(std::uint64_t hash, std::string_view name);

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> cells_;    // open addressing: 0 empty, else 1 + the entry
  std::vector<std::uint32_t> spelled_;  // by want(): the entry
  std::string folded_;
};

}  // namespace turnout::schema
