// The oracle's tests of a string against REGEXP_LIKE, CIDR_MATCH and TOPIC_MATCH patterns.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace turnout::predicate {

// RE2, unanchored. nullopt: no such regular expression. A few compiled patterns are kept per thread.
std::optional<bool> naive_regexp(std::string_view subject, const std::string& pattern);
// nullopt: `block` is no address block. A subject that is no address is not in it.
std::optional<bool> naive_cidr(std::string_view subject, std::string_view block);
// nullopt: `dialect` is none of mqtt, amqp, nats. Linear in subject times pattern.
std::optional<bool> naive_topic(std::string_view subject, std::string_view pattern, std::string_view dialect);

}  // namespace turnout::predicate
