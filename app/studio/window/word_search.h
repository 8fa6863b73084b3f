#pragma once

#include <QString>

namespace gan {

/// How near a text is to what was typed: the nearest first.
enum class WordMatch {
  kWhole,      ///< Each word that was typed is one of its words.
  kBeginning,  ///< Or the beginning of one.
  kInside,     ///< Or stands somewhere in it.
  kMisspelt,   ///< Or has a letter too many, too few, another one or two exchanged: one of four letters, two of eight.
  kNone,
};

/// Of the worst of the words that were typed, upper or lower case; of none, kWhole.
WordMatch matchWords(const QString& text, const QString& typed);

/// Whether all words that were typed stand in a text, as they are.
inline bool hasWords(const QString& text, const QString& typed) {
  return matchWords(text, typed) < WordMatch::kMisspelt;
}

/// Letters to be added, left out, changed or exchanged with their neighbour until `typed` is `word` or a beginning of
/// it (optimal string alignment). Upper and lower case count as different.
int lettersApart(const QString& typed, const QString& word);

}  // namespace gan
