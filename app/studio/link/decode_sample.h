#pragma once

#include <QByteArray>
#include <QImage>

namespace gan {

/// The picture in a PNG file of a run. Any thread. Its size is checked before memory is taken: at most 64 million
/// pixels. Throws Error(kDataLoss, "sample_bad_picture"), where name says which sample it is.
QImage decodeSample(const QByteArray& png, const std::string& name);

/// A small picture that an engine made of a sample, a JPEG of at most so many pixels each way; null: it is none.
QImage decodePreview(const QByteArray& jpeg, int side);

/// A sample's name becomes part of a path: throws Error(kInvalidArgument, "sample_bad_name") unless it is one that an
/// engine gives.
void checkSampleName(const std::string& name);

}  // namespace gan
