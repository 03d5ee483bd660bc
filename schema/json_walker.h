// One forward pass over a JSON text, which keeps what a path registry references. Internal to the event reader.
//
// JsonIndex finds where tokens begin; what no path wants is stepped over token by token and never looked at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/case_fold.h"
#include "schema/event_data.h"
#include "schema/json_cursor.h"
#include "schema/known_names.h"
#include "schema/path_registry.h"

namespace turnout::schema {

// What is to be kept of a value.
struct Want {
  std::uint32_t node = kNoNode;              // its node in the registry: what lies below that node
  bool whole = false;                        // everything
  bool keep = true;                          // anything at all; of an object or array with nothing else said, its type
  std::uint16_t known = KnownNames::kStart;  // the last known name on the way to it
};

// Whether fields of one object may share a name: certain when it says no.
class NameRepeats {
 public:
  void add(std::uint32_t node) noexcept {
    // Nodes are numbered one after the other, so those of one object seldom meet. Names without a node are not told apart.
    const std::uint64_t bit = std::uint64_t{1} << (node % 64);
    repeated_ |= (seen_ & bit) != 0;
    seen_ |= bit;
  }
  [[nodiscard]] bool possible() const noexcept { return repeated_; }

 private:
  std::uint64_t seen_ = 0;
  bool repeated_ = false;
};

class JsonWalker {
 public:
  // Null: everything is kept.
  explicit JsonWalker(std::shared_ptr<const PathRegistry> registry) : registry_(std::move(registry)) {}

  [[nodiscard]] const PathRegistry* registry() const noexcept { return registry_.get(); }

  // Indexes `json`, which begins with { or [ behind blanks and must live while it is walked, and returns its first token. All
  // that is kept goes to the event's arena. nullptr: the text is refused, reason() says why; so for all below.
  Token open(std::string_view json, EventData& data) {
    data_ = &data;
    fields_.clear();
    items_.clear();
    if (registry_ != nullptr) known_.begin(registry_->size());
    return cursor_.open(json, data.arena);
  }

  // What is wanted of the body: everything below the registry's root.
  [[nodiscard]] Want body() const noexcept {
    if (registry_ == nullptr) return {.node = kNoNode, .whole = true};
    return {.node = registry_->root(), .whole = registry_->wants_whole_body()};
  }
  // The same for attributes, as if they were the members of one object.
  [[nodiscard]] Want attributes() const noexcept {
    if (registry_ == nullptr) return {.node = kNoNode, .whole = true};
    return {.node = registry_->root(), .whole = false};
  }

  // The object at `at`, member by member: visit(value, name, want) reads or skips the value and returns what follows it. `want`
  // is what `above` says of the member. `name` is gone when the text is: keep() it. `kAll`: visits members that no path wants
  // too. `strict`: every name must be well formed; else a malformed one (which no path can name) hides its member. Returns what
  // follows the object.
  template <bool kAll, class Visit>
  Token members(Token at, const Want& above, bool strict, Visit&& visit) {
    if (cursor_.byte(at) != '{') return fail("expected an object");
    if ((at = cursor_.enter(at)) == nullptr) return nullptr;
    if (cursor_.has(at, 1) && cursor_.byte(at) == '}') return cursor_.leave(at);
    std::uint16_t* link = &known_[above.known].first;  // to the name that is expected next
    for (;;) {
      // A name, a colon, a value and what ends it.
      if (!cursor_.has(at, 4)) [[unlikely]]
        return fail("an object is not closed");
      if (cursor_.byte(at + 1) != ':') [[unlikely]]
        return fail("expected a colon after the member name");
      KnownName& known = known_[*link];
      if (known.parent == above.node && known.begins(cursor_.place(at), cursor_.place(at + 1))) [[likely]] {
        link = &known.next;
        if (!kAll && !above.whole && !known.is_kept) {
          at = cursor_.skip(at + 2);
        } else {
          at = visit(at + 2, std::string_view(cursor_.place(at) + 1, std::size_t{known.size} - 2), below(above, known));
        }
      } else {
        at = unexpected_member(at, above, strict, link, visit);
      }
      if (at == nullptr) [[unlikely]]
        return nullptr;
      if (!cursor_.has(at, 1)) [[unlikely]]
        return fail("an object is not closed");
      const char end = cursor_.byte(at);
      if (end == '}') return cursor_.leave(at);
      if (end != ',') [[unlikely]]
        return fail("expected a comma or }");
      ++at;
    }
  }

  // The root object. Checks that nothing follows.
  template <class Visit>
  bool root_members(Token at, const Want& above, Visit&& visit) {
    return at != nullptr && at_end(members<true>(at, above, true, visit));
  }

  // The whole root, an object or array. Checks that nothing follows.
  bool root(Token at, const Want& want, ValueView& out) {
    if (at == nullptr) return false;
    return at_end(cursor_.byte(at) == '{' ? read_members(at, want, out) : read_elements(at, want, out));
  }

  // A root that is neither object nor array: a text that check_json() accepts, without blanks around it.
  bool scalar(std::string_view json, EventData& data, ValueView& out) {
    const Token at = cursor_.open(json, data.arena);
    return at != nullptr && read_scalar(at, out) != nullptr;
  }

  // A value, as much of it as `want` says; the rest of it is skipped unread. Returns what follows it.
  Token read(Token at, const Want& want, ValueView& out) {
    switch (cursor_.byte(at)) {
      case '{':
        if (want.whole || (want.node != kNoNode && registry_->wants_members(want.node))) return read_members(at, want, out);
        out = ValueView::object(nullptr, 0);
        return cursor_.skip(at);
      case '[':
        if (want.whole || (want.node != kNoNode && wants_some(want.node))) return read_elements(at, want, out);
        out = ValueView::array({});
        return cursor_.skip(at);
      default:
        return read_scalar(at, out);
    }
  }

  // What follows a value that is not read. Its first byte must be one that can begin a value.
  Token skip(Token at) { return cursor_.skip(at); }
  [[nodiscard]] bool is_object(Token at) const noexcept { return cursor_.byte(at) == '{'; }

  std::string_view keep(std::string_view name) noexcept { return cursor_.keep(name); }

  std::nullptr_t fail(const char* reason) noexcept { return cursor_.fail(reason); }
  [[nodiscard]] const char* reason() const noexcept { return cursor_.reason(); }

 private:
  [[nodiscard]] bool is_container(Token at) const noexcept { return (cursor_.byte(at) | 0x20) == '{'; }

  Token read_scalar(Token at, ValueView& out) noexcept {
    return cursor_.byte(at) == '"' ? cursor_.read_string(at, out) : cursor_.read_plain(at, out);
  }

  [[nodiscard]] bool wants_some(std::uint32_t node) const noexcept {
    return registry_->wants_elements(node) || registry_->wants_some_elements(node) || registry_->child_star(node) != kNoNode;
  }

  bool at_end(Token at) {
    if (at != nullptr && cursor_.has(at, 1)) at = fail("text follows the value");
    return at != nullptr;
  }

  // What is wanted of a member whose name is known.
  [[nodiscard]] Want below(const Want& above, const KnownName& known) const noexcept {
    return {.node = known.node,
            .whole = above.whole || (known.group != kNoNode && registry_->wants_elements(known.group)),
            .keep = above.whole || known.is_kept,
            .known = known_.number_of(known)};
  }

  // members(), of a member whose name is not the one that `link` leads to. Moves `link`.
  template <class Visit>
  [[gnu::noinline]] Token unexpected_member(Token at, const Want& above, bool strict, std::uint16_t*& link, Visit&& visit) {
    if (cursor_.byte(at) != '"') return fail("expected a member name in double quotes");
    std::string_view name;
    Want want;
    if (const KnownName* known = look_up(at, above, name, want)) {
      want = below(above, *known);
      *link = want.known;
      link = &known_[want.known].next;
    }
    if (name.data() != nullptr) return visit(at + 2, name, std::as_const(want));
    return strict ? fail("malformed escape in a member name") : cursor_.skip(at + 2);
  }

  // The entry of the name at `at`. nullptr: it can have none, and `name` and `want` are told; a malformed name has no data.
  const KnownName* look_up(Token at, const Want& above, std::string_view& name, Want& want) {
    name = cursor_.raw_string(at);
    const std::string_view quoted(name.data() - 1, name.size() + 2);
    const bool escaped = cursor_.has_escape(name);
    if (escaped) name = cursor_.unescape(name).value_or(std::string_view());
    want = {.node = kNoNode, .whole = above.whole, .keep = above.whole};
    if (above.node == kNoNode || name.data() == nullptr) return nullptr;
    if (!escaped) {
      if (const KnownName* known = known_.find(above.node, quoted)) return known;
    }
    want.node = registry_->child(above.node, name);
    std::uint32_t group = kNoNode;
    if (above.node == registry_->root() && registry_->has_any_case()) {
      folded_.clear();
      append_folded(folded_, name);
      group = registry_->folded_child(folded_);
      if (group != kNoNode && registry_->wants_elements(group)) want.whole = true;
    }
    want.keep = above.whole || want.node != kNoNode || group != kNoNode;
    return escaped ? nullptr : known_.add(above.node, quoted, want.node, group);
  }

  Token read_members(Token at, const Want& want, ValueView& out) {
    const std::size_t base = fields_.size();
    NameRepeats repeats;
    at = members<false>(at, want, want.whole, [&](Token value, std::string_view name, const Want& below) {
      if (!below.keep) return cursor_.skip(value);
      repeats.add(below.node);
      name = cursor_.keep(name);
      if (is_container(value)) {  // its members need the stack first
        ValueView kept;
        value = read(value, below, kept);
        fields_.push_back({name, below.node, kept});
        return value;
      }
      // Written where it stays: copied now it would wait for its parts to be stored.
      Field& field = fields_.emplace_back();
      field.name = name;
      field.node = below.node;
      return read_scalar(value, field.value);
    });
    if (at == nullptr) return nullptr;
    std::span<Field> read(fields_.data() + base, fields_.size() - base);
    if (repeats.possible()) read = read.first(keep_last_of_equal_names(read, data_->name_table));
    auto* fields = static_cast<Field*>(data_->arena.allocate(read.size_bytes()));
    std::uninitialized_copy(read.begin(), read.end(), fields);
    out = ValueView::object(fields, read.size());
    fields_.resize(base);
    return at;
  }

  // Without [*] and quantifiers only certain elements are wanted: the others before the last of these become null, those behind
  // it are left out.
  Token read_elements(Token at, const Want& want, ValueView& out) {
    const bool below = want.node != kNoNode;
    const std::uint32_t star = below ? registry_->child_star(want.node) : kNoNode;
    const bool certain = below && registry_->wants_some_elements(want.node);
    const bool all = want.whole || star != kNoNode || (below && registry_->wants_elements(want.node));
    const std::size_t base = items_.size();
    std::size_t length = 0;
    std::uint32_t index = 0;
    at = elements(at, [&](Token value) {
      const std::uint32_t child = certain ? registry_->child_index(want.node, index) : kNoNode;
      ++index;
      if (!all && child == kNoNode) {
        if (certain) items_.push_back(ValueView::null());
        return cursor_.skip(value);
      }
      // Wanted both by its index and by [*]: the union is everything.
      const Want element{.node = child != kNoNode ? child : star,
                         .whole = want.whole || (child != kNoNode && star != kNoNode),
                         .known = want.known};
      length = index;
      if (!is_container(value)) return read_scalar(value, items_.emplace_back());
      ValueView kept;
      value = read(value, element, kept);
      items_.push_back(kept);
      return value;
    });
    if (at == nullptr) return nullptr;
    auto* items = static_cast<ValueView*>(data_->arena.allocate(length * sizeof(ValueView)));
    std::uninitialized_copy_n(items_.begin() + static_cast<std::ptrdiff_t>(base), length, items);
    items_.resize(base);
    out = ValueView::array({items, length});
    return at;
  }

  // The array at `at`, element by element: visit() and result as of members().
  template <class Visit>
  Token elements(Token at, Visit&& visit) {
    if ((at = cursor_.enter(at)) == nullptr) return nullptr;
    if (cursor_.has(at, 1) && cursor_.byte(at) == ']') return cursor_.leave(at);
    for (;;) {
      // A value and what ends it.
      if (!cursor_.has(at, 2)) return fail("an array is not closed");
      if ((at = visit(at)) == nullptr) return nullptr;
      if (!cursor_.has(at, 1)) return fail("an array is not closed");
      const char end = cursor_.byte(at);
      if (end == ']') return cursor_.leave(at);
      if (end != ',') return fail("expected a comma or ]");
      ++at;
    }
  }

  std::shared_ptr<const PathRegistry> registry_;
  JsonCursor cursor_;
  KnownNames known_;
  EventData* data_ = nullptr;
  // Stacks: the members and elements read so far of the containers that are open.
  std::vector<Field> fields_;
  std::vector<ValueView> items_;
  std::string folded_;
};

}  // namespace turnout::schema
