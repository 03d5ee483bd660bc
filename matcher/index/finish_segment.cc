#include "matcher/index/finish_segment.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "matcher/index/cost_model.h"
#include "matcher/index/event_sample.h"
#include "matcher/index/layout.h"

namespace turnout::index {
namespace {

void store_names(std::span<const std::uint32_t> order, bool keep_text, const std::function<EntryName(std::uint32_t)>& name_of,
                 Segment& segment) {
  segment.ids.reserve(order.size());
  std::size_t text_bytes = 0;
  bool any_word = false;
  for (const std::uint32_t source : order) {
    const EntryName name = name_of(source);
    segment.ids.push_back(name.id);
    any_word = any_word || name.word != 0;
    text_bytes += name.text.size();
  }
  if (any_word) {
    segment.words.reserve(order.size());
    for (const std::uint32_t source : order) segment.words.push_back(name_of(source).word);
  }
  if (!keep_text) return;
  segment.text.reserve(text_bytes);
  segment.text_offsets.reserve(order.size() + 1);
  segment.text_offsets.push_back(0);
  for (const std::uint32_t source : order) {
    segment.text.append(name_of(source).text);
    segment.text_offsets.push_back(segment.text.size());
  }
}

}  // namespace

Result<void> finish_segment(Segment& segment, EncodedFilters& encoded, PackOptions options,
                            const std::function<EntryName(std::uint32_t)>& name_of) {
  std::vector<std::uint32_t> order;
  if (options.piece) {
    write_flat(segment, encoded, order);
  } else {
    segment.probes = build_probes(segment);
    const bool learns = options.sample != nullptr && segment.locations.size() >= kLearningMin;
    if (learns) segment.events_known = options.sample->noted();
    const CostModel costs(segment, encoded.constant_counts, learns ? options.sample : nullptr);
    Layout layout(segment, costs);
    if (Result<void> ok = layout.run(encoded, order); !ok) return ok;
    finish_probes(segment.probes);
  }
  encoded.atoms = {};
  encoded.alternatives = {};
  encoded.constant_counts = {};
  store_names(order, options.keep_text, name_of, segment);
  segment.programs.shrink_to_fit();
  if (options.piece) return {};
  if (const std::optional<SubscriptionId> twice = segment.by_id.build(segment.ids)) {
    return Error{ErrorCode::already_exists, "subscription " + std::to_string(twice->value) + " was added twice", "", 0, 0, {}};
  }
  return {};
}

}  // namespace turnout::index
