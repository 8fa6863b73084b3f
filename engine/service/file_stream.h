#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/file_descriptor.h"
#include "service/picture_calls.h"

namespace gan {

/// One open GetFile call: sends the pieces as fast as its client takes them. Thread-safe.
class FileStream : public PictureCall<grpc::ServerWriteReactor<ganstudio::v1::FilePiece>>,
                   public std::enable_shared_from_this<FileStream> {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{256} << 10U;
  /// Has a part of the call done by a thread that may wait for the disk.
  using Later = std::function<void(const std::shared_ptr<FileStream>& call, std::function<void()> part)>;

  /// Lives until the call is over. Waits for begin() or end().
  static std::shared_ptr<FileStream> open();

  /// The call's share of those that are open, given back at its end.
  void hold(Shares::Share place);
  /// Throws Error(kInvalidArgument, "export_file_bad_range") for what lies beyond the file.
  void begin(FileDescriptor file, const ganstudio::v1::GetFileRequest& request, Later later, LookAgain look);

 private:
  FileStream() = default;

  void sendNext();
  void written() override;

  FileDescriptor file_;
  Later later_;
  std::string name_;
  std::uint64_t left_ = 0;
  ganstudio::v1::FilePiece piece_;
};

}  // namespace gan
