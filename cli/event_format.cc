#include "cli/event_format.h"

namespace turnout::cli {

Result<void> read_event(EventReader& reader, EventFormat format, std::string_view text, Event& event) {
  return format == EventFormat::cloudevents ? reader.read_cloudevent(text, event) : reader.read_body(text, event);
}

}  // namespace turnout::cli
