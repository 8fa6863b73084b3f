#include "link/remote_curves.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "loss_chart/band.h"
#include "protocol/studio.pb.h"
#include "style/series_style.h"

namespace gan {
namespace {

namespace v1 = ganstudio::v1;

// Of QuerySeries:
constexpr std::size_t kMostNamesAtOnce = 256;
constexpr std::size_t kMostColumnsAtOnce = 500'000;  // of all names
constexpr int kMostRemoteColumns = 20'000;
constexpr int kMostBandColumns = 400;
/// Of the columns that are wanted: then they are asked for anew, as wide as they are to be now.
constexpr double kMostGrowth = 1.5;

bool smooths(const ChartQuery& query) { return query.smoothing > 0 && query.smoothing < 1; }

/// The four arrays that a smoothed series has twice.
struct Values {
  const google::protobuf::RepeatedField<float>& min;
  const google::protobuf::RepeatedField<float>& max;
  const google::protobuf::RepeatedField<float>& first;
  const google::protobuf::RepeatedField<float>& last;
};

/// Arrays that are shorter than the others end the columns: what comes from outside may be so.
ChartColumns toChart(const v1::SeriesColumns& message, const Values& values) {
  const int count = std::min({message.first_step_size(), message.last_step_size(), values.min.size(), values.max.size(),
                              values.first.size(), values.last.size(), message.count_size(), message.not_finite_size(),
                              message.first_epoch_size(), message.first_unix_seconds_size()});
  ChartColumns columns;
  columns.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    columns.push_back({{.first_step = message.first_step(i),
                        .last_step = message.last_step(i),
                        .min = values.min[i],
                        .max = values.max[i],
                        .first = values.first[i],
                        .last = values.last[i],
                        .count = message.count(i),
                        .not_finite = message.not_finite(i)},
                       message.first_epoch(i),
                       message.first_unix_seconds(i)});
  }
  return columns;
}

ChartColumns askedOf(const v1::SeriesColumns& message) {
  return toChart(message, {message.min(), message.max(), message.first(), message.last()});
}

ChartColumns rawOf(const v1::SeriesColumns& message) {
  return toChart(message, {message.raw_min(), message.raw_max(), message.raw_first(), message.raw_last()});
}

std::vector<std::string> known(const QStringList& names, const std::vector<std::string>& recorded) {
  const std::set<std::string> all(recorded.begin(), recorded.end());
  std::vector<std::string> found;
  for (const QString& name : names) {
    if (all.contains(name.toStdString())) found.push_back(name.toStdString());
  }
  return found;
}

std::optional<ChartColumn> firstOf(const ChartColumns& columns) {
  return columns.empty() ? std::nullopt : std::optional(columns.front());
}

/// Takes the place of all from a step on.
void append(ChartColumns& columns, std::int64_t seam, ChartColumns more) {
  std::erase_if(columns, [seam](const ChartColumn& column) { return column.first_step >= seam; });
  columns.insert(columns.end(), std::move_iterator(more.begin()), std::move_iterator(more.end()));
}

}  // namespace

RemoteCurves::Answer RemoteCurves::fetch(const std::vector<std::string>& names, v1::SeriesRequest request) {
  Answer answer;
  const std::size_t at_once = std::min<std::size_t>(kMostNamesAtOnce, kMostColumnsAtOnce / request.columns());
  for (std::size_t first = 0; first < names.size(); first += at_once) {
    const std::size_t last = std::min(names.size(), first + at_once);
    request.clear_names();
    for (std::size_t i = first; i < last; ++i) request.add_names(names[i]);
    const v1::SeriesReply reply = ask_(request);
    for (const v1::SeriesColumns& message : reply.series()) {
      Series& series = answer[message.name()];
      series.asked = askedOf(message);
      if (request.raw_beside()) series.raw = rawOf(message);
    }
    for (const v1::SeriesColumns& message : reply.ancestors())
      answer[message.name()].before.push_back(askedOf(message));
    if (request.ancestors()) history_first_step_ = std::max<std::int64_t>(0, reply.history_first_step());
    for (const v1::SupersededPiece& piece : reply.superseded()) {
      answer[piece.columns().name()].superseded.push_back(askedOf(piece.columns()));
    }
  }
  return answer;
}

/// From a step on that is the first of a column of every series that has values there; false: it is to be asked for
/// anew.
bool RemoteCurves::extend(Kept& kept, const std::vector<std::string>& names, const v1::SeriesRequest& wanted,
                          const Line& line) {
  std::int64_t seam = 0;
  std::size_t most = 0;
  for (const auto& [name, series] : kept.answer) {
    most = std::max(most, series.asked.size());
    if (!series.asked.empty()) seam = std::max(seam, series.asked.back().first_step);
  }
  if (most == 0 || static_cast<double>(most) > kMostGrowth * wanted.columns()) return false;
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& [name, series] : kept.answer) {
      const auto before = std::find_if(series.asked.rbegin(), series.asked.rend(),
                                       [seam](const ChartColumn& column) { return column.first_step < seam; });
      if (before == series.asked.rend() || before->last_step < seam) continue;
      seam = before->first_step;
      moved = true;
    }
  }
  v1::SeriesRequest more = wanted;
  more.set_first_step(seam);
  more.set_superseded(false);  // they are as they were
  const double steps = static_cast<double>(std::max<std::int64_t>(line.step, seam) - seam + 1);
  const double columns = std::clamp(std::ceil(steps / kept.steps_a_column), 1.0, static_cast<double>(wanted.columns()));
  more.set_columns(static_cast<std::uint32_t>(columns));
  Answer fresh = fetch(names, more);
  for (auto& [name, series] : fresh) {
    Series& whole = kept.answer[name];
    append(whole.asked, seam, std::move(series.asked));
    append(whole.raw, seam, std::move(series.raw));
  }
  return true;
}

const RemoteCurves::Answer& RemoteCurves::ask(const std::vector<std::string>& names, const v1::SeriesRequest& wanted,
                                              const Line& line) {
  v1::SeriesRequest key = wanted;
  for (const std::string& name : names) key.add_names(name);
  Kept& kept = kept_[key.SerializeAsString()];
  const bool is_known = kept.round > 0;
  kept.round = round_;
  if (kept.is_whole) return kept.answer;
  const bool is_open = wanted.last_step() == 0;
  if (is_known && is_open && extend(kept, names, wanted, line)) return kept.answer;
  kept.answer = fetch(names, wanted);
  kept.is_whole = wanted.ancestors() || (!is_open && wanted.last_step() <= line.step);
  std::int64_t first = line.step;
  for (const auto& [name, series] : kept.answer) {
    if (!series.asked.empty()) first = std::min(first, series.asked.front().first_step);
  }
  kept.steps_a_column = std::max(1.0, static_cast<double>(line.step - first + 1) / wanted.columns());
  return kept.answer;
}

Band RemoteCurves::band(const BandQuery& wanted, const ChartQuery& query, const Line& line) {
  v1::SeriesRequest request;
  request.set_first_step(query.first_step);
  request.set_last_step(query.last_step);
  request.set_columns(static_cast<std::uint32_t>(std::clamp(query.columns, 1, kMostBandColumns)));
  if (smooths(query)) request.set_smoothing(query.smoothing);
  std::vector<BandMember> members;
  for (const auto& [name, series] : ask(known(wanted.members, line.series), request, line)) {
    members.push_back({QString::fromStdString(name), {series.asked.begin(), series.asked.end()}});
  }
  const qint64 last_in_view = query.view_last_step == 0 ? line.step : query.view_last_step;
  Band made = bandOf(wanted.name, members, query.view_first_step, last_in_view);
  if (!query.cursor || *query.cursor <= 0) return made;  // a request without a last step would be for all
  request.set_first_step(*query.cursor);
  request.set_last_step(*query.cursor);
  request.set_columns(1);
  const Answer& own = ask(known(wanted.members, line.series), request, line);
  std::optional<ChartColumn> recorded;
  for (BandMember& member : members) {
    const auto series = own.find(member.name.toStdString());
    if (series == own.end() || series->second.asked.empty()) continue;
    recorded = series->second.asked.front();
    member.columns = {*recorded};
  }
  if (!recorded) return made;
  made.at_cursor = bandAt(members, *query.cursor);
  made.at_cursor->epoch = recorded->epoch;
  made.at_cursor->unix_seconds = recorded->unix_seconds;
  return made;
}

std::vector<Curve> RemoteCurves::curves(const std::vector<std::string>& names, const ChartQuery& query,
                                        const Line& line) {
  struct Both {
    Answer raw;
    Answer smoothed;
  };
  /// Smoothed values of what cannot be smoothed are not looked at.
  const auto ask_both = [&](v1::SeriesRequest request) {
    Both both;
    if (!smooths(query)) {
      both.raw = ask(names, request, line);
    } else if (line.together) {
      request.set_smoothing(query.smoothing);
      request.set_raw_beside(true);
      both.smoothed = ask(names, request, line);
      both.raw = both.smoothed;
      for (auto& [name, series] : both.raw) series.asked = std::move(series.raw);
    } else {
      both.raw = ask(names, request, line);
      request.set_superseded(false);
      request.set_smoothing(query.smoothing);
      both.smoothed = ask(names, request, line);
    }
    std::erase_if(both.smoothed, [](const auto& entry) { return !canBeSmoothed(QString::fromStdString(entry.first)); });
    return both;
  };
  v1::SeriesRequest request;
  request.set_first_step(query.first_step);
  request.set_last_step(query.last_step);
  request.set_columns(static_cast<std::uint32_t>(std::clamp(query.columns, 1, kMostRemoteColumns)));
  request.set_superseded(query.superseded);
  Both all = ask_both(request);
  Both at_cursor;
  if (query.cursor && *query.cursor > 0) {  // a request without a last step would be for all
    request.set_superseded(false);
    request.set_first_step(*query.cursor);
    request.set_last_step(*query.cursor);
    request.set_columns(1);
    at_cursor = ask_both(request);
  }
  std::vector<Curve> curves;
  for (const std::string& name : names) {
    Curve curve;
    curve.name = QString::fromStdString(name);
    curve.raw = std::move(all.raw[name].asked);
    curve.smoothed = std::move(all.smoothed[name].asked);
    curve.superseded = std::move(all.raw[name].superseded);
    curve.at_cursor = firstOf(at_cursor.raw[name].asked);
    curve.smoothed_at_cursor = firstOf(at_cursor.smoothed[name].asked);
    curves.push_back(std::move(curve));
  }
  return curves;
}

/// What they recorded is over: it is asked for once. Values that cannot be smoothed are asked for as they are.
void RemoteCurves::addAncestors(const ChartQuery& query, const Line& line, std::vector<Curve>& curves) {
  if (line.branch_step <= 0) return;
  v1::SeriesRequest request;
  request.set_ancestors(true);
  request.set_first_step(query.first_step);
  request.set_last_step(query.last_step == 0 ? line.branch_step
                                             : std::min<std::int64_t>(query.last_step, line.branch_step));
  request.set_columns(static_cast<std::uint32_t>(std::clamp(query.columns, 1, kMostRemoteColumns)));
  if (curves.empty() || request.first_step() > request.last_step()) {  // then only where they begin is wanted
    if (history_first_step_ || line.series.empty()) return;
    request.set_first_step(0);
    request.set_last_step(line.branch_step);
    request.set_columns(1);
    ask({line.series.front()}, request, line);
    return;
  }
  for (const bool smoothed : {false, true}) {
    std::vector<std::string> names;
    for (const Curve& curve : curves) {
      if ((smooths(query) && canBeSmoothed(curve.name)) == smoothed) names.push_back(curve.name.toStdString());
    }
    if (names.empty()) continue;
    if (smoothed) request.set_smoothing(query.smoothing);
    const Answer& found = ask(names, request, line);
    for (Curve& curve : curves) {
      const auto series = found.find(curve.name.toStdString());
      if (series != found.end()) curve.before = series->second.before;
    }
  }
}

void RemoteCurves::answer(const ChartQuery& query, const Line& line, ChartReply& reply) {
  if (segment_ != line.segment) kept_.clear();
  segment_ = line.segment;
  ++round_;
  std::vector<std::string> names = known(query.names, line.series);
  for (const BandQuery& wanted : query.bands) {
    reply.bands.push_back(band(wanted, query, line));
    for (const QString& name : reply.bands.back().sticking_out) {
      if (!query.names.contains(name)) names.push_back(name.toStdString());
    }
  }
  reply.curves = curves(names, query, line);
  addAncestors(query, line, reply.curves);
  reply.history_first_step = history_first_step_.value_or(0);
  std::erase_if(kept_, [this](const auto& entry) { return entry.second.round != round_; });
}

}  // namespace gan
