#pragma once

#include <QString>
#include <filesystem>
#include <functional>

#include "run_list/run_marks.h"

namespace gan {

/// marks.json of a run's folder, where marks travel with the run. Engines neither read it nor write it. What the file
/// holds comes from outside: it and each text in it have a size that they may have.
inline constexpr const char* kRunMarksFile = "marks.json";
inline constexpr qsizetype kMostMarkNameLetters = 120;
inline constexpr qsizetype kMostMarkNoteLetters = 10'000;
inline constexpr qsizetype kMostMarkTags = 32;
inline constexpr qsizetype kMostMarkTagLetters = 40;

/// Of a run without the file: none. Throws Error(kDataLoss, "run_marks_unusable"). Any thread; may wait for the disk.
RunMarks readRunMarks(const std::filesystem::path& run);

/// Reads them, has them changed and writes them as a whole or not at all; what a later version noted beside them stays,
/// and a file that cannot be used is left as it is. Names and tags lose spaces around and between words, tags are each
/// once. Throws what readRunMarks() and writeFileAtomically() throw and Error(kInvalidArgument, "run_marks_too_long" |
/// "run_marks_too_many_tags").
/// Any thread; waits for the disk.
void changeRunMarks(const std::filesystem::path& run, const std::function<void(RunMarks& marks)>& change);

/// "flowers, good" as tags.
QStringList tagsOf(const QString& text);

}  // namespace gan
