#pragma once

#include <QAbstractItemModel>
#include <QHash>
#include <QMap>
#include <QSet>
#include <QStringList>
#include <QVector>
#include <memory>
#include <optional>
#include <vector>

#include "loss_chart/chart_data.h"

namespace gan {

/// The series of a run as a tree by the parts of their names, "gradient_norm/g/…": which there are, which are shown, as
/// curves or together as a band, and what each says at the cursor. The chart's legend and its choice of curves.
///
/// A group has two series at least, and stands for a prefix of their names; a series whose name is that prefix stands
/// beside it. Groups of very many series are drawn as a band unless somebody wishes otherwise.
class SeriesModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kTitle, kAtCursor, kColumnCount };
  /// kNameRole: a series' name, or a group's prefix. kSeriesCountRole: 0 for a series. kFoundRole: whether the search
  /// found it, or something in it.
  enum Role { kNameRole = Qt::UserRole, kColourRole, kDashRole, kBandRole, kSeriesCountRole, kFoundRole };

  explicit SeriesModel(QObject* parent = nullptr);
  ~SeriesModel() override;

  /// Keeps what is shown for names that stay. New names are shown if they are losses or were shown by setShown().
  void setNames(const QStringList& names);
  const QStringList& names() const { return names_; }
  /// In the order of names().
  QStringList shownNames() const;
  /// Exactly these; names that are not there yet are shown when they come.
  void setShown(const QStringList& names);

  /// What is to be drawn of the shown ones: one by one, and as bands.
  const QStringList& curveNames() const { return curve_names_; }
  const QVector<BandQuery>& bands() const { return bands_; }
  bool isBand(const QModelIndex& group) const;
  void setBand(const QModelIndex& group, bool on);
  /// By the groups' prefixes: those that somebody wished to see as a band, or not as one.
  const QMap<QString, bool>& bandWishes() const { return banded_; }
  void setBandWishes(const QMap<QString, bool>& wishes);

  /// The series whose names or titles have all these words are found; checking a group checks what is found in it.
  void setSearch(const QString& words);

  struct Values {
    QHash<QString, double> curves;
    QHash<QString, double> bands;  ///< By the groups' prefixes.
  };
  void setValuesAtCursor(const Values& values);
  /// Titles and colours again, after a change of language or palette.
  void refreshLook();

  /// Invalid where there is no such series, or no such group.
  QModelIndex indexOf(const QString& name, int column = kTitle) const;
  QModelIndex indexOfGroup(const QString& prefix, int column = kTitle) const;
  /// Names of all series in a group, or of one; in their order.
  QStringList namesIn(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;  // Qt::CheckStateRole
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void shownChanged();

 private:
  struct Node;
  void build();
  bool isShownByChoice(const QString& name) const;
  /// Which are shown and how they are drawn; true when that changed.
  bool settle();
  void collect(const Node& node);
  bool isBand(const Node& node) const;
  const Node& nodeOf(const QModelIndex& index) const;
  QModelIndex indexOf(const Node& node, int column) const;
  const Node* find(const Node& from, const QString& path, bool group) const;
  void tellAll(const QList<int>& roles);
  Qt::CheckState checkState(const Node& node) const;
  QString title(const Node& node) const;
  QString accessibleText(const Node& node) const;
  QVariant titleData(const Node& node, int role) const;

  QStringList names_;
  std::unique_ptr<Node> root_;
  std::optional<QSet<QString>> chosen_;  ///< By setShown(); until then the losses are shown.
  QHash<QString, bool> switched_;        ///< By the person, one by one; goes before chosen_.
  QMap<QString, bool> banded_;           ///< By the person, by the groups' prefixes.
  std::vector<bool> shown_;              ///< Parallel to names_, as is the next.
  std::vector<bool> found_;
  QStringList words_;  ///< Of the search.
  QStringList curve_names_;
  QVector<BandQuery> bands_;
  Values at_cursor_;
};

}  // namespace gan
