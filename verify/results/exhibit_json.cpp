// SPDX-License-Identifier: Apache-2.0
#include "verify/results/exhibit_json.hpp"

namespace attest::verify::results {

using json::from_double;
using json::Node;

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
      for (const auto& [x, y] : curve.points) points.push_back(Json::array({from_double(x), from_double(y)}));
      curves.push_back({{"name", curve.name}, {"points", points}});
    }
    for (const auto& [x, label] : plot.marks) marks.push_back({{"x", from_double(x)}, {"label", label}});
    json["plot"] = {{"x_label", plot.x_label},
                    {"y_label", plot.y_label},
                    {"log_y", plot.log_y},
                    {"curves", curves},
                    {"marks", marks}};
  }

  void operator()(const Exhibit::Drawing& drawing) { json["drawing"] = {{"svg", drawing.svg}}; }
  void operator()(const Exhibit::Text& text) { json["text"] = {{"lines", text.lines}}; }
};

Exhibit::Matrix read_matrix(const Node& json) {
  json.expect_keys({"rows", "row_names", "column_names"});
  Exhibit::Matrix matrix;
  for (const Node& row : json.at("rows").list()) {
    matrix.rows.emplace_back();
    for (const Node& entry : row.list())
      matrix.rows.back().push_back(theory::Rational::parse(entry.text(), entry.place()));
  }
  matrix.row_names = json.at("row_names").texts();
  matrix.column_names = json.at("column_names").texts();
  return matrix;
}

Exhibit::Table read_table(const Node& json) {
  json.expect_keys({"header", "rows"});
  Exhibit::Table table;
  table.header = json.at("header").texts();
  for (const Node& row : json.at("rows").list()) table.rows.push_back(row.texts());
  return table;
}

Exhibit::Plot read_plot(const Node& json) {
  json.expect_keys({"x_label", "y_label", "log_y", "curves", "marks"});
  Exhibit::Plot plot;
  plot.x_label = json.at("x_label").text();
  plot.y_label = json.at("y_label").text();
  plot.log_y = json.at("log_y").boolean();
  for (const Node& curve : json.at("curves").list()) {
    curve.expect_keys({"name", "points"});
    plot.curves.push_back({curve.at("name").text(), {}});
    for (const Node& point : curve.at("points").list()) {
      const std::vector<Node> xy = point.list();
      if (xy.size() != 2) point.fail("expected a list of two numbers");
      plot.curves.back().points.emplace_back(xy[0].floating(), xy[1].floating());
    }
  }
  for (const Node& mark : json.at("marks").list()) {
    mark.expect_keys({"x", "label"});
    plot.marks.emplace_back(mark.at("x").floating(), mark.at("label").text());
  }
  return plot;
}

}  // namespace

Json exhibit_to_json(const Exhibit& exhibit) {
  Json json = {{"title", exhibit.title}, {"caption", exhibit.caption}};
  if (exhibit.sides) json["sides"] = {{"paper", exhibit.sides->paper}, {"fact", exhibit.sides->fact}};
  if (exhibit.by_engine) json["by_engine"] = true;
  std::visit(Writer{json}, exhibit.content);
  return json;
}

Exhibit read_exhibit(const Node& json) {
  Exhibit exhibit;
  exhibit.title = json.at("title").text();
  exhibit.caption = json.at("caption").text();
  if (json.has("sides")) {
    const Node sides = json.at("sides");
    sides.expect_keys({"paper", "fact"});
    exhibit.sides = {sides.at("paper").text(), sides.at("fact").text()};
  }
  exhibit.by_engine = json.has("by_engine") && json.at("by_engine").boolean();
  if (json.has("matrix")) {
    json.expect_keys({"title", "caption", "sides", "by_engine", "matrix"});
    exhibit.content = read_matrix(json.at("matrix"));
  } else if (json.has("table")) {
    json.expect_keys({"title", "caption", "sides", "by_engine", "table"});
    exhibit.content = read_table(json.at("table"));
  } else if (json.has("plot")) {
    json.expect_keys({"title", "caption", "sides", "by_engine", "plot"});
    exhibit.content = read_plot(json.at("plot"));
  } else if (json.has("drawing")) {
    json.expect_keys({"title", "caption", "sides", "by_engine", "drawing"});
    exhibit.content = Exhibit::Drawing{json.at("drawing").at("svg").text()};
  } else if (json.has("text")) {
    json.expect_keys({"title", "caption", "sides", "by_engine", "text"});
    exhibit.content = Exhibit::Text{json.at("text").at("lines").texts()};
  } else {
    json.fail("expected an exhibit with one of the keys \"matrix\", \"table\", \"plot\", \"drawing\", \"text\"");
  }
  return exhibit;
}

}  // namespace attest::verify::results
