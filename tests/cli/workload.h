// A small workload of orders, for comparing ways to match: filters of many shapes, events in which attributes are missing.
#pragma once

#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace turnout::cli {

class Workload {
 public:
  // The seed is TURNOUT_SEED, else 1; it is printed.
  Workload(std::size_t filter_count, std::size_t event_count) {
    const char* text = std::getenv("TURNOUT_SEED");
    const unsigned long seed = text == nullptr ? 1 : std::strtoul(text, nullptr, 10);
    std::cout << "TURNOUT_SEED=" << seed << '\n';
    random_.seed(seed);
    for (std::size_t i = 0; i < filter_count; ++i) filters.push_back(filter(0));
    for (std::size_t i = 0; i < event_count; ++i) events.push_back(event());
  }

  std::vector<std::string> filters;  // the filter of id i + 1
  std::vector<std::string> events;

  [[nodiscard]] std::string filters_file() const {
    std::string text;
    for (std::size_t i = 0; i < filters.size(); ++i) text += std::to_string(i + 1) + '\t' + filters[i] + '\n';
    return text;
  }
  [[nodiscard]] std::string events_file() const {
    std::string text;
    for (const std::string& event : events) text += event + '\n';
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  std::string number() { return std::to_string(below(50)); }
  std::string attribute() { return std::string(1, static_cast<char>('a' + below(8))); }
  std::string word() { return std::string(1, static_cast<char>('p' + below(3))) + static_cast<char>('p' + below(3)); }

  std::string predicate() {
    const std::string name = attribute();
    switch (below(11)) {
      case 0:
        return name + " = " + number();
      case 1:
        return name + " <> " + number();
      case 2:
        return name + " < " + number();
      case 3:
        return name + " BETWEEN " + number() + " AND " + number();
      case 4:
        return name + " IN (" + number() + ", " + number() + ", '" + word() + "')";
      case 5:
        return name + " = '" + word() + "'";
      case 6:
        return name + " LIKE '" + word().substr(1) + "%'";
      case 7:
        return name + " IS NULL";
      case 8:
        return name + " + 1 > " + attribute();
      case 9:
        return name + " IS NOT NULL";
      default:
        return name + " >= " + number() + ".5";
    }
  }

  std::string filter(std::size_t depth) {
    const std::size_t shape = depth > 2 ? 0 : below(6);
    if (shape < 3) return predicate();
    if (shape == 3) return "NOT (" + filter(depth + 1) + ")";
    return "(" + filter(depth + 1) + (shape == 4 ? " AND " : " OR ") + filter(depth + 1) + ")";
  }

  std::string event() {
    std::string text = "{";
    for (char name = 'a'; name < 'i'; ++name) {
      if (below(4) == 0) continue;
      if (text.size() > 1) text += ", ";
      text += std::string("\"") + name + "\": ";
      switch (below(5)) {
        case 0:
          text += "null";
          break;
        case 1:
          text += '"' + word() + '"';
          break;
        case 2:
          text += number() + ".5";
          break;
        default:
          text += number();
      }
    }
    return text + "}";
  }

  std::mt19937_64 random_;
};

}  // namespace turnout::cli
