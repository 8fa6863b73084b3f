#pragma once

#include <grpcpp/generic/async_generic_service.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace gan {

/// Calls that this engine does not know, of a later version or of nobody's: whoever makes them is told so, and they
/// count as others do.
class UnknownCalls final : public grpc::CallbackGenericService {
 public:
  /// count_call: the client behind the call with this peer makes one more; throws why it must not. refused: a call from
  /// this address was refused with the error of this id.
  UnknownCalls(std::function<void(const std::string& peer)> count_call,
               std::function<void(const std::string& address, std::string_view reason)> refused)
      : count_call_(std::move(count_call)), refused_(std::move(refused)) {}

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override;

 private:
  const std::function<void(const std::string& peer)> count_call_;
  const std::function<void(const std::string& address, std::string_view reason)> refused_;
};

}  // namespace gan
