#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace gan {

/// The settings of one profile, as AWS's own tools keep them: "aws_access_key_id", "region", ...
using AwsProfile = std::map<std::string, std::string, std::less<>>;

/// Adds what one file says about the profile; values that are there already stay. Sections are [name] in a credentials
/// file and [profile name] in a config file, [default] in both. Returns whether the profile is in the text. Lines that
/// are indented belong to the setting above them and are left out, as is what cannot be understood.
bool readAwsProfile(std::string_view text, std::string_view name, bool is_config_file, AwsProfile& profile);

/// Reads ~/.aws/credentials and ~/.aws/config (or where AWS_SHARED_CREDENTIALS_FILE and AWS_CONFIG_FILE point).
/// An empty name stands for AWS_PROFILE or "default"; the latter may be absent. Throws Error(kNotFound,
/// "s3_profile_missing") for any other profile that is in neither file, and for files that cannot be read.
AwsProfile loadAwsProfile(std::string_view name);

/// The value of an environment variable, empty when it is not set.
std::string environmentValue(const char* name);

}  // namespace gan
