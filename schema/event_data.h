// What an Event holds: fields in an arena that clear() keeps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "schema/value_view.h"
#include "turnout/event.h"

namespace turnout::schema {

// Bump allocator with stable addresses; reset() keeps the chunks.
class Arena {
 public:
  void* allocate(std::size_t bytes);  // 16-byte aligned
  std::string_view copy(std::string_view bytes);
  void reset() noexcept;
  // Bytes handed out since reset(), unused ends of chunks included.
  [[nodiscard]] std::size_t used_bytes() const noexcept { return passed_ + used_; }

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;   // in use
  std::size_t used_ = 0;    // of that chunk
  std::size_t passed_ = 0;  // sizes of the chunks before it
};

// Moves the fields with distinct names to the front, each with the value of its last occurrence, in the order of the first
// ones, and returns their number. Linear; `table` is working memory.
std::size_t keep_last_of_equal_names(std::span<Field> fields, std::vector<std::uint32_t>& table);

struct EventData {
  std::vector<Field> attributes;                // names are unique
  std::array<ValueView, kSysFieldCount> sys{};  // missing where absent
  ValueView body;                               // missing when the event has none
  std::uint64_t registry = 0;                   // serial of the registry whose nodes the fields carry; 0: none
  Arena arena;
  std::vector<std::uint32_t> name_table;          // working memory of keep_last_of_equal_names
  std::size_t compact_at = std::size_t{1} << 16;  // Event copies itself together when the arena has grown to this

  void clear() noexcept;
  // A deep copy of `value` in the arena; object members are unique in it. What is nested deeper than limits::kJsonDepth, and
  // a string or array of 2^32 bytes or elements and more, becomes null.
  ValueView store(const Value& value);
  ValueView store(ValueView value);
  // Becomes a deep copy of `other`.
  void assign(const EventData& other);
};

}  // namespace turnout::schema
