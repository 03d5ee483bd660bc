// From an event to the values of all registered paths at once, and lookup(), its slow and obvious twin.
#include <algorithm>
#include <functional>

#include "schema/case_fold.h"
#include "schema/elements.h"
#include "schema/name_batch.h"
#include "schema/path_registry.h"
#include "schema/path_registry_state.h"

namespace turnout::schema {

namespace {

constexpr unsigned bit(Scope scope) noexcept { return 1U << static_cast<unsigned>(scope); }

// A path that ignores case, on its way through the event.
struct Cursor {
  ValueView value;        // so far
  std::string_view name;  // what comes next
  const Field* field;     // that the name chose, or nullptr
  PathId id;
  std::uint32_t next;  // the name's segment
  Scope scope;
};

// Working memory of resolve(), one per thread; it keeps its capacity.
struct Scratch {
  std::vector<std::uint32_t> attribute_nodes;  // sorted
  std::vector<std::uint32_t> groups;           // nodes of folded names that the event touches
  std::vector<Cursor> cursors;
  NameBatch batch;
  std::string folded;
};

// Looking for each name alone is faster than a batch for up to this many names, or among up to this many fields.
constexpr std::size_t kFewNames = 4;
constexpr std::size_t kFewFields = 8;

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

  // All paths that ignore case go through the event abreast: those that have come to the same large object look their next
  // names up in it together, so it is scanned once however many paths and spellings lead into it.
  void any_case(Scratch& scratch) {
    scratch.groups.clear();
    touch(event_.attributes, scratch);
    if (event_.body.type() == ValueType::object) touch({event_.body.fields(), event_.body.size()}, scratch);
    std::sort(scratch.groups.begin(), scratch.groups.end());
    scratch.groups.erase(std::unique(scratch.groups.begin(), scratch.groups.end()), scratch.groups.end());
    scratch.groups.push_back(State::kAnyCaseRoot);
    scratch.cursors.clear();
    for (const std::uint32_t group : scratch.groups) {
      for (PathId id = state_.nodes[group].listed.load(std::memory_order_acquire); id != kNoPath;) {
        if (id < limit_) start(id, scratch.cursors);
        id = state_.paths[id].next.load(std::memory_order_acquire);
      }
    }
    if (event_.attributes.size() > kFewFields) {
      choose_attributes(event_.attributes, scratch);
      settle(scratch.cursors);
    }
    while (!scratch.cursors.empty()) {
      choose_members(scratch);
      settle(scratch.cursors);
    }
  }

  void start(PathId id, std::vector<Cursor>& cursors) {
    const Path& path = state_.paths[id].path;
    Cursor cursor{.value = event_.body, .name = {}, .field = nullptr, .id = id, .next = 0, .scope = path.scope};
    if (path.scope != Scope::data) {
      const Segment& first = path.segments.front();
      if (first.kind != Segment::Kind::name) return;  // only the body has elements
      cursor.name = first.name;
      if (event_.attributes.size() > kFewFields) return cursors.push_back(cursor);
      cursor.field = find_field(event_.attributes, cursor.name, true);
      if (hides_body(cursor)) follow(cursor);
    }
    if (waits(cursor)) cursors.push_back(cursor);
  }

  // The first names that are an attribute, or may be one.
  static void choose_attributes(std::span<const Field> attributes, Scratch& scratch) {
    const auto begin = scratch.cursors.begin();
    const auto end =
        std::partition(begin, scratch.cursors.end(), [](const Cursor& cursor) { return cursor.scope != Scope::data; });
    const std::span<Cursor> run(begin, end);
    choose(run, attributes, scratch.batch);
    for (Cursor& cursor : run) {
      if (hides_body(cursor)) follow(cursor);
    }
  }

  static bool hides_body(const Cursor& cursor) noexcept { return cursor.field != nullptr || cursor.scope == Scope::user; }

  static void choose_members(Scratch& scratch) {
    std::vector<Cursor>& cursors = scratch.cursors;
    const auto by_object = [](const Cursor& a, const Cursor& b) { return std::less<>()(a.value.fields(), b.value.fields()); };
    // Most often all are at the same object.
    if (!std::is_sorted(cursors.begin(), cursors.end(), by_object)) std::sort(cursors.begin(), cursors.end(), by_object);
    for (auto begin = cursors.begin(); begin != cursors.end();) {
      const ValueView object = begin->value;
      const auto end = std::find_if(begin, cursors.end(), [&](const Cursor& cursor) {
        return cursor.value.fields() != object.fields() || cursor.value.size() != object.size();
      });
      choose({begin, end}, {object.fields(), object.size()}, scratch.batch);
      std::for_each(begin, end, follow);
      begin = end;
    }
  }

  // The field that the next name of each is among `fields`.
  static void choose(std::span<Cursor> run, std::span<const Field> fields, NameBatch& batch) {
    if (run.size() <= kFewNames) {
      for (Cursor& cursor : run) cursor.field = find_field(fields, cursor.name, true);
      return;
    }
    batch.begin(run.size());
    for (const Cursor& cursor : run) batch.want(cursor.name);
    batch.scan(fields);
    for (std::size_t i = 0; i < run.size(); ++i) run[i].field = batch.found(i);
  }

  static void follow(Cursor& cursor) {
    cursor.value = cursor.field == nullptr ? ValueView{} : cursor.field->value;
    ++cursor.next;
  }

  // Keeps those that wait.
  void settle(std::vector<Cursor>& cursors) {
    auto kept = cursors.begin();
    for (Cursor& cursor : cursors) {
      if (waits(cursor)) *kept++ = cursor;
    }
    cursors.erase(kept, cursors.end());
  }

  // Goes on through elements and small objects. Whether it comes to a large one, where it waits for the others; else it
  // delivers what it arrives at, if anything.
  bool waits(Cursor& cursor) {
    if (cursor.value.is_missing()) return false;
    const std::vector<Segment>& segments = state_.paths[cursor.id].path.segments;
    for (; cursor.next < segments.size(); ++cursor.next) {
      const Segment& segment = segments[cursor.next];
      if (segment.kind == Segment::Kind::star) break;
      const bool large = cursor.value.type() == ValueType::object && cursor.value.size() > kFewFields;
      if (large && segment.kind == Segment::Kind::name) {
        cursor.name = segment.name;
        return true;
      }
      cursor.value = step(cursor.value, segment, true);
      if (cursor.value.is_missing()) return false;
    }
    put(cursor.id, cursor.value);
    return false;
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
