#include "latent_explorer/picture_view.h"
#include "run/journal.h"
#include "studio/window/journey.h"
#include "support/ssh_server.h"

namespace gan::test {
namespace {

/// What was asked of a run and carried out, of one kind.
std::size_t carriedOut(const fs::path& run, CommandKind kind) {
  std::size_t count = 0;
  for (const Event& event : readJournal(run / "journal.log")) {
    const auto* command = std::get_if<CommandHandled>(&event.what);
    if (command == nullptr || command->command.kind != kind) continue;
    count += command->answer.result == CommandResult::kApplied ? 1 : 0;
  }
  return count;
}

TEST_F(Journey, AttachesOverSshWatchesSteersExploresAndComesBack) {
  std::string why;
  const auto server = SshServer::start(why);
  if (!server) GTEST_SKIP() << why;
  for (const auto& [name, value] : server->environment()) qputenv(name.c_str(), QByteArray::fromStdString(value));
  const fs::path run = folder_ / "far away";
  Process engine({program("gan-engine"), "train", "--preset", "shapes-dcgan", "--out", run.string(), "--set",
                  "model.generator_width=8", "--set", "model.discriminator_width=8", "--set", "data.batch_size=16",
                  "--set", "training.threads=1"});
  ASSERT_TRUE(until([&] { return fs::exists(run / "endpoint.json"); })) << engine.errors();

  // Its address is typed, and the window is as that of a run of this machine.
  const QString place = QStringLiteral("ssh://behind") + QString::fromStdString(run.string());
  trigger("attach");
  auto* dialog = find<QDialog>("attach_dialog");
  auto* address = dialog->findChild<QLineEdit*>(QStringLiteral("attach_address"));
  address->setFocus();
  QTest::keyClicks(address, place);
  picture(QStringLiteral("attach"));
  pressGo("attach_dialog");
  ASSERT_TRUE(until([&] { return window_->run() != nullptr && window_->run()->isOpen() && window_->runGoesOn(); }))
      << server->log();
  EXPECT_EQ(window_->runPlace().target, place);
  ASSERT_TRUE(until([&] { return chartEnd() > 30; }));
  ASSERT_TRUE(until([&] { return gallery()->shownStep().has_value(); }));
  picture(QStringLiteral("attached"));

  // It is steered: what was set says so, and stands in the journal there.
  type("setting_optimizer_generator_learning_rate", QStringLiteral("1e-3"));
  ASSERT_TRUE(until([&] { return carriedOut(run, CommandKind::kSet) == 1; }));
  EXPECT_TRUE(until([&] { return !stateText("setting_optimizer_generator_learning_rate").isEmpty(); }));
  trigger("pause");
  ASSERT_TRUE(until([&] { return carriedOut(run, CommandKind::kPause) == 1; }));
  ASSERT_TRUE(until([&] { return window_->run()->summary().status == RunStatus::kPaused; }))
      << "it comes a little later";
  trigger("checkpoint");
  ASSERT_TRUE(until([&] { return carriedOut(run, CommandKind::kCheckpoint) == 1; }));
  trigger("pause");
  ASSERT_TRUE(until([&] { return carriedOut(run, CommandKind::kContinue) == 1; }));
  picture(QStringLiteral("steered"));

  // Its latent space is walked through, there.
  trigger("show_explorer");
  const auto* view = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return view->isWhole(); })) << find<QLabel>("explorer_caption")->text().toStdString();
  const QString caption = find<QLabel>("explorer_caption")->text();
  QTest::keyClick(find("latent_plane"), Qt::Key_Right, Qt::ShiftModifier);
  ASSERT_TRUE(until([&] { return find<QLabel>("explorer_caption")->text() != caption && view->isWhole(); }));
  picture(QStringLiteral("explored"));

  // The window goes, the training does not; the next window finds it again.
  window_.reset();
  EXPECT_TRUE(engine.running());
  makeWindow();
  window_->open(place);
  ASSERT_TRUE(until([&] { return window_->run() != nullptr && window_->run()->isOpen() && window_->runGoesOn(); }));
  ASSERT_TRUE(until([&] { return chartEnd() > 30; }));
  trigger("stop");
  EXPECT_EQ(engine.wait(), 3) << engine.errors();
  EXPECT_TRUE(until([&] { return !window_->runGoesOn(); }));
  picture(QStringLiteral("stopped"));
}

}  // namespace
}  // namespace gan::test
