#pragma once

#include <QMetaType>
#include <QString>

namespace gan {

/// Where a run is, and what it is called. Two places are equal when they are the same run's, whatever it is called: the
/// name is there to be read. A plain value type.
struct RunPlace {
  /// A run's folder on this computer (absolute, without a slash at its end), or where an engine answers for one:
  /// unix:/path of a socket, ssh://[user@]host[:port]/path, tls://HOST:PORT or tcp:HOST:PORT, which "#" and a
  /// certificate's fingerprint may follow. Empty: no run.
  QString target;
  QString name;  ///< One line.

  /// An empty path is no run. The name is the folder's.
  static RunPlace ofFolder(const QString& path);
  /// A remote target, or a folder. An empty name stands for one that is made of the target.
  static RunPlace ofTarget(const QString& target, const QString& name = {});
  /// What text() made, and what was kept before there were places: paths of folders. No run where it is neither.
  static RunPlace fromText(const QString& text);

  /// One text to be kept; of a local place its path.
  QString text() const;
  bool isEmpty() const { return target.isEmpty(); }
  /// It is a folder of this computer.
  bool isLocal() const;
  /// Of a local place; empty: it is none.
  QString folder() const { return isLocal() ? target : QString(); }
  /// Of a remote place: the computer as the target names it, with its port; empty for a socket of this one.
  QString host() const;
  /// Where its folder lies as far as the target says it: of a local place, and over ssh. Else empty.
  QString path() const;
  /// The place of a run whose folder is this one, reached as this run is; no run where it cannot be told.
  RunPlace at(const QString& path) const;

  friend bool operator==(const RunPlace& a, const RunPlace& b) { return a.target == b.target; }
};

/// Whether a text is meant to be a remote target; what is wrong in it is told when it is opened.
bool isRemoteTarget(const QString& text);

}  // namespace gan

Q_DECLARE_METATYPE(gan::RunPlace)
