(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of patterns.v on the image of softmax, on exact routing and on Remark B.6 of Positional Attention, as the meaning of their
   statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require attention hardmax patterns calls_srpe statements_positional_softmax_range statements_positional_exact_routing statements_positional_remark_b6.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma double (R : ringType) n : 2%:R * n%:R = (n + n)%:R :> R.
Proof. by rewrite -natrM mul2n -addnn. Qed.
Ltac side ::= first
  [ assumption | exact: double | exact: index_1 | exact: index_2 | match goal with H : forall i j, is_true (0 < _) |- _ => exact: H end | reflexivity ].

(* --- The image of softmax ---------------------------------------------------------------------------------------------------- *)
Section Range.
Variable S : numbers.
Local Notation F := (values.field S).
Lemma open_stochastic p q (B : 'M[F]_(p, q)) :
  all (fun i => all (fun j => (0%:R < B i j) && (B i j < 1%:R)) (indices q)) (indices p) -> all (fun i => \sum_(j <- indices q) B i j == 1%:R) (indices p) ->
  patterns.is_open_stochastic B.
Proof.
rewrite !all_indices => /forallP inside /forallP sums; split=> [i j | i]; last exact/eqP/sums.
by have := inside i; rewrite all_indices => /forallP.
Qed.
Lemma stochastic_open p q (B : 'M[F]_(p, q)) : patterns.is_open_stochastic B ->
  all (fun i => all (fun j => (0%:R < B i j) && (B i j < 1%:R)) (indices q)) (indices p) && all (fun i => \sum_(j <- indices q) B i j == 1%:R) (indices p).
Proof.
case=> inside sums; rewrite !all_indices; apply/andP; split; apply/forallP => i; last exact/eqP/sums.
by rewrite all_indices; apply/forallP => j; exact: inside.
Qed.
End Range.

(* attest: positional.softmax-range repaired sha256:062df4b3aaca05cbca39841c8bcc8ae63157411249a59eccfc4b32c5e1ae3caf theorem:softmax_range *)
Theorem softmax_range : Holds statements_positional_softmax_range.repaired.
Proof.
opening S W; meaning_parts; meaning_for_all => p p_gt0 _; meaning_for_all => q q_gt1 _.
  have q_gt0 : (0 < q)%N by apply: ltnW.
  meaning_for_all => X _ _; meaning_value; apply: stochastic_open.
  by case: q q_gt1 {q_gt0} X => [|[|q]] // _ X; exact: (patterns.softmax_range (@exp_gt0 S) (@exp_log S) p q).1.
have q_gt0 : (0 < q)%N by apply: ltnW.
meaning_for_all => B _ /andP[inside sums]; have B_open := open_stochastic inside sums.
have B_gt0 i j : 0 < B i j by case: B_open => /(_ i j)/andP[].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: (y_same_table (A := attention.softmax (@exp_of S) (map_mx (@log_of S) B))); last by value.
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | apply: call_softmax_rows => //; provided].
  apply: yields_eq; first by value.
  by apply: entries_ext => i; apply: column_ext => j; rewrite mxE.
case: q q_gt1 {q_gt0} B inside sums B_open B_gt0 => [|[|q]] // _ B _ _ B_open _; congr Bool; apply/eqP.
exact: (patterns.softmax_range (@exp_gt0 S) (@exp_log S) p q).2.
Qed.

(* attest: positional.softmax-range finding_enclosed sha256:8f3262d37740194c536dc58c494689fda1c8e51407003ef56fd9913d7d34ba60 theorem:softmax_range_enclosed *)
Theorem softmax_range_enclosed : Holds statements_positional_softmax_range.finding_enclosed.
Proof.
opening S W; have small_ge0 : 0 <= 1 / 10%:R ^+ 30 :> S by rewrite divr_ge0 ?ler01 ?exprn_ge0 ?ler0n.
have ten_neq0 : 10%:R != 0 :> S by rewrite pnatr_eq0.
meaning_parts; meaning_for_all => p p_gt0 _; meaning_for_all => q q_gt1 _; have q_gt0 : (0 < q)%N by apply: ltnW.
  meaning_for_all => X _ _; refine (says_expression (p := true) _ _) => //.
  have Y_open : patterns.is_open_stochastic (attention.softmax (@exp_of S) X).
    by case: q q_gt1 {q_gt0} X => [|[|q]] // _ X; exact: (patterns.softmax_range (@exp_gt0 S) (@exp_log S) p q).1.
  refine (y_let _ _); first by value.
  refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
    by apply: yields_eq; [value | congr Bool; case/andP: (stochastic_open Y_open)].
  apply: yields_eq.
    apply: y_all; first by value.
    by move=> k _; refine (y_compare _ _ _); [value | apply: y_inverse_power; [value | value | exact: ten_neq0] | reflexivity].
  by congr Bool; apply/allP => k _; case: Y_open => _ /(_ k) ->; rewrite subrr normr0.
meaning_for_all => B _ /andP[inside sums]; have B_open := open_stochastic inside sums.
have B_gt0 i j : 0 < B i j by case: B_open => /(_ i j)/andP[].
have Y_is : attention.softmax (@exp_of S) (map_mx (@log_of S) B) = B.
  case: q q_gt1 {q_gt0} B inside sums B_open B_gt0 => [|[|q]] // _ B _ _ B_open _.
  exact: (patterns.softmax_range (@exp_gt0 S) (@exp_log S) p q).2.
refine (says_expression (p := true) _ _) => //; refine (y_let (v := table (attention.softmax (@exp_of S) (map_mx (@log_of S) B))) _ _).
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | apply: call_softmax_rows => //; provided].
  apply: yields_eq; first by value.
  by apply: entries_ext => i; apply: column_ext => j; rewrite mxE.
rewrite Y_is; apply: yields_eq.
  apply: y_all2; [value | move=> i _; value | move=> i _ j _].
  by refine (y_compare _ _ _); [value | apply: y_inverse_power; [value | value | exact: ten_neq0] | reflexivity].
by congr Bool; apply/allP => i _; apply/allP => j _; rewrite subrr normr0.
Qed.

(* --- Exact routing ------------------------------------------------------------------------------------------------------------ *)
(* attest: positional.exact-routing printed sha256:ffca35e554b49e5d51085821828037663d415cd2cfb06ca0370bca3d48f7f6ec theorem:exact_routing *)
Theorem exact_routing : Holds statements_positional_exact_routing.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => source _ _.
have dd_gt0 : (0 < d + d)%N by rewrite addn_gt0 d_gt0.
case: n n_gt0 source => // n n_gt0 source.
meaning_exists (1 *: hardmax.pattern S source : 'M_n.+1).
meaning_exists (patterns.two_heads_WO n.+1 d (exp_of (1 : S))).
meaning_for_all => X _ _; refine (says_expression (p := true) _ _) => //.
have := patterns.exact_routing (@exp_add S) (@exp_gt0 S) (@exp_le S) source X (oner_neq0 S) => /= routed.
apply: yields_eq.
  apply: y_same_table; first by value.
  by apply: yields_eq; [value | exact: table_of].
by rewrite routed; congr Bool; apply/eqP/matrixP => i j; rewrite !mxE.
Qed.

(* attest: positional.exact-routing finding_one_head_never sha256:e9a678ca5b3b46f16c9cfddef1da35a87f9c4d8894f8ab5676cd28e2458fb642 theorem:one_head_never *)
Theorem one_head_never : Holds statements_positional_exact_routing.finding_one_head_never.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
meaning_for_all => source _ _; meaning_for_all => X _ _; meaning_for_all => i _ _.
refine (says_expression _ _); first by apply: y_other_column; value.
clear n_gt0; move: i; case: n n_gt1 source X => [|[|n]] // _ source X i.
have [j] := patterns.one_head_never (@exp_gt0 S) source X i.
by apply: contra => /forallP.
Qed.

(* attest: positional.exact-routing finding_enclosed sha256:94dd6477a7652be8425b39c06bb63ba2294467270218654876257f3262c940a5 theorem:exact_routing_at_1 *)
Theorem exact_routing_at_1 : Holds statements_positional_exact_routing.finding_enclosed.
Proof.
opening S W; have small_ge0 : 0 <= 1 / 10%:R ^+ 30 :> S by rewrite divr_ge0 ?ler01 ?exprn_ge0 ?ler0n.
have ten_neq0 : 10%:R != 0 :> S by rewrite pnatr_eq0.
meaning_for_all => n n_gt0 _; meaning_for_all => source _ _; case: n n_gt0 source => // n n_gt0 source.
pose a : S := - (n.+1%:R / (exp_of 1 - 1)); pose b : S := (exp_of 1 + n.+1%:R - 1) / (exp_of 1 - 1).
meaning_exists a; meaning_exists b.
have cols : mat (1 + 1) 1 (fun i _ => if i == 1%N then a else b) = table (col_mx (const_mx a : 'M_1) (const_mx b : 'M_1)).
  rewrite mat_table; apply: table_ext; apply/matrixP => i j; rewrite [LHS]mxE mxE.
  by case: splitP => k kE; rewrite mxE kE ord1.
meaning_for_all => X _ _; have routed := patterns.exact_routing_at_1 (@exp_add S) (@exp_gt0 S) (@exp_le S) source X.
refine (says_expression (p := true) _ _) => //; refine (y_let (v := table (\matrix_(i, j) X (source i) j)) _ _).
  rewrite -routed -/a -/b; refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))) | reflexivity | ].
  - by value.
  - by value.
  - by apply: yields_eq; [value | exact: cols].
  by call.
apply: yields_eq.
  apply: y_all; [value | move=> i _].
  by refine (y_compare _ _ _); [value | apply: y_inverse_power; [value | value | exact: ten_neq0] | reflexivity].
by congr Bool; apply/allP => i _; rewrite mxE subrr normr0.
Qed.

(* --- Remark B.6 ----------------------------------------------------------------------------------------------------------------- *)
Definition is_inverse_d := Eval compute in definition_in (definitions statements_positional_remark_b6.printed) "is_inverse".
Lemma call_is_inverse (S : numbers) defs n (P Q : 'M[S]_n) : provides [:: is_inverse_d; unit_matrix_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N ->
  call (functions_of S) defs "is_inverse" [:: table Q; table P] = Value (Bool ((P *m Q == 1%:M) && (Q *m P == 1%:M))).
Proof.
move=> W n_gt0; have floor_int := @floor_integer S; enter; refine (y_and _ (fun _ => y_and1 _)); by apply: y_same_table; value.
Qed.

(* attest: positional.remark-b6 printed sha256:e1c774b0b9757be3a6a180c101b84d9fdf6b2e1f4fde107084c431ab8c0789cc theorem:remark_b6 *)
Theorem remark_b6 : Holds statements_positional_remark_b6.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => P _ _.
refine (says_forall (P := fun Q : 'M_n => (P *m Q == 1%:M) && (Q *m P == 1%:M)) _ _ _); [domain_of | | cbn beta].
  by move=> Q _; cbn [condition_is]; refine (y_call _ _ _); [values | reflexivity | apply: call_is_inverse; [provided | ]].
move=> Q _ /andP[/eqP PQ /eqP QP]; meaning_for_all => X _ _; have [WQ [WK scoresE]] := patterns.remark_b6 X PQ QP.
meaning_exists WQ; meaning_exists WK; refine (says_expression (p := true) _ _) => //.
by apply: yields_eq; [apply: y_same_table; value | rewrite scoresE eqxx].
Qed.

(* attest: positional.remark-b6 finding_invertible_is_needed sha256:4b6a81ec3296b0f3f38605af895d8940220b3f34a16dad1106c29a9ad716c7fd theorem:invertible_is_needed *)
Theorem invertible_is_needed : Holds statements_positional_remark_b6.finding_invertible_is_needed.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 : (0 < n)%N by apply: ltnW.
meaning_for_all => P _ _; meaning_for_all => v _ /allP vP; meaning_for_all => i _ vi_neq0; meaning_for_all => m m_gt0 _.
meaning_for_all => WQ _ _; meaning_for_all => WK _ _.
case: n n_gt1 {n_gt0} P v vP i vi_neq0 WQ WK => [|[|n]] // _ P v vP i vi_neq0 WQ WK; have n_gt0 : (0 < n.+2)%N by [].
refine (says_expression _ _).
  apply: (y_other_table (B := attention.softmax (@exp_of S) (\matrix_(k, j) ((k == i) && (j == 0))%:R : 'M_n.+2))); first by value.
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | by apply: call_softmax_rows => //; provided].
  apply: yields_eq; first by value.
  by apply: entries_ext => k; apply: column_ext => j; rewrite mxE !eqr_nat !eqSS -!val_eqE /=; case: (_ && _).
have vP0 : (\row_k v k) *m P = 0.
  by apply/rowP => j; rewrite !mxE; apply/eqP; under eq_bigr do rewrite mxE; apply: vP; rewrite mem_index_enum.
by apply: (patterns.invertible_is_needed (@exp_add S) (@exp_gt0 S) (@exp_le S) _ _ vP0); rewrite mxE.
Qed.

(* attest: positional.remark-b6 finding_one_position sha256:a40f5236862614f5bca6184df90afc22c9c8cf4e2d974402ad8db9b388d25106 theorem:one_position *)
Theorem one_position : Holds statements_positional_remark_b6.finding_one_position.
Proof.
opening S W; meaning_for_all => X _ _; refine (says_expression (p := true) _ _) => //.
have number (x : S) : List [:: List [:: Num x]] = table (x%:M : 'M_1).
  have -> : List [:: List [:: Num x]] = mat 1 1 (fun _ _ => x) by [].
  by rewrite mat_table; apply: table_ext; apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n.
apply: yields_eq.
  apply: (y_same_table (A := attention.softmax (@exp_of S) (hardmax.scores (0 : 'M_1) 1%:M 1%:M))); last by value.
  refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | by apply: call_softmax_rows => //; provided].
  refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))) | reflexivity | by apply: call_scores => //; provided].
  - by apply: yields_eq; [value | rewrite -[in RHS](raddf0 (@scalar_mx_additive S 1)); exact: number].
  - by apply: yields_eq; [value | exact: number].
  - by apply: yields_eq; [value | exact: number].
by rewrite (patterns.one_position (@exp_gt0 S) X) eqxx.
Qed.

(* attest: positional.remark-b6 finding_identical_rows_in_standard_attention sha256:b4e169fff66dcc88b25e3fff95fef9c1beda6eced8c5818d718cab62ebbf03af theorem:identical_rows_in_standard_attention *)
Theorem identical_rows_in_standard_attention : Holds statements_positional_remark_b6.finding_identical_rows_in_standard_attention.
Proof.
opening S W; meaning_for_all => n n_gt1 _; case: n n_gt1 => [|[|n]] // n_gt1; have n_gt0 : (0 < n.+2)%N by [].
meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _.
pose second : 'I_n.+2 := lift ord0 ord0.
refine (says_forall (P := fun X : 'M_(n.+2, d) => [forall j, X ord0 j == X second j]) _ _ _); [domain_of | | cbn beta].
  by move=> X _; cbn [condition_is]; apply: y_same_column; value.
move=> X _ /forallP same; meaning_for_all => WQ _ _; meaning_for_all => WK _ _.
have rows : row ord0 X = row second X by apply/rowP => j; rewrite !mxE; exact/eqP/same.
have equal_rows := patterns.identical_rows_in_standard_attention WQ WK rows.
refine (says_expression (p := true) _ _) => //; refine (y_let _ _); first by value.
apply: yields_eq; first by apply: (y_same_column (f := hardmax.scores X WQ WK ord0) (g := hardmax.scores X WQ WK second)); value.
by congr Bool; apply/forallP => j; have := congr1 (fun r : 'rV_n.+2 => r 0 j) equal_rows; rewrite !mxE => ->.
Qed.
