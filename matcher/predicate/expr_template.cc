#include "matcher/predicate/expr_template.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace turnout::predicate {
namespace {

enum class Tag : char { integer, real, string, binary };

template <class T>
void append_raw(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

class Maker {
 public:
  Maker(std::span<const std::shared_ptr<const schema::Path>> paths, const char* constants, const Places* places)
      : paths_(paths), constants_(constants), places_(places) {}

  ExprPtr make(const ExprTemplate& shape) {
    stack_.reserve(16);
    for (const ExprTemplate::Node& node : shape.nodes) add(node);
    return std::move(stack_.back());
  }

 private:
  using Source = ExprTemplate::Source;

  void add(const ExprTemplate::Node& node) {
    if (node.source == Source::list) return add_list();
    auto expr = std::make_shared<Expr>();
    expr->op = node.op;
    expr->compare = node.compare;
    expr->function = node.function;
    expr->unordered_strings = node.unordered_strings;
    expr->real_division = node.real_division;
    expr->any_char_escape = node.any_char_escape;
    if (places_ != nullptr) {
      expr->begin = places_->units[node.first].begin;
      expr->end = places_->units[node.end - 1].end;
    }
    switch (node.source) {
      case Source::path:
        expr->path = paths_[next_path_++];
        break;
      case Source::constant:
        expr->value = *schema::to_scalar(constants_.constant());
        break;
      case Source::escaped:
        expr->value = *schema::to_scalar(constants_.constant());
        expr->escape = constants_.escape();
        break;
      default:
        if (node.op == Op::literal) expr->value = node.value;
        break;
    }
    const std::size_t operands = node.children + (node.source == Source::list_owner ? list_size_ : 0);
    if (operands > 0) {
      const auto begin = stack_.end() - static_cast<std::ptrdiff_t>(operands);
      expr->children.assign(std::make_move_iterator(begin), std::make_move_iterator(stack_.end()));
      stack_.erase(begin, stack_.end());
    }
    stack_.push_back(std::move(expr));
  }

  void add_list() {
    list_size_ = constants_.list();
    for (std::size_t i = 0; i < list_size_; ++i) {
      auto item = std::make_shared<Expr>();
      item->value = *schema::to_scalar(constants_.constant());
      if (places_ != nullptr) {
        item->begin = places_->list_items[next_item_].begin;
        item->end = places_->list_items[next_item_++].end;
      }
      stack_.push_back(std::move(item));
    }
  }

  std::span<const std::shared_ptr<const schema::Path>> paths_;
  ConstantReader constants_;
  const Places* places_;
  std::vector<ExprPtr> stack_;
  std::size_t next_path_ = 0;
  std::size_t next_item_ = 0;
  std::size_t list_size_ = 0;
};

}  // namespace

schema::ValueView ConstantReader::constant() noexcept {
  switch (raw<Tag>()) {
    case Tag::integer:
      return schema::ValueView::int64(raw<std::int64_t>());
    case Tag::real:
      return schema::ValueView::float64(raw<double>());
    case Tag::string:
      return schema::ValueView::string(bytes());
    case Tag::binary:
      break;
  }
  return schema::ValueView::binary(bytes());
}

void PackedConstants::add(std::int64_t value) {
  bytes_ += static_cast<char>(Tag::integer);
  append_raw(bytes_, value);
}

void PackedConstants::add(double value) {
  bytes_ += static_cast<char>(Tag::real);
  append_raw(bytes_, value);
}

void PackedConstants::add_string(std::string_view value) {
  bytes_ += static_cast<char>(Tag::string);
  append_raw(bytes_, static_cast<std::uint32_t>(value.size()));
  bytes_ += value;
}

void PackedConstants::add_binary(std::string_view value) {
  bytes_ += static_cast<char>(Tag::binary);
  append_raw(bytes_, static_cast<std::uint32_t>(value.size()));
  bytes_ += value;
}

void PackedConstants::add_escape(char32_t value) { append_raw(bytes_, value); }

void PackedConstants::begin_list(std::uint32_t count) { append_raw(bytes_, count); }

TemplateBinding::TemplateBinding(std::span<const std::shared_ptr<const schema::Path>> paths, std::string_view constants)
    : paths_(std::make_unique<std::shared_ptr<const schema::Path>[]>(paths.size())),
      constants_(std::make_unique_for_overwrite<char[]>(constants.size())),
      path_count_(static_cast<std::uint32_t>(paths.size())) {
  std::copy(paths.begin(), paths.end(), paths_.get());
  std::copy(constants.begin(), constants.end(), constants_.get());
}

ExprPtr instantiate(const ExprTemplate& shape, std::span<const std::shared_ptr<const schema::Path>> paths,
                    const char* constants, const Places* places) {
  return Maker(paths, constants, places).make(shape);
}

}  // namespace turnout::predicate
