// CIDR_MATCH: whether a string is an IPv4 or IPv6 address inside a block.
#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "matcher/predicate/text_test.h"

namespace turnout::predicate {

namespace {

struct Address {
  std::array<unsigned char, 16> bytes{};
  unsigned bits = 0;  // 32 or 128; 0: none
};

// Dotted decimal without leading zeros, or RFC 4291 text without a zone.
Address parse_address(std::string_view text) noexcept {
  std::array<char, INET6_ADDRSTRLEN> copy{};
  Address address;
  if (text.size() >= copy.size() || text.find('\0') != std::string_view::npos) return address;
  std::copy(text.begin(), text.end(), copy.begin());
  if (text.find(':') != std::string_view::npos) {
    if (inet_pton(AF_INET6, copy.data(), address.bytes.data()) == 1) address.bits = 128;
  } else if (inet_pton(AF_INET, copy.data(), address.bytes.data()) == 1) {
    address.bits = 32;
  }
  return address;
}

class Cidr final : public TextTest {
 public:
  Cidr(std::string key, Address network, unsigned prefix)
      : TextTest(Kind::cidr, std::move(key)), network_(network), prefix_(prefix) {}

  [[nodiscard]] bool matches(std::string_view subject) const noexcept override {
    const Address address = parse_address(subject);
    if (address.bits != network_.bits) return false;
    const unsigned whole = prefix_ / 8, rest = prefix_ % 8;
    if (std::memcmp(address.bytes.data(), network_.bytes.data(), whole) != 0) return false;
    if (rest == 0) return true;
    return ((address.bytes[whole] ^ network_.bytes[whole]) >> (8 - rest)) == 0;
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override { return sizeof(*this) + key().capacity(); }

 private:
  Address network_;
  unsigned prefix_;
};

Error malformed(std::string_view block) {
  Error error;
  error.code = ErrorCode::syntax;
  error.message = "not an address block: '" + std::string(block) + "'";
  error.hint = "write an IPv4 or IPv6 address and a prefix length, such as '10.0.0.0/8' or '2001:db8::/32'";
  return error;
}

}  // namespace

Result<std::shared_ptr<const TextTest>> TextTest::cidr(std::string_view block) {
  const std::size_t slash = block.find('/');
  const Address network = parse_address(block.substr(0, slash));
  if (network.bits == 0) return malformed(block);
  unsigned prefix = network.bits;
  if (slash != std::string_view::npos) {
    const std::string_view digits = block.substr(slash + 1);
    if (digits.empty() || digits.size() > 3) return malformed(block);
    prefix = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return malformed(block);
      prefix = prefix * 10 + static_cast<unsigned>(c - '0');
    }
    if (prefix > network.bits) return malformed(block);
  }
  return std::shared_ptr<const TextTest>(std::make_shared<Cidr>("cidr " + std::string(block), network, prefix));
}

}  // namespace turnout::predicate
