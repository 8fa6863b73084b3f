#include "run_list/run_place.h"

#include <QDir>
#include <algorithm>
#include <array>

#include "style/plain_text.h"

namespace gan {
namespace {

const QString kUnix = QStringLiteral("unix:");
const QString kSsh = QStringLiteral("ssh://");
const QString kTcp = QStringLiteral("tcp:");
const QString kTls = QStringLiteral("tls://");

/// Where the path begins in ssh://host/path; -1: there is none.
qsizetype pathOfSsh(const QString& target) { return target.indexOf(QLatin1Char('/'), kSsh.size()); }

bool hasControls(const QString& text) {
  return std::ranges::any_of(text, [](QChar letter) { return letter.category() == QChar::Other_Control; });
}

/// "flowers (gpu1)" of ssh://me@gpu1/runs/flowers.
QString nameOf(const RunPlace& place) {
  const QString path = place.path();
  const QString host = place.host();
  if (host.isEmpty()) return place.target;
  return path.isEmpty() ? host : QStringLiteral("%1 (%2)").arg(path.section(QLatin1Char('/'), -1), host);
}

}  // namespace

bool isRemoteTarget(const QString& text) {
  const std::array schemes = {kUnix, kSsh, kTcp, kTls};
  return std::ranges::any_of(schemes, [&text](const QString& scheme) { return text.startsWith(scheme); });
}

RunPlace RunPlace::ofFolder(const QString& path) {
  if (path.isEmpty()) return {};
  const QString clean = QDir::cleanPath(QDir(path).absolutePath());
  return {.target = clean, .name = printable(clean.section(QLatin1Char('/'), -1))};
}

RunPlace RunPlace::ofTarget(const QString& target, const QString& name) {
  RunPlace place = isRemoteTarget(target) ? RunPlace{.target = target, .name = {}} : ofFolder(target);
  while (place.path().size() > 1 && place.target.endsWith(QLatin1Char('/')))
    place.target.chop(1);  // one run, one target
  if (!place.isLocal()) place.name = nameOf(place);
  if (!name.isEmpty()) place.name = printable(name).trimmed();
  return place;
}

RunPlace RunPlace::fromText(const QString& text) {
  if (QDir::isAbsolutePath(text)) return ofFolder(text);
  const QString target = text.section(QLatin1Char('\n'), 0, 0);
  if (!isRemoteTarget(target) || hasControls(target)) return {};
  return ofTarget(target, text.section(QLatin1Char('\n'), 1));
}

QString RunPlace::text() const { return isLocal() || isEmpty() ? target : target + QLatin1Char('\n') + name; }

bool RunPlace::isLocal() const { return !isEmpty() && !isRemoteTarget(target); }

QString RunPlace::host() const {
  for (const QString& scheme : {kTcp, kTls}) {
    if (target.startsWith(scheme)) return target.mid(scheme.size()).section(QLatin1Char('#'), 0, 0);
  }
  if (!target.startsWith(kSsh)) return {};
  const QString authority = target.mid(kSsh.size()).section(QLatin1Char('/'), 0, 0);
  return authority.section(QLatin1Char('@'), -1);
}

QString RunPlace::path() const {
  if (isLocal()) return target;
  const qsizetype start = target.startsWith(kSsh) ? pathOfSsh(target) : -1;
  return start < 0 ? QString() : target.mid(start);
}

RunPlace RunPlace::at(const QString& path) const {
  if (isLocal()) return ofFolder(path);
  if (this->path().isEmpty() || !path.startsWith(QLatin1Char('/'))) return {};
  return ofTarget(target.left(pathOfSsh(target)) + path);
}

}  // namespace gan
