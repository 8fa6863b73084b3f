#include "window/word_search.h"

#include <QRegularExpression>
#include <QStringList>
#include <QVector>
#include <algorithm>
#include <array>

namespace gan {
namespace {

constexpr qsizetype kLettersForOne = 4;
constexpr qsizetype kLettersForTwo = 8;

int lettersAllowed(const QString& typed) {
  if (typed.size() >= kLettersForTwo) return 2;
  return typed.size() >= kLettersForOne ? 1 : 0;
}

WordMatch matchWord(const QString& text, const QStringList& words, const QString& typed) {
  if (words.contains(typed)) return WordMatch::kWhole;
  const auto begins = [&typed](const QString& word) { return word.startsWith(typed); };
  if (std::ranges::any_of(words, begins)) return WordMatch::kBeginning;
  if (text.contains(typed)) return WordMatch::kInside;
  const int allowed = lettersAllowed(typed);
  const auto is_near = [&](const QString& word) {
    return word.size() >= kLettersForOne && lettersApart(typed, word) <= allowed;
  };
  return allowed > 0 && std::ranges::any_of(words, is_near) ? WordMatch::kMisspelt : WordMatch::kNone;
}

}  // namespace

int lettersApart(const QString& typed, const QString& word) {
  const qsizetype columns = word.size() + 1;
  std::array<QVector<int>, 3> rows;  // of the dynamic programme: two before the one that is made
  for (QVector<int>& row : rows) row.resize(columns);
  for (int j = 0; j < columns; ++j) rows[0][j] = j;
  for (int i = 1; i <= typed.size(); ++i) {
    const QVector<int>& above = rows[(i - 1) % 3];
    QVector<int>& row = rows[i % 3];
    row[0] = i;
    for (int j = 1; j < columns; ++j) {
      const bool same = typed[i - 1] == word[j - 1];
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool exchanged = i > 1 && j > 1 && typed[i - 1] == word[j - 2] && typed[i - 2] == word[j - 1];
      if (exchanged) row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
    }
  }
  return *std::ranges::min_element(rows[typed.size() % 3]);  // any beginning
}

WordMatch matchWords(const QString& text, const QString& typed) {
  static const QRegularExpression between(QStringLiteral("[^\\w]+"), QRegularExpression::UseUnicodePropertiesOption);
  const QString lower = text.toLower();
  const QStringList words = lower.split(between, Qt::SkipEmptyParts);
  WordMatch worst = WordMatch::kWhole;
  for (const QString& word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    worst = std::max(worst, matchWord(lower, words, word));
  }
  return worst;
}

}  // namespace gan
