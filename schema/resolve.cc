// From an event to the values of all registered paths at once, and lookup(), its slow and obvious twin.
#include <algorithm>

#include "schema/case_fold.h"
#include "schema/elements.h"
#include "schema/path_registry.h"
#include "schema/path_registry_state.h"

namespace turnout::schema {

namespace {

constexpr unsigned bit(Scope scope) noexcept { return 1U << static_cast<unsigned>(scope); }

// Working memory of resolve(), one per thread; it keeps its capacity.
struct Scratch {
  std::vector<std::uint32_t> attribute_nodes;  // sorted
  std::vector<std::uint32_t> groups;           // nodes of folded names that the event touches
  std::string folded;
};

Scratch& scratch_of_thread() {
  thread_local Scratch scratch;
  return scratch;
}

}  // namespace

// Walks the event's fields and the trie side by side.
class Resolver {
 public:
  Resolver(const PathRegistry::State& state, const EventData& event, Slots& slots)
      : state_(state), event_(event), slots_(slots), limit_(slots.values.size()), carried_(event.registry == state.serial) {}

  void run() {
    if (state_.has_sys.load(std::memory_order_acquire)) envelope();
    Scratch& scratch = scratch_of_thread();
    attributes(scratch);
    if (!event_.body.is_missing()) body(scratch);
    if (state_.has_any_case.load(std::memory_order_acquire)) any_case(scratch);
  }

 private:
  using State = PathRegistry::State;

  void put(PathId id, ValueView value) {
    if (id >= limit_) return;  // kNoPath too
    slots_.values[id] = value;
    slots_.present.push_back(id);
  }

  std::uint32_t node_of(std::uint32_t parent, const Field& field) const noexcept {
    if (carried_ && field.node != kNoNode) return field.node;
    return state_.table.find(state_.nodes, parent, field.name);
  }

  void envelope() {
    for (std::size_t i = 0; i < kSysFieldCount; ++i) {
      if (!event_.sys[i].is_missing()) put(state_.sys[i].load(std::memory_order_acquire), event_.sys[i]);
    }
  }

  void attributes(Scratch& scratch) {
    scratch.attribute_nodes.clear();
    const bool remember = event_.body.type() == ValueType::object;
    for (const Field& field : event_.attributes) {
      const std::uint32_t node = node_of(State::kRoot, field);
      if (node == kNoNode) continue;
      if (remember) scratch.attribute_nodes.push_back(node);
      deliver(field.value, node, bit(Scope::any) | bit(Scope::user));
    }
    std::sort(scratch.attribute_nodes.begin(), scratch.attribute_nodes.end());
  }

  void body(const Scratch& scratch) {
    const PathNode& root = state_.nodes[State::kRoot];
    deliver_here(event_.body, root, bit(Scope::data));
    if (event_.body.type() == ValueType::array) return deliver_elements(event_.body, State::kRoot, bit(Scope::data));
    if (event_.body.type() != ValueType::object) return;
    const std::vector<std::uint32_t>& taken = scratch.attribute_nodes;
    for (const Field& field : std::span(event_.body.fields(), event_.body.size())) {
      const std::uint32_t node = node_of(State::kRoot, field);
      if (node == kNoNode) continue;
      const bool hidden = !taken.empty() && std::binary_search(taken.begin(), taken.end(), node);
      deliver(field.value, node, hidden ? bit(Scope::data) : bit(Scope::data) | bit(Scope::any));
    }
  }

  // `scopes`: which of the three the value belongs to.
  void deliver(ValueView value, std::uint32_t node, unsigned scopes) {
    const PathNode& here = state_.nodes[node];
    deliver_here(value, here, scopes);
    if (value.type() == ValueType::object && here.has_names.load(std::memory_order_acquire)) {
      for (const Field& field : std::span(value.fields(), value.size())) {
        const std::uint32_t below = node_of(node, field);
        if (below != kNoNode) deliver(field.value, below, scopes);
      }
    } else if (value.type() == ValueType::array) {
      deliver_elements(value, node, scopes);
    }
  }

  void deliver_here(ValueView value, const PathNode& here, unsigned scopes) {
    for (unsigned scope = 0; scope < 3; ++scope) {
      if ((scopes >> scope & 1U) != 0) put(here.ids[scope].load(std::memory_order_acquire), value);
    }
    for (PathId id = here.listed.load(std::memory_order_acquire); id != kNoPath;) {
      const PathEntry& entry = state_.paths[id];
      if ((scopes & bit(entry.path.scope)) != 0) put(id, value);
      id = entry.next.load(std::memory_order_acquire);
    }
  }

  // Visits the registered indices or the elements, whichever are fewer.
  void deliver_elements(ValueView array, std::uint32_t node, unsigned scopes) {
    const PathNode& here = state_.nodes[node];
    const std::uint32_t first = here.first_index.load(std::memory_order_acquire);
    if (first == kNoNode) return;
    if (here.index_count.load(std::memory_order_acquire) <= array.size()) {
      for (std::uint32_t at = first; at != kNoNode;) {
        const PathNode& child = state_.nodes[at];
        if (child.index < array.size()) deliver(array.elements()[child.index], at, scopes);
        at = child.next_index.load(std::memory_order_acquire);
      }
      return;
    }
    for (std::uint32_t i = 0; i < array.size(); ++i) {
      const std::uint32_t child = state_.child(node, Segment{.kind = Segment::Kind::index, .name = {}, .index = i});
      if (child != kNoNode) deliver(array.elements()[i], child, scopes);
    }
  }

  void any_case(Scratch& scratch) {
    scratch.groups.clear();
    touch(event_.attributes, scratch);
    if (event_.body.type() == ValueType::object) touch({event_.body.fields(), event_.body.size()}, scratch);
    std::sort(scratch.groups.begin(), scratch.groups.end());
    scratch.groups.erase(std::unique(scratch.groups.begin(), scratch.groups.end()), scratch.groups.end());
    scratch.groups.push_back(State::kAnyCaseRoot);
    for (const std::uint32_t group : scratch.groups) {
      for (PathId id = state_.nodes[group].listed.load(std::memory_order_acquire); id != kNoPath;) {
        const PathEntry& entry = state_.paths[id];
        if (id < limit_) {
          const ValueView value = lookup(event_, entry.path);
          if (!value.is_missing()) put(id, value);
        }
        id = entry.next.load(std::memory_order_acquire);
      }
    }
  }

  void touch(std::span<const Field> fields, Scratch& scratch) const {
    for (const Field& field : fields) {
      scratch.folded.clear();
      append_folded(scratch.folded, field.name);
      const std::uint32_t group = state_.table.find(state_.nodes, State::kFoldedRoot, scratch.folded);
      if (group != kNoNode) scratch.groups.push_back(group);
    }
  }

  const State& state_;
  const EventData& event_;
  Slots& slots_;
  const std::size_t limit_;
  const bool carried_;
};

void PathRegistry::resolve(const EventData& event, Slots& slots) const { Resolver(*state_, event, slots).run(); }

ValueView lookup(const EventData& event, const Path& path) {
  if (path.scope == Scope::sys) return event.sys[static_cast<std::size_t>(path.sys)];
  ValueView value = event.body;
  std::span<const Segment> rest = path.segments;
  if (path.scope != Scope::data) {
    if (rest.empty() || rest.front().kind != Segment::Kind::name) return {};
    const Field* attribute = find_field(event.attributes, rest.front().name, path.any_case);
    if (attribute == nullptr && path.scope == Scope::user) return {};
    if (attribute != nullptr) {
      value = attribute->value;
      rest = rest.subspan(1);
    }
  }
  for (const Segment& segment : rest) {
    if (segment.kind == Segment::Kind::star) break;
    value = step(value, segment, path.any_case);
  }
  return value;
}

}  // namespace turnout::schema
