#include "state/class_pictures.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "config/sample_point.h"
#include "core/error.h"
#include "core/log.h"
#include "evaluation/evaluation_model.h"
#include "latent_explorer/explorer_model.h"

namespace gan {
namespace {

/// As the pictures that were judged; what this build does not know is left as usual.
void drawAlike(const Evaluated& evaluated, SamplePoint& point) {
  if (std::isfinite(evaluated.truncation)) point.truncation.threshold = std::max(0.0, evaluated.truncation);
  try {
    if (!evaluated.truncation_kind.empty()) point.truncation.kind = truncationKind(evaluated.truncation_kind);
    if (!evaluated.statistics.empty()) point.statistics = statisticsMode(evaluated.statistics);
  } catch (const Error& error) {
    log::warning(error.what());
  }
}

}  // namespace

ClassPictures::ClassPictures(EvaluationModel& evaluations, const ExplorerModel& explorer, PictureRowLink& pictures,
                             LocalServer& server, QObject* parent)
    : QObject(parent), evaluations_(evaluations), explorer_(explorer), pictures_(pictures), server_(server) {
  connect(&evaluations_, &EvaluationModel::classPicturesWished, this, &ClassPictures::onWish);
  connect(&server_, &LocalServer::ready, this, [this] {
    if (std::exchange(waits_for_server_, false)) draw();
  });
  connect(&server_, &LocalServer::failed, this, [this] { waits_for_server_ = false; });
  connect(&pictures_, &PictureRowLink::drawn, this, [this](int index, const ExploredPicture& picture) {
    const int of_class = index / kOfAClass;
    if (of_class >= names_.size() || picture.image.isNull()) return;
    drawn_[of_class] << picture.image;
    evaluations_.setClassPictures(names_[of_class], drawn_[of_class]);
  });
  connect(&pictures_, &PictureRowLink::ended, this, [](const Message& why) {
    if (!why.empty()) log::warning(why.english());
  });
}

void ClassPictures::onWish() {
  pictures_.stop();
  const int row = evaluations_.wantedClasses();
  waits_for_server_ =
      row >= 0 && evaluations_.stands(evaluations_.entry(row).step) && evaluations_.whyNotDrawnAlike(row).isEmpty();
  if (waits_for_server_) server_.want();
}

/// By its name, or where it has none by its number.
std::optional<qint64> ClassPictures::labelOf(const QString& name) const {
  const auto& names = explorer_.facts().class_names;
  for (auto each = names.begin(); each != names.end(); ++each) {
    if (each.value() == name) return each.key();
  }
  bool is_number = false;
  const qint64 label = name.toLongLong(&is_number);
  return is_number && label >= 0 && label < explorer_.facts().classes ? std::optional(label) : std::nullopt;
}

void ClassPictures::draw() {
  const int row = evaluations_.wantedClasses();
  const QVector<EvaluatedClass> classes = evaluations_.classes(row);
  if (classes.isEmpty()) return;
  const EvaluationEntry& entry = evaluations_.entry(row);
  names_.clear();
  drawn_.clear();
  std::vector<std::string> lines;
  for (const EvaluatedClass& of_class : {classes.first(), classes.last()}) {
    const QString name = QString::fromStdString(of_class.name);
    const auto label = labelOf(name);
    if (!label || names_.contains(name)) continue;
    names_ << name;
    drawn_ << QVector<QImage>();
    for (int sample = 0; sample < kOfAClass; ++sample) {
      SamplePoint point;
      point.latent = {{.seed = 0, .sample = sample, .weight = 1}};
      point.classes = {{.label = *label}};
      point.step = entry.step;
      drawAlike(entry.evaluated, point);
      lines.push_back(toText(point));
    }
  }
  if (!lines.empty()) pictures_.draw({lines, kSide});
}

}  // namespace gan
