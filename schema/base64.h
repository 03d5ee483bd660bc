// Base64 (RFC 4648, section 4), strict: padding required, no blanks. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace turnout::schema {

// Bytes that decoding `text` needs at most.
constexpr std::size_t base64_bytes(std::string_view text) noexcept { return text.size() / 4 * 3; }

// Decodes into `out`, which has room for base64_bytes(text); may be where `text` begins. The decoded bytes, or nullopt when it
// is malformed. Linear.
std::optional<std::string_view> decode_base64(std::string_view text, char* out) noexcept;

}  // namespace turnout::schema
