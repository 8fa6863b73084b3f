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

TEST(ValuesOf, SeveralRunsStandInOneTableWithTheSameCells) {
  gan::FakeRun first({"loss/d"});
  gan::FakeRun second({"loss/g"});
  const auto values = [](gan::FakeRun& run, const char* name) {
    run.rows(3);
    const RunPlace place = RunPlace::ofFolder(QString::fromStdString(run.path().string()));
    const auto open = [place](const std::stop_token& stop) {
      return openPlace(place, *std::make_shared<EngineAccess>(), stop);
    };
    const ChartQuery seen{
        .names = {QStringLiteral("loss/d"), QStringLiteral("loss/g")}, .first_step = 2, .last_step = 3};
    return RunValues{QLatin1String(name), open, seen};
  };
  QBuffer out;
  out.open(QIODevice::WriteOnly);
  const std::vector<RunValues> runs = {values(first, "a"), values(second, "b,c")};
  EXPECT_TRUE(valuesOf(runs, {QStringLiteral("loss/d"), QStringLiteral("loss/g")})(out));
  const QList<QByteArray> lines = out.data().split('\n');
  ASSERT_EQ(lines.size(), 6) << out.data().toStdString();
  EXPECT_EQ(lines[0], QByteArray("run,step,epoch,unix_seconds,loss/d,loss/g\r"));
  EXPECT_TRUE(lines[1].startsWith("a,2,")) << lines[1].toStdString();
  EXPECT_TRUE(lines[2].startsWith("a,3,") && lines[2].endsWith(",\r")) << "it has no loss/g";
  EXPECT_TRUE(lines[3].startsWith("\"b,c\",2,")) << lines[3].toStdString();
  EXPECT_EQ(lines[3].count(','), 6) << "one of them in its name";
  EXPECT_EQ(lines[5], QByteArray());
}

}  // namespace
}  // namespace gan::test
