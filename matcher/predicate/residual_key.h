// Text that two expressions, or two paths, share exactly when they are the same.
#pragma once

#include <string>

#include "matcher/predicate/expr.h"

namespace turnout::predicate {

void append_key(const Expr& expr, std::string& key);
void append_key(const schema::Path& path, std::string& key);

}  // namespace turnout::predicate
