#pragma once

#include <QImage>
#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "link/background.h"
#include "link/run_source.h"

namespace gan {

/// One open run, for the GUI thread: never blocks, answers by signals. Reading is done on one thread, pictures on
/// another, so that a large sheet keeps no chart waiting; a command's answer keeps nobody waiting.
class RunLink : public QObject {
  Q_OBJECT

 public:
  /// Called on the link's thread; what it throws comes as failed(). Told to stop once the link has gone: nobody waits
  /// for the source any more.
  using Open = std::function<std::unique_ptr<RunSource>(const std::stop_token& stop)>;
  explicit RunLink(Open open, QObject* parent = nullptr);
  /// For another source of the same run, on a thread that may wait, also after the link has gone.
  const Open& opener() const;
  /// Returns at once: what is being read, and commands under way, end in the background.
  ~RunLink() override;

  /// Emits opened() or failed(), then updated() now and whenever there is something new: at most twenty times a second,
  /// so that what the recorder publishes ten times a second waits little here, and once a second while not visible.
  void start();
  void setVisible(bool visible);

  /// What a chart shows: charted() comes now, and again with whatever is new, until another query takes its place. One
  /// without names asks for nothing.
  void query(const ChartQuery& query);
  /// sampleLoaded() comes, or sampleDropped() where the source is slow and newer ones were asked for meanwhile.
  void requestSample(const QString& name);
  /// previewLoaded() comes. Those that were asked for go before whole sheets.
  void requestPreview(const QString& name);
  void requestCheckpoints();
  /// What asks the source for the load of its sampler: for a thread that may wait, also after the link has gone. Throws
  /// gan::Error, once there is no source any more, too.
  std::function<std::optional<SamplerLoad>()> samplerLoadAsked() const;
  /// The same, what asks it for evaluations; mark: as RunSource::evaluations() has it.
  std::function<ToldEvaluations(const std::string& mark)> evaluationsAsked() const;
  /// answered() comes exactly once for each, also when the engine cannot be reached. An empty id is filled in, and
  /// returned.
  QString send(Command command);

 signals:
  void opened(const std::shared_ptr<const gan::RunFacts>& facts, const std::shared_ptr<const gan::Schema>& schema);
  void failed(const gan::Message& why);
  void updated(const std::shared_ptr<const gan::RunUpdate>& update);
  void charted(const gan::ChartReply& reply);
  void sampleLoaded(const QString& name, const gan::SheetContent& content);  // a null image: it cannot be had
  void sampleDropped(const QString& name);
  void previewLoaded(const QString& name, const QImage& preview);  // null: it cannot be had
  void checkpointsListed(const std::vector<gan::CheckpointStore::Entry>& entries);
  void answered(const gan::Command& command, const gan::CommandAnswer& answer);
  void connectionChanged(gan::LinkState state, const gan::Message& why);

 private:
  class Place;
  class Reader;
  struct Wishes;
  void loadPicture();

  const std::shared_ptr<Place> place_;
  const std::shared_ptr<Wishes> pictures_wanted_;
  const std::shared_ptr<Reader> reader_;
  Background reading_{QStringLiteral("run link")};
  Background commands_{QStringLiteral("run commands")};
  Background pictures_{QStringLiteral("run pictures")};
};

}  // namespace gan
