// How a line of an events file becomes an event.
#pragma once

#include <cstdint>
#include <string_view>

#include "turnout/event.h"

namespace turnout::cli {

enum class EventFormat : std::uint8_t {
  json,        // the line is the body; the event has no attributes
  cloudevents  // a CloudEvents 1.0 structured-mode event
};

Result<void> read_event(EventReader& reader, EventFormat format, std::string_view text, Event& event);

}  // namespace turnout::cli
