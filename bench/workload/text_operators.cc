// Workloads of one text operator each: suffix, contains, like-inner, ilike, regexp.
#include <cctype>
#include <cmath>
#include <span>

#include "bench/workload/random.h"
#include "bench/workload/shapes.h"
#include "bench/workload/text.h"

namespace turnout::workload {
namespace {

// A text of 20 words, of which every filter names one: about 20 filters match.
constexpr std::size_t kTextWords = 20;

class TextWorkload : public Workload {
 public:
  explicit TextWorkload(const Options& options) : seed_(options.seed), filters_(options.filters) {}

  void event(std::uint64_t number, std::string& out) const override {
    Random random(seed_, static_cast<std::uint64_t>(Stream::events), number);
    ObjectWriter object(out);
    append_members(random, object);
  }

 protected:
  // Words of other seeds are other words.
  [[nodiscard]] std::string word_of(std::uint64_t number) const { return word(number + seed_ * 1'000'003); }
  [[nodiscard]] Random random_of(std::uint64_t number) const {
    return {seed_, static_cast<std::uint64_t>(Stream::filters), number};
  }
  [[nodiscard]] std::uint64_t filters() const noexcept { return filters_; }
  // Words below `vocabulary`, with blanks between.
  [[nodiscard]] std::string text(Random& random, std::uint64_t vocabulary) const {
    std::string text;
    for (std::size_t i = 0; i < kTextWords; ++i) {
      if (i > 0) text += ' ';
      text += word_of(random.below(vocabulary));
    }
    return text;
  }

 private:
  virtual void append_members(Random& random, ObjectWriter& object) const = 0;

  std::uint64_t seed_;
  std::uint64_t filters_;
};

// The way from a number to the root of a tree in which the parent of i lies between i / 4 and i: about 2 ln i steps. All
// numbers of the way, itself first.
std::vector<std::uint64_t> way_up(std::uint64_t number) {
  std::vector<std::uint64_t> way;
  for (;;) {
    way.push_back(number);
    if (number == 0) return way;
    const std::uint64_t low = number / 4;
    number = low + Random(number).below(number - low);
  }
}

constexpr std::size_t kLabelLength = 4;

// Filters name nodes of the tree as hosts name domains; an event's host is a node, and every node above it has a filter.
class Suffix final : public TextWorkload {
 public:
  using TextWorkload::TextWorkload;

  void filter(std::uint64_t number, std::string& out) const override { Append{out, "host LIKE '%.{}'", domain(number)}; }

 private:
  void append_members(Random& random, ObjectWriter& object) const override {
    const std::string machine = word_of(random.next());
    object.raw("host", "\"{}.{}\"", machine, domain(random.below(filters())));
    object.raw("port", "{}", random.below(65'536));
  }
  [[nodiscard]] std::string domain(std::uint64_t number) const {
    std::string name;
    for (const std::uint64_t node : way_up(number))
      name += word_of(node).substr(0, kLabelLength) + fmt::format("{:x}.", node % 16);
    return name + "net";
  }
};

class Contains final : public TextWorkload {
 public:
  using TextWorkload::TextWorkload;
  void filter(std::uint64_t number, std::string& out) const override { Append{out, "text LIKE '%{}%'", word_of(number)}; }

 private:
  void append_members(Random& random, ObjectWriter& object) const override { object.string("text", text(random, filters())); }
};

class LikeInner final : public TextWorkload {
 public:
  // An event has 190 pairs of words in order; of the vocabulary's pairs as many are filters as makes 20 of them match.
  explicit LikeInner(const Options& options)
      : TextWorkload(options),
        words_(std::max<std::uint64_t>(4, static_cast<std::uint64_t>(std::sqrt(static_cast<double>(options.filters) * 8)))) {}

  void filter(std::uint64_t number, std::string& out) const override {
    const std::string first = word_of(number / words_ % words_), second = word_of((number + number / words_) % words_);
    Append{out, "text LIKE '{}{}%{}%'", number % 8 == 0 ? "" : "%", first, second};
  }

 private:
  void append_members(Random& random, ObjectWriter& object) const override { object.string("text", text(random, words_)); }

  std::uint64_t words_;
};

class IgnoringCase final : public TextWorkload {
 public:
  using TextWorkload::TextWorkload;

  void filter(std::uint64_t number, std::string& out) const override {
    Random random = random_of(number);
    if (number % 2 == 0) {
      Append{out, "text ILIKE '%{}%'", in_any_case(random, word_of(number))};
    } else {
      Append{out, "topic ILIKE '{}%'", in_any_case(random, topic(number))};
    }
  }

 private:
  void append_members(Random& random, ObjectWriter& object) const override {
    object.string("text", in_any_case(random, text(random, filters())));
    std::string name = topic(random.below(filters()));
    name += word_of(random.next());
    object.string("topic", in_any_case(random, name));
  }
  [[nodiscard]] std::string topic(std::uint64_t number) const {
    const std::vector<std::uint64_t> way = way_up(number);
    std::string name;
    for (std::size_t i = way.size(); i > 0; --i) {
      name += word_of(way[i - 1]).substr(0, kLabelLength) + fmt::format("{:x}/", way[i - 1] % 16);
    }
    return name;
  }
  static std::string in_any_case(Random& random, std::string text) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (i % 64 == 0) bits = random.next();
      if ((bits >> (i % 64) & 1U) != 0) text[i] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[i])));
    }
    return text;
  }
};

class Regexp final : public TextWorkload {
 public:
  using TextWorkload::TextWorkload;

  void filter(std::uint64_t number, std::string& out) const override {
    const std::string name = word_of(number);
    switch (number % 4) {
      case 0:
        Append{out, "REGEXP_LIKE(text, '{}[0-9]+')", name};
        break;
      case 1:
        Append{out, "REGEXP_LIKE(text, '(^| ){}[0-9]( |$)')", name};
        break;
      case 2:
        Append{out, "REGEXP_LIKE(text, '{}(1|3|5|7|9)')", name};
        break;
      default:
        Append{out, "REGEXP_LIKE(text, '{}.* [a-z]{{6}}')", name};
    }
  }

 private:
  void append_members(Random& random, ObjectWriter& object) const override {
    std::string text;
    for (std::size_t i = 0; i < kTextWords; ++i) {
      Append{text, "{}{}{}", i == 0 ? "" : " ", word_of(random.below(filters())), random.below(10)};
    }
    object.string("text", text);
  }
};

}  // namespace

std::unique_ptr<Workload> make_suffix(const Options& options) { return std::make_unique<Suffix>(options); }
std::unique_ptr<Workload> make_contains(const Options& options) { return std::make_unique<Contains>(options); }
std::unique_ptr<Workload> make_like_inner(const Options& options) { return std::make_unique<LikeInner>(options); }
std::unique_ptr<Workload> make_ilike(const Options& options) { return std::make_unique<IgnoringCase>(options); }
std::unique_ptr<Workload> make_regexp(const Options& options) { return std::make_unique<Regexp>(options); }

}  // namespace turnout::workload
