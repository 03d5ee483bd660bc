#include "schema/path_registry.h"

#include <algorithm>

#include "schema/case_fold.h"
#include "schema/path_registry_state.h"
#include "turnout/limits.h"

namespace turnout::schema {

namespace {

// Whether the path lies in the trie of paths that ignore case. Case means nothing without a name.
bool ignores_case(const Path& path) noexcept {
  return path.any_case && std::any_of(path.segments.begin(), path.segments.end(),
                                      [](const Segment& segment) { return segment.kind == Segment::Kind::name; });
}

std::string_view index_name(const std::uint32_t& index) noexcept {
  return {reinterpret_cast<const char*>(&index), sizeof index};
}

Error refusal(std::string message) {
  Error error;
  error.code = ErrorCode::limit;
  error.message = std::move(message);
  return error;
}

std::uint64_t next_serial() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

PathRegistry::State::State() : serial(next_serial()) {
  for (std::uint32_t node = 0; node < kRoots; ++node) nodes.make_room(node);
  for (auto& id : sys) id.store(kNoPath, std::memory_order_relaxed);
}

std::uint32_t PathRegistry::State::child(std::uint32_t parent, const Segment& segment) const noexcept {
  switch (segment.kind) {
    case Segment::Kind::name:
      return table.find(nodes, parent, segment.name);
    case Segment::Kind::index:
      return table.find(nodes, parent | kIndexTag, index_name(segment.index));
    case Segment::Kind::star:
      return nodes[parent].star.load(std::memory_order_acquire);
  }
  return kNoNode;
}

std::uint32_t PathRegistry::State::find_node(const Path& path) const noexcept {
  std::uint32_t node = ignores_case(path) ? kAnyCaseRoot : kRoot;
  for (const Segment& segment : path.segments) {
    node = child(node, segment);
    if (node == kNoNode) return kNoNode;
  }
  return node;
}

std::uint32_t PathRegistry::State::new_node(std::uint32_t parent, std::string_view name) {
  nodes.make_room(node_count);
  const std::uint32_t id = node_count++;
  nodes[id].parent = parent;
  nodes[id].name = names.copy(name);
  return id;
}

std::uint32_t PathRegistry::State::make_name(std::uint32_t parent, std::string_view name) {
  const std::uint32_t known = table.find(nodes, parent, name);
  if (known != kNoNode) return known;
  const std::uint32_t id = new_node(parent, name);
  table.insert(nodes, id);
  nodes[parent].has_names.store(true, std::memory_order_release);
  return id;
}

std::uint32_t PathRegistry::State::make_child(std::uint32_t parent, const Segment& segment) {
  if (segment.kind == Segment::Kind::name) return make_name(parent, segment.name);
  const std::uint32_t known = child(parent, segment);
  if (known != kNoNode) return known;
  PathNode& above = nodes[parent];
  if (segment.kind == Segment::Kind::star) {
    const std::uint32_t id = new_node(parent, {});
    above.star.store(id, std::memory_order_release);
    return id;
  }
  const std::uint32_t id = new_node(parent | kIndexTag, index_name(segment.index));
  nodes[id].index = segment.index;
  table.insert(nodes, id);
  nodes[id].next_index.store(above.first_index.load(std::memory_order_relaxed), std::memory_order_relaxed);
  above.first_index.store(id, std::memory_order_release);
  above.index_count.fetch_add(1, std::memory_order_release);
  return id;
}

void PathRegistry::State::list(std::uint32_t node, PathId id) {
  paths[id].next.store(nodes[node].listed.load(std::memory_order_relaxed), std::memory_order_relaxed);
  nodes[node].listed.store(id, std::memory_order_release);
}

// The node whose value readers and resolve() must see for a path that ignores case: they know it by its first name, folded.
std::uint32_t PathRegistry::State::make_group(const Path& path, bool elements) {
  if (path.segments.front().kind != Segment::Kind::name) return kAnyCaseRoot;
  const std::uint32_t group = make_name(kFoldedRoot, fold_text(path.segments.front().name));
  if (elements || path.segments.size() > 1) nodes[group].wants_elements.store(true, std::memory_order_release);
  return group;
}

void PathRegistry::State::attach(const Path& path, PathId id) {
  if (path.scope == Scope::sys) {
    sys[static_cast<std::size_t>(path.sys)].store(id, std::memory_order_release);
    has_sys.store(true, std::memory_order_release);
    return;
  }
  const bool any_case = ignores_case(path);
  std::uint32_t node = any_case ? kAnyCaseRoot : kRoot;
  std::uint32_t slot = kNoNode;  // where the first [*] hangs
  for (const Segment& segment : path.segments) {
    if (segment.kind == Segment::Kind::star && slot == kNoNode) slot = node;
    node = make_child(node, segment);
  }
  nodes[node].ids[static_cast<std::size_t>(path.scope)].store(id, std::memory_order_release);
  if (any_case) {
    list(make_group(path, false), id);
    has_any_case.store(true, std::memory_order_release);
  } else if (slot != kNoNode) {
    list(slot, id);
  }
}

PathRegistry::PathRegistry() : state_(std::make_unique<State>()) {}
PathRegistry::~PathRegistry() = default;

Result<PathId> PathRegistry::insert(const Path& path, bool elements) {
  if (path.segments.size() > limits::kPathSegments) {
    return refusal("a path has more than " + std::to_string(limits::kPathSegments) + " segments");
  }
  const std::scoped_lock lock(state_->writer);
  PathId id = find(path);
  if (id == kNoPath) {
    id = state_->size.load(std::memory_order_relaxed);
    if (id >= limits::kMatcherPaths) {
      return refusal("the filters of one matcher reference more than " + std::to_string(limits::kMatcherPaths) +
                     " distinct paths");
    }
    state_->paths.make_room(id);
    state_->paths[id].path = path;
    state_->path_bytes += path.segments.size() * sizeof(Segment);
    state_->attach(path, id);
    state_->size.store(id + 1, std::memory_order_release);
  }
  if (elements && path.scope != Scope::sys) {
    state_->nodes[state_->find_node(path)].wants_elements.store(true, std::memory_order_release);
    if (ignores_case(path)) state_->make_group(path, true);
  }
  return id;
}

PathId PathRegistry::find(const Path& path) const {
  if (path.scope == Scope::sys) return state_->sys[static_cast<std::size_t>(path.sys)].load(std::memory_order_acquire);
  const std::uint32_t node = state_->find_node(path);
  if (node == kNoNode) return kNoPath;
  return state_->nodes[node].ids[static_cast<std::size_t>(path.scope)].load(std::memory_order_acquire);
}

std::uint64_t PathRegistry::serial() const noexcept { return state_->serial; }
std::uint32_t PathRegistry::size() const noexcept { return state_->size.load(std::memory_order_acquire); }
const Path& PathRegistry::path(PathId id) const { return state_->paths[id].path; }

std::size_t PathRegistry::memory_bytes() const noexcept {
  const std::scoped_lock lock(state_->writer);
  return sizeof(State) + state_->nodes.memory_bytes() + state_->paths.memory_bytes() + state_->table.memory_bytes() +
         state_->names.used_bytes() + state_->path_bytes;
}

std::size_t PathRegistry::growth_bytes(std::size_t paths, std::size_t segments, std::size_t text_bytes) const noexcept {
  constexpr std::size_t kTextCopies = 4;  // as spelled, and folded, which takes up to three times as much
  const std::scoped_lock lock(state_->writer);
  const std::size_t nodes = segments + paths;  // a path that ignores case has one more, for its first name folded
  return state_->nodes.growth_bytes(state_->node_count + nodes) + state_->paths.growth_bytes(size() + paths) +
         state_->table.growth_bytes(nodes) + kTextCopies * text_bytes + segments * sizeof(Segment) +
         nodes * sizeof(std::uint64_t);
}

std::uint32_t PathRegistry::root() const noexcept { return State::kRoot; }

std::uint32_t PathRegistry::child(std::uint32_t node, std::string_view name) const noexcept {
  return state_->table.find(state_->nodes, node, name);
}

std::uint32_t PathRegistry::child_index(std::uint32_t node, std::uint32_t index) const noexcept {
  return state_->table.find(state_->nodes, node | kIndexTag, index_name(index));
}

std::uint32_t PathRegistry::child_star(std::uint32_t node) const noexcept {
  return state_->nodes[node].star.load(std::memory_order_acquire);
}

std::uint32_t PathRegistry::folded_child(std::string_view folded_name) const noexcept {
  return state_->table.find(state_->nodes, State::kFoldedRoot, folded_name);
}

bool PathRegistry::wants_elements(std::uint32_t node) const noexcept {
  return state_->nodes[node].wants_elements.load(std::memory_order_acquire);
}

bool PathRegistry::wants_members(std::uint32_t node) const noexcept {
  return state_->nodes[node].has_names.load(std::memory_order_acquire);
}

bool PathRegistry::wants_some_elements(std::uint32_t node) const noexcept {
  return state_->nodes[node].first_index.load(std::memory_order_acquire) != kNoNode;
}

bool PathRegistry::has_any_case() const noexcept { return state_->has_any_case.load(std::memory_order_acquire); }

bool PathRegistry::wants_whole_body() const noexcept {
  return state_->nodes[State::kAnyCaseRoot].listed.load(std::memory_order_acquire) != kNoPath;
}

}  // namespace turnout::schema
