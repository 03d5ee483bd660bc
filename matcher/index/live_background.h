#pragma once

#include <mutex>

#include "matcher/index/live_index.h"

namespace turnout::index {

// Shared with the tasks handed to the executor, which may outlive the index.
struct LiveIndex::Background {
  std::mutex running;  // one task, or a compaction, at a time; taken before LiveIndex::writer_
  LiveIndex* index = nullptr;
};

}  // namespace turnout::index
