// SPDX-License-Identifier: Apache-2.0
#include "constructions/claim.hpp"

namespace attest::constructions {

using theory::Step;
using theory::Value;

namespace {

Step every_part(const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, Step>> parts;
  for (const std::string& name : names) parts.emplace_back(name, theory::evaluate());
  return theory::split(std::move(parts));
}

Value margin(const char* column, long thousandths) {
  return Value::Record{{"column", column}, {"margin", thousandths}};
}

// The numbers are the claim's; here they are set out for a reader.
Exhibit at5_against_t5() {
  return {"AT5 minus T5 in every column",
          "Accuracies in thousandths, scores in hundredths; table 4 against T5's best setting for each column.",
          Exhibit::Table{{"table", "column", "T5", "AT5", "difference"},
                         {{"1", "Reber", "1000", "1000", "0"},
                          {"1", "Process-50", "808", "843", "35"},
                          {"1", "Adding-100", "1000", "1000", "0"},
                          {"3", "MR", "806", "812", "6"},
                          {"3", "SUBJ", "939", "943", "4"},
                          {"3", "CR", "845", "851", "6"},
                          {"3", "MPQA", "903", "901", "-2"},
                          {"3", "SST", "849", "863", "14"},
                          {"3", "TREC", "925", "940", "15"},
                          {"4", "EM", "7129", "7212", "83"},
                          {"4", "F1", "8036", "8093", "57"},
                          {"6", "newstest2014", "2815", "2834", "19"},
                          {"6", "newstest2015", "3005", "3018", "13"},
                          {"6", "newstest2016", "3364", "3426", "62"},
                          {"6", "newstest2017", "2800", "2821", "21"}}}};
}

}  // namespace

// SRPE, tables 1 to 6: which of the text's comparisons follow from the numbers.
Findings srpe_tables(const Effort&) {
  const std::string id = "srpe.tables";
  const Step evaluate = theory::evaluate();
  const Value mpqa = Value::Record{{"column", "MPQA"}, {"t5", 903}, {"at5", 901}};
  Findings findings;
  findings.certificates = {
      {id, "printed", false, theory::split_one("at5_improves_upon_t5", witness("figures", mpqa, evaluate))},
      {id, "printed", false, theory::split_one("process_at5_bucketing_helps", evaluate)},
      {id, "printed", false,
       theory::split_one("large_margins_are_larger_than_similar_ones",
                         witness("large", margin("MR", 6), witness("similar", margin("CR", 7), evaluate)))},
      {id, "repaired", true,
       every_part({"at5_over_t5", "better_equal_worse", "process_bucketing", "margins_called_large",
                   "largest_called_similar", "without_positions_worse_but_for_adding", "reber_t5_equals_at5",
                   "process_t5_bucketing_helps", "process_at5_above_t5", "adding_without_bucketing_is_worse",
                   "transformers_beat_word_and_sentence_vectors", "answering_at5_is_better",
                   "answering_without_bucketing_is_worse", "answering_split_adds_up", "translation_at5_is_better",
                   "translation_best_on_2016", "translation_t5_bucketing_does_not_help",
                   "translation_at5_bucketing_helps"})},
      {id, "finding_better_somewhere_in_each_table", true, evaluate},
      {id, "finding_no_number_separates_large_from_similar", true, box("t", {{"-inf", "7"}, {"7", "inf"}}, evaluate)},
      {id, "finding_answering_apart", true, evaluate},
      {id, "finding_translation_apart", false, witness("i", 2, evaluate)},
      {id, "finding_at5_nob_below_t5_nob", true, evaluate},
      {id, "finding_quick_thoughts", true, evaluate},
      {id, "finding_ten_folds", true, exhaustive("i", evaluate)},
  };
  findings.exhibits = {at5_against_t5(),
                       {"Three comparisons that do not follow", "Each with the numbers that contradict it.",
                        Exhibit::Text{{"AT5 improves upon T5: MPQA 0.901 < 0.903; Reber and Adding-100 are equal",
                                       "AT5's bucketing shows on Process-50: AT5 0.843 = AT5-NoB 0.843",
                                       "large on MR: 0.812 - 0.806 = 0.006; similar on CR: 0.851 - 0.844 = 0.007"}}}};
  return findings;
}

}  // namespace attest::constructions
