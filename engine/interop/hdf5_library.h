#pragma once

#include <hdf5.h>

#include <filesystem>
#include <mutex>
#include <string_view>
#include <utility>

#include "core/error.h"

namespace gan {

/// Owns an identifier of HDF5's and closes it. Only used while an Hdf5Lock is held.
class Hdf5Id {
 public:
  using Close = herr_t (*)(hid_t);
  Hdf5Id() = default;
  Hdf5Id(hid_t id, Close close) : id_(id), close_(close) {}
  ~Hdf5Id() { reset(); }
  Hdf5Id(Hdf5Id&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Hdf5Id& operator=(Hdf5Id&& other) noexcept {
    reset();
    id_ = std::exchange(other.id_, H5I_INVALID_HID);
    close_ = other.close_;
    return *this;
  }

  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  /// False when closing failed, as it does for a file whose last part finds no room.
  bool reset() {
    const hid_t id = std::exchange(id_, H5I_INVALID_HID);
    return id < 0 || close_(id) >= 0;
  }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// The library is not made for several threads at once, so each use holds this. Taking it silences the library's own
/// messages on standard error and makes LZF known to it.
class Hdf5Lock {
 public:
  Hdf5Lock();

 private:
  std::lock_guard<std::mutex> lock_;
};

/// Throws what the library's last failure amounts to: a full disk or another error of the system (as throwFileError()),
/// else Error(kDataLoss, "hdf5_damaged") with the library's own words.
[[noreturn]] void throwHdf5Error(std::string_view action, const std::filesystem::path& path);

/// HDF5's registered number of LZF.
inline constexpr H5Z_filter_t kLzfFilter = 32000;

}  // namespace gan
