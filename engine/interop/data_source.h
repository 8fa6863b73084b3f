#pragma once

#include <filesystem>
#include <string>

namespace gan {

/// The value of data.source that fits what lies at path: "idx", "folder", "tar", "cifar", "npz" or "hdf5". Looks at
/// names and the first bytes of a file only. Throws Error(kNotFound, "data_not_there"), Error(kInvalidArgument):
/// "data_file_empty", "data_one_picture", "data_not_as_named", "data_unknown".
std::string dataSourceAt(const std::filesystem::path& path);

}  // namespace gan
