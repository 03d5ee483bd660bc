// Workloads over many attributes of one type: uniform, skewed, equality.
#include <array>
#include <cstddef>

#include "bench/workload/random.h"
#include "bench/workload/shapes.h"
#include "bench/workload/text.h"

namespace turnout::workload {
namespace {

constexpr int kDomain = 10'000;  // integers 0 .. 10,000, both included

int uniform_value(Random& random) { return random.between(0, kDomain); }

// A range of `width` that holds `value`; cut at the ends of the domain.
void append_range_around(std::string& out, const std::string& name, int value, int width, Random& random) {
  const int low = std::max(0, value - random.between(0, width));
  const int high = std::min(kDomain, low + width);
  const bool one_sided = random.chance(0.5);
  if (low == 0 && one_sided) {
    Append{out, "{} <= {}", name, high};
  } else if (high == kDomain && one_sided) {
    Append{out, "{} >= {}", name, low};
  } else {
    Append{out, "{} BETWEEN {} AND {}", name, low, high};
  }
}

// Values follow one of ten hidden profiles of the schema: seven independent ranges of 12% would practically never all hold.
class Uniform final : public Workload {
 public:
  explicit Uniform(const Options& options) : seed_(options.seed) {
    Random random(seed_, static_cast<std::uint64_t>(Stream::vocabulary), 0);
    for (auto& schema : profiles_) {
      for (auto& profile : schema) {
        for (int& value : profile) value = uniform_value(random);
      }
    }
  }

  void filter(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::filters), number);
    const std::size_t schema = random.below(kSchemas);
    const Profile& profile = profiles_[schema][random.below(kProfiles)];
    bool first = true;
    for (const std::size_t attribute : random.distinct(kAttributes, 7)) {
      if (!first) out += " AND ";
      first = false;
      const int value = random.chance(0.85) ? profile[attribute] : uniform_value(random);
      const std::string name = name_of(schema, attribute);
      if (random.chance(0.3)) {
        Append{out, "{} = {}", name, value};
      } else {
        append_range_around(out, name, value, static_cast<int>(kDomain * (0.02 + 0.20 * random.real())), random);
      }
    }
  }

  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    const std::size_t schema = random.below(kSchemas);
    const Profile& profile = profiles_[schema][random.below(kProfiles)];
    ObjectWriter object(out);
    for (const std::size_t attribute : random.distinct(kAttributes, 15 + random.below(11))) {
      object.raw(name_of(schema, attribute), "{}", random.chance(0.9) ? profile[attribute] : uniform_value(random));
    }
  }

 private:
  static constexpr std::size_t kSchemas = 16, kProfiles = 10, kAttributes = 25;
  using Profile = std::array<int, kAttributes>;

  static std::string name_of(std::size_t schema, std::size_t attribute) {
    return fmt::format("a{:03}", schema * kAttributes + attribute);
  }

  std::uint64_t seed_;
  std::array<std::array<Profile, kProfiles>, kSchemas> profiles_{};
};

class Skewed final : public Workload {
 public:
  explicit Skewed(const Options& options) : seed_(options.seed) {}

  void filter(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::filters), number);
    const std::size_t count = 6 + random.below(2);
    std::vector<std::size_t> attributes;
    while (attributes.size() < count) {
      const std::size_t attribute = attribute_(random);
      if (std::find(attributes.begin(), attributes.end(), attribute) == attributes.end()) attributes.push_back(attribute);
    }
    const std::size_t equality = random.chance(0.05) ? random.below(count) : count;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) out += " AND ";
      const std::string name = fmt::format("a{:02}", attributes[i]);
      if (i == equality) {
        Append{out, "{} = {}", name, uniform_value(random)};
      } else {
        append_range(out, name, static_cast<int>(kDomain * (0.2 + 0.3 * random.real())), random);
      }
    }
  }

  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    ObjectWriter object(out);
    for (std::size_t i = 0; i < kAttributes; ++i) object.raw(fmt::format("a{:02}", i), "{}", uniform_value(random));
  }

 private:
  static constexpr std::size_t kAttributes = 30;

  static void append_range(std::string& out, const std::string& name, int width, Random& random) {
    const double kind = random.real();
    if (kind < 0.15) {
      Append{out, "{} < {}", name, width};
    } else if (kind < 0.30) {
      Append{out, "{} > {}", name, kDomain - width};
    } else {
      const int low = random.between(0, kDomain - width);
      Append{out, "{} BETWEEN {} AND {}", name, low, low + width};
    }
  }

  std::uint64_t seed_;
  Zipf attribute_{kAttributes, 1.0};
};

class Equality final : public Workload {
 public:
  explicit Equality(const Options& options) : seed_(options.seed) {
    for (std::size_t i = 0; i < kAttributes; ++i) values_.emplace_back(100 + i * 900 / (kAttributes - 1), 1.2);
  }

  void filter(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::filters), number);
    bool first = true;
    for (const std::size_t attribute : random.distinct(kAttributes, 5)) {
      Append{out, "{}s{:02} = 'v{}'", first ? "" : " AND ", attribute, values_[attribute](random)};
      first = false;
    }
  }

  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    ObjectWriter object(out);
    for (std::size_t i = 0; i < kAttributes; ++i) object.raw(fmt::format("s{:02}", i), "\"v{}\"", values_[i](random));
  }

 private:
  static constexpr std::size_t kAttributes = 20;

  std::uint64_t seed_;
  std::vector<Zipf> values_;  // by attribute
};

}  // namespace

std::unique_ptr<Workload> make_uniform(const Options& options) { return std::make_unique<Uniform>(options); }
std::unique_ptr<Workload> make_skewed(const Options& options) { return std::make_unique<Skewed>(options); }
std::unique_ptr<Workload> make_equality(const Options& options) { return std::make_unique<Equality>(options); }

}  // namespace turnout::workload
