#include "saltus/compiler/multilinear/mat_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace saltus {
namespace {

constexpr std::size_t header_size = 128;
constexpr std::string_view hdf5_signature = "\x89HDF\r\n\x1a\n";
// A few kilobytes can claim to hold gigabytes of zeros.
constexpr std::size_t most_inflated = std::size_t{1} << 28;
// Each byte may be a number, which takes up eight, and more as an entry of a matrix.
constexpr std::size_t most_numbers = std::size_t{1} << 25;

// Data types of elements.
enum DataType : std::uint32_t {
  int8 = 1,
  uint8 = 2,
  int16 = 3,
  uint16 = 4,
  int32 = 5,
  uint32 = 6,
  single_float = 7,
  double_float = 9,
  int64 = 12,
  uint64 = 13,
  matrix = 14,
  compressed = 15,
  utf8 = 16,
  utf16 = 17,
  utf32 = 18,
};

// Classes of arrays.
enum ArrayClass : std::uint32_t {
  cell_array = 1,
  structure = 2,
  object = 3,
  char_array = 4,
  sparse_array = 5,
  first_full_array = 6,  // double, single, and whole numbers of 8 to 64 bits
  last_full_array = 15,
};

constexpr std::uint32_t complex_flag = 0x800;

struct Element {
  std::uint32_t type;
  std::string_view data;
};

template <class T>
T read_number(const char* bytes, bool is_swapped) {
  std::array<char, sizeof(T)> copy;
  std::memcpy(copy.data(), bytes, sizeof(T));
  if (is_swapped) std::ranges::reverse(copy);
  return std::bit_cast<T>(copy);
}

std::size_t size_of(std::uint32_t type) {
  switch (type) {
    case int8:
    case uint8:
    case utf8:
      return 1;
    case int16:
    case uint16:
    case utf16:
      return 2;
    case int32:
    case uint32:
    case single_float:
    case utf32:
      return 4;
    case double_float:
    case int64:
    case uint64:
      return 8;
    default:
      return 0;
  }
}

double number_at(const char* bytes, std::uint32_t type, bool is_swapped) {
  switch (type) {
    case int8:
      return read_number<std::int8_t>(bytes, is_swapped);
    case uint8:
    case utf8:
      return read_number<std::uint8_t>(bytes, is_swapped);
    case int16:
      return read_number<std::int16_t>(bytes, is_swapped);
    case uint16:
    case utf16:
      return read_number<std::uint16_t>(bytes, is_swapped);
    case int32:
      return read_number<std::int32_t>(bytes, is_swapped);
    case uint32:
    case utf32:
      return read_number<std::uint32_t>(bytes, is_swapped);
    case single_float:
      return static_cast<double>(read_number<float>(bytes, is_swapped));
    case int64:
      return static_cast<double>(read_number<std::int64_t>(bytes, is_swapped));
    case uint64:
      return static_cast<double>(read_number<std::uint64_t>(bytes, is_swapped));
    default:
      return read_number<double>(bytes, is_swapped);
  }
}

// Elements one after the other.
class ElementReader {
 public:
  ElementReader(std::string_view bytes, bool is_swapped) : rest_(bytes), is_swapped_(is_swapped) {}

  bool at_end() const { return rest_.empty(); }
  // Nothing when the bytes end too early.
  std::optional<Element> next() {
    if (rest_.size() < 8) return std::nullopt;
    const auto first = read_number<std::uint32_t>(rest_.data(), is_swapped_);
    if (first >> 16 != 0) return next_small(first);
    const std::size_t size = read_number<std::uint32_t>(rest_.data() + 4, is_swapped_);
    rest_.remove_prefix(8);
    if (size > rest_.size()) return std::nullopt;
    const Element element{first, rest_.substr(0, size)};
    // Compressed elements are not padded; the padding of the last one may be missing.
    const std::size_t padded = first == compressed ? size : (size + 7) / 8 * 8;
    rest_.remove_prefix(std::min(padded, rest_.size()));
    return element;
  }

 private:
  // At most four bytes, within the tag.
  std::optional<Element> next_small(std::uint32_t tag) {
    const std::size_t size = tag >> 16;
    if (size > 4) return std::nullopt;
    const Element element{tag & 0xFFFF, rest_.substr(4, size)};
    rest_.remove_prefix(8);
    return element;
  }

  std::string_view rest_;
  bool is_swapped_;
};

std::optional<std::string> inflate_all(std::string_view bytes, std::size_t limit) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string result;
  std::array<char, 1 << 14> piece;
  int status = Z_OK;
  while (status == Z_OK && result.size() <= limit) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    status = inflate(&stream, Z_NO_FLUSH);
    result.append(piece.data(), piece.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || result.size() > limit) return std::nullopt;
  return result;
}

void append_utf8(std::string& text, std::uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
    text += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    text += '?';  // no name that Modelica could hold
  }
}

// What stands before the data of an array.
struct ArrayHeader {
  std::uint32_t array_class = 0;
  bool is_complex = false;
  std::vector<std::size_t> dimensions;
  std::string name;

  std::size_t rows() const { return dimensions[0]; }
  std::size_t columns() const { return dimensions[1]; }
};

class MatReader {
 public:
  explicit MatReader(std::string_view bytes) : bytes_(bytes) {}

  Result<std::vector<MatVariable>, MatFault> read() {
    if (!read_header() || !read_elements()) return fault_;
    return std::move(variables_);
  }

 private:
  bool fail(std::string message, std::string help = "") {
    fault_ = {std::move(message), std::move(help)};
    return false;
  }
  bool fail_early() { return fail("the file ends too early, or its sizes do not fit"); }

  bool read_header() {
    const bool is_hdf5 = bytes_.starts_with("MATLAB 7.3 MAT-file") ||
                         bytes_.starts_with(hdf5_signature) ||
                         (bytes_.size() > 520 && bytes_.substr(512).starts_with(hdf5_signature));
    if (is_hdf5) {
      return fail("this MATLAB file is of version 7.3 (HDF5), which is not read",
                  "save it with `save('file.mat', …, '-v7')`");
    }
    if (bytes_.size() < header_size) {
      return fail("this is no MATLAB file: it has no header of 128 bytes",
                  "save it with `save('file.mat', …, '-v7')`");
    }
    const std::string_view mark = bytes_.substr(126, 2);
    if (mark != "IM" && mark != "MI") {
      return fail("this is no MATLAB file of level 5: its header does not end with `IM` or `MI`",
                  "save it with `save('file.mat', …, '-v7')`");
    }
    // `MI` written as a number of 16 bits.
    const bool is_little = mark == "IM";
    is_swapped_ = is_little != (std::endian::native == std::endian::little);
    return true;
  }

  bool read_elements() {
    ElementReader elements(bytes_.substr(header_size), is_swapped_);
    while (!elements.at_end()) {
      const auto element = elements.next();
      if (!element) return fail_early();
      if (element->type == compressed) {
        if (!read_compressed(element->data)) return false;
      } else if (element->type == matrix && !read_variable(element->data)) {
        return false;
      }
    }
    return true;
  }

  bool read_compressed(std::string_view data) {
    const auto text = inflate_all(data, most_inflated - inflated_);
    if (!text) return fail("a compressed part is damaged, or too large");
    inflated_ += text->size();
    ElementReader elements(*text, is_swapped_);
    const auto element = elements.next();
    if (!element) return fail_early();
    return element->type != matrix || read_variable(element->data);
  }

  bool read_variable(std::string_view data) {
    ElementReader parts(data, is_swapped_);
    auto variable = read_array(parts);
    if (!variable) return false;
    variables_.push_back(std::move(*variable));
    return true;
  }

  std::optional<MatVariable> read_array(ElementReader& parts) {
    const auto header = read_array_header(parts);
    if (!header) return std::nullopt;
    MatVariable variable;
    variable.name = header->name;
    if (header->dimensions.size() != 2) {
      variable.description = fmt::format("an array of {} dimensions", header->dimensions.size());
      return variable;
    }
    bool is_read = true;
    const std::uint32_t kind = header->array_class;
    if (header->is_complex) {
      variable.description = "complex";
    } else if (kind >= first_full_array && kind <= last_full_array) {
      is_read = read_full(parts, *header, variable);
    } else if (kind == sparse_array) {
      is_read = read_sparse(parts, *header, variable);
    } else if (kind == char_array) {
      is_read = read_texts(parts, *header, variable);
    } else if (kind == cell_array) {
      is_read = read_cells(parts, *header, variable);
    } else {
      variable.description = kind == structure ? "a structure" : "an object";
    }
    if (!is_read) return std::nullopt;
    return variable;
  }

  std::optional<ArrayHeader> read_array_header(ElementReader& parts) {
    const auto flags = parts.next();
    const auto dimensions = parts.next();
    const auto name = parts.next();
    if (!flags || !dimensions || !name || flags->data.size() < 8 || dimensions->type != int32 ||
        dimensions->data.size() % 4 != 0) {
      fail_early();
      return std::nullopt;
    }
    ArrayHeader header;
    const auto word = read_number<std::uint32_t>(flags->data.data(), is_swapped_);
    header.array_class = word & 0xFF;
    header.is_complex = (word & complex_flag) != 0;
    header.name = std::string(name->data);
    for (std::size_t i = 0; i < dimensions->data.size(); i += 4) {
      const auto size = read_number<std::int32_t>(dimensions->data.data() + i, is_swapped_);
      if (size < 0) {
        fail(fmt::format("`{}` has a negative size", header.name));
        return std::nullopt;
      }
      header.dimensions.push_back(static_cast<std::size_t>(size));
    }
    return header;
  }

  // All numbers of an element; nothing if it holds none.
  std::optional<std::vector<double>> numbers(const std::optional<Element>& element) {
    if (!element) {
      fail_early();
      return std::nullopt;
    }
    const std::size_t size = size_of(element->type);
    if (size == 0 || element->data.size() % size != 0) {
      fail(fmt::format("data of type {} are not numbers", element->type));
      return std::nullopt;
    }
    if (element->data.size() / size > most_numbers) {
      fail(fmt::format("an array has {} numbers, and at most {} are read",
                       element->data.size() / size, most_numbers),
           "store matrices as sparse ones: only what is not 0 counts");
      return std::nullopt;
    }
    std::vector<double> result(element->data.size() / size);
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = number_at(element->data.data() + i * size, element->type, is_swapped_);
    }
    return result;
  }

  bool has_size(const std::vector<double>& values, const ArrayHeader& header) {
    // Sizes are below 2^31 each: no overflow.
    if (values.size() == header.rows() * header.columns()) return true;
    return fail(fmt::format("`{}` is {} x {}, but has {} entries", header.name, header.rows(),
                            header.columns(), values.size()));
  }

  bool read_full(ElementReader& parts, const ArrayHeader& header, MatVariable& variable) {
    const auto values = numbers(parts.next());
    if (!values || !has_size(*values, header)) return false;
    if (!require_storable(header)) return false;
    variable.kind = MatVariable::Kind::matrix;
    variable.matrix = SparseMatrix(header.rows());
    std::vector<MatrixEntry> column;
    for (std::size_t k = 0; k < header.columns(); ++k) {
      column.clear();
      for (std::size_t i = 0; i < header.rows(); ++i) {
        column.push_back({static_cast<std::uint32_t>(i), (*values)[k * header.rows() + i]});
      }
      variable.matrix.add_column(column);
    }
    return true;
  }

  // Of a matrix without entries only the sizes are stored, and they may be anything.
  bool require_storable(const ArrayHeader& header) {
    constexpr std::size_t most_columns = 10'000'000;
    if (header.columns() <= most_columns) return true;
    return fail(fmt::format("`{}` has more than {} columns", header.name, most_columns));
  }

  // Row of each entry (ir), where each column begins (jc), values.
  bool read_sparse(ElementReader& parts, const ArrayHeader& header, MatVariable& variable) {
    const auto rows = numbers(parts.next());
    if (!rows) return false;
    const auto starts = numbers(parts.next());
    if (!starts) return false;
    const auto values = numbers(parts.next());
    if (!values || !require_storable(header)) return false;
    if (starts->size() != header.columns() + 1 || starts->front() != 0.0) {
      return fail(fmt::format("the columns of the sparse matrix `{}` are damaged", header.name));
    }
    variable.kind = MatVariable::Kind::matrix;
    variable.matrix = SparseMatrix(header.rows());
    std::vector<MatrixEntry> column;
    for (std::size_t k = 0; k < header.columns(); ++k) {
      const double begin = (*starts)[k], end = (*starts)[k + 1];
      const auto stored = static_cast<double>(std::min(rows->size(), values->size()));
      if (!(begin <= end) || end > stored) {
        return fail(
            fmt::format("column {} of the sparse matrix `{}` is damaged", k + 1, header.name));
      }
      column.clear();
      double last_row = -1.0;
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const double row = (*rows)[i];
        if (!(row > last_row) || row >= static_cast<double>(header.rows())) {
          return fail(
              fmt::format("column {} of the sparse matrix `{}` is damaged", k + 1, header.name));
        }
        last_row = row;
        column.push_back({static_cast<std::uint32_t>(row), (*values)[i]});
      }
      variable.matrix.add_column(column);
    }
    return true;
  }

  // Stored by columns; each row is a text, filled up with blanks.
  bool read_texts(ElementReader& parts, const ArrayHeader& header, MatVariable& variable) {
    const auto letters = numbers(parts.next());
    if (!letters || !has_size(*letters, header)) return false;
    variable.kind = MatVariable::Kind::texts;
    if (header.columns() == 0) return true;
    for (std::size_t i = 0; i < header.rows(); ++i) {
      std::string text;
      for (std::size_t k = 0; k < header.columns(); ++k) {
        const double letter = (*letters)[k * header.rows() + i];
        append_utf8(text, letter >= 0.0 && letter < 0x110000 ? static_cast<std::uint32_t>(letter)
                                                             : std::uint32_t{'?'});
      }
      const auto last = text.find_last_not_of(' ');
      variable.texts.push_back(last == std::string::npos ? "" : text.substr(0, last + 1));
    }
    return true;
  }

  // Cells that hold one text each; a cell within a cell is not looked into.
  bool read_cells(ElementReader& parts, const ArrayHeader& header, MatVariable& variable) {
    variable.kind = MatVariable::Kind::texts;
    for (std::size_t i = 0; i < header.rows() * header.columns(); ++i) {
      const auto cell = parts.next();
      if (!cell || cell->type != matrix) return fail_early();
      ElementReader inside(cell->data, is_swapped_);
      MatVariable text;
      // An empty cell may have no header at all.
      if (!inside.at_end()) {
        const auto inner = read_array_header(inside);
        if (!inner) return false;
        const bool is_text = inner->array_class == char_array && inner->dimensions.size() == 2;
        if (is_text && !read_texts(inside, *inner, text)) return false;
      }
      if (text.texts.size() != 1) {
        variable.kind = MatVariable::Kind::other;
        variable.description = "a cell array of other things than texts";
        return true;
      }
      variable.texts.push_back(text.texts.front());
    }
    return true;
  }

  std::string_view bytes_;
  bool is_swapped_ = false;
  std::size_t inflated_ = 0;
  std::vector<MatVariable> variables_;
  MatFault fault_;
};

}  // namespace

Result<std::vector<MatVariable>, MatFault> read_mat_file(std::string_view bytes) {
  return MatReader(bytes).read();
}

bool is_mat_file(std::string_view bytes) {
  return bytes.starts_with("MATLAB 5.0 MAT-file") || bytes.starts_with("MATLAB 7.3 MAT-file") ||
         bytes.starts_with(hdf5_signature);
}

}  // namespace saltus
