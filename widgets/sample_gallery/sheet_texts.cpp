#include "sample_gallery/sheet_texts.h"

#include <QLocale>

namespace gan {
namespace {

// QLocale groups digits as the person's language does; six digits are more than a truncation is set with.
QString truncationText(double truncation) { return QLocale().toString(truncation, 'g', 6); }

}  // namespace

QString stepText(qint64 step) { return QLocale().toString(step); }

QString sheetCaption(const SampleSheet& sheet) {
  const QString step = stepText(sheet.step);
  if (sheet.truncation > 0) {
    const QString truncation = truncationText(sheet.truncation);
    return sheet.superseded ? SampleModel::tr("Step %1 · truncation %2 · superseded").arg(step, truncation)
                            : SampleModel::tr("Step %1 · truncation %2").arg(step, truncation);
  }
  return sheet.superseded ? SampleModel::tr("Step %1 · no truncation · superseded").arg(step)
                          : SampleModel::tr("Step %1 · no truncation").arg(step);
}

QString sheetAccessibleText(const SampleSheet& sheet) {
  const QString step = stepText(sheet.step);
  if (sheet.truncation > 0) {
    const QString truncation = truncationText(sheet.truncation);
    return sheet.superseded ? SampleModel::tr("Superseded samples at step %1, truncation %2").arg(step, truncation)
                            : SampleModel::tr("Samples at step %1, truncation %2").arg(step, truncation);
  }
  return sheet.superseded ? SampleModel::tr("Superseded samples at step %1, no truncation").arg(step)
                          : SampleModel::tr("Samples at step %1, no truncation").arg(step);
}

}  // namespace gan
