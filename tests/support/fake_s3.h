#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/fake_http.h"

namespace gan {

/// One bucket, as S3 serves it: ListObjectsV2 with pages, GET with ranges and If-Match. Checks every signature.
class FakeS3 {
 public:
  FakeS3();

  std::map<std::string, std::string> objects;  ///< By key. Set before requests come, as are the next.
  std::string bucket = "dogs";
  std::string region = "eu-central-1";
  std::string access_key = "AKIDEXAMPLE";
  std::string secret_key = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  std::string session_token;
  bool is_public = false;  ///< Then requests without a signature are served, too.
  std::size_t page_size = 1000;
  std::chrono::milliseconds delay{0};  ///< Of each object, as over a long way.
  /// Answers in place of the bucket where it returns something.
  std::function<std::optional<FakeAnswer>(const ReceivedRequest&)> first;

  FakeHttp& http() { return http_; }
  /// What was wrong with signatures that were refused.
  const std::vector<std::string>& faults() const { return faults_; }

  static std::string etagOf(const std::string& content);
  static FakeAnswer refusal(int status, const std::string& code, const std::string& message,
                            const std::string& more = "");

 private:
  FakeAnswer answer(const ReceivedRequest& request);
  FakeAnswer list(const std::string& query) const;
  FakeAnswer get(const std::string& key, const ReceivedRequest& request) const;

  std::vector<std::string> faults_;
  FakeHttp http_;  // last: its threads use the members above
};

}  // namespace gan
