#include "matcher/index/section_reader.h"

#include <utility>

#include "base/checksum.h"

namespace turnout::index {
namespace {

Error damaged(const std::string& what) {
  return {ErrorCode::damaged, "not a valid saved index: " + what, "save it again from its filters", 0, 0, {}};
}

}  // namespace

Result<IndexSections> open_sections(std::string& bytes) {
  const std::string_view all = bytes;
  constexpr std::size_t kHeaderBytes = kIndexFileMagic.size() + 2 * sizeof(std::uint32_t);
  if (all.size() < kHeaderBytes || !all.starts_with(kIndexFileMagic)) return damaged("it does not begin as one");
  base::Checksum whole;
  whole.add(all.substr(0, kHeaderBytes));
  SectionReader header(all.substr(kIndexFileMagic.size(), 2 * sizeof(std::uint32_t)));
  const auto version = header.value<std::uint32_t>();
  if (version != kIndexFileVersion) {
    return Error{ErrorCode::damaged,
                 "the index is saved in version " + std::to_string(version) + ", this library reads version " +
                     std::to_string(kIndexFileVersion),
                 "save it again from its filters",
                 0,
                 0,
                 {}};
  }
  const auto flags = header.value<std::uint32_t>();
  if (flags > 1) return damaged("unknown flags");

  IndexSections sections;
  sections.has_texts = flags == 1;
  std::map<IndexSection, std::pair<std::size_t, std::size_t>> spans;  // begin and end of the joined payloads
  auto last = IndexSection{};
  std::size_t to = kHeaderBytes;
  for (std::size_t at = kHeaderBytes;;) {
    if (all.size() - at < kFrameHeaderBytes) return damaged("it is cut short");
    SectionReader frame(all.substr(at, kFrameHeaderBytes));
    const auto section = static_cast<IndexSection>(frame.value<std::uint32_t>());
    const std::size_t size = frame.value<std::uint32_t>();
    const auto expected = frame.value<std::uint64_t>();
    if (section < last || section > IndexSection::end || section < IndexSection::paths || size == 0 || size > kFrameBytes) {
      return damaged("byte " + std::to_string(at) + " begins no section");
    }
    if (all.size() - at - kFrameHeaderBytes < size) return damaged("it is cut short");
    const std::string_view payload = all.substr(at + kFrameHeaderBytes, size);
    base::Checksum sum;
    sum.add(all.substr(at, 2 * sizeof(std::uint32_t)));
    sum.add(payload);
    if (sum.value() != expected) return damaged("the bytes from " + std::to_string(at) + " on are not as written");
    if (section == IndexSection::end) {
      SectionReader end(payload);
      const bool right = end.value<std::uint64_t>() == at && end.value<std::uint64_t>() == whole.value() && end.complete();
      if (!right || at + kFrameHeaderBytes + size != all.size()) return damaged("its end is not as written");
      break;
    }
    whole.add(all.substr(at, kFrameHeaderBytes));
    whole.add(payload);
    if (section != last) spans[section] = {to, to};
    last = section;
    std::memmove(bytes.data() + to, payload.data(), size);
    to += size;
    spans[section].second = to;
    at += kFrameHeaderBytes + size;
  }
  for (const auto& [section, span] : spans) {
    sections.readers[section] = SectionReader(all.substr(span.first, span.second - span.first));
  }
  return sections;
}

}  // namespace turnout::index
