#pragma once

#include <string>

namespace gan {

/// Who runs this process and where, for others to read: "ann@laptop". By the system's list of users, which knows it
/// where a container's or a job's environment does not; "user 1000@laptop" where the list does not either.
std::string userAtHost();

}  // namespace gan
