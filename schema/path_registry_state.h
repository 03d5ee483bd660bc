// Inside the path registry: what its members share.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "schema/event_data.h"
#include "schema/path_node.h"
#include "schema/path_registry.h"

namespace turnout::schema {

// A registered path. `next` links the paths that one node lists (PathNode::listed).
struct PathEntry {
  Path path;
  std::atomic<PathId> next{kNoPath};
};

struct PathRegistry::State {
  // Three tries in one table. Paths that ignore case lie in the second, spelled as their filters do, so that find() tells Foo
  // from foo; the third has one level: their first names, folded, each listing its paths.
  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kAnyCaseRoot = 1;  // lists the paths that ignore case and begin with an index
  static constexpr std::uint32_t kFoldedRoot = 2;
  static constexpr std::uint32_t kRoots = 3;

  State();

  // The child, or kNoNode. Wait-free.
  [[nodiscard]] std::uint32_t child(std::uint32_t parent, const Segment& segment) const noexcept;
  // The node where the path ends, or kNoNode. Not for scope sys. Wait-free.
  [[nodiscard]] std::uint32_t find_node(const Path& path) const noexcept;

  // The writer's, under the mutex.
  std::uint32_t new_node(std::uint32_t parent, std::string_view name);
  std::uint32_t make_name(std::uint32_t parent, std::string_view name);
  std::uint32_t make_child(std::uint32_t parent, const Segment& segment);
  std::uint32_t make_group(const Path& path, bool elements);
  void list(std::uint32_t node, PathId id);
  void attach(const Path& path, PathId id);

  const std::uint64_t serial;
  std::mutex writer;
  StableVector<PathNode> nodes;
  StableVector<PathEntry> paths;
  ChildTable table;
  std::array<std::atomic<PathId>, kSysFieldCount> sys;
  std::atomic<std::uint32_t> size{0};
  std::atomic<bool> has_sys{false};
  std::atomic<bool> has_any_case{false};
  std::uint32_t node_count = kRoots;  // writer's
  std::size_t path_bytes = 0;         // writer's
  Arena names;                        // writer's; what is in it never moves
};

}  // namespace turnout::schema
