#include "launch/node_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/process_output.h"
#include "support/expect_error.h"

namespace gan {
namespace {

using testing::ElementsAre;

TEST(NodeList, IsReadAsSlurmWritesIt) {
  EXPECT_THAT(parseNodeList("n0"), ElementsAre("n0"));
  EXPECT_THAT(parseNodeList("n[0-3,7],m1"), ElementsAre("n0", "n1", "n2", "n3", "n7", "m1"));
  EXPECT_THAT(parseNodeList("n[08-11]-ib"), ElementsAre("n08-ib", "n09-ib", "n10-ib", "n11-ib"));
  EXPECT_THAT(parseNodeList("r[1-2]n[0,5]"), ElementsAre("r1n0", "r1n5", "r2n0", "r2n5"));
  EXPECT_THAT(parseNodeList("gpu-a.site.org"), ElementsAre("gpu-a.site.org"));
}

TEST(NodeList, IsReadAsScontrolReadsIt) {
  for (const std::string list : {"n[0-3,7],m1", "n[08-11]", "a,b[1-2],d"}) {
    const ProcessOutput output = runForOutput({"scontrol", "show", "hostnames", list}, {}, ErrorStream::kCollect);
    if (!output.succeeded) GTEST_SKIP() << "scontrol is not here or has no cluster: " << output.errors;
    std::string ours;
    for (const std::string& name : parseNodeList(list)) ours += name + "\n";
    EXPECT_EQ(ours, output.text);
  }
}

TEST(NodeList, RefusesWhatIsNone) {
  for (const std::string wrong :
       {"", "n[", "n[]", "n[3-1]", "n[a-b]", "a,,b", "n[0-4294967295]", "n[0-999][0-999]", "n[1-99999999999]", ","}) {
    expectError(ErrorCode::kInvalidArgument, "node_list_invalid", [&] { parseNodeList(wrong); });
  }
}

TEST(TasksPerNode, AreReadAsSlurmWritesThem) {
  EXPECT_THAT(parseTasksPerNode("2(x2),1"), ElementsAre(2, 2, 1));
  EXPECT_THAT(parseTasksPerNode("4"), ElementsAre(4));
  for (const std::string wrong : {"", "2(x", "2(x2", "x", "2(x99999999)", "-1"}) {
    expectError(ErrorCode::kInvalidArgument, "node_list_invalid", [&] { parseTasksPerNode(wrong); });
  }
}

}  // namespace
}  // namespace gan
