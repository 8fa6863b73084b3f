#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "support/temporary_folder.h"

namespace gan {

/// An environment in which AWS's settings are only what a test sets; ends with the object.
class AwsEnvironment {
 public:
  AwsEnvironment() {
    for (const char* name :
         {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION",
          "AWS_DEFAULT_REGION", "AWS_CA_BUNDLE", "AWS_EC2_METADATA_SERVICE_ENDPOINT", "http_proxy", "all_proxy"}) {
      set(name, std::nullopt);
    }
    set("AWS_EC2_METADATA_DISABLED", "true");
    set("AWS_SHARED_CREDENTIALS_FILE", (folder / "credentials").string());
    set("AWS_CONFIG_FILE", (folder / "config").string());
  }
  ~AwsEnvironment() {
    for (const auto& [name, value] : before_) put(name, value);
  }
  AwsEnvironment(const AwsEnvironment&) = delete;
  AwsEnvironment& operator=(const AwsEnvironment&) = delete;

  void set(const std::string& name, const std::optional<std::string>& value) {
    const char* present = std::getenv(name.c_str());
    before_.try_emplace(name, present == nullptr ? std::nullopt : std::optional<std::string>(present));
    put(name, value);
  }

  TemporaryFolder folder;

 private:
  static void put(const std::string& name, const std::optional<std::string>& value) {
    if (value) {
      ::setenv(name.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name.c_str());
    }
  }
  std::map<std::string, std::optional<std::string>> before_;
};

}  // namespace gan
