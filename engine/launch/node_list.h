#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gan {

/// The names in one of Slurm's lists: "n[0-3,7],m1" -> n0 n1 n2 n3 n7 m1. Leading zeros stay ("n[08-11]"), several
/// brackets multiply ("r[1-2]n[0-1]"). Throws Error(kInvalidArgument, "node_list_invalid"); more than 65,536 names are
/// refused before memory is taken.
std::vector<std::string> parseNodeList(std::string_view text);

/// Slurm's numbers of tasks on each node: "2(x2),1" -> 2 2 1. Throws as parseNodeList().
std::vector<int> parseTasksPerNode(std::string_view text);

}  // namespace gan
