#include "schema/event_data.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "schema/name_hash.h"
#include "turnout/limits.h"

namespace turnout::schema {

namespace {

constexpr std::size_t kFirstChunkBytes = 4096;
// Below this many fields comparing each with each is faster than a table.
constexpr std::size_t kFewFields = 12;
constexpr std::size_t kMostElements = std::numeric_limits<std::uint32_t>::max();

template <class T>
T* allocate_array(Arena& arena, std::size_t count) {
  return static_cast<T*>(arena.allocate(count * sizeof(T)));
}

ValueView store_value(EventData& data, const Value& value, std::size_t depth);

ValueView store_array(EventData& data, const Value::Array& array, std::size_t depth) {
  if (array.size() > kMostElements) return ValueView::null();
  auto* items = allocate_array<ValueView>(data.arena, array.size());
  for (std::size_t i = 0; i < array.size(); ++i) {
    const ValueView item = store_value(data, array[i], depth + 1);
    new (items + i) ValueView(item.is_missing() ? ValueView::null() : item);
  }
  return ValueView::array({items, array.size()});
}

ValueView store_object(EventData& data, const Value::Object& object, std::size_t depth) {
  if (object.size() > kMostElements) return ValueView::null();
  auto* fields = allocate_array<Field>(data.arena, object.size());
  std::size_t count = 0;
  for (const auto& [name, value] : object) {
    const ValueView stored = store_value(data, value, depth + 1);
    new (fields + count++) Field{data.arena.copy(name), kNoNode, stored};
  }
  count = keep_last_of_equal_names({fields, count}, data.name_table);
  // A member whose last value is missing is not there.
  const Field* end = std::remove_if(fields, fields + count, [](const Field& field) { return field.value.is_missing(); });
  return ValueView::object(fields, static_cast<std::size_t>(end - fields));
}

ValueView store_value(EventData& data, const Value& value, std::size_t depth) {
  switch (value.type()) {
    case ValueType::string:
      if (value.if_string()->size() > kMostElements) return ValueView::null();
      return ValueView::string(data.arena.copy(*value.if_string()));
    case ValueType::binary:
      if (value.if_binary()->bytes.size() > kMostElements) return ValueView::null();
      return ValueView::binary(data.arena.copy(value.if_binary()->bytes));
    case ValueType::array:
      return depth >= limits::kJsonDepth ? ValueView::null() : store_array(data, *value.if_array(), depth);
    case ValueType::object:
      return depth >= limits::kJsonDepth ? ValueView::null() : store_object(data, *value.if_object(), depth);
    default:
      return ValueView::of(value);
  }
}

// Views come from an EventData, so their depth is bounded and their names are unique.
ValueView store_view(Arena& arena, ValueView value) {
  switch (value.type()) {
    case ValueType::string:
      return ValueView::string(arena.copy(value.as_bytes()));
    case ValueType::binary:
      return ValueView::binary(arena.copy(value.as_bytes()));
    case ValueType::array: {
      auto* items = allocate_array<ValueView>(arena, value.size());
      for (std::size_t i = 0; i < value.size(); ++i) new (items + i) ValueView(store_view(arena, value.elements()[i]));
      return ValueView::array({items, value.size()});
    }
    case ValueType::object: {
      auto* fields = allocate_array<Field>(arena, value.size());
      for (std::size_t i = 0; i < value.size(); ++i) {
        const Field& field = value.fields()[i];
        new (fields + i) Field{arena.copy(field.name), field.node, store_view(arena, field.value)};
      }
      return ValueView::object(fields, value.size());
    }
    default:
      return value;
  }
}

}  // namespace

void* Arena::allocate(std::size_t bytes) {
  constexpr std::size_t kAlignment = 16;
  bytes = (bytes + (kAlignment - 1)) & ~(kAlignment - 1);
  while (chunk_ < chunks_.size()) {
    const Chunk& chunk = chunks_[chunk_];
    if (chunk.size - used_ >= bytes) {
      void* place = chunk.bytes.get() + used_;
      used_ += bytes;
      return place;
    }
    passed_ += chunk.size;
    ++chunk_;
    used_ = 0;
  }
  const std::size_t size = std::max(bytes, chunks_.empty() ? kFirstChunkBytes : 2 * chunks_.back().size);
  // Default-initialised on purpose: zeroing 64 MiB would cost more than reading it.
  chunks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
  used_ = bytes;
  return chunks_.back().bytes.get();
}

std::string_view Arena::copy(std::string_view bytes) {
  if (bytes.empty()) return {};
  auto* place = static_cast<char*>(allocate(bytes.size()));
  std::memcpy(place, bytes.data(), bytes.size());
  return {place, bytes.size()};
}

void Arena::reset() noexcept {
  chunk_ = 0;
  used_ = 0;
  passed_ = 0;
}

std::size_t keep_last_of_equal_names(std::span<Field> fields, std::vector<std::uint32_t>& table) {
  std::size_t kept = 0;
  const auto keep = [&](std::size_t from) {
    if (kept != from) fields[kept] = fields[from];
    ++kept;
  };
  if (fields.size() <= kFewFields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::size_t same = 0;
      while (same < kept && fields[same].name != fields[i].name) ++same;
      if (same < kept) {
        fields[same].value = fields[i].value;
      } else {
        keep(i);
      }
    }
    return kept;
  }
  // Open addressing; a cell holds 1 + the position of a kept field. The seed differs from process to process (address space
  // layout), so that no sender can prepare names that collide.
  const std::uint64_t seed = reinterpret_cast<std::uintptr_t>(&table);
  const std::size_t mask = std::bit_ceil(2 * fields.size()) - 1;
  table.assign(mask + 1, 0);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    std::size_t cell = hash_name(fields[i].name, seed) & mask;
    while (table[cell] != 0 && fields[table[cell] - 1].name != fields[i].name) cell = (cell + 1) & mask;
    if (table[cell] != 0) {
      fields[table[cell] - 1].value = fields[i].value;
    } else {
      keep(i);
      table[cell] = static_cast<std::uint32_t>(kept);
    }
  }
  return kept;
}

void EventData::clear() noexcept {
  attributes.clear();
  sys.fill(ValueView{});
  body = ValueView{};
  registry = 0;
  arena.reset();
}

ValueView EventData::store(const Value& value) { return store_value(*this, value, 0); }

ValueView EventData::store(ValueView value) { return store_view(arena, value); }

void EventData::assign(const EventData& other) {
  if (this == &other) return;
  clear();
  attributes.reserve(other.attributes.size());
  for (const Field& field : other.attributes) {
    attributes.push_back({arena.copy(field.name), field.node, store(field.value)});
  }
  for (std::size_t i = 0; i < kSysFieldCount; ++i) sys[i] = store(other.sys[i]);
  body = store(other.body);
  registry = other.registry;
}

}  // namespace turnout::schema
