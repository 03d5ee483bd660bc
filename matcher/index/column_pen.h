// Writes columns of a block, one lane at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "matcher/index/dictionary.h"

namespace turnout::index {

class ColumnPen {
 public:
  ColumnPen(std::uint32_t* at, std::size_t lanes, bool wide) : at_(at), lanes_(lanes), wide_(wide) {}
  // One column.
  void put(std::size_t lane, Code code) {
    if (wide_) at_[lane] = code;
    else reinterpret_cast<std::uint16_t*>(at_)[lane] = static_cast<std::uint16_t>(code);
  }
  // A pair of columns, lows and highs.
  void put(std::size_t lane, Code low, Code high) {
    put(lane, low);
    put(lanes_ + lane, high);
  }

 private:
  std::uint32_t* at_;
  std::size_t lanes_;
  bool wide_;
};

inline void put_paths(std::uint32_t* at, std::span<const Local> paths) {
  std::memcpy(at, paths.data(), paths.size() * sizeof(Local));
}

}  // namespace turnout::index
