#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "saltus/compiler/multilinear/multilinear_model.h"

namespace saltus::testing {

// Multilinear models that are a function of the seed: any size, any entries. Balanced, but
// nobody claims that they can be solved.
class RandomMultilinear {
 public:
  explicit RandomMultilinear(std::uint32_t seed) : engine_(seed) {}

  std::size_t below(std::size_t end) { return engine_() % end; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  double between(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }

  MultilinearModel model(bool with_binaries) {
    MultilinearModel model;
    model.name = chance(4) ? "two words" : fmt::format("M{}", below(100));
    model.x = names("x", 1 + below(4));
    model.u = names("u", below(4));
    model.y = names("y", below(4));
    if (with_binaries) model.z = names("z", 1 + below(4));
    for (std::size_t i = 0; i < model.u.size(); ++i) model.u_value.push_back(any_signal());
    model.x_start = starts(model.x.size());
    model.y_start = starts(model.y.size());
    for (std::size_t i = 0; i < model.z.size(); ++i) {
      model.z_start.push_back(chance(3) ? std::optional<double>() : static_cast<double>(below(2)));
    }
    if (chance(2)) model.experiment.stop_time = between(0.1, 10.0);
    if (chance(4)) model.experiment.tolerance = 1e-9;
    fill_matrices(model);
    return model;
  }

  std::vector<double> signals(const MultilinearModel& model) {
    std::vector<double> v;
    for (std::size_t i = 0; i < model.signal_count(); ++i) {
      const bool is_binary = i >= model.first_z();
      v.push_back(is_binary ? static_cast<double>(below(2)) : between(-2.0, 2.0));
    }
    return v;
  }

 private:
  std::vector<std::string> names(std::string_view kind, std::size_t count) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) {
      switch (below(8)) {
        case 0:
          result.push_back(fmt::format("{} {}", kind, i + 1));
          break;
        case 1:
          result.push_back(fmt::format("tank[{}].{}'s \\ \"{}\"", i + 1, kind, i));
          break;
        case 2:
          result.push_back(fmt::format("'{}{}'", kind, i + 1));
          break;
        default:
          result.push_back(fmt::format("{}{}", kind, i + 1));
          break;
      }
    }
    return result;
  }

  // All bits are used, so that rounding anywhere would be seen.
  double any_number() {
    switch (below(6)) {
      case 0:
        return 1.0;
      case 1:
        return -1.0;
      case 2:
        return static_cast<double>(below(9)) - 4.0;
      case 3:
        return between(-1.0, 1.0) * 1e-9;
      case 4:
        return between(-1.0, 1.0) * 1e12;
      default:
        return between(-3.0, 3.0);
    }
  }

  InputSignal any_signal() {
    if (!chance(3)) return any_number();
    std::vector<double> times, values;
    double time = chance(3) ? 0.0 : between(-2.0, 1.0);
    const std::size_t count = 2 + below(5);
    for (std::size_t i = 0; i < count; ++i) {
      times.push_back(time);
      time += between(0.01, 1.0);
      values.push_back(!values.empty() && chance(4) ? values.back() : between(-3.0, 3.0));
    }
    return InputSignal(std::move(times), std::move(values), chance(2));
  }

  double any_weight() {
    switch (below(6)) {
      case 0:
      case 1:
        return 1.0;
      case 2:
        return -1.0;
      case 3:
        return chance(2) ? 0.5 : -0.5;
      case 4:
        return between(-3.0, 3.0);
      default:
        return between(-1.0, 1.0);
    }
  }

  std::vector<std::optional<double>> starts(std::size_t count) {
    std::vector<std::optional<double>> result(count);
    for (auto& start : result) {
      if (!chance(4)) start = any_number();
    }
    return result;
  }

  void fill_matrices(MultilinearModel& model) {
    model.structure = SparseMatrix(model.signal_count());
    model.phi_f = SparseMatrix(model.x.size() + model.y.size());
    model.phi_g = SparseMatrix(model.z.size());
    // Every state is differentiated: otherwise it would be an algebraic signal.
    for (std::uint32_t i = 0; i < model.x.size(); ++i) {
      model.structure.add_column(std::vector<MatrixEntry>{{i, chance(3) ? -0.75 : 1.0}});
      model.phi_f.add_column(std::vector<MatrixEntry>{
          {static_cast<std::uint32_t>(below(model.phi_f.rows())), between(1.0, 2.0)}});
      model.phi_g.add_column({});
    }
    const std::size_t columns = 1 + below(12);
    for (std::size_t k = 0; k < columns; ++k) {
      model.structure.add_column(column(model.signal_count(), 4, [&] { return any_weight(); }));
      model.phi_f.add_column(column(model.phi_f.rows(), 2, [&] { return any_number(); }));
      model.phi_g.add_column(column(model.phi_g.rows(), 3, [&] { return any_number(); }));
    }
  }

  template <class Draw>
  std::vector<MatrixEntry> column(std::size_t rows, std::size_t one_in, Draw draw) {
    std::vector<MatrixEntry> entries;
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (chance(one_in)) entries.push_back({row, draw()});
    }
    return entries;
  }

  std::mt19937 engine_;
};

}  // namespace saltus::testing
