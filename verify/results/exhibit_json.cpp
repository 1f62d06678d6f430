// SPDX-License-Identifier: Apache-2.0
#include "verify/results/exhibit_json.hpp"

namespace attest::verify::results {

using json::json_number;
using json::JsonReader;

namespace {

using constructions::Exhibit;
using Json = nlohmann::ordered_json;

struct Writer {
  Json& json;

  void operator()(const Exhibit::Matrix& matrix) {
    Json rows = Json::array();
    for (const auto& row : matrix.rows) {
      rows.push_back(Json::array());
      for (const auto& entry : row) rows.back().push_back(entry.to_string());
    }
    json["matrix"] = {{"rows", rows}, {"row_names", matrix.row_names}, {"column_names", matrix.column_names}};
  }

  void operator()(const Exhibit::Table& table) { json["table"] = {{"header", table.header}, {"rows", table.rows}}; }

  void operator()(const Exhibit::Plot& plot) {
    Json curves = Json::array(), marks = Json::array();
    for (const auto& curve : plot.curves) {
      Json points = Json::array();
      for (const auto& [x, y] : curve.points) points.push_back(Json::array({json_number(x), json_number(y)}));
      curves.push_back({{"name", curve.name}, {"points", points}});
    }
    for (const auto& [x, label] : plot.marks) marks.push_back({{"x", json_number(x)}, {"label", label}});
    json["plot"] = {{"x_label", plot.x_label},
                    {"y_label", plot.y_label},
                    {"log_y", plot.log_y},
                    {"curves", curves},
                    {"marks", marks}};
  }

  void operator()(const Exhibit::Drawing& drawing) { json["drawing"] = {{"svg", drawing.svg}}; }
  void operator()(const Exhibit::Text& text) { json["text"] = {{"lines", text.lines}}; }
};

Exhibit::Matrix read_matrix(const JsonReader& json) {
  json.only({"rows", "row_names", "column_names"});
  Exhibit::Matrix matrix;
  for (const JsonReader& row : json.at("rows").elements()) {
    matrix.rows.emplace_back();
    for (const JsonReader& entry : row.elements())
      matrix.rows.back().push_back(theory::Rational::parse(entry.string(), entry.place()));
  }
  matrix.row_names = json.at("row_names").strings();
  matrix.column_names = json.at("column_names").strings();
  return matrix;
}

Exhibit::Table read_table(const JsonReader& json) {
  json.only({"header", "rows"});
  Exhibit::Table table;
  table.header = json.at("header").strings();
  for (const JsonReader& row : json.at("rows").elements()) table.rows.push_back(row.strings());
  return table;
}

Exhibit::Plot read_plot(const JsonReader& json) {
  json.only({"x_label", "y_label", "log_y", "curves", "marks"});
  Exhibit::Plot plot;
  plot.x_label = json.at("x_label").string();
  plot.y_label = json.at("y_label").string();
  plot.log_y = json.at("log_y").boolean();
  for (const JsonReader& curve : json.at("curves").elements()) {
    curve.only({"name", "points"});
    plot.curves.push_back({curve.at("name").string(), {}});
    for (const JsonReader& point : curve.at("points").elements()) {
      const std::vector<JsonReader> xy = point.elements();
      if (xy.size() != 2) point.fail("an array of two numbers");
      plot.curves.back().points.emplace_back(xy[0].number(), xy[1].number());
    }
  }
  for (const JsonReader& mark : json.at("marks").elements()) {
    mark.only({"x", "label"});
    plot.marks.emplace_back(mark.at("x").number(), mark.at("label").string());
  }
  return plot;
}

}  // namespace

Json exhibit_to_json(const Exhibit& exhibit) {
  Json json = {{"title", exhibit.title}, {"caption", exhibit.caption}};
  std::visit(Writer{json}, exhibit.content);
  return json;
}

Exhibit read_exhibit(const JsonReader& json) {
  Exhibit exhibit;
  exhibit.title = json.at("title").string();
  exhibit.caption = json.at("caption").string();
  if (json.has("matrix")) {
    json.only({"title", "caption", "matrix"});
    exhibit.content = read_matrix(json.at("matrix"));
  } else if (json.has("table")) {
    json.only({"title", "caption", "table"});
    exhibit.content = read_table(json.at("table"));
  } else if (json.has("plot")) {
    json.only({"title", "caption", "plot"});
    exhibit.content = read_plot(json.at("plot"));
  } else if (json.has("drawing")) {
    json.only({"title", "caption", "drawing"});
    exhibit.content = Exhibit::Drawing{json.at("drawing").at("svg").string()};
  } else if (json.has("text")) {
    json.only({"title", "caption", "text"});
    exhibit.content = Exhibit::Text{json.at("text").at("lines").strings()};
  } else {
    json.fail("an exhibit with one of the keys \"matrix\", \"table\", \"plot\", \"drawing\", \"text\"");
  }
  return exhibit;
}

}  // namespace attest::verify::results
