// What an Event holds: fields in an arena that clear() keeps.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
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

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;  // in use
  std::size_t used_ = 0;   // of that chunk
};

struct EventData {
  std::vector<Field> attributes;                // names are unique
  std::array<ValueView, kSysFieldCount> sys{};  // missing where absent
  ValueView body;                               // missing when the event has none
  std::uint64_t registry = 0;                   // serial of the registry whose nodes the fields carry; 0: none
  Arena arena;

  void clear() noexcept;
  // A deep copy of `value` in the arena.
  ValueView store(const Value& value);
  ValueView store(ValueView value);
};

}  // namespace turnout::schema
