(* SPDX-License-Identifier: Apache-2.0 *)
(* Remark B.5 of Positional Attention with n (n+1) / 2 unit vectors, one for each position of each length (bound_lengths.v has n^2 of them), as the meaning of its statement.
   Lengths and positions are listed as pairs: position i of length k is number k (k-1) / 2 + i. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require attention hardmax softmax_bound calls_trees statements_positional_remark_b5.
From attest Require Import bound_lengths.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_remark_b5.finding_triangular_number) f) (only parsing).
Definition one_hot_d := Eval compute in the "one_hot".
Definition place_d := Eval compute in the "place".
Definition position_scores_d := Eval compute in the "position_scores".

(* --- Lengths and their positions ---------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Definition tri n := 'C(n.+1, 2).
Definition pairs n := flatten [seq [seq (k, i) | i <- iota 1 k] | k <- iota 1 n].
Definition pair_at n u := nth (0, 0) (pairs n) u.
Lemma triS n : tri n.+1 = tri n + n.+1.
Proof. by rewrite /tri binS bin1. Qed.
Lemma tri_twice n : tri n * 2 = n.+1 * n.
Proof. by elim: n => // n IH; rewrite triS mulnDl IH -mulnDr addn2 mulnC. Qed.
Lemma pairsS n : pairs n.+1 = pairs n ++ [seq (n.+1, i) | i <- iota 1 n.+1].
Proof.
have split : iota 1 n.+1 = iota 1 n ++ [:: n.+1] by rewrite -[n.+1]addn1 iotaD add1n addn1.
by rewrite {1}/pairs {1}split map_cat flatten_cat; congr (_ ++ _); exact: cats0.
Qed.
Lemma size_pairs n : size (pairs n) = tri n.
Proof. by elim: n => // n IH; rewrite pairsS size_cat IH size_map size_iota triS. Qed.
Lemma place_lt n k i : k < n -> i <= k -> tri k + i < tri n.
Proof.
move=> k_lt i_le; apply: (@leq_trans (tri k.+1)); first by rewrite triS ltn_add2l ltnS.
exact: leq_bin2l.
Qed.
Lemma pair_at_place n k i : k < n -> i <= k -> pair_at n (tri k + i) = (k.+1, i.+1).
Proof.
move=> + i_le; rewrite /pair_at; elim: n => // n IH; rewrite ltnS leq_eqVlt pairsS nth_cat size_pairs => /orP[/eqP <-|k_lt].
  by rewrite ifN -?leqNgt ?leq_addr // addKn (nth_map 0) ?size_iota // nth_iota.
by rewrite place_lt // IH.
Qed.
Lemma along (T : Type) (g : nat -> nat -> T) n :
  flatten [seq [seq g k i | i <- iota 1 k] | k <- iota 1 n] = [seq g (pair_at n (val u)).1 (pair_at n (val u)).2 | u <- indices (tri n)].
Proof.
rewrite -(map_indices (tri n) (fun u => g (pair_at n u).1 (pair_at n u).2)).
have -> : [seq g (pair_at n u).1 (pair_at n u).2 | u <- iota 0 (tri n)] = [seq g p.1 p.2 | p <- pairs n].
  by rewrite -[in RHS](mkseq_nth (0, 0) (pairs n)) /mkseq size_pairs -map_comp.
by rewrite /pairs map_flatten -map_comp; congr flatten; apply: eq_map => k; rewrite /= -map_comp.
Qed.
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (v : value F) (n k i d : nat).

Definition one_hot_rows m d (c : nat -> nat) : 'M[F]_(m, d) := \matrix_(i, u) (val u == c i)%:R.
Definition triangle n v (T : F) : 'M[F]_(tri n) :=
  \matrix_(u, w) (T * (if ((pair_at n u).1 == (pair_at n w).1) && ((pair_at n w).2 == (hit v (pair_at n u).1 (pair_at n u).2.-1).+1)%N then 1 else -1)).

(* --- Scores ---------------------------------------------------------------------------------------------------------------------------- *)
Lemma selected m d (c : nat -> nat) (M : 'M[F]_d) (i j : 'I_m) (u w : 'I_d) : val u = c i -> val w = c j ->
  hardmax.scores (one_hot_rows m d c) M 1%:M i j = M u w.
Proof.
move=> uE wE; rewrite /hardmax.scores mulmx1.
have rowE x (l : 'I_m) (y : 'I_d) : val y = c l -> one_hot_rows m d c l x = (x == y)%:R by rewrite mxE -val_eqE /= => ->.
rewrite mxE (bigD1 w) //= big1 => [|x /negbTE x_neq]; last by rewrite [(one_hot_rows _ _ _)^T _ _]mxE (rowE x _ w) // x_neq mulr0.
rewrite addr0 [(one_hot_rows _ _ _)^T _ _]mxE (rowE w _ w) // eqxx mulr1 mxE (bigD1 u) //= big1 => [|x /negbTE x_neq].
  by rewrite (rowE u _ u) // eqxx mul1r addr0.
by rewrite (rowE x _ u) // x_neq mul0r.
Qed.
Lemma triangle_scores n v T (k : 'I_n) : (forall i : 'I_k.+1, val (own v (k := k) i) = hit v k.+1 (val i)) ->
  hardmax.scores (one_hot_rows k.+1 (tri n) (fun i => tri k + i)%N) (triangle n v T) 1%:M = softmax_bound.WQ (own v (k := k)) T.
Proof.
move=> ownE; apply/matrixP => i j.
have i_le : (i <= k)%N by rewrite -ltnS.
have j_le : (j <= k)%N by rewrite -ltnS.
rewrite (@selected _ _ _ _ _ _ (Ordinal (place_lt (ltn_ord k) i_le)) (Ordinal (place_lt (ltn_ord k) j_le))) // !mxE /= !pair_at_place //=.
rewrite eqxx /= eqSS -ownE val_eqE; case: (j == _); congr (_ * _) => /=; first by rewrite mulr1n mulr1 (natrD _ 1 1) !mulr1n addrK.
by rewrite mulr0n mulr0 sub0r.
Qed.

(* --- Calls ------------------------------------------------------------------------------------------------------------------------------ *)
Ltac side ::= first [assumption | by rewrite pnatr_eq0 | reflexivity].
Lemma call_place defs k i : provides [:: place_d] defs -> call fs defs "place" [:: Num k.+1%:R; Num i.+1%:R] = Value (Num (tri k + i).+1%:R).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by rewrite -natrB // subn1 -natrM -tri_twice natrM mulfK ?pnatr_eq0 // -natrD addnS.
Qed.
Lemma call_one_hot defs m d (c : nat -> nat) : provides [:: one_hot_d] defs ->
  call fs defs "one_hot" [:: column (fun i : 'I_m => (c i).+1%:R); Num d%:R] = Value (table (one_hot_rows m d c)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by apply: entries_ext => i; apply: column_ext => u; rewrite mxE eqr_nat eqSS; case: (_ == _).
Qed.
Lemma call_position_scores defs n v T : provides [:: position_scores_d] defs ->
  v = entries (fun k : 'I_n => column (fun i : 'I_k.+1 => (own v (k := k) i).+1%:R)) ->
  (forall (k : 'I_n) (i : 'I_k.+1), val (own v (k := k) i) = hit v k.+1 (val i)) ->
  call fs defs "position_scores" [:: v; Num n%:R; Num T] = Value (table (triangle n v T)).
Proof.
move=> W vE ownE; enter.
apply: yields_eq; first (refine (y_list_over2 (h := fun k : nat => Num k%:R) (l := iota 1 n) (k := fun _ i : nat => Num i%:R) (m := fun k => iota 1 k)
  (g := fun k i => List (flatten [seq [seq Num (T * (if (k == l) && (j == (hit v k i.-1).+1)%N then 1 else -1)) | j <- iota 1 l] | l <- iota 1 n])) _ _ _)).
- by refine (libraries.y_from_1 floor_int _ _ _); [value | value | reflexivity].
- by move=> k _; refine (libraries.y_from_1 floor_int _ _ _); [value | value | reflexivity].
- move=> k k_in i i_in; refine (y_list_over2 (h := fun k : nat => Num k%:R) (k := fun _ i : nat => Num i%:R) _ _ _).
  + by refine (libraries.y_from_1 floor_int _ _ _); [value | value | reflexivity].
  + by move=> l _; refine (libraries.y_from_1 floor_int _ _ _); [value | value | reflexivity].
  move=> l _ j _.
  have /andP[k_gt0 k_le] : (0 < k <= n)%N by move: k_in; rewrite mem_iota add1n ltnS.
  have /andP[i_gt0 i_le] : (0 < i <= k)%N by move: i_in; rewrite mem_iota add1n ltnS.
  have k_lt : (k.-1 < n)%N by rewrite prednK.
  have i_lt : (i.-1 < (Ordinal k_lt).+1)%N by rewrite /= !prednK.
  refine (y_multiply _ _); first by value.
  refine (y_if_number (p := (k == l) && (j == (hit v k i.-1).+1)%N) _ _ _); [ | by move=> _; value | by move=> _; value].
  refine (y_and _ _); first by (apply: yields_eq; first by value); rewrite eqr_nat.
  move=> _; refine (y_and1 _); apply: yields_eq.
    refine (y_compare (v := Num j%:R) (w := Num (hit v k i.-1).+1%:R) _ _ _); [value | | reflexivity].
    have -> : hit v k i.-1 = val (own v (k := Ordinal k_lt) (Ordinal i_lt)) by rewrite ownE /= prednK.
    refine (y_ordinal floor_int (h := fun i : 'I_(Ordinal k_lt).+1 => Num (own v i).+1%:R) (j := Ordinal i_lt) _ _ _); last by rewrite /= prednK.
      refine (y_ordinal floor_int (h := fun k : 'I_n => column (fun i : 'I_k.+1 => (own v (k := k) i).+1%:R)) (j := Ordinal k_lt) _ _ _); last by rewrite /= prednK.
        by apply: yields_eq; first (by refine (y_name _ _ _); reflexivity); rewrite [LHS]vE.
      by value.
    by value.
  by rewrite eqr_nat.
congr List; rewrite (along (fun k i => List _)); apply: eq_map => u; congr List; rewrite along; apply: eq_map => w.
by rewrite mxE.
Qed.
End Calls.

(* --- The statement --------------------------------------------------------------------------------------------------------------------- *)
Ltac side ::= first [assumption | by rewrite pnatr_eq0 | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "place" _ = _ => found_call call_place
  | |- call _ _ "unit_matrix" _ = _ => found_call call_unit_matrix
  | |- call _ _ "unique_pattern" _ = _ => found_call call_unique_pattern
  end.

(* attest: positional.remark-b5 finding_triangular_number sha256:4cbd775f0aa60e0c0a108d4ab96c2810af831f0b922520286e3800a0f07ac3bc theorem:triangular_number *)
Theorem triangular_number : Holds statements_positional_remark_b5.finding_triangular_number.
Proof.
opening S W; meaning_for_all => n n_gt0 _; apply: says_for_values => [v | v told].
  have [e found _] := provides_find (d := are_patterns_d) (needed := [::]) (ltac:(provided) : provides [:: are_patterns_d] defs).
  by apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
have arguments : yields_all (functions_of S) defs [:: ("hits"%string, v); ("n"%string, Num n%:R)] [:: Name "hits"; Name "n"]%string [:: v; Num n%:R] by values.
have [|vE ownE] := are_patterns_true _ (own_call_true told erefl arguments); first by provided.
meaning_for_all => eps _ eps_gt0; have eps_neq0 : eps != 0 by rewrite gt_eqF.
have n_eps : 0 < n%:R / eps by rewrite divr_gt0 // ltr0n.
meaning_for_all => T _ /andP[_ T_ge].
case: n n_gt0 {told arguments} vE ownE n_eps T_ge => // n n_gt0 vE ownE n_eps T_ge.
refine (says_expression (p := true) _ _) => //.
refine (y_let (v := Num (tri n.+1)%:R) _ _); first by apply: yields_eq; [value | rewrite triS addnS].
have d_gt0 : (0 < tri n.+1)%N by rewrite triS addnS.
apply: yields_eq; first refine (y_all (h := fun k : 'I_n.+1 => Num k.+1%:R) (l := indices n.+1) (p := fun=> true) _ _).
- by value.
- move=> k _.
  pose P : 'M[S]_(k.+1, tri n.+1) := one_hot_rows S k.+1 (tri n.+1) (fun i => tri k + i)%N.
  pose A := attention.softmax (@exp_of S) (hardmax.scores P (triangle n.+1 v T) 1%:M).
  have [||e eE e_le] := @call_error S defs k k.+1 A (hardmax.pattern S (own v (k := k))); [by provided | by [] | ].
  apply: yields_eq; first (refine (y_compare (c := AtMost) (v := Num e) _ _ _); [ | value | reflexivity]).
    refine (y_call (vs := [:: table A; table (hardmax.pattern S (own v (k := k)))]) _ _ eE); [ | reflexivity].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))).
      refine (y_call (vs := [:: table (hardmax.scores P (triangle n.+1 v T) 1%:M)]) _ _ _); [ | reflexivity | by apply: call_softmax_rows; first by provided].
      refine (all_cons _ (all_nil _ _ _)).
      refine (y_call (vs := [:: table P; table (triangle n.+1 v T); table (1%:M : 'M[S]_(tri n.+1))]) _ _ _); [ | reflexivity | by apply: call_scores; first by provided].
      refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); last by value.
        refine (y_call (vs := [:: column (fun i : 'I_k.+1 => (tri k + i).+1%:R); Num (tri n.+1)%:R]) _ _ _); [by values | reflexivity | ].
        by apply: (@call_one_hot S defs k.+1 (tri n.+1) (fun i => tri k + i)%N); provided.
      refine (y_call (vs := [:: v; Num n.+1%:R; Num T]) _ _ _); [by values | reflexivity | by apply: call_position_scores; first by provided].
    refine (y_call (vs := [:: column (fun i : 'I_k.+1 => (own v (k := k) i).+1%:R); Num k.+1%:R]) _ _ _); [ | reflexivity | by apply: call_unique_pattern; provided].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_ordinal (@floor_integer S) (h := fun k : 'I_n.+1 => column (fun i : 'I_k.+1 => (own v (k := k) i).+1%:R)) (j := k) _ _ _); last by [].
      by apply: yields_eq; first (by refine (y_name _ _ _); reflexivity); rewrite [LHS]vE.
    by value.
  congr Bool; rewrite e_le; apply/forallP => i; apply/forallP => j; rewrite distrC /A triangle_scores //.
  have := @softmax_bound.lemma_b3 S (@exp_of S) (@log_of S) (@exp_add S) (@exp_gt0 S) (@exp_le S) (@exp_log S) k.+1 (own v (k := k)) eps T eps_gt0.
  rewrite /softmax_bound.entry_error /softmax_bound.construction /softmax_bound.positional_attention !mul1mx trmx1 mulmx1; apply.
  rewrite mul1r mulrC; apply: le_trans T_ge; rewrite ler_pmul2r ?invr_gt0 ?ltr0n // -exp_le !exp_log ?divr_gt0 ?ltr0n //.
  by rewrite ler_pmul2r ?invr_gt0 // ler_nat.
by congr Bool; apply/allP.
Qed.
