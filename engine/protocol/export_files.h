#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "protocol/export_client.h"

namespace gan {

/// Whether it has 1 to 64 of a-z, 0-9 and -, as the name of an export does, and of its folder.
bool isExportId(const std::string& id);

/// The parts of the name of an export's file, "3/000012.png", which an engine or a client may have sent. Throws
/// Error(kInvalidArgument, "export_file_bad_name") for one that leads out of its folder, or to something hidden.
std::vector<std::string> exportFileParts(const std::string& name);

/// Whether a request is short enough for a message, and for its file. Throws Error(kInvalidArgument,
/// "export_request_too_long").
void checkExportLength(const ganstudio::v1::StartExportRequest& request);

/// Where the files of an export come from; both throw.
struct ExportFiles {
  /// The export with the next files behind that name.
  std::function<ganstudio::v1::ExportInfo(const std::string& after)> list;
  /// Calls take with the pieces of a file, until it returns false.
  std::function<void(const std::string& name, const std::function<bool(const ganstudio::v1::FilePiece&)>& take)> read;
};

/// Brings them into a folder, as ExportClient::fetch() says, which also says by a hidden file of whose export it holds
/// files. go_on: told now and then how far it is, also while files are listed; false ends it. Throws besides what
/// `files` does Error(kDataLoss, "export_answer_damaged") for what an engine cannot have meant, Error(kAlreadyExists,
/// "export_folder_taken"), and errors of files.
ExportClient::Fetched fetchExport(const ExportFiles& files, const std::filesystem::path& folder,
                                  const std::function<bool(const ExportClient::Fetched&)>& go_on);

}  // namespace gan
