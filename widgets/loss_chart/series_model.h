#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QStringList>
#include <QVector>
#include <optional>

namespace gan {

/// The series of a run: which there are, which are shown, and what each says at the cursor. The chart's legend and its
/// choice of curves.
class SeriesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kTitle, kAtCursor, kColumnCount };
  enum Role { kNameRole = Qt::UserRole, kColourRole, kDashRole };

  using QAbstractTableModel::QAbstractTableModel;

  /// Keeps what is shown for names that stay. New names are shown if they are losses or were shown by setShown().
  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }
  /// In the order of names().
  QStringList shownNames() const;
  /// Exactly these; names that are not there yet are shown when they come.
  void setShown(const QStringList& names);
  /// Parallel to names(); nothing where a series has no value there.
  void setValuesAtCursor(const QVector<std::optional<double>>& values);
  /// Titles and colours again, after a change of language or palette.
  void refreshLook();

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;  // Qt::CheckStateRole
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void shownChanged();

 private:
  bool isShown(const QString& name) const;
  QString accessibleText(int row) const;

  QStringList names_;
  std::optional<QStringList> chosen_;  ///< By setShown(); until then the losses are shown.
  QHash<QString, bool> switched_;      ///< By the person, one by one; goes before chosen_.
  QVector<std::optional<double>> at_cursor_;
};

}  // namespace gan
