// One forward pass over a JSON text with simdjson On-Demand, which keeps what a path registry references. Internal to the event
// reader: its one source file includes this and pays for simdjson's header.
//
// simdjson finds the structure (its stage 1 picks the kernel of this machine at run time, whatever this file is compiled for);
// strings and numbers are read by schema/json_scalar.h, so no part that depends on the compile-time kernel is on the hot path.
#pragma once

#include <simdjson.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/case_fold.h"
#include "schema/event_data.h"
#include "schema/json_scalar.h"
#include "schema/path_registry.h"

namespace turnout::schema {

// What is to be kept of a value.
struct Want {
  std::uint32_t node = kNoNode;  // its node in the registry: what lies below that node
  bool whole = false;            // everything
  bool keep = true;              // anything at all; of an object or array with nothing else said, its type
};

class JsonWalker {
 public:
  // Null: everything is kept.
  explicit JsonWalker(std::shared_ptr<const PathRegistry> registry) : registry_(std::move(registry)) {}

  [[nodiscard]] const PathRegistry* registry() const noexcept { return registry_.get(); }

  // Copies `json`, which begins with { or [ behind blanks, into the event's arena, where all strings stay, and indexes it.
  // False: reason() says why; so for all below.
  bool open(std::string_view json, EventData& data) {
    data_ = &data;
    reason_ = "";
    fields_.clear();
    items_.clear();
    auto* text = static_cast<char*>(data.arena.allocate(json.size() + simdjson::SIMDJSON_PADDING));
    std::memcpy(text, json.data(), json.size());
    std::memset(text + json.size(), 0, simdjson::SIMDJSON_PADDING);
    if (parser_.capacity() < json.size()) {
      // In powers of two, so that slowly growing events do not allocate each time.
      if (const auto error = parser_.allocate(std::bit_ceil(json.size()), parser_.max_depth())) return fail(error);
    }
    const simdjson::padded_string_view padded(text, json.size(), json.size() + simdjson::SIMDJSON_PADDING);
    if (const auto error = parser_.iterate(padded).get(document_)) return fail(error);
    return true;
  }

  // What is wanted of the body: everything below the registry's root.
  [[nodiscard]] Want body() const noexcept {
    if (registry_ == nullptr) return {.node = kNoNode, .whole = true, .keep = true};
    return {.node = registry_->root(), .whole = registry_->wants_whole_body(), .keep = true};
  }
  // The same for attributes, as if they were the members of one object.
  [[nodiscard]] Want attributes() const noexcept {
    if (registry_ == nullptr) return {.node = kNoNode, .whole = true, .keep = true};
    return {.node = registry_->root(), .whole = false, .keep = true};
  }

  // What is wanted of a member of the root (an attribute or a member of the body) or, with another `above`, of any object.
  Want member(const Want& above, std::string_view name) {
    Want want{.node = kNoNode, .whole = above.whole, .keep = above.whole};
    if (registry_ == nullptr) return want;
    if (above.node != kNoNode) want.node = registry_->child(above.node, name);
    if (want.node != kNoNode) want.keep = true;
    if (above.node == registry_->root() && registry_->has_any_case()) {
      folded_.clear();
      append_folded(folded_, name);
      const std::uint32_t group = registry_->folded_child(folded_);
      if (group != kNoNode) {
        want.keep = true;
        want.whole = want.whole || registry_->wants_elements(group);
      }
    }
    return want;
  }

  // An object, member by member: visit(name, value) returns false to fail and reads a value once at most. `name` stays valid in
  // the arena. `strict`: every name must be well formed; else a malformed one (which no path can name) hides its member.
  template <class Visit>
  bool members(simdjson::ondemand::object& object, bool strict, Visit&& visit) {
    for (auto result : object) {
      simdjson::ondemand::field field;
      if (const auto error = std::move(result).get(field)) return fail(error);
      // The text is our copy in the arena: escapes are undone in place.
      const char* end = nullptr;
      const auto name = unescape_json_string(const_cast<char*>(field.key().raw()), end);
      if (name) {
        if (!visit(*name, field.value())) return false;
      } else if (strict) {
        return fail("malformed escape in a member name");
      } else if (!skip(field.value())) {
        return false;
      }
    }
    return true;
  }

  // The root object. Checks that nothing follows.
  template <class Visit>
  bool root_members(Visit&& visit) {
    simdjson::ondemand::object object;
    if (const auto error = document_.get_object().get(object)) return fail(error);
    return members(object, true, visit) && at_end();
  }

  // The whole root. Checks that nothing follows.
  bool root(const Want& want, bool is_object, ValueView& out) {
    if (is_object) {
      simdjson::ondemand::object object;
      if (const auto error = document_.get_object().get(object)) return fail(error);
      return read_members(object, want, out) && at_end();
    }
    simdjson::ondemand::array array;
    if (const auto error = document_.get_array().get(array)) return fail(error);
    return read_elements(array, want, out) && at_end();
  }

  // A root that is neither object nor array: a text that check_json() accepts, without blanks around it.
  ValueView scalar(std::string_view json, EventData& data) {
    auto* text = static_cast<char*>(data.arena.allocate(json.size() + simdjson::SIMDJSON_PADDING));
    std::memcpy(text, json.data(), json.size());
    std::memset(text + json.size(), 0, simdjson::SIMDJSON_PADDING);
    ValueView out;
    if (*text == '"') {
      read_string({text, json.size()}, out);
    } else {
      read_plain({text, json.size()}, out);
    }
    return out;
  }

  // A value, as much of it as `want` says; the rest of it is skipped unread.
  bool read(simdjson::ondemand::value& value, const Want& want, ValueView& out) {
    const std::string_view token = value.raw_json_token();
    switch (token.front()) {
      case '{': {
        if (!want.whole && (want.node == kNoNode || !registry_->wants_members(want.node))) {
          out = ValueView::object(nullptr, 0);
          return true;
        }
        simdjson::ondemand::object object;
        if (const auto error = value.get_object().get(object)) return fail(error);
        return read_members(object, want, out);
      }
      case '[': {
        if (!want.whole && (want.node == kNoNode || !wants_some(want.node))) {
          out = ValueView::array({});
          return true;
        }
        simdjson::ondemand::array array;
        if (const auto error = value.get_array().get(array)) return fail(error);
        return read_elements(array, want, out);
      }
      case '"':
        return consume_string(value) && read_string(token, out);
      default:
        return read_plain(token, out);
    }
  }

  // Leaves a value unread. Its first byte must be one that can begin a value.
  bool skip(simdjson::ondemand::value& value) {
    const char c = value.raw_json_token().front();
    if (c == '"') return consume_string(value);
    return c == '{' || c == '[' || c == '-' || (c >= '0' && c <= '9') || c == 't' || c == 'f' || c == 'n' ||
           fail("expected a value");
  }

  bool fail(const char* reason) {
    reason_ = reason;
    return false;
  }
  [[nodiscard]] const char* reason() const noexcept { return reason_; }

 private:
  bool fail(simdjson::error_code error) { return fail(simdjson::error_message(error)); }

  [[nodiscard]] bool wants_some(std::uint32_t node) const noexcept {
    return registry_->wants_elements(node) || registry_->wants_some_elements(node) || registry_->child_star(node) != kNoNode;
  }

  bool at_end() { return document_.current_location().error() == simdjson::OUT_OF_BOUNDS || fail("text follows the value"); }

  bool read_members(simdjson::ondemand::object& object, const Want& want, ValueView& out) {
    const std::size_t base = fields_.size();
    const bool done = members(object, want.whole, [&](std::string_view name, simdjson::ondemand::value& value) {
      const Want below = member(want, name);
      if (!below.keep) return skip(value);
      ValueView kept;
      if (!read(value, below, kept)) return false;
      fields_.push_back({name, below.node, kept});
      return true;
    });
    if (!done) return false;
    const std::size_t count = keep_last_of_equal_names(std::span(fields_).subspan(base), data_->name_table);
    auto* fields = static_cast<Field*>(data_->arena.allocate(count * sizeof(Field)));
    std::uninitialized_copy_n(fields_.begin() + static_cast<std::ptrdiff_t>(base), count, fields);
    fields_.resize(base);
    out = ValueView::object(fields, count);
    return true;
  }

  // Without [*] and quantifiers only certain elements are wanted: the others before the last of these become null, those behind
  // it are left out.
  bool read_elements(simdjson::ondemand::array& array, const Want& want, ValueView& out) {
    const bool below = want.node != kNoNode;
    const std::uint32_t star = below ? registry_->child_star(want.node) : kNoNode;
    const bool certain = below && registry_->wants_some_elements(want.node);
    const bool all = want.whole || star != kNoNode || (below && registry_->wants_elements(want.node));
    const std::size_t base = items_.size();
    std::size_t length = 0;
    std::uint32_t index = 0;
    for (auto result : array) {
      simdjson::ondemand::value value;
      if (const auto error = std::move(result).get(value)) return fail(error);
      const std::uint32_t child = certain ? registry_->child_index(want.node, index) : kNoNode;
      ++index;
      if (!all && child == kNoNode) {
        if (!skip(value)) return false;
        if (certain) items_.push_back(ValueView::null());
        continue;
      }
      // Wanted both by its index and by [*]: the union is everything.
      const Want element{.node = child != kNoNode ? child : star, .whole = want.whole || (child != kNoNode && star != kNoNode)};
      ValueView kept;
      if (!read(value, element, kept)) return false;
      items_.push_back(kept);
      length = index;
    }
    auto* items = static_cast<ValueView*>(data_->arena.allocate(length * sizeof(ValueView)));
    std::uninitialized_copy_n(items_.begin() + static_cast<std::ptrdiff_t>(base), length, items);
    items_.resize(base);
    out = ValueView::array({items, length});
    return true;
  }

  // simdjson takes an unread string before a colon for a name, and would skip the members behind it: "a": "b": 1.
  bool consume_string(simdjson::ondemand::value& value) {
    simdjson::ondemand::raw_json_string string;
    const auto error = value.get_raw_json_string().get(string);
    return error == simdjson::SUCCESS || fail(error);
  }

  bool read_string(std::string_view token, ValueView& out) {
    const char* end = nullptr;
    const auto text = unescape_json_string(const_cast<char*>(token.data()) + 1, end);
    if (!text) return fail("malformed escape or lone surrogate in a string");
    out = ValueView::string(*text);
    return true;
  }

  bool read_plain(std::string_view token, ValueView& out) {
    const std::size_t last = token.find_last_not_of(" \t\n\r");
    token = token.substr(0, last + 1);
    if (token == "true") {
      out = ValueView::boolean(true);
    } else if (token == "false") {
      out = ValueView::boolean(false);
    } else if (token == "null") {
      out = ValueView::null();
    } else if (const auto number = parse_json_number(token)) {
      out = *number;
    } else {
      return fail("expected a value");
    }
    return true;
  }

  std::shared_ptr<const PathRegistry> registry_;
  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  EventData* data_ = nullptr;
  const char* reason_ = "";
  // Stacks: the members and elements read so far of the containers that are open.
  std::vector<Field> fields_;
  std::vector<ValueView> items_;
  std::string folded_;
};

}  // namespace turnout::schema
