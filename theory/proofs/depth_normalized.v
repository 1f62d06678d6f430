(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), the remark with eq. 22: the networks of depth.v, scaled by 1/2, are not changed by a
   normalization that leaves rows of norm at most 1 as they are. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic row_norms softmax_lipschitz bounded_layers bounded_networks depth.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Normalized.
Variables (F : rcfType) (exp : F -> F).
Hypothesis exp_gt0 : forall x, 0 < exp x.
Add Ring carrier_ring : (carrier_theory F).
Local Notation one_token := (fun _ _ : unit_finType => 1 : F).

Definition to_unit_ball (J : finType) (v : J -> F) (j : J) : F := if norm2 v <= 1 then v j else v j / norm2 v.
Definition normalized_layer (D : finType) (l : small_layer F D) (Z : unit_finType -> D -> F) (i : unit_finType) : D -> F :=
  to_unit_ball (row_times (fun k => relu (row_times (to_unit_ball (mlp_input exp one_token (heads l) Z i)) (W1 l) k)) (W2 l)).
Definition normalized_network (D : finType) (ls : seq (small_layer F D)) (Z : unit_finType -> D -> F) : unit_finType -> D -> F :=
  foldl (fun Y l => normalized_layer l Y) Z ls.
Definition normalized_output (D : finType) (ls : seq (small_layer F D)) (o : D) (x : D -> F) : F :=
  normalized_network ls (fun _ => x) tt o.

Section Network.
Variables (D : finType) (o : D).

Lemma eq_to_unit_ball (J : finType) (v w : J -> F) : v =1 w -> to_unit_ball v =1 to_unit_ball w.
Proof. by move=> vw j; rewrite /to_unit_ball (eq_norm2 vw) vw. Qed.

Lemma eq_normalized_layer (l : small_layer F D) (Z Z' : unit_finType -> D -> F) : (forall i d, Z i d = Z' i d) ->
  forall i d, normalized_layer l Z i d = normalized_layer l Z' i d.
Proof.
move=> eqZ i; apply: eq_to_unit_ball => d; apply: eq_bigr => k _; congr (relu _ * _); apply: eq_bigr => x _; congr (_ * _).
apply: eq_to_unit_ball => -[[h e]|d'] /=; last exact: eqZ.
rewrite /row_times /mix /product; apply: eq_bigr => d' _; congr (_ * _); apply: eq_bigr => j _; by rewrite eqZ.
Qed.

Lemma eq_normalized_network (ls : seq (small_layer F D)) (Z Z' : unit_finType -> D -> F) : (forall i d, Z i d = Z' i d) ->
  forall i d, normalized_network ls Z i d = normalized_network ls Z' i d.
Proof. by elim: ls Z Z' => //= l ls IH Z Z' eqZ; apply: IH; apply: eq_normalized_layer. Qed.

(* Nothing happens to a layer whose rows are short. *)
Lemma unchanged (l : small_layer F D) Z i : norm2 (mlp_input exp one_token (heads l) Z i) <= 1 ->
  norm2 (apply_layer exp (@relu F) one_token l Z i) <= 1 ->
  forall d, normalized_layer l Z i d = apply_layer exp (@relu F) one_token l Z i d.
Proof.
move=> input_short output_short.
have same d : row_times (fun k => relu (row_times (to_unit_ball (mlp_input exp one_token (heads l) Z i)) (W1 l) k)) (W2 l) d =
    apply_layer exp (@relu F) one_token l Z i d.
  apply: eq_bigr => k _; congr (relu _ * _); apply: eq_bigr => x _; congr (_ * _); by rewrite /to_unit_ball input_short.
by move=> d; rewrite /normalized_layer /to_unit_ball (eq_norm2 same) output_short same.
Qed.

Lemma norm2_at_place (y : F) i : norm2 (at_place o y i) = `|y|.
Proof.
rewrite /norm2 /at_place (eq_bigr (fun d => y ^+ 2 * at_o F o d ^+ 2)) => [|d _]; last by rewrite exprMn.
by rewrite -mulr_sumr sqr_at_o mulr1 sqrtr_sqr.
Qed.

(* The head passes on y or nothing, the skip connection Z: at most |y|^2 + |Z|^2. *)
Lemma input_norm z a v (Z : unit_finType -> D -> F) i :
  norm2 (mlp_input exp one_token (heads (the_layer o z a v)) Z i) ^+ 2 = (z%:R * Z tt o) ^+ 2 + norm2 (Z i) ^+ 2.
Proof.
rewrite norm2_concatenated sqr_sqrtr; last by rewrite addr_ge0 ?sqr_ge0 // sumr_ge0 // => h _; rewrite sqr_ge0.
rewrite sum_unit norm2_sqr sum_unit; congr (_ ^+ 2 + _).
rewrite /row_times /= (eq_bigr (fun d => z%:R * mix exp one_token (the_head F o z) Z i d * at_o F o d)) => [|d _]; last by rewrite mulrCA mulrA.
by rewrite sum_at_o /mix /product sum_unit (attention1 exp_gt0) mul1r.
Qed.

Lemma amplified_unchanged a y i d : 0 <= a -> 0 <= y -> y <= 1 / 2%:R -> 2%:R * a * y <= 1 ->
  normalized_layer (amplifier o a) (at_place o y) i d = at_place o (2%:R * a * y) i d.
Proof.
move=> a_ge0 y_ge0 y_le ay_le; have out_ge0 : 0 <= 2%:R * a * y by rewrite !mulr_ge0 ?ler0n.
have output d' : apply_layer exp (@relu F) one_token (amplifier o a) (at_place o y) i d' = at_place o (2%:R * a * y) i d'.
  exact: amplifierE.
rewrite unchanged ?output //; last by rewrite (eq_norm2 output) norm2_at_place ger0_norm.
apply: sqr_le => //; rewrite ?ler01 // input_norm norm2_at_place ger0_norm // mul1r /at_place /at_o eqxx mulr1 expr1n.
have y2 : y ^+ 2 <= (1 / 2%:R) ^+ 2 by rewrite ler_sqr ?nnegrE ?divr_ge0 ?ler01 ?ler0n.
by apply: le_trans (ler_add y2 y2) _; rewrite expr2 -mulrDl half_twice mul1r ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.

(* All numbers on the way from y to 2 y are at most 2 y. *)
Lemma doubled_unchanged y i d : 0 <= y -> 2%:R * y <= 1 / 2%:R ->
  normalized_network (doubling F o) (at_place o y) i d = at_place o (2%:R * y) i d.
Proof.
move=> y_ge0 y_le.
have frac (p q : nat) : 0 <= p%:R / q%:R :> F by rewrite divr_ge0 ?ler0n.
have half_le1 : 1 / 2%:R <= 1 :> F by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
have below (p q : nat) : (p <= 2 * q)%N -> (0 < q)%N -> p%:R / q%:R * y <= 1 / 2%:R.
  move=> pq q_gt0; apply: le_trans y_le; by rewrite ler_wpmul2r // ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
have step (p q r s : nat) (a : F) : p%:R / q%:R * y <= 1 / 2%:R -> r%:R / s%:R * y <= 1 / 2%:R -> 0 <= a ->
    2%:R * a * (p%:R / q%:R) = r%:R / s%:R -> forall i d,
    normalized_layer (amplifier o a) (at_place o (p%:R / q%:R * y)) i d = at_place o (r%:R / s%:R * y) i d.
  move=> py ry a_ge0 e i' d'; have pqy_ge0 : 0 <= p%:R / q%:R * y by rewrite mulr_ge0 ?frac.
  by rewrite amplified_unchanged // mulrA e // (le_trans ry).
have ratio (n m u v r w : nat) : (0 < m)%N -> (0 < v)%N -> (0 < w)%N -> (2 * n * u * w = r * (m * v))%N ->
    2%:R * (n%:R / m%:R) * (u%:R / v%:R) = r%:R / w%:R :> F.
  move=> m_gt0 v_gt0 w_gt0 e; apply/eqP; rewrite [2%:R * _]mulrA mulf_div -!natrM eqr_div ?pnatr_eq0 -?lt0n ?muln_gt0 ?m_gt0 //.
  by rewrite -!natrM e.
have y1 : y = 1%:R / 1%:R * y by rewrite divff ?mul1r // oner_neq0.
rewrite /= (@eq_normalized_layer _ _ (at_place o (5%:R / 3%:R * y))); last first.
  move=> i1 d1; rewrite (@eq_normalized_layer _ _ (at_place o (4%:R / 3%:R * y))); last first.
    by move=> i2 d2; rewrite {1}y1; apply: step; rewrite ?frac ?below //; apply: ratio.
  by apply: step; rewrite ?frac ?below //; apply: ratio.
have -> : 2%:R * y = 2%:R / 1%:R * y by rewrite mulr1n divr1.
by apply: step; rewrite ?frac ?below //; apply: ratio.
Qed.

Lemma amplifying_unchanged k y i d : 0 <= y -> 2%:R ^+ k * y <= 1 / 2%:R ->
  normalized_network (amplifying F o k) (at_place o y) i d = at_place o (2%:R ^+ k * y) i d.
Proof.
elim: k y i d => [|k IH] y i d y_ge0 y_le; first by rewrite expr0 mul1r.
have y2_ge0 : 0 <= 2%:R * y by rewrite mulr_ge0 ?ler0n.
rewrite exprSr -mulrA in y_le.
rewrite /amplifying /= -/(amplifying F o k) -[LHS]/(normalized_network (amplifying F o k) (normalized_network (doubling F o) (at_place o y)) i d).
rewrite (@eq_normalized_network _ _ (at_place o (2%:R * y))) => [|i' d'].
  by rewrite IH // exprSr mulrA.
apply: doubled_unchanged => //; apply: le_trans y_le.
by rewrite ler_pemull // exprn_ege1 // ler1n.
Qed.

(* Theorem: every set of 4^k unit vectors gets the value 1/2, the others 0, from a network with 3 k + 1 layers. *)
Theorem normalized_shattering k (S : D -> bool) : #|D| = (4 ^ k)%N ->
  exists ls, [/\ size ls = (3 * k + 1)%N, all_layers (@in_class F D) ls &
    forall j, normalized_output ls o (fun d => (d == j)%:R) = (S j)%:R / 2%:R].
Proof.
move=> card; pose t : F := (2%:R ^+ k)^-1 / 2%:R.
have p_gt0 : 0 < (2%:R ^+ k)^-1 :> F by rewrite invr_gt0 exprn_gt0 ?ltr0n.
have t_ge0 : 0 <= t by rewrite divr_ge0 ?ler0n // ltW.
have t_le : t <= (2%:R ^+ k)^-1 by rewrite ler_pdivr_mulr ?ltr0n // ler_pemulr ?ler1n // ltW.
have p_le1 : (2%:R ^+ k)^-1 <= 1 :> F by rewrite invf_le1 ?exprn_gt0 ?ltr0n // exprn_ege1 // ler1n.
exists (look_up o t S :: amplifying F o k); split; first by rewrite /= size_amplifying addn1.
  split; last exact: class_of_amplifying.
  by apply: class_of_look_up card _; rewrite t_ge0.
move=> j; pose y := t * (S j)%:R.
have y_ge0 : 0 <= y by rewrite mulr_ge0 ?ler0n.
have y_le : y <= t by rewrite /y; case: (S j); rewrite ?mulr1 ?mulr0.
have looked_up i d : apply_layer exp (@relu F) one_token (look_up o t S) (fun _ d => (d == j)%:R) i d = at_place o y i d.
  exact: look_upE.
have unit_short : norm2 (fun d => (d == j)%:R : F) = 1 by rewrite /norm2 (sqr_at_o F j) sqrtr1.
have first i d : normalized_layer (look_up o t S) (fun _ d => (d == j)%:R) i d = at_place o y i d.
  rewrite unchanged ?looked_up //.
    by apply: sqr_le; rewrite ?ler01 // input_norm mul0r expr0n add0r unit_short.
  by rewrite (eq_norm2 (looked_up i)) norm2_at_place ger0_norm // (le_trans y_le) // (le_trans t_le).
rewrite /normalized_output /= (@eq_normalized_network _ _ (at_place o y)) // amplifying_unchanged //.
  rewrite /at_place /at_o eqxx mulr1 /y /t mulrA mulrA divff ?mul1r 1?mulrC // expf_neq0 // pnatr_eq0 //.
apply: le_trans (_ : _ <= 2%:R ^+ k * t) _; first by rewrite ler_wpmul2l ?exprn_ge0 ?ler0n.
by rewrite /t mulrA divff // expf_neq0 // pnatr_eq0.
Qed.

End Network.
End Normalized.
