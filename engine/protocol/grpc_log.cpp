#include "protocol/grpc_log.h"

#include <grpc/support/log.h>

#include <string>

#include "core/log.h"

namespace gan {

void routeGrpcLog() {
  gpr_set_log_function([](gpr_log_func_args* line) { log::debug(std::string("gRPC: ") + line->message); });
}

}  // namespace gan
