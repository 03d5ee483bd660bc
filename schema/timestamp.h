// RFC 3339 timestamps as int64 milliseconds since 1970-01-01 UTC. Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace turnout::schema {

// "2026-07-06T11:04:18.250+02:00". The offset is required, T and Z may be in lower case, second 60 is rejected, and the year
// has four digits. At most `fraction_digits` digits of a fraction; those beyond the third are cut off.
std::optional<std::int64_t> parse_timestamp(std::string_view text, std::size_t fraction_digits) noexcept;

}  // namespace turnout::schema
