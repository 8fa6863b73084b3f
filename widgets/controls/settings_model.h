#pragma once

#include <QAbstractListModel>
#include <QVector>

#include "controls/setting.h"

namespace gan {

/// Settings and where each stands: what is in force, what the person wishes instead, what became of the wish. A form
/// edits wishes; who owns the model sends them on and reports back.
class SettingsModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kPathRole = Qt::UserRole, kValueRole, kWishRole, kStateRole, kNoteRole };
  /// Of a setting's wish.
  enum class State {
    kUnchanged,  ///< No wish, or the same as what is in force.
    kEdited,     ///< Wished, not sent.
    kPending,    ///< Sent, not answered.
    kApplied,    ///< In force since the answer; note says at which step.
    kRefused,    ///< Note says why; the wish stays so that it can be mended.
    kUnknown,    ///< Nobody knows whether it is in force; note says why, and the wish stays.
  };
  /// Answered, and not known to be in force.
  static bool failed(State state) { return state == State::kRefused || state == State::kUnknown; }

  using QAbstractListModel::QAbstractListModel;

  /// What is known of settings that were there before, under the same path and type, stays.
  void setSettings(QVector<Setting> settings);
  const QVector<Setting>& settings() const { return settings_; }
  /// -1 when there is no such setting.
  int rowOf(const QString& path) const;

  /// What is in force; a wish that equals it is granted. Values of unknown paths are ignored.
  void setValues(const QVariantMap& values);
  QVariant value(const QString& path) const;
  /// What it all began with, where it has begun: a person goes back to that and not to the default. Replaces what was
  /// set before; paths that it lacks have none.
  void setBaseline(const QVariantMap& values);
  /// Invalid where none is known.
  QVariant baseline(const QString& path) const;
  /// The wish if there is one, else the value, else the default.
  QVariant shown(const QString& path) const;
  /// Whether the setting means anything beside what is shown of the others.
  bool applies(const Setting& setting) const;
  State state(const QString& path) const;
  QString note(const QString& path) const;

  /// By the person, through a form. While an earlier wish is pending, a new one waits as kEdited and the answer to the
  /// earlier one does not touch it.
  void wish(const QString& path, const QVariant& value);
  /// Back to what is in force, or to the wish that is pending.
  void dropWish(const QString& path);
  /// Wishes in state kEdited.
  QVariantMap edited() const;
  /// By the owner. kPending: the wish was sent. kApplied: what was sent is in force. kUnchanged: there is no wish any
  /// more.
  void setState(const QString& path, State state, const QString& note = {});

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  /// The person's wish for this setting changed.
  void wished(const QString& path);

 private:
  struct Row {
    QVariant value;  ///< Invalid until it is known: the default is in force.
    QVariant baseline;
    QVariant wish;
    QVariant sent;  ///< The wish that is pending.
    State state = State::kUnchanged;
    QString note;
  };
  const QVariant& inForce(int row) const;
  void change(int row, const Row& next);

  QVector<Setting> settings_;
  QVector<Row> rows_;
};

}  // namespace gan
