(* SPDX-License-Identifier: Apache-2.0 *)
(* What the scalar of the attentive condition selects, as the meaning of the statements about it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores.
From attest Require Import statements_urpe_attentive_bias.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition selects_at_d := Eval compute in definition_in (definitions printed) "selects_at".

Section Selection.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (f s u : nat -> F) (n d : nat) (c : F).

Definition bottom n f : F := foldl Num.min (f 1%N) [seq f i | i <- iota 2 n.-1].
Lemma bottomE n f : bottom n f = - top n (fun i => - f i).
Proof.
have foldlE (l : seq nat) x : foldl Num.min x [seq f i | i <- l] = - foldl Num.max (- x) [seq - f i | i <- l].
  by elim: l x => [|i l IH] x /=; rewrite ?opprK // IH oppr_min.
exact: foldlE.
Qed.
Lemma y_bottom defs env a n f : (0 < n)%N -> yields fs defs env a (vec n f) -> yields fs defs env (Call "min" [:: a]) (Num (bottom n f)).
Proof.
case: n => // n _ ya; refine (y_built_in _ _ _); [refine (all_cons ya (all_nil _ _ _)) | reflexivity | ].
rewrite /= /extreme; have -> : numbers_in [seq Value v | v <- [seq Num (f i) | i <- iota 1 n.+1]] = Value [seq f i | i <- iota 1 n.+1].
  by rewrite -map_comp numbers_in_map.
by [].
Qed.

(* Scores k s_j + r: the greatest s for k > 0, the least for k < 0. *)
Lemma hard_of_line n s (k r : F) : (0 < n)%N -> k != 0 ->
  \sum_(j <- iota 1 n) hard n (fun j => k * s j + r) j * s j = if k > 0 then top n s else bottom n s.
Proof.
move=> n_gt0 k_neq0; apply: hard_dot => // j j_n; rewrite top_shift // => /addIr ks; case: ltP => [k_gt0 | k_le0].
  apply/le_anti; rewrite le_top //=; have [i i_n ->] := top_in s n_gt0.
  by rewrite -(ler_pmul2l k_gt0) ks; exact: (@le_top _ n (fun j => k * s j)).
have k_lt0 : k < 0 by rewrite lt_neqAle k_neq0.
rewrite bottomE; apply: oppr_inj; rewrite opprK; apply/le_anti; rewrite (@le_top _ n (fun i => - s i)) //=.
have [i i_n ->] := top_in (fun i => - s i) n_gt0.
by rewrite ler_opp2 -(ler_nmul2l k_lt0) ks; exact: (@le_top _ n (fun j => k * s j)).
Qed.
Lemma call_selects_at defs n s c (A : nat -> nat -> F) : provides [:: selects_at_d; dot_d] defs -> (0 < n)%N ->
  (forall i, (0 < i <= n)%N -> s i != c -> \sum_(j <- iota 1 n) A i j * s j = if s i > c then top n s else bottom n s) ->
  call fs defs "selects_at" [:: Num c; vec n s; mat n n A] = Value (Bool true).
Proof.
move=> W n_gt0 selects; enter; apply: yields_eq.
  refine (@y_all_if _ _ _ _ _ _ (fun i => s i != c) _ _ _ _ _ _ _ (fun i => \sum_(j <- iota 1 n) A i j * s j == (if s i > c then top n s else bottom n s)) _).
  - by value.
  - by move=> i i_n; apply: y_compare; [value | value | reflexivity].
  move=> i i_n s_c; apply: (y_compare (w := Num (if s i > c then top n s else bottom n s))); [value | | reflexivity].
  by apply: y_if_number; [value | move=> _; apply: y_top => //; value | move=> _; apply: y_bottom => //; value].
by congr Bool; apply/allP => i /in_from_1 i_n; apply/implyP => s_c; apply/eqP/selects.
Qed.
End Selection.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => found_call call_dot
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "softmax_rows" _ = _ => found_call call_softmax_rows
  | |- call _ _ "centred" _ = _ => found_call call_centred
  | |- call _ _ "hardmax_rows" _ = _ => found_call call_hardmax_rows
  | |- call _ _ "key_side_scores" _ = _ => found_call call_key_side_scores
  | |- call _ _ "query_side_scores" _ = _ => found_call call_query_side_scores
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac calls_it lemma := apply: says_expression; [refine (y_call _ _ _); [values | reflexivity | apply: lemma => //; try provided] | done].

(* attest: urpe.attentive-bias repaired sha256:7766606bff8660434090e04b7dbf3104cb918c204b1d2553d45a96a0e59c16bc theorem:query_side_threshold *)
Theorem query_side_threshold : Holds repaired.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => X _ _; calls_it call_selects_at.
move=> i i_n; rewrite -subr_eq0 -(subr_gt0 c) => s_c; rewrite -(hard_of_line _ 0 n_gt0 s_c).
by apply: eq_big_seq => j /in_from_1 j_n; congr (_ * _); apply: hard_ext => // k l _ _; rewrite !addr0.
Qed.

(* attest: urpe.attentive-bias finding_the_threshold_is_zero sha256:c2267bfc21464b911c227be3239f0e2a685cbec41e4d11a78d7c02351030cd0f theorem:threshold_is_zero *)
Theorem threshold_is_zero : Holds finding_the_threshold_is_zero.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => X _ _; calls_it call_selects_at.
move=> i i_n s_0; rewrite -(hard_of_line _ (- (along d X u i * c)) n_gt0 s_0).
by apply: eq_big_seq => j /in_from_1 j_n; congr (_ * _); apply: hard_ext => // k l _ _; rewrite !mulrBr.
Qed.

(* attest: urpe.attentive-bias finding_c_is_invisible sha256:e837fb3fc2b72b9d96df5f6ccf83992b955f633ce3117688d189e14ebd4e19ae theorem:c_is_invisible *)
Theorem c_is_invisible : Holds finding_c_is_invisible.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
apply: y_same_mat; [value | value | ] => i j i_n j_n; apply: (@centre_shift _ _ _ _ (- (along d X u i * c))) => // k k_n.
by rewrite subr0 mulrBr.
Qed.

(* attest: urpe.attentive-bias finding_shifted_tokens sha256:b9a7e49c49cebe519b995b92f520311169f61c2f5ae7973a5598925a96f022af theorem:shifted_tokens *)
Theorem shifted_tokens : Holds finding_shifted_tokens.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => t _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
apply: y_same_mat; [value | value | ] => i j i_n j_n; set b := \sum_(l <- _) _ * _.
have moved k : along d (fun i j => X i j + t j) u k = along d X u k + b.
  by rewrite /along -big_split /=; apply: eq_bigr => l _; rewrite mulrDl.
apply: (@centre_shift _ _ _ _ ((along d X u i + b) * (b - c))) => // k k_n.
by rewrite !moved opprK -mulrDr addrA.
Qed.

(* attest: urpe.attentive-bias finding_at_the_threshold sha256:5476da06c0ae04c5058f926d539302be55f0bdda8ffb63885260f7157971d938 theorem:at_the_threshold *)
Theorem at_the_threshold : Holds finding_at_the_threshold.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => X _ _; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
apply: says_expression; last exact: (erefl true).
apply: y_same_vec; [value | value | ] => j j_n; rewrite /hard /ties.
have top0 : top n (fun j => (along d X u 1 - along d X u 1) * along d X u j) = 0.
  by have [i i_n ->] := top_in (fun j => (along d X u 1 - along d X u 1) * along d X u j) n_gt0; rewrite subrr mul0r.
rewrite top0 subrr mul0r eqxx (eq_count (a2 := xpredT)) ?count_predT ?size_iota // => k /=.
by rewrite mul0r eqxx.
Qed.

(* attest: urpe.attentive-bias finding_softmax_enclosed sha256:8558632fc8fbf117bfbc3de57c684809129192170c2b0bb36b6e40141d96d109 theorem:softmax_is_blind_to_c *)
Theorem softmax_is_blind_to_c : Holds finding_softmax_enclosed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => u _ _; meaning_for_all => c _ _; meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
apply: y_let; [value | apply: y_let; [value | ]]; apply: y_all2_true; [value | move=> i _; value | move=> i j /in_from_1 i_n /in_from_1 j_n].
apply: y_close; [value | value | ].
have centred_alike k : (0 < k <= n)%N -> centre n (fun l => along d X u i * (along d X u l - c)) k = centre n (fun l => along d X u i * (along d X u l - 0)) k.
  by move=> k_n; apply: (@centre_shift _ _ _ _ (- (along d X u i * c))) => // l l_n; rewrite subr0 mulrBr.
rewrite /soft /softened -!/(centre n _ _) centred_alike //; congr (_ / _); apply: eq_big_seq => k /in_from_1 k_n.
by rewrite -!/(centre n _ _) centred_alike.
Qed.

(* attest: urpe.attentive-bias finding_key_bias_is_invisible sha256:a4c2ddd89867b66991a2dde228f49ef5f2c35be985dca0163de595187be29188 theorem:key_bias_is_invisible *)
Theorem key_bias_is_invisible : Holds finding_key_bias_is_invisible.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => q q_gt0 _.
meaning_for_all => Q _ _; meaning_for_all => K _ _; meaning_for_all => b _ _; meaning_for_all => B _ _; meaning_for_all => X _ _.
apply: says_expression; last exact: (erefl true); apply: y_same_mat; [value | value | ] => i j i_n j_n.
apply: (@centre_shift _ _ _ _ (\sum_(l <- iota 1 q) (\sum_(t <- iota 1 d) X i t * Q t l) * b l)) => // k k_n.
by rewrite addrAC -big_split /=; congr (_ + _); apply: eq_bigr => l _; rewrite addr0 mulrDr.
Qed.
