// The makers behind make_workload().
#pragma once

#include <memory>
#include <string_view>

#include "bench/workload/workload.h"

namespace turnout::workload {

enum class Stream : std::uint64_t { vocabulary, filters, events };

std::unique_ptr<Workload> make_orders(const Options& options);
std::unique_ptr<Workload> make_orders_flat(const Options& options);
std::unique_ptr<Workload> make_uniform(const Options& options);
std::unique_ptr<Workload> make_skewed(const Options& options);
std::unique_ptr<Workload> make_equality(const Options& options);
std::unique_ptr<Workload> make_rules(const Options& options);

// Filters of one operator each, with distinct constants.
std::unique_ptr<Workload> make_suffix(const Options& options);
std::unique_ptr<Workload> make_contains(const Options& options);
std::unique_ptr<Workload> make_like_inner(const Options& options);
std::unique_ptr<Workload> make_ilike(const Options& options);
std::unique_ptr<Workload> make_regexp(const Options& options);
std::unique_ptr<Workload> make_arithmetic(const Options& options);
std::unique_ptr<Workload> make_attr_compare(const Options& options);
std::unique_ptr<Workload> make_any(const Options& options);
std::unique_ptr<Workload> make_not_any(const Options& options);
std::unique_ptr<Workload> make_or5(const Options& options);
std::unique_ptr<Workload> make_in100(const Options& options);
std::unique_ptr<Workload> make_not_in(const Options& options);
std::unique_ptr<Workload> make_is_null(const Options& options);

}  // namespace turnout::workload
