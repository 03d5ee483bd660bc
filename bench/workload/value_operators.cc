// Workloads of one operator each on numbers, sets and arrays.
#include <cmath>

#include "bench/workload/random.h"
#include "bench/workload/shapes.h"
#include "bench/workload/text.h"

namespace turnout::workload {
namespace {

constexpr double kMatches = 20;  // aimed at, of an event

class ValueWorkload : public Workload {
 public:
  explicit ValueWorkload(const Options& options) : seed_(options.seed), filters_(options.filters) {}

  void filter(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::filters), number);
    append_filter(number, random, out);
  }
  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    ObjectWriter object(out);
    append_members(random, object);
  }

 protected:
  [[nodiscard]] std::uint64_t filters() const noexcept { return filters_; }
  // A domain of which each value is in `kMatches / share` filters.
  [[nodiscard]] std::size_t domain(double share = 1) const {
    return std::max<std::size_t>(4, static_cast<std::size_t>(static_cast<double>(filters_) * share / kMatches));
  }

 private:
  virtual void append_filter(std::uint64_t number, Random& random, std::string& out) const = 0;
  virtual void append_members(Random& random, ObjectWriter& object) const = 0;

  std::uint64_t seed_;
  std::uint64_t filters_;
};

class Arithmetic final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  static constexpr double kMax = 1000;  // of an attribute

  // Each within a range that about one event in filters / 20 falls into.
  void append_filter(std::uint64_t number, Random& random, std::string& out) const override {
    const double share = kMatches / static_cast<double>(filters());
    if (number % 2 == 0) {
      const int factor = random.between(2, 9);
      const double range = kMax * (1 + factor), low = range * random.real();
      Append{out, "a * {} + b BETWEEN {:.4f} AND {:.4f}", factor, low, low + range * share};
    } else {
      const double range = 2 * kMax, low = range * random.real() - kMax;
      Append{out, "c - d >= {:.4f} AND c - d < {:.4f}", low, low + range * share};
    }
  }
  void append_members(Random& random, ObjectWriter& object) const override {
    for (const char* name : {"a", "b", "c", "d"}) object.raw(name, "{:.3f}", kMax * random.real());
  }
};

class AttributeCompare final : public ValueWorkload {
 public:
  // An event has 10 attributes: 45 pairs of which each way half hold, and about every other ordered pair has a filter.
  explicit AttributeCompare(const Options& options)
      : ValueWorkload(options),
        attributes_(1 + static_cast<std::uint64_t>(std::sqrt(2.0 * static_cast<double>(options.filters))) + kEventAttributes) {}

 private:
  static constexpr std::size_t kEventAttributes = 10;

  void append_filter(std::uint64_t number, Random&, std::string& out) const override {
    const std::uint64_t distance = 1 + number / attributes_, first = number % attributes_;
    Append{out, "m{} < m{}", first, (first + distance) % attributes_};
  }
  void append_members(Random& random, ObjectWriter& object) const override {
    for (const std::size_t attribute : random.distinct(attributes_, kEventAttributes)) {
      object.raw(fmt::format("m{}", attribute), "{}", random.below(10'000));
    }
  }

  std::uint64_t attributes_;
};

void append_tags(Random& random, std::size_t vocabulary, std::size_t count, ObjectWriter& object) {
  std::string tags;
  for (std::size_t i = 0; i < count; ++i) Append{tags, "{}\"t{}\"", i == 0 ? "" : ",", random.below(vocabulary)};
  object.raw("tags", "[{}]", tags);
}

class Any final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  void append_filter(std::uint64_t number, Random&, std::string& out) const override {
    Append{out, "'t{}' = ANY(tags)", number};
  }
  void append_members(Random& random, ObjectWriter& object) const override { append_tags(random, filters(), 20, object); }
};

class NotAny final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  void append_filter(std::uint64_t number, Random& random, std::string& out) const override {
    Append{out, "kind = {} AND NOT ('t{}' = ANY(tags))", random.below(domain()), number % kTags};
  }
  void append_members(Random& random, ObjectWriter& object) const override {
    object.raw("kind", "{}", random.below(domain()));
    append_tags(random, kTags, 8, object);
  }
  static constexpr std::size_t kTags = 5'000;
};

class Or5 final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  void append_filter(std::uint64_t, Random& random, std::string& out) const override {
    for (int i = 0; i < 4; ++i) Append{out, "f{} = {} OR ", i, random.below(domain(5))};
    const std::size_t low = 10 * random.below(domain(5));
    Append{out, "f4 BETWEEN {} AND {}", low, low + 9};
  }
  void append_members(Random& random, ObjectWriter& object) const override {
    for (int i = 0; i < 4; ++i) object.raw(fmt::format("f{}", i), "{}", random.below(domain(5)));
    object.raw("f4", "{}", random.below(10 * domain(5)));
  }
};

class In100 final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  void append_filter(std::uint64_t, Random& random, std::string& out) const override {
    for (int i = 0; i < 100; ++i) Append{out, "{}{}", i == 0 ? "code IN (" : ", ", random.below(domain(100))};
    out += ')';
  }
  void append_members(Random& random, ObjectWriter& object) const override {
    object.raw("code", "{}", random.below(domain(100)));
  }
};

class NotIn final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  static constexpr std::size_t kStatuses = 5'000;

  void append_filter(std::uint64_t, Random& random, std::string& out) const override {
    Append{out, "kind = {} AND status NOT IN (", random.below(domain())};
    for (int i = 0; i < 5; ++i) Append{out, "{}{}", i == 0 ? "" : ", ", random.below(kStatuses)};
    out += ')';
  }
  void append_members(Random& random, ObjectWriter& object) const override {
    object.raw("kind", "{}", random.below(domain()));
    object.raw("status", "{}", random.below(kStatuses));
  }
};

class IsNull final : public ValueWorkload {
 public:
  using ValueWorkload::ValueWorkload;

 private:
  static constexpr std::size_t kAttributes = 50;

  void append_filter(std::uint64_t, Random& random, std::string& out) const override {
    Append{out, "kind = {} AND o{} IS NULL", random.below(domain(0.5)), random.below(kAttributes)};
  }
  // Of the attributes half are there, and one in ten of those is null.
  void append_members(Random& random, ObjectWriter& object) const override {
    object.raw("kind", "{}", random.below(domain(0.5)));
    for (std::size_t i = 0; i < kAttributes; ++i) {
      if (random.chance(0.5)) continue;
      if (random.chance(0.1)) {
        object.raw(fmt::format("o{}", i), "null");
      } else {
        object.raw(fmt::format("o{}", i), "{}", random.below(100));
      }
    }
  }
};

}  // namespace

std::unique_ptr<Workload> make_arithmetic(const Options& options) { return std::make_unique<Arithmetic>(options); }
std::unique_ptr<Workload> make_attr_compare(const Options& options) { return std::make_unique<AttributeCompare>(options); }
std::unique_ptr<Workload> make_any(const Options& options) { return std::make_unique<Any>(options); }
std::unique_ptr<Workload> make_not_any(const Options& options) { return std::make_unique<NotAny>(options); }
std::unique_ptr<Workload> make_or5(const Options& options) { return std::make_unique<Or5>(options); }
std::unique_ptr<Workload> make_in100(const Options& options) { return std::make_unique<In100>(options); }
std::unique_ptr<Workload> make_not_in(const Options& options) { return std::make_unique<NotIn>(options); }
std::unique_ptr<Workload> make_is_null(const Options& options) { return std::make_unique<IsNull>(options); }

}  // namespace turnout::workload
