#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace gan::test {

/// One file of a tar archive after POSIX 1003.1-1990 (ustar), padded to whole blocks. Written from the standard, so
/// that tests of the reader need no program that packs.
inline std::string tarFile(std::string_view name, std::string_view content, char type = '0',
                           std::string_view prefix = {}) {
  std::string header(512, '\0');
  const auto put = [&header](std::size_t at, std::string_view text) { header.replace(at, text.size(), text); };
  const auto octal = [&put](std::size_t at, int digits, unsigned long long value) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%0*llo", digits, value);
    put(at, text.data());
  };
  put(0, name);
  octal(100, 7, 0644);
  octal(108, 7, 0);
  octal(116, 7, 0);
  octal(124, 11, content.size());
  octal(136, 11, 0);
  header[156] = type;
  put(257, "ustar");
  put(263, "00");
  put(345, prefix);
  put(148, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  octal(148, 6, sum);
  header[154] = '\0';
  std::string file = header + std::string(content);
  file.resize((file.size() + 511) / 512 * 512);
  return file;
}

/// Puts new bytes into a header and corrects its sum.
inline std::string withHeader(std::string archive, std::size_t at, std::string_view bytes) {
  const std::size_t header = at / 512 * 512;
  archive.replace(at, bytes.size(), bytes);
  archive.replace(header + 148, 8, "        ");
  unsigned sum = 0;
  for (std::size_t i = header; i < header + 512; ++i) sum += static_cast<unsigned char>(archive[i]);
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%06o", sum);
  archive.replace(header + 148, 7, std::string(text.data(), 6) + '\0');
  return archive;
}

/// The two empty blocks at an archive's end.
inline std::string tarEnd() { return std::string(1024, '\0'); }

/// A record of pax: its length, counted with itself, the key and the value.
inline std::string paxRecord(std::string_view key, std::string_view value) {
  const std::string rest = " " + std::string(key) + "=" + std::string(value) + "\n";
  std::size_t length = rest.size();
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return std::to_string(length) + rest;
}

}  // namespace gan::test
