#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <optional>

/// The members of what a gan-engine reports in JSON. An engine of another version, or none of ours, may say anything:
/// each value's type and range is checked. All throw Error(kDataLoss, "engine_report_malformed") that names the member.
namespace gan::report {

[[noreturn]] void refuse(const char* name, const char* expected);

/// A whole number from 0.
qint64 count(const QJsonObject& said, const char* name);
/// Nothing where it is null.
std::optional<qint64> countIfAny(const QJsonObject& said, const char* name);
/// A number from 0; the name is for the message only.
double real(const QJsonValue& value, const char* name);
QString text(const QJsonObject& said, const char* name, qsizetype longest = qsizetype{1} << 20);
QStringList texts(const QJsonObject& said, const char* name);
QJsonArray list(const QJsonObject& said, const char* name);
QJsonObject object(const QJsonObject& said, const char* name);

}  // namespace gan::report
