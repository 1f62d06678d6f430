(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of variants.stm give that the published variants share: bases, heads, softmax, the layer, and its properties. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in library f) (only parsing).
Definition power_d := Eval compute in the "power".
Definition is_base_d := Eval compute in the "is_base".
Definition is_head_d := Eval compute in the "is_head".
Definition scores_d := Eval compute in the "scores".
Definition softmax_in_d := Eval compute in the "softmax_in".
Definition softmax_matrix_d := Eval compute in the "softmax_matrix".
Definition attend_d := Eval compute in the "attend".
Definition is_right_stochastic_d := Eval compute in the "is_right_stochastic".
Definition right_stochastic_d := Eval compute in the "right_stochastic".
Definition row_sums_d := Eval compute in the "row_sums".
Definition relative_d := Eval compute in the "relative".
Definition bias_t5_d := Eval compute in the "bias_t5".

Section Calls.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Hypothesis exp_gt0 : forall x, 0 < exp fs x.
Implicit Types (defs : seq definition) (f g x : nat -> F) (A B : nat -> nat -> F) (m n k : nat) (b h : value F).

(* --- Bases and their powers -------------------------------------------------------------------------------------------- *)
Definition good_base b : Prop := b = Symb "e" \/ exists2 x, 0 < x & b = Num x.
Definition weight b (s : F) : F :=
  if b is Num x then (if integer fs s is Some i then odflt 0 (power x i) else exp fs (s * log fs x)) else exp fs s.

Lemma power_gt0 (x : F) i : 0 < x -> exists2 y, power x i = Some y & 0 < y.
Proof.
move=> x_gt0; case: i => i /=; first by exists (x ^+ i); rewrite ?exprn_gt0.
by rewrite /divide gt_eqF ?exprn_gt0 //; exists (1 / x ^+ i.+1); rewrite ?divr_gt0 ?ltr01 ?exprn_gt0.
Qed.
Lemma weight_gt0 b s : good_base b -> 0 < weight b s.
Proof.
case=> [-> | [x x_gt0 ->]]; first exact: exp_gt0.
by rewrite /weight; case: integer => // i; have [y -> y_gt0] := power_gt0 i x_gt0.
Qed.
Lemma call_power defs b s : provides [:: power_d] defs -> good_base b -> call fs defs "power" [:: b; Num s] = Value (Num (weight b s)).
Proof.
move=> W [-> | [x x_gt0 ->]]; enter; first by apply: y_yes; value.
apply: y_no; first by value.
rewrite /weight; case E : (integer fs s) => [i|].
  apply: y_yes; first by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= E].
  by have [y yE _] := power_gt0 i x_gt0; rewrite /yields /= E yE.
apply: y_no; first by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= E].
refine (y_built_in _ _ _); [refine (all_cons _ (all_nil _ _ _)); apply: y_multiply; [value | apply: y_log => //; value] | reflexivity | reflexivity].
Qed.
Lemma is_base_true defs b : provides [:: is_base_d] defs -> call fs defs "is_base" [:: b] = Value (Bool true) -> good_base b.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite /yields /=.
case: b => //= [x | s]; first by case: ltP => // x_gt0 _; right; exists x.
by case E : String.eqb => // _; left; move/String.eqb_eq: E => ->.
Qed.

(* --- Softmax ----------------------------------------------------------------------------------------------------------- *)
Definition top n f : F := foldl Num.max (f 1%N) [seq f i | i <- iota 2 n.-1].
Lemma y_top defs env a n f : (0 < n)%N -> yields fs defs env a (vec n f) -> yields fs defs env (Call "max" [:: a]) (Num (top n f)).
Proof.
case: n => // n _ ya; refine (y_built_in _ _ _); [refine (all_cons ya (all_nil _ _ _)) | reflexivity | ].
rewrite /= /extreme; have -> : numbers_in [seq Value v | v <- [seq Num (f i) | i <- iota 1 n.+1]] = Value [seq f i | i <- iota 1 n.+1].
  by rewrite -map_comp numbers_in_map.
by [].
Qed.

Definition softened b n f (j : nat) : F := weight b (f j - top n f) / \sum_(i <- iota 1 n) weight b (f i - top n f).
Lemma sum_gt0 n (f : nat -> F) : (0 < n)%N -> (forall i, 0 < f i) -> 0 < \sum_(i <- iota 1 n) f i.
Proof. by case: n => // n _ f_gt0; rewrite /= big_cons ltr_paddr // sumr_ge0 // => i _; exact: ltW. Qed.
Lemma sum_weights_gt0 b n f (s : nat -> F) : good_base b -> (0 < n)%N -> 0 < \sum_(i <- iota 1 n) weight b (s i).
Proof.
case: n => // n good _; rewrite /= big_cons ltr_paddr ?weight_gt0 //.
by apply: sumr_ge0 => i _; rewrite ltW ?weight_gt0.
Qed.
Lemma call_softmax_in defs b n f : provides [:: softmax_in_d; power_d] defs -> good_base b -> (0 < n)%N ->
  call fs defs "softmax_in" [:: b; vec n f] = Value (vec n (softened b n f)).
Proof.
move=> W good n_gt0; enter.
have z_neq0 : \sum_(i <- iota 1 n) weight b (f i - top n f) != 0 by rewrite gt_eqF ?sum_weights_gt0.
apply: y_let; first by apply: (y_top n_gt0); value.
apply: y_let.
  apply: y_list_over; first by value.
  move=> i _; refine (y_call _ _ _); [values | reflexivity | by apply: call_power => //; provided].
apply: y_let; first by value.
by apply: y_list_over; [value | move=> i _; apply: y_divide; [value | value | ]].
Qed.
Lemma softened_ge0 b n f j : good_base b -> (0 < n)%N -> 0 <= softened b n f j.
Proof. by move=> good n_gt0; rewrite divr_ge0 // ltW ?weight_gt0 ?sum_weights_gt0. Qed.
Lemma softened_sum b n f : good_base b -> (0 < n)%N -> \sum_(j <- iota 1 n) softened b n f j = 1.
Proof. by move=> good n_gt0; rewrite -mulr_suml divff // gt_eqF ?sum_weights_gt0. Qed.

Lemma call_softmax_matrix defs b m n A : provides [:: softmax_matrix_d; softmax_in_d; power_d] defs -> good_base b -> (0 < n)%N ->
  call fs defs "softmax_matrix" [:: b; mat m n A] = Value (mat m n (fun i => softened b n (A i))).
Proof.
move=> W good n_gt0; enter; apply: y_list_over; first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_softmax_in => //; provided].
Qed.

(* --- Properties -------------------------------------------------------------------------------------------------------- *)
Lemma call_is_vector defs n f : provides [:: is_vector_d] defs -> call fs defs "is_vector" [:: vec n f; Num n%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by rewrite /= eqxx; congr Bool; apply/allP => i _.
Qed.
Lemma call_is_matrix defs m n A : provides [:: is_matrix_d; is_vector_d] defs ->
  call fs defs "is_matrix" [:: mat m n A; Num m%:R; Num n%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and _ _); [value | intro]; refine (y_and _ _); [value | intro]; refine (y_and1 _).
  apply: y_all; first by value.
  by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_is_vector; provided].
by rewrite /= eqxx; congr Bool; apply/allP => i _.
Qed.

Definition stochastic n A : Prop :=
  (forall i j, (0 < i <= n)%N -> 0 <= A i j) /\ (forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = 1).
Lemma call_right_stochastic defs n A : provides [:: right_stochastic_d; is_right_stochastic_d; is_matrix_d; is_vector_d] defs ->
  stochastic n A -> call fs defs "right_stochastic" [:: mat n n A] = Value (Bool true).
Proof.
move=> W [A_ge0 A_sum]; enter.
refine (y_call _ _ _); [values | reflexivity | ].
enter; apply: yields_eq.
  refine (y_and _ _); [ | intro].
    by refine (y_call _ _ _); [values | reflexivity | apply: call_is_matrix; provided].
  by value.
congr Bool; apply/andP; split=> //; apply/andP; split; apply/allP => i /in_from_1 i_in; first by apply/allP => j _; exact: A_ge0.
by rewrite A_sum.
Qed.
Lemma call_row_sums defs n A : provides [:: row_sums_d; ones_d; apply_d; dot_d] defs ->
  call fs defs "row_sums" [:: mat n n A] = Value (vec n (fun i => \sum_(j <- iota 1 n) A i j)).
Proof.
move=> W; enter; refine (y_call _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  by refine (y_call _ _ _); [values | reflexivity | apply: call_ones => //; provided].
rewrite (call_apply floor_int) //; last by provided.
by congr Value; apply: vec_ext => i _; apply: eq_bigr => j _; rewrite mulr1.
Qed.
Lemma not_distinct defs n f i j : provides [:: distinct_d] defs -> (0 < i < j)%N -> (j <= n)%N -> f i = f j ->
  call fs defs "distinct" [:: vec n f] = Value (Bool false).
Proof.
move=> W /andP[i_gt0 i_lt] j_le fE; have i_le : (i <= n)%N by rewrite (leq_trans _ j_le) // ltnW.
rewrite (call_distinct floor_int) //; congr (Value (Bool _)); apply/negbTE/allPn; exists i.
  by rewrite mem_iota add1n ltnS i_gt0.
apply/allPn; exists j; first by rewrite mem_iota addSn subnKC // ltnS i_lt.
by rewrite fE eqxx.
Qed.

(* --- Heads ------------------------------------------------------------------------------------------------------------- *)
Lemma natr_inj k n : Num k%:R = Num n%:R :> value F -> k = n.
Proof. by case=> /eqP; rewrite eqr_nat => /eqP. Qed.
Lemma is_matrix_field defs env h a s c d m : provides [:: is_matrix_d; is_vector_d] defs -> (0 < m)%N -> yields fs defs env a h ->
  yields fs defs env (Call "is_matrix" [:: Field a s; c; d]) (Bool true) -> yields fs defs env c (Num m%:R) ->
  exists n A, field_at h s = Value (mat m n A) /\ yields fs defs env d (Num n%:R).
Proof.
move=> W m_gt0 ya /true_call[//|vs /true_cons[v [vs1 [yv /true_cons[u [vs2 [yu /true_cons[w [vs3 [yw /true_nil-> ->]]] ->]]] ->]]]] is_m yc.
move: is_m; rewrite (yields_inj yu yc) => is_m; have [n wE] := is_matrix_columns W m_gt0 is_m.
have [A vE] := is_matrix_true W is_m wE; exists n, A; rewrite -vE -wE; split=> //; exact: true_field ya yv.
Qed.
Lemma is_vector_field defs env h a s c n : provides [:: is_vector_d] defs -> yields fs defs env a h ->
  yields fs defs env (Call "is_vector" [:: Field a s; c]) (Bool true) -> yields fs defs env c (Num n%:R) ->
  exists f, field_at h s = Value (vec n f).
Proof.
move=> W ya /true_call[//|vs /true_cons[v [vs1 [yv /true_cons[u [vs2 [yu /true_nil-> ->]]] ->]]]] is_v yc.
move: is_v; rewrite (yields_inj yu yc) => is_v; have [f vE] := is_vector_true W is_v; exists f; rewrite -vE; exact: true_field ya yv.
Qed.
Lemma at_least_1 defs env a k : yields fs defs env (Chain a [:: (AtLeast, Number (BinNums.Npos BinNums.xH))]) (Bool true) -> yields fs defs env a (Num k%:R) -> (0 < k)%N.
Proof. by rewrite /yields /= => + aE; rewrite aE /=; case: k {aE} => //; rewrite ler10. Qed.

Inductive head_of h d : Prop :=
  HeadOf b k Q K V of good_base b & (0 < k)%N & field_at h "base" = Value b & field_at h "WQ" = Value (mat d k Q) &
    field_at h "WK" = Value (mat d k K) & field_at h "WV" = Value (mat d d V).
Lemma is_head_true defs h w d : provides [:: is_head_d; is_base_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  call fs defs "is_head" [:: h; w; Num d%:R] = Value (Bool true) -> head_of h d.
Proof.
move=> W d_gt0; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have h_y : yields fs e env (Name "h") h by [].
have d_y : yields fs e env (Name "d") (Num d%:R) by [].
have Wm : provides [:: is_matrix_d; is_vector_d] e by provided.
case/true_and=> base /true_and[cols /true_and[isQ /true_and[isK /true_and[isV _]]]].
have [k [Q [fQ yk]]] := is_matrix_field Wm d_gt0 h_y isQ d_y.
have [k' [K [fK yk']]] := is_matrix_field Wm d_gt0 h_y isK d_y.
have [d' [V [fV yd']]] := is_matrix_field Wm d_gt0 h_y isV d_y.
have kE := natr_inj (yields_inj yk' yk); have dE := natr_inj (yields_inj yd' d_y); subst k' d'.
have [//|vs /true_cons[b [vs1 [yb /true_nil-> ->]]] is_b] := true_call _ base.
have good : good_base b by apply: is_base_true is_b; provided.
exact: (HeadOf good (at_least_1 cols yk) (true_field h_y yb) fQ fK fV).
Qed.
Lemma is_head_call defs env h n d : provides [:: is_head_d; is_base_d; is_matrix_d; is_vector_d] defs -> (0 < d)%N ->
  lookup "h" env = Some h -> lookup "n" env = Some (Num n%:R) -> lookup "d" env = Some (Num d%:R) ->
  yields fs defs env (Call "is_head" [:: Name "h"; Name "n"; Name "d"]%string) (Bool true) -> head_of h d.
Proof.
move=> W d_gt0 h_in n_in d_in /true_call[//|vs]; rewrite /yields_all /= h_in n_in d_in => -[<-].
exact: is_head_true.
Qed.

(* --- Scores and relative encodings -------------------------------------------------------------------------------------- *)
Definition product d (A B : nat -> nat -> F) i j : F := \sum_(l <- iota 1 d) A i l * B l j.
Definition score d k Q K X i j : F := \sum_(l <- iota 1 k) product d X Q i l * product d X K j l.
Lemma call_scores defs h n d k X Q K : field_at h "WQ" = Value (mat d k Q) -> field_at h "WK" = Value (mat d k K) ->
  provides [:: scores_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "scores" [:: h; mat n d X] = Value (mat n n (score d k Q K X)).
Proof.
move=> hQ hK W n_gt0 d_gt0 k_gt0; enter.
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | ].
- refine (y_call _ _ _); [values | reflexivity | apply: (call_matmul floor_int) => //; provided].
- refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    by refine (y_call _ _ _); [values | reflexivity | apply: (call_matmul floor_int) => //; provided].
  by apply: (call_transpose floor_int) => //; provided.
by apply: (call_matmul floor_int) => //; provided.
Qed.

Lemma twice_less_1 n : (0 < n)%N -> 2%:R * n%:R - 1%:R = (2 * n - 1)%:R :> F.
Proof. by move=> n_gt0; rewrite natrB ?natrM // muln_gt0. Qed.
Lemma call_relative defs n i j (g : nat -> value F) : provides [:: relative_d] defs -> (0 < i <= n)%N -> (0 < j <= n)%N ->
  call fs defs "relative" [:: listed (2 * n - 1) g; Num i%:R; Num j%:R; Num n%:R] = Value (g (i + n - j)%N).
Proof.
move=> W /andP[i_gt0 i_n] /andP[j_gt0 j_n]; have n_gt0 : (0 < n)%N by apply: leq_trans i_n.
enter; apply: y_yes.
  by apply: yields_eq; [value | rewrite twice_less_1 // eqxx].
apply: (y_at floor_int (i := (i + n - j)%N)); [value | value | | | reflexivity].
  by rewrite natrB ?natrD 1?addrAC // (leq_trans j_n) // leq_addl.
rewrite subn_gt0 (leq_ltn_trans j_n) /=; last by rewrite -[X in (X < _)%N]add0n ltn_add2r.
by rewrite mul2n -addnn leq_sub // leq_add2r.
Qed.
Lemma call_bias_t5 defs n f : provides [:: bias_t5_d; relative_d] defs -> (0 < n)%N ->
  call fs defs "bias_t5" [:: Num n%:R; vec (2 * n - 1) f] = Value (mat n n (fun i j => f (i + n - j)%N)).
Proof.
move=> W n_gt0; enter; apply: y_list_over => [|i i_in]; first by value.
apply: y_list_over => [|j j_in]; first by value.
refine (y_call _ _ _); [values | reflexivity | ].
by apply: call_relative; [provided | exact: in_from_1 | exact: in_from_1].
Qed.
End Calls.
