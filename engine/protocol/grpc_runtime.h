#pragma once

namespace gan {

/// Call before gRPC is used; may be called again. Holds for the whole process:
/// what gRPC would print on standard error goes to our log as debug lines (whatever matters of it comes as an Error
/// too); and gRPC's library stays up until the process ends, because to take it down with the last server or channel
/// can wait ten seconds for one of its threads.
void prepareGrpc();

}  // namespace gan
