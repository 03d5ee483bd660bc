// The dense ids of the paths that the filters of one matcher reference, as a trie of names.
//
// A trie node stands for a chain of segments, whatever the scope; it carries up to three path ids, one per scope (any, user,
// data). Insert-only: node and path ids are never reused, so events may carry them. Readers never wait; writers hold a mutex.
// A path that contains [*] is registered whole, so that readers materialise what it needs; its slot is the value before the
// first [*] (an array, if anything), and what follows is walked at verification.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/event_data.h"
#include "schema/path.h"
#include "schema/value_view.h"
#include "turnout/result.h"

namespace turnout::schema {

using PathId = std::uint32_t;
inline constexpr PathId kNoPath = 0xffff'ffff;

// The values of one event by path id. resolve() fills `present` with the ids whose slot is not missing; clear() resets just
// those.
struct Slots {
  std::vector<ValueView> values;  // by PathId
  std::vector<PathId> present;
  void clear() noexcept {
    for (PathId id : present) values[id] = ValueView{};
    present.clear();
  }
};

class PathRegistry {
 public:
  PathRegistry();
  ~PathRegistry();
  PathRegistry(const PathRegistry&) = delete;
  PathRegistry& operator=(const PathRegistry&) = delete;

  // The id of `path`, registering it if new. `elements`: the path is quantified over (ANY, ALL), so readers keep its elements.
  // Error: limits::kMatcherPaths. Thread-safe.
  Result<PathId> insert(const Path& path, bool elements);
  // The id, or kNoPath. Thread-safe, wait-free.
  [[nodiscard]] PathId find(const Path& path) const;
  // A number that no other registry of this process has; never 0. Events carry it to say whose nodes they hold.
  [[nodiscard]] std::uint64_t serial() const noexcept;
  // Number of ids given so far. Thread-safe.
  [[nodiscard]] std::uint32_t size() const noexcept;
  // The path of an id below size(). Thread-safe; the reference lives as long as the registry.
  [[nodiscard]] const Path& path(PathId id) const;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  // At most what `paths` new ones of `segments` names and `text_bytes` of text altogether would add to memory_bytes(), the
  // growth of tables included. Thread-safe.
  [[nodiscard]] std::size_t growth_bytes(std::size_t paths, std::size_t segments, std::size_t text_bytes) const noexcept;

  // Looks every path of the event up, once. O(event fields that lie on registered paths), and for paths that ignore case
  // O(fields of the objects on their way, n log n in the paths whose first name the event has). Ids at or above
  // `slots.values.size()` are dropped, so size it with size() first. Thread-safe; allocates only while `slots.present` and the
  // thread's working memory grow.
  void resolve(const EventData& event, Slots& slots) const;

  // For readers: the node of a child, or kNoNode; and what a node wants materialised.
  [[nodiscard]] std::uint32_t root() const noexcept;
  [[nodiscard]] std::uint32_t child(std::uint32_t node, std::string_view name) const noexcept;
  [[nodiscard]] std::uint32_t child_index(std::uint32_t node, std::uint32_t index) const noexcept;
  [[nodiscard]] std::uint32_t child_star(std::uint32_t node) const noexcept;
  [[nodiscard]] bool wants_elements(std::uint32_t node) const noexcept;
  // The node below root() of a first name, folded by fold_text(), of paths that ignore case; kNoNode when there is none. When
  // it wants_elements(), everything below the value is kept.
  [[nodiscard]] std::uint32_t folded_child(std::string_view folded_name) const noexcept;
  [[nodiscard]] bool has_any_case() const noexcept;      // some path ignores case: readers keep names that fold to a wanted one
  [[nodiscard]] bool wants_whole_body() const noexcept;  // some path that ignores case begins with an index: data[0].x
  // What a node wants materialised below its value: members (some child is a name), or certain elements.
  [[nodiscard]] bool wants_members(std::uint32_t node) const noexcept;
  [[nodiscard]] bool wants_some_elements(std::uint32_t node) const noexcept;

  struct State;  // internal

 private:
  std::unique_ptr<State> state_;
};

// The value at `path` without a registry: the reference for resolve(), used by the naive evaluator and explain. For a path with
// [*], the value before the first [*]. Linear in the event's fields.
ValueView lookup(const EventData& event, const Path& path);

}  // namespace turnout::schema
