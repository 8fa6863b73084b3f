#include "sampling/mp4_film.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

#include "config/schema.h"
#include "config/text.h"
#include "core/atomic_file.h"
#include "core/error.h"
#include "sampling/picture_file.h"

namespace gan {
namespace {

std::vector<std::string> command(const FilmShape& shape, const std::filesystem::path& out) {
  return {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y", "-xerror",
          // what comes in
          "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size",
          std::to_string(shape.width) + "x" + std::to_string(shape.height), "-framerate",
          formatValue(shape.frames_per_second), "-i", "pipe:0",
          // players want even sides, and colours that say which they are
          "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264", "-crf",
          "16", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
          "-movflags", "+faststart", "-f", "mp4",
          // a name with a colon must not be taken for a protocol
          "file:" + out.string()};
}

/// Starts the program along PATH with these as its standard input and error. Returns an errno.
int start(std::vector<std::string> words, int input, int errors, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  // A group of its own: Ctrl-C is for us, who end it ourselves.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int failure = ::posix_spawnp(&pid, arguments.front(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

/// Whether the file's disk has no room.
bool isFull(const std::filesystem::path& file) {
  constexpr std::uintmax_t kLittle = 64U << 10U;  // what was cut off has left some again
  std::error_code unknown;
  const auto space = std::filesystem::space(file.parent_path().empty() ? "." : file.parent_path(), unknown);
  return !unknown && space.available < kLittle;
}

}  // namespace

Mp4Film::Mp4Film(const std::filesystem::path& path, const FilmShape& shape) : path_(path), shape_(shape), file_(path) {
  // A pair of sockets and not a pipe, for sending into a broken one can be told to raise no signal.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throwFileError("write", path, errno);
  const FileDescriptor theirs(ends[0]);
  pictures_ = FileDescriptor(ends[1]);
  words_ = FileDescriptor(::memfd_create("ffmpeg-words", MFD_CLOEXEC));
  if (!words_) throwFileError("write", path, errno);
  const int failure = start(command(shape, file_.temporary()), theirs.get(), words_.get(), ffmpeg_);
  if (failure == 0) return;
  ffmpeg_ = -1;
  if (failure == ENOENT) {
    throw Error(ErrorCode::kFailedPrecondition, "ffmpeg_missing",
                "{path} cannot be made: the program ffmpeg, which makes MP4 films, is not there. Install it (Debian's "
                "package ffmpeg), or choose a name that ends in .gif.",
                {{"path", path.string()}});
  }
  throw Error(
      ErrorCode::kFailedPrecondition, "ffmpeg_not_started",
      "{path} cannot be made: the program ffmpeg, which makes MP4 films, is there but does not start: {reason}. "
      "Mend that, or choose a name that ends in .gif.",
      {{"path", path.string()}, {"reason", std::generic_category().message(failure)}});
}

Mp4Film::~Mp4Film() {
  if (ffmpeg_ < 0) return;
  ::kill(-ffmpeg_, SIGKILL);
  join();
}

void Mp4Film::add(const Image& picture) {
  requireShape(shape_, picture);
  const std::string rgb = colours(picture);
  for (std::size_t sent = 0; sent < rgb.size();) {
    const ssize_t count = ::send(pictures_.get(), rgb.data() + sent, rgb.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throwFailed();
    sent += static_cast<std::size_t>(count);
  }
}

void Mp4Film::finish() {
  pictures_.close();
  join();
  if (status_ != 0) throwFailed();
  file_.finish();
}

void Mp4Film::join() {
  while (::waitpid(ffmpeg_, &status_, 0) < 0 && errno == EINTR) {
  }
  ffmpeg_ = -1;
}

void Mp4Film::throwFailed() {
  if (ffmpeg_ >= 0) {
    pictures_.close();
    join();
  }
  constexpr std::size_t kMostWords = 4096;
  std::string words(kMostWords, '\0');
  const ssize_t count = ::pread(words_.get(), words.data(), words.size(), 0);
  words.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  const auto line = words.substr(0, words.find('\n'));
  if (isFull(file_.temporary())) {
    throw Error(ErrorCode::kResourceExhausted, "film_disk_full",
                "{path} was not made: its disk is full. Nothing of it is left. Free some space there, then try again.",
                {{"path", path_.string()}});
  }
  const std::string how = WIFSIGNALED(status_) ? "signal " + std::to_string(WTERMSIG(status_))
                                               : "code " + std::to_string(WEXITSTATUS(status_));
  throw Error(ErrorCode::kFailedPrecondition, "ffmpeg_failed",
              "{path} was not made: ffmpeg ended with {how} and said {words}. Nothing of it is left. Look whether "
              "`ffmpeg -encoders` knows libx264, or choose a name that ends in .gif.",
              {{"path", path_.string()}, {"how", how}, {"words", line.empty() ? "nothing" : excerpt(line)}});
}

}  // namespace gan
