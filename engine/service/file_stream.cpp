#include "service/file_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"

namespace gan {

namespace v1 = ganstudio::v1;

std::shared_ptr<FileStream> FileStream::open() {
  const std::shared_ptr<FileStream> call(new FileStream());
  call->self_ = call;
  return call;
}

void FileStream::hold(Shares::Share place) {
  const std::lock_guard lock(mutex_);
  if (!ended_) place_ = std::make_shared<Shares::Share>(std::move(place));
}

void FileStream::begin(FileDescriptor file, const v1::GetFileRequest& request, Later later, LookAgain look) {
  const std::uint64_t bytes = sizeOfOpenFile(file, request.file());
  const std::uint64_t behind = request.offset() <= bytes ? bytes - request.offset() : 0;
  if (request.offset() > bytes || request.length() > behind) {
    throw Error(ErrorCode::kInvalidArgument, "export_file_bad_range",
                "{length} bytes from {offset} on of {name} were asked for, which has {bytes}. Ask for some of these.",
                {{"length", std::to_string(request.length())},
                 {"offset", std::to_string(request.offset())},
                 {"name", excerpt(request.file())},
                 {"bytes", std::to_string(bytes)}});
  }
  {
    const std::lock_guard lock(mutex_);
    lookAgainBy(std::move(look));
  }
  file_ = std::move(file);
  later_ = std::move(later);
  name_ = request.file();
  left_ = request.length() > 0 ? request.length() : behind;
  piece_.set_offset(request.offset());
  piece_.set_file_bytes(bytes);
  sendNext();
}

void FileStream::sendNext() {
  if (hasEnded()) return;
  if (left_ == 0) return end(grpc::Status::OK);
  const std::uint64_t offset = piece_.offset() + piece_.content().size();
  std::string& content = *piece_.mutable_content();
  content.resize(std::min<std::uint64_t>(kPieceBytes, left_));
  ssize_t count = 0;
  do {
    count = ::pread(file_.get(), content.data(), content.size(), static_cast<off_t>(offset));
  } while (count < 0 && errno == EINTR);
  if (count < 0) throwFileError("read", name_, errno);
  if (count == 0) {
    throw Error(ErrorCode::kDataLoss, "export_file_cut", "{name} has become shorter while it was read. Fetch it again.",
                {{"name", excerpt(name_)}});
  }
  content.resize(static_cast<std::size_t>(count));
  left_ -= content.size();
  piece_.set_offset(offset);
  {
    const std::lock_guard lock(mutex_);
    if (ended_) return;
    writing_ = true;
  }
  StartWrite(&piece_);
}

void FileStream::written() {
  const std::shared_ptr<FileStream> self = shared_from_this();
  goOn([self] { self->later_(self, [self] { self->sendNext(); }); });
}

}  // namespace gan
