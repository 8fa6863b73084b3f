#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "protocol/export_client.h"
#include "protocol/studio.pb.h"

namespace gan::app {

/// The exports of a run: through the engine that trains or serves it, where there is one, else in its folder; an engine
/// that is gone is not missed. Every function blocks, and throws what ExportClient and ExportDesk do.
class RunExports {
 public:
  virtual ~RunExports() = default;
  virtual ganstudio::v1::ExportInfo start(const ganstudio::v1::StartExportRequest& request) = 0;
  virtual ganstudio::v1::ExportList list(const ganstudio::v1::ListExportsRequest& request) = 0;
  virtual ganstudio::v1::ExportInfo cancel(const std::string& id) = 0;
  virtual ganstudio::v1::ExportInfo remove(const std::string& id) = 0;
  virtual ExportClient::Fetched fetch(const std::string& id, const std::filesystem::path& folder,
                                      const std::function<bool(const ExportClient::Fetched&)>& go_on) = 0;
};

/// run: a folder, ssh://HOST/PATH or tls://HOST:PORT.
std::unique_ptr<RunExports> openExports(const std::string& run);

}  // namespace gan::app
