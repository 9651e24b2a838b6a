#pragma once

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::testing {

// Writes MATLAB files of level 5, as the format's description has it, little or big endian.
class MatBytes {
 public:
  explicit MatBytes(bool is_big_endian = false) : is_big_(is_big_endian) {}

  std::string file(const std::vector<std::string>& variables) const {
    std::string text = "MATLAB 5.0 MAT-file, written by a test";
    text.resize(124, ' ');
    text += number<std::uint16_t>(0x0100);
    text += is_big_ ? "MI" : "IM";
    for (const std::string& variable : variables) text += variable;
    return text;
  }

  // values by rows
  std::string full(std::string_view name, std::size_t rows,
                   const std::vector<double>& values) const {
    const std::size_t columns = rows == 0 ? 0 : values.size() / rows;
    std::string data;
    for (std::size_t k = 0; k < columns; ++k) {
      for (std::size_t i = 0; i < rows; ++i) data += number(values[i * columns + k]);
    }
    return array(6, name, rows, columns, element(9, data));
  }

  // As MATLAB stores small whole numbers.
  std::string bytes(std::string_view name, std::size_t rows,
                    const std::vector<double>& values) const {
    const std::size_t columns = values.size() / rows;
    std::string data;
    for (std::size_t k = 0; k < columns; ++k) {
      for (std::size_t i = 0; i < rows; ++i) data += static_cast<char>(values[i * columns + k]);
    }
    return array(6, name, rows, columns, element(1, data));
  }

  std::string sparse(std::string_view name, std::size_t rows,
                     const std::vector<double>& values) const {
    const std::size_t columns = values.size() / rows;
    std::string row_data, start_data = number<std::int32_t>(0), value_data;
    std::int32_t count = 0;
    for (std::size_t k = 0; k < columns; ++k) {
      for (std::size_t i = 0; i < rows; ++i) {
        if (values[i * columns + k] == 0.0) continue;
        row_data += number(static_cast<std::int32_t>(i));
        value_data += number(values[i * columns + k]);
        ++count;
      }
      start_data += number(count);
    }
    return array(5, name, rows, columns,
                 element(5, row_data) + element(5, start_data) + element(9, value_data));
  }

  std::string chars(std::string_view name, std::string_view text) const {
    std::string data;
    for (const char c : text) data += number(static_cast<std::uint16_t>(c));
    return array(4, name, 1, text.size(), element(4, data));
  }

  std::string cells(std::string_view name, const std::vector<std::string>& texts) const {
    std::string data;
    for (const std::string& text : texts) data += chars("", text);
    return array(1, name, 1, texts.size(), data);
  }

  std::string structure(std::string_view name) const { return array(2, name, 1, 1, ""); }

  std::string complex(std::string_view name) const {
    return array(0x806, name, 1, 1, element(9, number(1.0)) + element(9, number(2.0)));
  }

  std::string compressed(const std::string& variable) const {
    uLongf size = compressBound(static_cast<uLong>(variable.size()));
    std::string data(size, '\0');
    compress(reinterpret_cast<Bytef*>(data.data()), &size,
             reinterpret_cast<const Bytef*>(variable.data()), static_cast<uLong>(variable.size()));
    data.resize(size);
    return number<std::uint32_t>(15) + number(static_cast<std::uint32_t>(size)) + data;
  }

  template <class T>
  std::string number(T value) const {
    std::string text(sizeof(T), '\0');
    std::memcpy(text.data(), &value, sizeof(T));
    if (is_big_ == (std::endian::native == std::endian::little)) std::ranges::reverse(text);
    return text;
  }

  std::string element(std::uint32_t type, const std::string& data) const {
    if (!data.empty() && data.size() <= 4) {
      std::string text = number(static_cast<std::uint32_t>(data.size()) << 16 | type) + data;
      text.resize(8, '\0');
      return text;
    }
    std::string text = number(type) + number(static_cast<std::uint32_t>(data.size())) + data;
    text.resize((text.size() + 7) / 8 * 8, '\0');
    return text;
  }

  std::string array(std::uint32_t flags, std::string_view name, std::size_t rows,
                    std::size_t columns, const std::string& content) const {
    const std::string body = element(6, number(flags) + number<std::uint32_t>(0)) +
                             element(5, number(static_cast<std::int32_t>(rows)) +
                                            number(static_cast<std::int32_t>(columns))) +
                             element(1, std::string(name)) + content;
    return number<std::uint32_t>(14) + number(static_cast<std::uint32_t>(body.size())) + body;
  }

 private:
  bool is_big_;
};

}  // namespace saltus::testing
