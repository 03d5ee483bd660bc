// Several code spaces of one path become one, without going back to values: the cuts that are still used, merged in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matcher/index/dictionary.h"

namespace turnout::index {

struct DictionaryMergeInput {
  const Dictionary* from = nullptr;
  const std::vector<bool>* used = nullptr;  // by cut: whether to keep it; null keeps all
  std::vector<Code>* ranks = nullptr;       // set to: by cut, its number in the new dictionary; unspecified where not used
};

// O(cuts * log inputs) comparisons of constants.
Dictionary merge_dictionaries(std::span<const DictionaryMergeInput> inputs);

}  // namespace turnout::index
