// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "scale_by.hpp"

namespace plugsmith::ops {

Status ScaleBy::reference(ReferenceContext& c) const {
  for (std::int64_t i = 0; i < c[x].shape().volume(); ++i) {
    c[y].data_as<float>()[i] = factor * c[x].data_as<float>()[i];
  }
  return Status::ok();
}

}  // namespace plugsmith::ops
