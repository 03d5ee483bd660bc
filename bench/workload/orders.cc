// E-commerce routing: orders and orders-flat.
#include <optional>
#include <set>

#include "bench/workload/order_values.h"
#include "bench/workload/shapes.h"

namespace turnout::workload {
namespace {

// Twelve attributes; type, region and tenant always, the others in 78% of the events.
class Orders : public Workload {
 public:
  Orders(const OrderDomains& domains, std::uint64_t seed)
      : seed_(seed), values_(domains, Random(seed, static_cast<std::uint64_t>(Stream::vocabulary), 0)) {}

  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    const auto present = [&random] { return random.chance(0.78); };
    ObjectWriter object(out);
    object.string("type", values_.type(random));
    object.string("region", values_.region(random));
    object.string("tenant", values_.tenant(random));
    if (present()) object.raw("amount", "{:.2f}", OrderValues::amount(random));
    if (present()) object.string("currency", values_.currency(random));
    if (present()) object.raw("priority", "{}", random.between(0, 9));
    if (present()) object.string("status", values_.status(random));
    if (present()) object.string("channel", values_.channel(random));
    if (present()) object.raw("vip", "{}", random.chance(0.1));
    if (present()) object.string("sku", values_.sku(random));
    if (present()) object.string("country", values_.country(random));
    if (present()) object.raw("weight", "{:.3f}", OrderValues::weight(random));
  }

 protected:
  using V = OrderValues;

  [[nodiscard]] Random random_of(std::uint64_t number) const {
    return {seed_, static_cast<std::uint64_t>(Stream::filters), number};
  }
  [[nodiscard]] const OrderValues& values() const noexcept { return values_; }

  // The shape that `draw`, 0 .. 98, stands for: all but the broad ones.
  void append_shape(std::size_t draw, Random& random, std::string& out) const {
    using Shape = void (Orders::*)(Random&, std::string&) const;
    struct Weighted {
      std::size_t weight;
      Shape shape;
    };
    static constexpr std::array kShapes{
        Weighted{20, &Orders::tenant_type}, Weighted{14, &Orders::tenant_types}, Weighted{12, &Orders::region_amount},
        Weighted{11, &Orders::in_category}, Weighted{8, &Orders::vip},           Weighted{8, &Orders::one_sku},
        Weighted{7, &Orders::tenant_not},   Weighted{5, &Orders::heavy},         Weighted{4, &Orders::sku_prefix},
        Weighted{4, &Orders::or_nested},    Weighted{4, &Orders::or_top},        Weighted{2, &Orders::or_double}};
    for (const Weighted& weighted : kShapes) {
      if (draw < weighted.weight) return (this->*weighted.shape)(random, out);
      draw -= weighted.weight;
    }
  }

 private:
  // Between `low` and `high` distinct values, sorted; fewer when they will not come.
  template <class Draw>
  static std::vector<std::string> some(Random& random, int low, int high, Draw draw) {
    const auto count = static_cast<std::size_t>(random.between(low, high));
    std::set<std::string> found;
    for (std::size_t i = 0; i < count * 6 && found.size() < count; ++i) found.emplace(draw(random));
    return {found.begin(), found.end()};
  }
  void append_countries(Random& random, std::string& out) const {
    out += "country IN (";
    append_list(out, some(random, 2, 8, [this](Random& r) { return values_.country(r); }));
    out += ')';
  }

  void tenant_type(Random& random, std::string& out) const {
    Append{out, "tenant = '{}' AND type = '{}'", values_.tenant(random), values_.type(random)};
    if (random.chance(0.5)) Append{out, " AND amount > {}", V::threshold(random)};
  }
  void tenant_types(Random& random, std::string& out) const {
    Append{out, "tenant = '{}' AND type IN (", values_.tenant(random)};
    append_list(out, some(random, 2, 8, [this](Random& r) { return values_.type(r); }));
    Append{out, ") AND status <> '{}' AND priority >= {}", values_.status(random), random.between(1, 9)};
  }
  void region_amount(Random& random, std::string& out) const {
    const int low = V::threshold(random);
    Append{out,
           "type = '{}' AND region = '{}' AND amount BETWEEN {} AND {} AND currency = '{}'",
           values_.type(random),
           values_.region(random),
           low,
           low * random.between(2, 9),
           values_.currency(random)};
  }
  void in_category(Random& random, std::string& out) const {
    Append{out, "type = '{}' AND sku LIKE '{}.%' AND ", values_.type(random), values_.category(random)};
    append_countries(random, out);
  }
  void vip(Random& random, std::string& out) const {
    out += "region IN (";
    append_list(out, some(random, 2, 6, [this](Random& r) { return values_.region(r); }));
    Append{out,
           ") AND status = '{}' AND channel = '{}' AND amount > {} AND vip = TRUE AND country = '{}'",
           values_.status(random),
           values_.channel(random),
           V::threshold(random),
           values_.country(random)};
  }
  void one_sku(Random& random, std::string& out) const {
    Append{out, "sku = '{}' AND status IN (", values_.sku(random)};
    append_list(out, some(random, 2, 5, [this](Random& r) { return values_.status(r); }));
    out += ')';
  }
  void tenant_not(Random& random, std::string& out) const {
    Append{out, "tenant = '{}' AND NOT (channel IN (", values_.tenant(random)};
    append_list(out, some(random, 2, 3, [this](Random& r) { return values_.channel(r); }));
    const double low = 0.1 + 3 * random.real();
    Append{out, ")) AND weight BETWEEN {:.1f} AND {:.1f}", low, 4 * low};
  }
  void heavy(Random& random, std::string& out) const {
    append_place(random, out);
    Append{out, " AND type = '{}' AND weight > {:.1f} AND sku IS NOT NULL AND priority = {}", values_.type(random),
           0.5 + 8 * random.real(), random.between(0, 9)};
  }
  void sku_prefix(Random& random, std::string& out) const {
    const std::string sku = values_.sku(random);
    Append{out, "sku LIKE '{}%' AND amount < {}", std::string_view(sku).substr(0, sku.size() - 2), V::threshold(random)};
  }
  void or_nested(Random& random, std::string& out) const {
    Append{out,
           "tenant = '{}' AND (type = '{}' OR amount >= {}) AND NOT (status = '{}')",
           values_.tenant(random),
           values_.type(random),
           V::threshold(random),
           values_.status(random)};
  }
  void or_top(Random& random, std::string& out) const {
    Append{out,
           "(tenant = '{}' AND type = '{}') OR (sku = '{}' AND status = '{}')",
           values_.tenant(random),
           values_.type(random),
           values_.sku(random),
           values_.status(random)};
  }
  void or_double(Random& random, std::string& out) const {
    Append{out, "tenant = '{}' AND (region = '{}' OR ", values_.tenant(random), values_.region(random)};
    append_countries(random, out);
    Append{out, ") AND (status = '{}' OR priority >= 8)", values_.status(random)};
  }

  // Of heavy(): where it goes.
  virtual void append_place(Random& random, std::string& out) const { Append{out, "country = '{}'", values_.country(random)}; }

  std::uint64_t seed_;
  OrderValues values_;
};

// With 1% of broad filters, and tenants as the only domain that grows: matches grow nearly as the filters do.
class GrowingOrders final : public Orders {
 public:
  explicit GrowingOrders(const Options& options)
      : Orders({std::max<std::size_t>(10, options.filters / 20), 200, 200, 0.8, 1.0, 0.5, 0.8}, options.seed) {}

  void filter(std::uint64_t number, std::string& out) const override {
    Random random = random_of(number);
    const std::size_t draw = random.below(100);
    if (draw < 99) return append_shape(draw, random, out);
    append_broad(random, out);
  }

 private:
  void append_broad(Random& random, std::string& out) const {
    switch (random.below(5)) {
      case 0:
        Append{out, "amount > {}", std::array{500, 1000, 2000}[random.below(3)]};
        break;
      case 1:
        Append{out, "priority >= {}", random.between(7, 9)};
        break;
      case 2:
        Append{out, "vip = TRUE AND channel <> '{}'", values().channel(random)};
        break;
      case 3:
        Append{out, "type = '{}'", values().type(random)};
        break;
      default:
        Append{out, "region = '{}' AND amount < {}", values().region(random), V::threshold(random)};
    }
  }
};

// Every shape names a tenant, a region, a category or a sku, and these are as many as keeps the matches of an event level.
class FlatOrders final : public Orders {
 public:
  explicit FlatOrders(const Options& options) : Orders(domains(options.filters), options.seed) {}

  void filter(std::uint64_t number, std::string& out) const override {
    Random random = random_of(number);
    append_shape(random.below(99), random, out);
  }

 private:
  static OrderDomains domains(std::uint64_t filters) {
    const auto share = [filters](std::uint64_t divisor) { return std::max<std::size_t>(2, filters / divisor); };
    return {share(900), share(1500), share(1500), 0.25, 0.25, 0.25, 0.25};
  }
  void append_place(Random& random, std::string& out) const override { Append{out, "region = '{}'", values().region(random)}; }
};

}  // namespace

std::unique_ptr<Workload> make_orders(const Options& options) { return std::make_unique<GrowingOrders>(options); }
std::unique_ptr<Workload> make_orders_flat(const Options& options) { return std::make_unique<FlatOrders>(options); }

}  // namespace turnout::workload
