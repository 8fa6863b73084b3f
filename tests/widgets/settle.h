#pragma once

#include <QTest>
#include <QTimer>
#include <QWidget>
#include <algorithm>

namespace gan::test {

/// Until a widget has done what it had put off: no single-shot timer of it runs, and no event waits.
inline void settle(const QWidget& widget) {
  const auto puts_off = [&widget] {
    const auto timers = widget.findChildren<QTimer*>();
    return std::ranges::any_of(timers, [](const QTimer* timer) { return timer->isSingleShot() && timer->isActive(); });
  };
  for (int quiet = 0; quiet < 3; quiet = puts_off() ? 0 : quiet + 1) QTest::qWait(1);
}

}  // namespace gan::test
