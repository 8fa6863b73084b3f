#include "service/unknown_calls.h"

#include "core/error.h"
#include "protocol/status.h"
#include "service/caller.h"

namespace gan {

grpc::ServerGenericBidiReactor* UnknownCalls::CreateReactor(grpc::GenericCallbackServerContext* context) {
  /// Ends a call at once.
  struct Unknown final : grpc::ServerGenericBidiReactor {
    explicit Unknown(const grpc::Status& why) { Finish(why); }
    void OnDone() override { delete this; }
  };
  try {
    count_call_(context->peer());
  } catch (const Error& error) {
    refused_(addressOfPeer(context->peer()), error.id());
    return new Unknown(toStatus(error));
  }
  return new Unknown({grpc::StatusCode::UNIMPLEMENTED, ""});  // without details: clients name the call
}

}  // namespace gan
