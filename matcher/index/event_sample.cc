#include "matcher/index/event_sample.h"

#include <algorithm>
#include <new>
#include <string_view>

namespace turnout::index {
namespace {

constexpr std::size_t kStringMax = 256;

}  // namespace

void EventSample::note(const schema::Slots& slots) noexcept {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return;
  if (events_.empty()) {
    try {
      events_.resize(kEvents);
    } catch (const std::bad_alloc&) { return; }  // only an estimate is lost
  }
  const std::uint64_t number = noted_.load(std::memory_order_relaxed);
  const std::size_t present = slots.present.size();
  keep(slots, present > kValues ? number * kValues % present : 0, events_[number % kEvents]);
  noted_.store(number + 1, std::memory_order_relaxed);
}

void EventSample::keep(const schema::Slots& slots, std::size_t first, Kept& event) noexcept {
  const std::size_t present = slots.present.size();
  event.count = static_cast<std::uint32_t>(std::min(present, kValues));
  event.weight = event.count == present ? 1 : static_cast<double>(present) / static_cast<double>(event.count);
  std::size_t used = 0;
  for (std::uint32_t i = 0; i < event.count; ++i) {
    const schema::PathId path = slots.present[(first + i) % present];
    schema::ValueView value = slots.values[path];
    if (value.type() == ValueType::string || value.type() == ValueType::binary) {
      const std::string_view bytes = value.as_bytes().substr(0, std::min(kStringMax, kTextBytes - used));
      std::copy(bytes.begin(), bytes.end(), event.text + used);
      const std::string_view own(event.text + used, bytes.size());
      value = value.type() == ValueType::string ? schema::ValueView::string(own) : schema::ValueView::binary(own);
      used += bytes.size();
    } else if (value.type() == ValueType::array) {
      value = schema::ValueView::array({});
    } else if (value.type() == ValueType::object) {
      value = schema::ValueView::object(nullptr, 0);
    }
    event.values[i] = {path, value};
  }
}

std::size_t EventSample::memory_bytes() const noexcept { return noted() == 0 ? 0 : kEvents * sizeof(Kept); }

}  // namespace turnout::index
