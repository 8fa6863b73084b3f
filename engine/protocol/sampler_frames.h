#pragma once

namespace google::protobuf {
class MessageLite;
}

namespace gan {

/// How an engine and its sampler exchange the messages of sampler.proto over a stream socket.

/// Waits until the message is sent. False when the other side is gone.
bool writeFrame(int socket, const google::protobuf::MessageLite& message);
/// Waits for the next one. False at the end of the stream. Throws Error(kDataLoss, "sampler_frame_damaged") for what is
/// no message, or longer than 128 MiB.
bool readFrame(int socket, google::protobuf::MessageLite& message);

}  // namespace gan
