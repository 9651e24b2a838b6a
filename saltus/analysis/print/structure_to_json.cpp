#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "saltus/analysis/print/print_structure.h"
#include "saltus/analysis/print/print_substituted.h"
#include "saltus/compiler/structure/model_text.h"
#include "saltus/compiler/structure/values.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;

// Equations and blocks are named by their position, from 0.
class StructureToJson {
 public:
  StructureToJson(const FlatSystem& system, const ModeSystem& mode, const ModeStructure& structure,
                  const SourceText& source)
      : system_(system), structure_(structure), source_(source), text_(system, mode, source) {}

  Json run() const {
    const StartValues start = start_values(structure_);
    Json json;
    json["model"] = system_.name;
    json["equation_count"] = structure_.signature.row_count();
    json["unknown_count"] = structure_.signature.column_count();
    json["index"] = structure_.index;
    json["degrees_of_freedom"] = structure_.degrees_of_freedom;
    json["quasilinear"] = structure_.is_quasilinear;
    json["substituted_variables"] =
        substituted_to_json(system_, find_substituted(system_), source_);
    json["unknowns"] = unknowns();
    json["equations"] = equations();
    json["blocks"] = blocks();
    json["state"] = text_.values(state_values(structure_));
    json["leading_values"] = text_.values(leading_values(structure_));
    json["latent_equations"] = latent_equations();
    json["start_values"] = text_.values(start.given);
    json["guesses"] = text_.values(start.guessed);
    return json;
  }

 private:
  Json unknowns() const {
    Json list = Json::array();
    for (const Column column : structure_.signature.columns()) {
      list.push_back(
          {{"name", text_.unknown(column)}, {"offset", structure_.offsets.variable[column]}});
    }
    return list;
  }

  Json equations() const {
    Json list = Json::array();
    for (const Row row : structure_.signature.rows()) {
      Json equation;
      equation["text"] = text_.equation(row);
      equation["line"] = text_.line(row) ? Json(*text_.line(row)) : Json();
      equation["offset"] = structure_.offsets.equation[row];
      equation["matched"] = text_.unknown(structure_.transversal[row]);
      equation["signature"] = Json::object();
      const auto columns = structure_.signature.columns_of(row);
      const auto orders = structure_.signature.weights_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        equation["signature"][text_.unknown(columns[k])] = orders[k];
      }
      list.push_back(std::move(equation));
    }
    return list;
  }

  // Coarse blocks, each with its fine blocks.
  Json blocks() const {
    Json list = Json::array();
    for (const CoarseBlock& coarse : structure_.coarse_blocks) {
      Json fine = Json::array();
      for (std::uint32_t k = 0; k < coarse.block_count; ++k) {
        fine.push_back(block(structure_.blocks[coarse.first_block + k]));
      }
      list.push_back(std::move(fine));
    }
    return list;
  }

  Json block(const StructureBlock& block) const {
    Json json;
    json["equations"] = Json::array();
    for (const Row row : block.rows) json["equations"].push_back(row.index());
    json["solves"] = Json::array();
    for (const Column column : block.columns) {
      json["solves"].push_back(
          text_.value({column, structure_.offsets.variable[column] - block.lead}));
    }
    json["lead"] = block.lead;
    json["quasilinear"] = block.is_quasilinear;
    return json;
  }

  Json latent_equations() const {
    Json list = Json::array();
    for (const Row row : structure_.signature.rows()) {
      const int c = structure_.offsets.equation[row];
      if (c > 0) list.push_back({{"equation", row.index()}, {"differentiated", c}});
    }
    return list;
  }

  const FlatSystem& system_;
  const ModeStructure& structure_;
  const SourceText& source_;
  const ModelText text_;
};

}  // namespace

Json structure_to_json(const FlatSystem& system, const ModeSystem& mode,
                       const ModeStructure& structure, const SourceText& source) {
  return StructureToJson(system, mode, structure, source).run();
}

}  // namespace saltus
