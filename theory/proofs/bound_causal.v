(* SPDX-License-Identifier: Apache-2.0 *)
(* The printed zeros of a causal C look ahead: a theorem of causal_families.v as the meaning of its statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_families calls_causal.
From attest Require Import statements_urpe_causal_c.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma one_token (S : numbers) n (c : nat -> S) k i j : (0 < k <= n)%N ->
  layered n c (fun l _ => if l%:R == k%:R :> S then 1%:R else 0%:R) i j = (if i%:R == k%:R :> S then 1%:R else 0%:R) + n%:R^-1 * c (i + n - k)%N.
Proof.
move=> k_n; rewrite /layered (bigD1_seq k) ?iota_uniq ?mem_iota ?add1n ?ltnS //= eqxx mulr1 big1 ?addr0 // => l l_k.
by rewrite eqr_nat (negbTE l_k) mulr0.
Qed.
Lemma no_token (S : numbers) n (c : nat -> S) i j : layered n c (fun _ _ => 0) i j = 0.
Proof. by rewrite /layered big1 ?addr0 // => l _; rewrite mulr0. Qed.
(* With c_{i-j} = 0 for i > j the last output is that of the last token alone. *)
Lemma last_token (S : numbers) n (X : nat -> nat -> S) j : (0 < n)%N ->
  layered n (fun p => if (p <= n)%N then 1 else 0) X n j = X n j + n%:R^-1 * X n j.
Proof.
move=> n_gt0; rewrite /layered (bigD1_seq n) ?iota_uniq ?mem_iota ?add1n ?ltnS ?n_gt0 ?leqnn //= addnK leqnn mulr1 big1_seq ?addr0 // => l /andP[l_n].
move=> /in_from_1/andP[_ l_le]; rewrite leq_subLR leq_add2r leqNgt ltn_neqAle l_n l_le /=.
by rewrite mulr0 mul0r.
Qed.
(* A row behind a matrix. *)
Lemma with_last (S : numbers) n (Y : nat -> nat -> S) : (0 < n)%N ->
  List ([seq vec 1 (Y i) | i <- iota 1 n.-1] ++ [:: vec 1 (fun=> 1%:R)]) = mat n 1 (fun i j => if i == n then 1%:R else Y i j) :> value S.
Proof.
case: n => // n _; congr List; have -> : iota 1 n.+1 = iota 1 n ++ [:: n.+1] by rewrite -[n.+1 in LHS]addn1 iotaD add1n.
rewrite map_cat /= eqxx; congr (_ ++ _).
by apply/eq_in_map => i /in_from_1/andP[_ i_n]; rewrite ltn_eqF.
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  end.

(* attest: urpe.causal-c finding_printed_zeros_look_ahead sha256:d76cd75986e222c7c6eff65468952e57acc31dd7c5a4f0aec5a3321b5368f199 theorem:printed_zeros_look_ahead *)
Theorem printed_zeros_look_ahead : Holds finding_printed_zeros_look_ahead.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1.
pose up p : S := if (p <= n)%N then 1 else 0.
apply: (says_exists_value (w := zero_t5 n up)); [by move=> ?; refine (any_and _ _ _ _) | exact: zero_t5_value | | ].
  apply: true_and_true; [ | apply: y_and1]; refine (y_call _ _ _); [values | reflexivity | | values | reflexivity | ].
    by apply: zero_t5_meets => //; provided.
  by apply: call_printed_zeros => //; [provided | move=> k k_n; rewrite /up leqNgt k_n].
have layer_y env a X i : lookup "h" env = Some (zero_t5 n up) -> (0 < i <= n)%N -> yields (functions_of S) defs env a (mat n 1 X) ->
    forall b, yields (functions_of S) defs env b (Num i%:R) ->
    yields (functions_of S) defs env (Index (Call "layer" [:: Name "h"; a; ListOf [::]]) b) (vec 1 (layered n up X i)).
  move=> h_in i_n ya b yb; apply: (y_at (@floor_integer S) (i := i) (n := n) (h := fun i => vec 1 (layered n up X i)) _ yb) => //.
  refine (y_call _ _ _); [ | reflexivity | apply: (@call_layer S _ n up X (List [::])); [provided | exact: n_gt0]].
  by refine (all_cons (y_name _ _ h_in) (all_cons ya (all_cons _ (all_nil _ _ _)))); value.
have one_n : (0 < 1 <= n)%N by rewrite n_gt0.
have two_n : (2 + n.-1 = n.+1)%N by rewrite !addSn add0n prednK.
have nn : (0 < n <= n)%N by rewrite n_gt0 leqnn.
meaning_parts.
  refine (says_forall (P := fun _ => true) _ _ _); [refine (in_list _) | by [] | ].
    by apply: (@y_range _ _ (@floor_integer S) _ _ _ _ _ _ 2 n.-1); [value | value | by [] | rewrite -mulrSr two_n].
  move=> k; cbn beta; rewrite mem_iota => /andP[k_gt1 k_n] _; refine (says_expression (p := true) _ _); [ | reflexivity].
  have k_in : (0 < k <= n)%N by rewrite (ltnW k_gt1) -ltnS (leq_trans k_n) // two_n.
  apply: (@y_other_vec S _ _ _ _ 1 (layered n up (fun l _ => if l%:R == k%:R :> S then 1%:R else 0%:R) 1) (layered n up (fun _ _ => 0) 1) 1) => //.
  - by apply: layer_y => //; first [value | apply: yields_eq; [value | ]].
  - by apply: layer_y => //; value.
  rewrite one_token // no_token eqr_nat ltn_eqF // add0r /up leq_subLR leq_add2r (ltnW k_gt1) mulr1.
  by rewrite invr_eq0 pnatr_eq0 -lt0n.
refine (says_forall (P := fun _ => true) _ _ _); [refine (in_mat _ _ _ _ _); [floors | value | value | exact: one_less | reflexivity] | by [] | ].
move=> Y _ _; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: y_same_vec; [apply: (layer_y _ _ _ _ _ nn); [by [] | | by value] | apply: (layer_y _ _ _ _ _ nn); [by [] | | by value] | ].
- apply: yields_eq; last exact: (with_last Y n_gt0); apply: y_concatenate; first by value.
  by apply: yields_eq; [value | ].
- apply: yields_eq; last exact: (with_last (fun _ _ => 0) n_gt0); apply: y_concatenate; last by apply: yields_eq; [value | ].
  refine (y_call _ _ _); [ | reflexivity | apply: (@call_zeros S _ n.-1 1); provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [apply: yields_eq; [value | rewrite one_less] | value].
by move=> j _; rewrite !last_token // eqxx.
Qed.
