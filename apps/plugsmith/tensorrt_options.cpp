// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/tensorrt_options.hpp"

namespace plugsmith::cli {

void add_tensorrt_options(CLI::App& app, TensorRtOptions& options) {
  app.add_option("--tensorrt", options.folder,
                 "Folder of TensorRT, or of its libraries (TENSORRT_ROOT, then the loader's path)")
      ->type_name("DIR");
  app.add_flag("--standard-plugins", options.standard_plugins,
               "Also register NVIDIA's own plugins (libnvinfer_plugin.so)");
}

}  // namespace plugsmith::cli
