#include "run_list/name_elision.h"

#include <algorithm>

namespace gan {
namespace {

const QChar kDots(0x2026);

qsizetype sharedBeginning(const QString& a, const QString& b) {
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return at - a.begin();
}

qsizetype sharedEnd(const QString& a, const QString& b) {
  const auto [at, other] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  return at - a.rbegin();
}

}  // namespace

QString elidedAmong(const QString& name, const QStringList& others, const QFontMetrics& metrics, int width) {
  const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; };
  if (fits(name)) return name;
  qsizetype before = 0;
  qsizetype behind = 0;
  for (const QString& other : others) {
    if (other == name) continue;
    before = std::max(before, sharedBeginning(name, other));
    behind = std::max(behind, sharedEnd(name, other));
  }
  if (before == 0 && behind == 0) return metrics.elidedText(name, Qt::ElideMiddle, width);
  for (qsizetype kept = before - 1; kept >= 0; --kept) {
    const QString text = name.left(kept) + kDots + name.mid(before);
    if (fits(text)) return text;
  }
  const QString dots = before > 0 ? QString(kDots) : QString();
  const QString own = name.mid(before, std::max<qsizetype>(0, name.size() - behind - before));
  for (qsizetype kept = name.size() - before - own.size() - 1; kept >= 0; --kept) {
    const QString text = dots + own + kDots + name.right(kept);
    if (fits(text)) return text;
  }
  return metrics.elidedText(dots + own, Qt::ElideRight, width);
}

}  // namespace gan
