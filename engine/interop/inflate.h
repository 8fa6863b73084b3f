#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace gan {

/// Small files alone are unpacked in memory: nothing larger is.
constexpr std::size_t kMostInflated = std::size_t{64} << 20U;

/// Throws an error that names what was packed and gives this reason.
using RefusePacked = std::function<void(const char* reason)>;

/// Unpacks a zlib stream (RFC 1950) or a gzip file (RFC 1952), told apart by their headers. What does not unpack, ends
/// early or would take more than kMostInflated goes to refuse, which must throw.
std::string inflated(std::string_view packed, const RefusePacked& refuse);

}  // namespace gan
