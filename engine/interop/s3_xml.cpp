#include "interop/s3_xml.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

#include "core/error.h"
#include "interop/s3_address.h"

namespace gan {

namespace {

constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxKeyBytes = 1024;
constexpr std::size_t kMaxEtagBytes = 128;
constexpr std::size_t kMaxTokenBytes = 8192;
constexpr std::string_view kBlank = " \t\r\n";

/// The part of XML that S3 writes: elements, text, the five entities, character references, CDATA, comments.
class XmlReader {
 public:
  /// Called at the end of each element with the names above it and its own, joined by '/', and the text in it.
  using Visitor = std::function<void(std::string_view path, const std::string& text)>;

  explicit XmlReader(std::string_view xml) : rest_(xml) {}

  /// Whether the text is one well-formed element. A refused text may have been visited in part.
  bool read(const Visitor& visit) {
    while (!rest_.empty()) {
      const bool known = rest_.front() == '<' ? readMarkup(visit) : readText();
      if (!known) return false;
    }
    return names_.empty() && seen_root_;
  }

 private:
  std::optional<std::string_view> takeUntil(std::string_view end) {
    const std::size_t place = rest_.find(end);
    if (place == std::string_view::npos) return std::nullopt;
    const std::string_view taken = rest_.substr(0, place);
    rest_.remove_prefix(place + end.size());
    return taken;
  }

  bool readMarkup(const Visitor& visit) {
    if (rest_.starts_with("<!--")) return takeUntil("-->").has_value();
    if (rest_.starts_with("<?")) return takeUntil("?>").has_value();
    if (rest_.starts_with("<![CDATA[")) {
      rest_.remove_prefix(9);
      const auto text = takeUntil("]]>");
      if (!text || names_.empty()) return false;
      text_ += *text;
      return true;
    }
    if (rest_.starts_with("<!")) return false;
    rest_.remove_prefix(1);
    const auto tag = takeUntil(">");
    return tag && (tag->starts_with('/') ? close(tag->substr(1), visit) : open(*tag, visit));
  }

  bool open(std::string_view tag, const Visitor& visit) {
    const bool empty = tag.ends_with('/');
    if (empty) tag.remove_suffix(1);
    const std::string_view name = tag.substr(0, tag.find_first_of(kBlank));
    if (name.empty() || name.size() > 64 || name.find_first_of("/<&\"'=") != std::string_view::npos) return false;
    if (names_.size() == kMaxDepth || (names_.empty() && seen_root_)) return false;
    seen_root_ = true;
    lengths_.push_back(path_.size());
    names_.push_back(name);
    if (!path_.empty()) path_ += '/';
    path_ += name;
    text_.clear();
    return !empty || close(name, visit);
  }

  bool close(std::string_view tag, const Visitor& visit) {
    const std::string_view name = tag.substr(0, tag.find_first_of(kBlank));
    if (names_.empty() || names_.back() != name) return false;
    visit(path_, text_);
    text_.clear();
    path_.resize(lengths_.back());
    lengths_.pop_back();
    names_.pop_back();
    return true;
  }

  bool readText() {
    const std::size_t end = std::min(rest_.find('<'), rest_.size());
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (names_.empty()) return text.find_first_not_of(kBlank) == std::string_view::npos;
    while (!text.empty()) {
      const std::size_t ampersand = std::min(text.find('&'), text.size());
      text_ += text.substr(0, ampersand);
      text.remove_prefix(ampersand);
      if (!text.empty() && !readEntity(text)) return false;
    }
    return true;
  }

  bool readEntity(std::string_view& text) {
    const std::size_t end = text.find(';');
    if (end == std::string_view::npos || end > 10) return false;
    const std::string_view name = text.substr(1, end - 1);
    text.remove_prefix(end + 1);
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (const auto& [entity, character] : kEntities) {
      if (name == entity) {
        text_ += character;
        return true;
      }
    }
    return name.starts_with('#') && appendCharacter(name.substr(1));
  }

  bool appendCharacter(std::string_view digits) {
    const int base = digits.starts_with('x') ? 16 : 10;
    if (base == 16) digits.remove_prefix(1);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, base);
    if (error != std::errc() || end != digits.data() + digits.size()) return false;
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return false;
    const auto put = [this](std::uint32_t byte) { text_ += static_cast<char>(byte); };
    if (code < 0x80) {
      put(code);
    } else if (code < 0x800) {
      put(0xC0 | code >> 6U);
      put(0x80 | (code & 0x3FU));
    } else if (code < 0x10000) {
      put(0xE0 | code >> 12U);
      put(0x80 | (code >> 6U & 0x3FU));
      put(0x80 | (code & 0x3FU));
    } else {
      put(0xF0 | code >> 18U);
      put(0x80 | (code >> 12U & 0x3FU));
      put(0x80 | (code >> 6U & 0x3FU));
      put(0x80 | (code & 0x3FU));
    }
    return true;
  }

  std::string_view rest_;
  std::vector<std::string_view> names_;
  std::vector<std::size_t> lengths_;  ///< Of path_ before each name was added.
  std::string path_;
  std::string text_;
  bool seen_root_ = false;
};

[[noreturn]] void throwMalformed(std::string_view source, std::string_view reason) {
  throw Error(ErrorCode::kDataLoss, "s3_listing_malformed",
              "The list of objects in {source} is not as ListObjectsV2 writes it: {reason}. Check that "
              "data.s3_endpoint is an S3 "
              "server.",
              {{"source", std::string(source)}, {"reason", std::string(reason)}});
}

// It is sent back in a header, where a line's end would begin another one.
std::string sendable(const std::string& etag) {
  const bool clean =
      etag.size() <= kMaxEtagBytes && std::ranges::all_of(etag, [](char c) { return c > ' ' && c < 127; });
  return clean ? etag : std::string();
}

struct PageReader {
  std::string_view source;
  S3Page page;
  S3Object object;
  bool has_size = false;
  bool truncated = false;
  bool encoded = false;

  void visit(std::string_view path, const std::string& text) {
    constexpr std::string_view kRoot = "ListBucketResult";
    if (path == kRoot || !path.starts_with(kRoot)) {
      if (path == "Error" || path == "html") throwMalformed(source, "it is another document");
      return;
    }
    path.remove_prefix(kRoot.size());
    if (path == "/Contents/Key") object.key = text;
    if (path == "/Contents/ETag") object.etag = sendable(text);
    if (path == "/Contents/Size") readSize(text);
    if (path == "/Contents") finishObject();
    if (path == "/IsTruncated") truncated = text == "true";
    if (path == "/EncodingType") encoded = text == "url";
    if (path == "/NextContinuationToken") {
      if (text.size() > kMaxTokenBytes) throwMalformed(source, "its continuation token is too long");
      page.next_token = text;
    }
  }

  void readSize(const std::string& text) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), object.size);
    has_size = error == std::errc() && end == text.data() + text.size();
  }

  void finishObject() {
    if (object.key.empty() || !has_size) throwMalformed(source, "an object lacks its key or its size");
    page.objects.push_back(std::move(object));
    object = {};
    has_size = false;
  }

  // Only here, because nothing says where in the answer the encoding is named.
  void decodeKeys() {
    for (S3Object& each : page.objects) {
      if (encoded) {
        const auto key = percentDecode(each.key);
        if (!key) throwMalformed(source, "a key is not percent-encoded, although the answer says so");
        each.key = *key;
      }
      if (each.key.empty() || each.key.size() > kMaxKeyBytes) {
        throwMalformed(source, "a key is not 1 to 1,024 bytes long");
      }
    }
  }
};

}  // namespace

S3Page parseS3Page(std::string_view xml, std::string_view source) {
  PageReader reader{.source = source, .page = {}, .object = {}};
  bool is_listing = false;
  const bool whole = XmlReader(xml).read([&](std::string_view path, const std::string& text) {
    is_listing = is_listing || path == "ListBucketResult";
    reader.visit(path, text);
  });
  if (!whole) throwMalformed(source, "it is not whole XML");
  if (!is_listing) throwMalformed(source, "it is another document");
  reader.decodeKeys();
  if (!reader.truncated) reader.page.next_token.clear();
  if (reader.truncated && reader.page.next_token.empty()) {
    throwMalformed(source, "it is cut off without a token to go on with");
  }
  return std::move(reader.page);
}

S3Refusal parseS3Refusal(std::string_view xml) {
  S3Refusal refusal;
  XmlReader(xml).read([&](std::string_view path, const std::string& text) {
    if (path == "Error/Code") refusal.code = text;
    if (path == "Error/Message") refusal.message = text;
    if (path == "Error/RequestId") refusal.request_id = text;
    if (path == "Error/Region") refusal.region = text;
  });
  return refusal;
}

}  // namespace gan
