// Rules as people write them in a rule editor: two to four simple conditions, all of which must hold.
#include "bench/workload/random.h"
#include "bench/workload/shapes.h"
#include "bench/workload/text.h"

namespace turnout::workload {
namespace {

// Devices that report readings. Most rules name a device or a few, whose number grows with the rules; the others a kind, a zone
// and a narrow range of the reading.
class Rules final : public Workload {
 public:
  explicit Rules(const Options& options)
      : seed_(options.seed), devices_(std::max<std::uint64_t>(20, options.filters / 24), 0.3) {}

  void filter(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::filters), number);
    if (random.chance(0.3)) return append_narrow(random, out);
    if (random.chance(0.7)) {
      Append{out, "device = 'd{}'", devices_(random)};
    } else {
      out += "device IN (";
      std::vector<std::string> names;
      const std::size_t count = 2 + random.below(3);
      for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("d{}", devices_(random)));
      append_list(out, names);
      out += ')';
    }
    const std::size_t more = 1 + random.below(3);
    for (const std::size_t condition : random.distinct(kConditions, more)) append_condition(condition, random, out);
  }

  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    ObjectWriter object(out);
    object.raw("device", "\"d{}\"", devices_(random));
    object.raw("kind", "\"k{}\"", kind_(random));
    object.raw("zone", "\"z{}\"", zone_(random));
    object.raw("level", "\"{}\"", kLevels[level_(random)]);
    object.raw("owner", "{}", random.below(50));
    object.raw("reading", "{:.1f}", 1000 * random.real());
    object.raw("battery", "{}", random.below(101));
  }

 private:
  static constexpr std::array kLevels{"debug", "info", "notice", "warning", "error", "critical"};
  static constexpr std::size_t kConditions = 6;

  void append_narrow(Random& random, std::string& out) const {
    const double low = 950 * random.real();
    Append{out,           "kind = 'k{}' AND zone = 'z{}' AND reading BETWEEN {:.1f} AND {:.1f}",
           kind_(random), zone_(random),
           low,           low + 50 * random.real()};
    if (random.chance(0.5)) Append{out, " AND level <> '{}'", kLevels[level_(random)]};
  }

  void append_condition(std::size_t condition, Random& random, std::string& out) const {
    switch (condition) {
      case 0:
        Append{out, " AND level <> '{}'", kLevels[level_(random)]};
        break;
      case 1:
        Append{out, " AND level IN ('{}', '{}', '{}')", kLevels[random.below(2)], kLevels[2 + random.below(2)],
               kLevels[4 + random.below(2)]};
        break;
      case 2:
        Append{out, " AND reading > {}", random.below(900)};
        break;
      case 3:
        Append{out, " AND battery BETWEEN {} AND {}", random.below(40), 50 + random.below(50)};
        break;
      case 4:
        Append{out, " AND kind IN ('k{}', 'k{}', 'k{}')", kind_(random), kind_(random), kind_(random)};
        break;
      default:
        Append{out, " AND owner <> {}", random.below(50)};
    }
  }

  std::uint64_t seed_;
  Zipf devices_, kind_{40, 0.8}, zone_{200, 0.6}, level_{6, 0.5};
};

}  // namespace

std::unique_ptr<Workload> make_rules(const Options& options) { return std::make_unique<Rules>(options); }

}  // namespace turnout::workload
