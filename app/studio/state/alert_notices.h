#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "log/alert_bar.h"
#include "run/event.h"

namespace gan {

/// What a run's alerts look like in the window, where each rule has one place.
QString noticeId(const Alert& alert);
/// With the actions that this window knows: another build's engine may know more.
AlertNotice noticeOf(const Alert& alert);
/// What these say, in their order.
QStringList textsOf(const std::vector<Alert>& alerts);
AlertNotice noticeOf(const RankReported& reported, const QString& text);

/// The id of the notice of an alert, or of what a rank reported.
QString failureId(const Event& failure);

/// Whether an event says that what has failed, as an earlier one told, was done after all.
bool makesGood(const Event& event, const Event& failure);

}  // namespace gan
