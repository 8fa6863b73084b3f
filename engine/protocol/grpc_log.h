#pragma once

namespace gan {

/// Sends what gRPC would print on standard error to our log, as debug lines: whatever matters of it comes as an Error as
/// well. Holds for the whole process; may be called again.
void routeGrpcLog();

}  // namespace gan
