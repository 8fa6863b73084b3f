#include "window/saved_file.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QByteArray>
#include <memory>
#include <stop_token>

#include "link/place_source.h"
#include "loss_chart/chart_data.h"
#include "run_list/run_place.h"
#include "service/fake_run.h"

namespace gan::test {
namespace {

QByteArray csvOf(const RunPlace& run, const ChartQuery& query) {
  QBuffer out;
  out.open(QIODevice::WriteOnly);
  const auto open = [run](const std::stop_token& stop) {
    return openPlace(run, *std::make_shared<EngineAccess>(), stop);
  };
  EXPECT_TRUE(valuesOf(open, query)(out));
  return out.data();
}

TEST(ValuesOf, AFewSeriesOfALongRunAreARowForEachStep) {
  gan::FakeRun run({"loss/d"});
  run.rows(45'000);
  const ChartQuery query{.names = {QStringLiteral("loss/d")}, .first_step = 1, .last_step = 45'000};
  const QByteArray csv = csvOf(RunPlace::ofFolder(QString::fromStdString(run.path().string())), query);
  EXPECT_EQ(csv.count('\n'), 45'001);
}

TEST(ValuesOf, ARemoteRunAreWhatItsEngineHas) {
  gan::FakeRun run({"loss/d"});
  run.rows(100);
  RunReader reader(RunFolder::open(run.path()));
  reader.refresh();
  const RunServer server(reader, nullptr, ServiceOptions{});
  const RunPlace remote = RunPlace::ofTarget(QStringLiteral("unix:") + QString::fromStdString(server.unixSocket()));
  const ChartQuery query{.names = {QStringLiteral("loss/d")}, .first_step = 11, .last_step = 60};
  const QByteArray csv = csvOf(remote, query);
  EXPECT_EQ(csv.count('\n'), 51);
  EXPECT_EQ(csv, csvOf(RunPlace::ofFolder(QString::fromStdString(run.path().string())), query));
}

}  // namespace
}  // namespace gan::test
