// The values of the orders workloads: attributes of orders, in filters and in events.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "bench/workload/random.h"
#include "bench/workload/text.h"

namespace turnout::workload {

// How many values the attributes have, and how unevenly they are used.
struct OrderDomains {
  std::size_t tenants, regions, categories;
  double tenant_skew, region_skew, category_skew, sku_skew;  // exponents of Zipf
};

class OrderValues {
 public:
  OrderValues(const OrderDomains& domains, Random random)
      : tenant_(domains.tenants, domains.tenant_skew),
        region_(domains.regions, domains.region_skew),
        category_(domains.categories, domains.category_skew),
        sku_(domains.categories * kSkusOfCategory, domains.sku_skew) {
    for (const char* subject : {"order", "payment", "shipment", "return", "cart", "invoice", "refund", "stock"}) {
      for (const char* verb : {"created", "updated", "cancelled", "completed", "failed"}) {
        types_.push_back(fmt::format("{}.{}", subject, verb));
      }
    }
    random.shuffle(types_);
    for (std::size_t i = 0; i < domains.regions; ++i) regions_.push_back(region_name(i));
    random.shuffle(regions_);
    for (std::size_t i = 0; i < sku_.size(); ++i) skus_.push_back(static_cast<std::uint32_t>(i));
    random.shuffle(skus_);
  }

  [[nodiscard]] const std::string& type(Random& random) const { return types_[type_(random)]; }
  [[nodiscard]] const std::string& region(Random& random) const { return regions_[region_(random)]; }
  [[nodiscard]] std::string tenant(Random& random) const { return fmt::format("t{:06}", tenant_(random)); }
  [[nodiscard]] std::string_view currency(Random& random) const { return kCurrencies[currency_(random)]; }
  [[nodiscard]] std::string_view status(Random& random) const { return kStatuses[status_(random)]; }
  [[nodiscard]] std::string_view channel(Random& random) const { return kChannels[channel_(random)]; }
  [[nodiscard]] std::string country(Random& random) const {
    const std::size_t number = country_(random);
    return {static_cast<char>('A' + number / 15), static_cast<char>('A' + number % 15)};
  }
  [[nodiscard]] std::string category(Random& random) const { return category_name(category_(random)); }
  [[nodiscard]] std::string sku(Random& random) const {
    const std::uint32_t number = skus_[sku_(random)];
    return fmt::format("{}.{}", category_name(number / kSkusOfCategory), 1000 + number % kSkusOfCategory);
  }
  [[nodiscard]] static double amount(Random& random) { return std::min(1e6, std::exp(4.4 + 1.4 * random.normal())); }
  [[nodiscard]] static double weight(Random& random) { return std::min(1000.0, std::exp(0.3 + 1.1 * random.normal())); }
  // A round amount, as people write in filters.
  [[nodiscard]] static int threshold(Random& random) {
    constexpr std::array kThresholds{10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2500, 5000, 10'000};
    return kThresholds[random.below(kThresholds.size())];
  }

 private:
  static constexpr std::size_t kSkusOfCategory = 250;
  static constexpr std::array<std::string_view, 30> kCurrencies{
      "EUR", "USD", "GBP", "JPY", "CNY", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "BGN", "TRY",
      "INR", "KRW", "SGD", "HKD", "TWD", "AUD", "NZD", "CAD", "MXN", "BRL", "ARS", "CLP", "ZAR", "AED", "ILS"};
  static constexpr std::array<std::string_view, 12> kStatuses{"new",      "open",      "paid",   "packed",
                                                              "shipped",  "delivered", "held",   "cancelled",
                                                              "returned", "refunded",  "failed", "archived"};
  static constexpr std::array<std::string_view, 8> kChannels{"web",     "app",         "store",  "phone",
                                                             "partner", "marketplace", "social", "kiosk"};

  static std::string region_name(std::size_t number) {
    constexpr std::array kAreas{"eu", "us", "ap", "sa", "af", "me", "ca", "cn", "in", "uk"};
    constexpr std::array kSides{"north", "south", "east", "west", "central"};
    return fmt::format("{}-{}-{}", kAreas[number % 10], kSides[number / 10 % 5], 1 + number / 50);
  }
  static std::string category_name(std::size_t number) {
    constexpr std::array kDepartments{"elec", "home", "toys", "book", "food", "auto", "wear", "tool", "pets", "gard"};
    constexpr std::array kGoods{"phone", "audio", "light", "table", "games", "novel", "snack", "tires", "shoes", "drill",
                                "cable", "lamps", "chair", "puzzl", "comic", "drink", "brake", "socks", "saws",  "seeds"};
    const std::size_t series = number / 200;
    std::string name = fmt::format("{}.{}", kDepartments[number % 10], kGoods[number / 10 % 20]);
    return series == 0 ? name : fmt::format("{}{}", name, series);
  }

  std::vector<std::string> types_, regions_;
  std::vector<std::uint32_t> skus_;
  Zipf type_{40, 1.0}, currency_{30, 1.0}, status_{12, 0.7}, channel_{8, 0.7}, country_{190, 1.0};
  Zipf tenant_, region_, category_, sku_;
};

}  // namespace turnout::workload
