#include "support/fake_s3.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <sstream>

namespace gan {

namespace {

std::string decoded(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      result += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

// S3's encoding-type=url: a space becomes '+'.
std::string encoded(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') {
      result += '+';
    } else if ((byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
               c == '/' || c == '.' || c == '-' || c == '_') {
      result += c;
    } else {
      char code[4];
      std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(byte));
      result += code;
    }
  }
  return result;
}

std::map<std::string, std::string> fieldsOf(const std::string& query) {
  std::map<std::string, std::string> fields;
  std::istringstream stream(query);
  for (std::string field; std::getline(stream, field, '&');) {
    const std::size_t equals = field.find('=');
    fields[field.substr(0, equals)] = equals == std::string::npos ? "" : decoded(field.substr(equals + 1));
  }
  return fields;
}

}  // namespace

FakeS3::FakeS3() : http_([this](const ReceivedRequest& request) { return answer(request); }) {}

std::string FakeS3::etagOf(const std::string& content) {
  return "\"" + std::to_string(std::hash<std::string>()(content)) + "-" + std::to_string(content.size()) + "\"";
}

FakeAnswer FakeS3::refusal(int status, const std::string& code, const std::string& message, const std::string& more) {
  return {.status = status,
          .headers = {"Content-Type: application/xml"},
          .body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>" + code + "</Code><Message>" + message +
                  "</Message>" + more + "<RequestId>4442587FB7D0A2F9</RequestId></Error>"};
}

FakeAnswer FakeS3::answer(const ReceivedRequest& request) {
  if (first) {
    if (auto instead = first(request)) return *instead;
  }
  const bool anonymous = !request.headers.contains("authorization");
  if (anonymous && !is_public) return refusal(403, "AccessDenied", "Access Denied");
  if (!anonymous) {
    const std::string fault = signatureFault(request, access_key, secret_key, region);
    const auto token = request.headers.find("x-amz-security-token");
    if (!fault.empty()) faults_.push_back(fault);
    if (!fault.empty()) return refusal(403, "SignatureDoesNotMatch", "The signature does not match.");
    if ((token == request.headers.end() ? "" : token->second) != session_token) {
      return refusal(400, "InvalidToken", "The provided token is malformed.");
    }
  }
  const std::string begin = "/" + bucket + "/";
  if (!request.path.starts_with(begin)) return refusal(404, "NoSuchBucket", "The specified bucket does not exist");
  const std::string key = decoded(request.path.substr(begin.size()));
  if (key.empty()) return list(request.query);
  FakeAnswer answer = get(key, request);
  answer.delay = delay;
  return answer;
}

FakeAnswer FakeS3::list(const std::string& query) const {
  const auto fields = fieldsOf(query);
  const auto field = [&](const char* name) { return fields.contains(name) ? fields.at(name) : std::string(); };
  if (field("list-type") != "2" || field("encoding-type") != "url") return refusal(400, "InvalidArgument", "version 1");
  const std::string prefix = field("prefix");
  const std::string token = field("continuation-token");
  std::string contents;
  std::string next;
  std::size_t count = 0;
  // The token holds what a careless client would break: it needs encoding in a query.
  const std::string mark = "+/= &";
  for (const auto& [key, content] : objects) {
    if (!key.starts_with(prefix) || (!token.empty() && key <= token.substr(mark.size()))) continue;
    if (count == page_size) {
      next = mark + std::prev(objects.find(key))->first;
      break;
    }
    ++count;
    contents += "<Contents><Key>" + encoded(key) +
                "</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;" +
                etagOf(content).substr(1, etagOf(content).size() - 2) + "&quot;</ETag><Size>" +
                std::to_string(content.size()) + "</Size><StorageClass>STANDARD</StorageClass></Contents>";
  }
  std::string escaped;
  for (const char c : next) escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return {.headers = {"Content-Type: application/xml"},
          .body =
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Name>" +
              bucket + "</Name><Prefix>" + encoded(prefix) + "</Prefix><KeyCount>" + std::to_string(count) +
              "</KeyCount><MaxKeys>1000</MaxKeys><EncodingType>url</EncodingType><IsTruncated>" +
              (next.empty() ? "false" : "true") + "</IsTruncated>" +
              (next.empty() ? "" : "<NextContinuationToken>" + escaped + "</NextContinuationToken>") + contents +
              "</ListBucketResult>"};
}

FakeAnswer FakeS3::get(const std::string& key, const ReceivedRequest& request) const {
  const auto found = objects.find(key);
  if (found == objects.end()) return refusal(404, "NoSuchKey", "The specified key does not exist.");
  const std::string& content = found->second;
  const auto match = request.headers.find("if-match");
  if (match != request.headers.end() && match->second != etagOf(content)) {
    return refusal(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold");
  }
  const auto range = request.headers.find("range");
  if (range == request.headers.end()) return {.headers = {"ETag: " + etagOf(content)}, .body = content};
  const std::size_t begin = std::stoul(range->second.substr(range->second.find('=') + 1));
  if (begin >= content.size()) return refusal(416, "InvalidRange", "The requested range is not satisfiable");
  return {.status = 206,
          .headers = {"Content-Range: bytes " + std::to_string(begin) + "-" + std::to_string(content.size() - 1) + "/" +
                      std::to_string(content.size())},
          .body = content.substr(begin)};
}

}  // namespace gan
