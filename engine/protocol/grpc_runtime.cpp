#include "protocol/grpc_runtime.h"

#include <grpc/grpc.h>
#include <grpc/support/log.h>

#include <mutex>
#include <string>

#include "core/log.h"

namespace gan {

void prepareGrpc() {
  static std::once_flag prepared;
  std::call_once(prepared, [] {
    gpr_set_log_function([](gpr_log_func_args* line) { log::debug(std::string("gRPC: ") + line->message); });
    grpc_init();
  });
}

}  // namespace gan
