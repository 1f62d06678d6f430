(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of contextual_mapping.stm and selective_shift.stm about grids and projections give: lists of numbers, and all tuples of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries calls_linear_algebra calls_statements digits.
From attest Require calls_srpe statements_urpe_lemma_10_separation statements_urpe_lemma_10_injective.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_urpe_lemma_10_separation.finding_ranges ++ definitions statements_urpe_lemma_10_injective.finding_which_bases.
Local Notation the f := (definition_in library f) (only parsing).
Definition closed_grid_d := Eval compute in the "closed_grid".
Definition half_open_grid_d := Eval compute in the "half_open_grid".
Definition powers_d := Eval compute in the "powers".
Definition total_d := Eval compute in the "total".
Definition projections_d := Eval compute in the "projections".

Section Lists.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (x z l : seq F) (m n d b : nat).
Local Notation vector x := (List (map (@Num F) x)).

Lemma up_to n : n%:R + 1 = (0 + n.+1)%:R :> F.
Proof. by rewrite add0n mulrSr. Qed.
Lemma below n : n%:R - 1%:R + 1 = (0 + n)%:R :> F.
Proof. exact: subrK. Qed.

(* The scalar product of two lists. *)
Definition dotp x z : F := \sum_(i < size z) x`_i * z`_i.
Lemma dotp_cons (a c : F) x z : dotp (a :: x) (c :: z) = a * c + dotp x z.
Proof. by rewrite /dotp /= big_ord_recl. Qed.
Lemma dotp_digits b m t s :
  dotp [seq k%:R / m%:R | k <- t] [seq b%:R ^+ i | i <- iota s (size t)] = b%:R ^+ s * ((numeral b t)%:R / m%:R) :> F.
Proof.
elim: t s => [|k t IH] s /=; first by rewrite /dotp big_ord0 mul0r mulr0.
rewrite dotp_cons IH natrD natrM mulrDl mulrDr addrC; congr (_ + _); last exact: mulrC.
by rewrite exprSr -!mulrA; congr (_ * _); exact: mulrCA.
Qed.

Ltac side ::= first [eassumption | exact: up_to | exact: below | by rewrite pnatr_eq0 -lt0n].

Lemma call_dot_lists defs x z : provides [:: dot_d] defs -> size x = size z ->
  call fs defs "dot" [:: vector x; vector z] = Value (Num (dotp x z)).
Proof.
move=> W sizes; rewrite (vec_seq sizes) (vec_seq (erefl (size z))) (call_dot floor_int) //.
by rewrite sum_from_1.
Qed.
Lemma call_distinct_list defs l : provides [:: distinct_d] defs -> call fs defs "distinct" [:: vector l] = Value (Bool (uniq l)).
Proof.
move=> W; rewrite (vec_seq (erefl (size l))) (call_distinct floor_int) //; congr (Value (Bool _)).
apply/idP/(uniqP 0) => [/allP apart i j i_lt j_lt E | same].
  have others a b : (a < b)%N -> (b < size l)%N -> l`_a == l`_b -> False.
    move=> a_b b_lt; have a_in : a.+1 \in iota 1 (size l) by rewrite mem_iota add1n /= !ltnS; exact: ltn_trans b_lt.
    have /allP/(_ b.+1) := apart _ a_in; rewrite mem_iota addSn subnKC ?(ltn_trans a_b b_lt) // !ltnS a_b b_lt => /(_ isT) /=.
    by move/negP.
  by case: (ltngtP i j) => // ij; [case: (others _ _ ij j_lt) | case: (others _ _ ij i_lt)]; rewrite E.
apply/allP => i; rewrite mem_iota add1n ltnS => /andP[i_gt0 i_le]; apply/allP => j.
rewrite mem_iota addSn subnKC // ltnS => /andP[i_j j_le]; apply/eqP => E.
have j_gt0 : (0 < j)%N by apply: leq_trans i_j.
have := same i.-1 j.-1; rewrite !inE !prednK // => /(_ i_le j_le E) ij.
by move: i_j; rewrite -(prednK i_gt0) -(prednK j_gt0) ij ltnn.
Qed.
Lemma y_tuples defs env (e e' : expr) (T : Type) (h : T -> values.value F) (l : seq T) (y : F) d : yields fs defs env e (List (map h l)) ->
  yields fs defs env e' (Num y) -> y = d%:R ->
  yields fs defs env (Call "tuples" [:: e; e']) (List [seq List (map h t) | t <- lists_over l d]).
Proof.
move=> ya yb yE; refine (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _))) _ _); first reflexivity.
by rewrite /= yE integer_nat // calls_srpe.lists_over_map -map_comp.
Qed.

(* --- Grids ---------------------------------------------------------------------------------------------------------------- *)
Definition grid N m : seq F := [seq k%:R / m%:R | k <- iota 0 N].
Definition powers b d : seq F := [seq b%:R ^+ k | k <- iota 0 d].

Lemma call_closed_grid defs m : provides [:: closed_grid_d] defs -> (0 < m)%N ->
  call fs defs "closed_grid" [:: Num m%:R] = Value (vector (grid m.+1 m)).
Proof. by move=> W m_gt0; enter; apply: yields_eq; [value | rewrite -map_comp]. Qed.
Lemma call_half_open_grid defs m : provides [:: half_open_grid_d] defs -> (0 < m)%N ->
  call fs defs "half_open_grid" [:: Num m%:R] = Value (vector (grid m m)).
Proof. by move=> W m_gt0; enter; apply: yields_eq; [value | rewrite -map_comp]. Qed.
Lemma call_powers defs b d y : provides [:: powers_d] defs -> y = b%:R ->
  call fs defs "powers" [:: Num y; Num d%:R] = Value (vector (powers b d)).
Proof. by move=> W ->; enter; apply: yields_eq; [value | rewrite -map_comp]. Qed.
Lemma call_total defs l : provides [:: total_d] defs -> call fs defs "total" [:: vector l] = Value (Num (\sum_(e <- l) e)).
Proof. by move=> W; enter; value. Qed.
Lemma total_powers b d : \sum_(e <- powers b d) e = (numeral b (nseq d 1%N))%:R.
Proof.
have shift s : \sum_(e <- [seq b%:R ^+ k | k <- iota s d]) e = b%:R ^+ s * (numeral b (nseq d 1%N))%:R :> F.
  elim: d s => [|d IH] s /=; first by rewrite big_nil mulr0.
  by rewrite big_cons IH natrD natrM mulrDr mulr1 addrC exprSr -mulrA [b%:R * _]mulrC.
by rewrite /powers shift expr0 mul1r.
Qed.

Lemma dotp_grid m N b d t : t \in lists_over (iota 0 N) d -> dotp [seq k%:R / m%:R | k <- t] (powers b d) = (numeral b t)%:R / m%:R.
Proof. by rewrite mem_lists_over => /andP[/eqP<- _]; rewrite /powers dotp_digits expr0 mul1r. Qed.

Lemma call_projections defs N m b d y : provides [:: projections_d; powers_d; dot_d] defs -> y = b%:R ->
  call fs defs "projections" [:: vector (grid N m); Num d%:R; Num y] =
    Value (vector [seq (numeral b t)%:R / m%:R | t <- lists_over (iota 0 N) d]).
Proof.
move=> W yE; enter; apply: (yields_eq (v := List [seq Num ((numeral b t)%:R / m%:R) | t <- lists_over (iota 0 N) d])); last by rewrite -map_comp.
apply: (@y_list_over _ _ _ _ (fun t => vector [seq k%:R / m%:R | k <- t])).
  rewrite /grid -map_comp; apply: yields_eq; first by apply: (@y_tuples _ _ _ _ _ (fun k => Num (k%:R / m%:R)) (iota 0 N)); [value | value | reflexivity].
  by congr List; apply: eq_map => t; rewrite -map_comp.
move=> t t_in; rewrite /= -(dotp_grid m b t_in).
have size_t : size t = d by move: t_in; rewrite mem_lists_over => /andP[/eqP].
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | refine (y_call _ _ _); [values | reflexivity | apply: call_powers; [provided | exact: yE]]]
  | reflexivity | apply: call_dot_lists; [provided | by rewrite !size_map size_iota]].
Qed.
(* Different projections are different values of digits. *)
Lemma uniq_projections N m b d : (0 < m)%N ->
  uniq [seq (numeral b t)%:R / m%:R : F | t <- lists_over (iota 0 N) d] = uniq [seq numeral b t | t <- lists_over (iota 0 N) d].
Proof.
move=> m_gt0; rewrite -[in RHS](map_inj_uniq (f := fun k => k%:R / m%:R : F)) -?map_comp // => i j /mulIf E.
by apply/eqP; rewrite -(eqr_nat F) E // invr_eq0 pnatr_eq0 -lt0n.
Qed.
End Lists.
