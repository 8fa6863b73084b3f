#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/atomic_file.h"

namespace gan::test {

/// A version of the protocol as it was written down, beside the one that this build speaks.
class RecordedProtocol {
 public:
  explicit RecordedProtocol(const google::protobuf::FileDescriptorProto& file) : file_(pool_.BuildFile(file)) {
    if (file_ == nullptr) throw std::runtime_error("the recorded protocol is damaged");
  }

  static std::filesystem::path folder(const std::string& version) {
    return std::filesystem::path(GAN_SOURCE_DIR) / "tests/protocol/data" / version;
  }
  static google::protobuf::FileDescriptorProto read(const std::string& version) {
    google::protobuf::FileDescriptorSet files;
    if (!files.ParseFromString(readFile(folder(version) / "studio.desc", 1U << 20U)) || files.file_size() != 1) {
      throw std::runtime_error("studio.desc of version " + version + " is damaged");
    }
    return files.file(0);
  }
  /// "GetRun.reply"; of several "Watch.reply.1".
  static std::string message(const std::string& version, const std::string& name) {
    return readFile(folder(version) / name, 1U << 20U);
  }

  const google::protobuf::FileDescriptor& file() const { return *file_; }
  /// Null where that version has no such call.
  const google::protobuf::MethodDescriptor* method(const std::string& name) const {
    return file_->FindServiceByName("RunService")->FindMethodByName(name);
  }
  /// Null for bytes that are no message.
  std::unique_ptr<google::protobuf::Message> parse(const google::protobuf::Descriptor* type, const std::string& bytes) {
    std::unique_ptr<google::protobuf::Message> message(factory_.GetPrototype(type)->New());
    return message->ParseFromString(bytes) ? std::move(message) : nullptr;
  }

 private:
  google::protobuf::DescriptorPool pool_;
  google::protobuf::DynamicMessageFactory factory_{&pool_};
  const google::protobuf::FileDescriptor* file_;
};

}  // namespace gan::test
