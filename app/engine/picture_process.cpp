#include "picture_process.h"

#include <fcntl.h>
#include <unistd.h>

#include <string_view>

#include "core/log.h"

namespace gan::app {

void beFirstToGo() {
  constexpr std::string_view kFirst = "1000";
  const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0 || ::write(file, kFirst.data(), kFirst.size()) < 0) {
    log::warning("the process that makes pictures cannot say that it may be ended first when memory runs out");
  }
  if (file >= 0) ::close(file);
}

}  // namespace gan::app
