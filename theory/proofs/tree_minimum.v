(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), section 6 and appendix G: the minimum and the maximum of n numbers by layers of
   two softmax heads, exactly; and how many layers nodes need that take minima of what they see. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import attention softmax_bound hardmax patterns relu.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rings.
Variable n : nat.
(* Node i + k around a ring of n + 1 nodes. *)
Definition around (i : 'I_n.+1) k : 'I_n.+1 := inord ((i + k) %% n.+1).
Lemma around_val i k : val (around i k) = ((i + k) %% n.+1)%N.
Proof. by rewrite /around /= inordK // ltn_mod. Qed.
Lemma around_add i k l : around (around i k) l = around i (k + l).
Proof. by apply: val_inj; rewrite !around_val modnDml addnA. Qed.
Lemma around0 i : around i 0 = i.
Proof. by apply: val_inj; rewrite around_val addn0 modn_small. Qed.
Lemma around_onto i j : exists2 k, (k < n.+1)%N & around i k = j.
Proof.
exists ((j + (n.+1 - i)) %% n.+1)%N; first by rewrite ltn_mod.
apply: val_inj; rewrite around_val modnDmr addnCA subnKC ?modnDr ?modn_small //; exact: ltnW.
Qed.
End Rings.

Section TreeMinimum.
Variables (F : realFieldType) (exp ln : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis exp_le : {mono exp : x y / x <= y}.
Local Notation relu := (@relu F).

(* Appendix G's class: two heads, W_V and W_O the unit matrices, an MLP with four hidden units and no biases (eq. 5), P = 1. *)
Record layer n := Layer { WQ1 : 'M[F]_n; WQ2 : 'M[F]_n; W1 : 'M[F]_(3, 4); W2 : 'M[F]_(4, 1) }.
Definition apply_layer n (l : layer n) (X : 'cV[F]_n) : 'cV[F]_n :=
  map_mx relu (row_mx (row_mx (softmax exp (scores 1%:M (WQ1 l) 1%:M) *m X) (softmax exp (scores 1%:M (WQ2 l) 1%:M) *m X) : 'M_(n, 2)) X *m W1 l) *m W2 l.
Definition run n (net : seq (layer n)) (X : 'cV[F]_n) : 'cV[F]_n := foldl (fun Y l => apply_layer l Y) X net.

Definition table m k (rows : seq (seq F)) : 'M[F]_(m, k) := \matrix_(i, j) nth 0 (nth [::] rows i) j.
(* What stands at the source is a u + b v, u and v being the two heads' outputs. *)
Definition from_uniform n (E : F) : F := - (n%:R / (E - 1)).
Definition from_pointed n (E : F) : F := (E + n%:R - 1) / (E - 1).
Definition units n E : 'M[F]_(3, 4) :=
  let a := from_uniform n E in let b := from_pointed n E in table 3 4 [:: [:: a; - a; - a; a]; [:: b; - b; - b; b]; [:: 1; -1; 1; -1]].
(* s = -1: the minimum, s = 1: the maximum. *)
Definition outer (s : F) : 'M[F]_(4, 1) := (1 / 2%:R) *: table 4 1 [:: [:: 1]; [:: -1]; [:: s]; [:: s]].

Definition combine n s (source : 'I_n.+1 -> 'I_n.+1) : layer n.+1 := Layer 0 (1 *: pattern F source) (units n.+1 (exp 1)) (outer s).

Lemma combineE n s (source : 'I_n.+1 -> 'I_n.+1) X i : apply_layer (combine s source) X i 0 =
  1 / 2%:R * (relu (X i 0 + X (source i) 0) - relu (- X i 0 - X (source i) 0) + s * relu (X i 0 - X (source i) 0) + s * relu (X (source i) 0 - X i 0)).
Proof.
pose u := softmax exp (scores 1%:M (0 : 'M_n.+1) 1%:M) *m X.
pose v := softmax exp (scores 1%:M (1 *: pattern F source) 1%:M) *m X.
have routed : from_uniform n.+1 (exp 1) * u i 0 + from_pointed n.+1 (exp 1) * v i 0 = X (source i) 0.
  have := exact_routing expD exp_gt0 exp_le source X (oner_neq0 F).
  rewrite /= -/u -/v mul_row_col !mul_mx_scalar; clearbody u v; move=> /matrixP/(_ i 0).
  by rewrite !mxE.
rewrite -routed /apply_layer -/u -/v; clearbody u v; set a := from_uniform _ _; set b := from_pointed _ _.
rewrite /outer -scalemxAr mxE; congr (_ * _).
have rowE : row i (row_mx (row_mx u v : 'M_(n.+1, 2)) X) = \row_k nth 0 [:: u i 0; v i 0; X i 0] k.
  apply/rowP => k; rewrite !mxE; case: splitP => k' kE; rewrite ?mxE; last by rewrite kE ord1.
  by case: splitP => k'' k'E; rewrite kE k'E !ord1.
have hiddenE k : map_mx relu (row_mx (row_mx u v : 'M_(n.+1, 2)) X *m units n.+1 (exp 1)) i k =
    relu (nth 0 [:: a * u i 0 + b * v i 0 + X i 0; - (a * u i 0 + b * v i 0) - X i 0;
                    X i 0 - (a * u i 0 + b * v i 0); a * u i 0 + b * v i 0 - X i 0] k).
  rewrite mxE; congr relu.
  have -> : (row_mx (row_mx u v : 'M_(n.+1, 2)) X *m units n.+1 (exp 1)) i k = (row i (row_mx (row_mx u v : 'M_(n.+1, 2)) X) *m units n.+1 (exp 1)) 0 k.
    by rewrite -row_mul [RHS]mxE.
  rewrite rowE mxE !big_ord_recl big_ord0 addr0 !mxE /= [u i 0 * _]mulrC [v i 0 * _]mulrC addrA.
  by case: k => -[|[|[|[|k]]]] //= _; rewrite ?mulr1 ?mulrN1 ?mulNr -?opprD // addrC.
rewrite mxE !big_ord_recl big_ord0 addr0 !hiddenE !mxE /= !mulr1 mulrN1 addrA addrA.
by rewrite ![_ * s]mulrC ![X i 0 + _]addrC ![- _ - X i 0]addrC.
Qed.

Lemma minimum_layer n (source : 'I_n.+1 -> 'I_n.+1) X i : apply_layer (combine (-1) source) X i 0 = Num.min (X i 0) (X (source i) 0).
Proof. by rewrite combineE !mulN1r; case: (relu_min_max (X i 0) (X (source i) 0)) => <- _; rewrite /relu_min. Qed.
Lemma maximum_layer n (source : 'I_n.+1 -> 'I_n.+1) X i : apply_layer (combine 1 source) X i 0 = Num.max (X i 0) (X (source i) 0).
Proof. by rewrite combineE !(mul1r (relu _)); case: (relu_min_max (X i 0) (X (source i) 0)) => _ <-; rewrite /relu_max. Qed.

(* Layer l combines node i with node i + 2^l around the ring: after L layers node i holds the minimum over 2^L nodes from i on. *)
Definition doubling n s L : seq (layer n.+1) := [seq combine s (fun i => around i (2 ^ l)) | l <- iota 0 L].

Lemma doubling_run n (op : F -> F -> F) s L X :
  (forall source Y (i : 'I_n.+1), apply_layer (combine s source) Y i 0 = op (Y i 0) (Y (source i) 0)) ->
  (forall x y, op x y = x \/ op x y = y) ->
  forall R : rel F, reflexive R -> transitive R -> (forall x y, R (op x y) x /\ R (op x y) y) ->
  forall i, (exists k, run (doubling n s L) X i 0 = X (around i k) 0) /\
    forall k, (k < 2 ^ L)%N -> R (run (doubling n s L) X i 0) (X (around i k) 0).
Proof.
move=> layerE op_one R R_refl R_trans R_op.
elim: L => [|L IH] i; first by split=> [|k]; [exists 0%N | rewrite expn0 ltnS leqn0 => /eqP ->]; rewrite around0 ?R_refl.
have -> : doubling n s L.+1 = rcons (doubling n s L) (combine s (fun i => around i (2 ^ L))).
  by rewrite /doubling -[L.+1]addn1 iotaD map_cat cats1.
rewrite /run foldl_rcons -/(run _ _) layerE; set Y := run _ _.
have [[k Yi] Yi_le] := IH i; have [[k' Yj] Yj_le] := IH (around i (2 ^ L)).
have [R1 R2] := R_op (Y i 0) (Y (around i (2 ^ L)) 0).
split=> [|l l_lt].
  by case: (op_one (Y i 0) (Y (around i (2 ^ L)) 0)) => ->; [exists k | exists (2 ^ L + k')%N; rewrite -around_add].
case: (ltnP l (2 ^ L)) => [l_small|l_large]; first exact: R_trans R1 (Yi_le l l_small).
apply: R_trans R2 _; rewrite -(subnKC l_large) -around_add; apply: Yj_le.
by rewrite ltn_subLR // addnn -mul2n -expnS.
Qed.

(* For every n and every number of layers L with n <= 2^L, at every node. *)
Lemma doubling_minimum n L X (i : 'I_n.+1) : (n.+1 <= 2 ^ L)%N ->
  (exists j, run (doubling n (-1) L) X i 0 = X j 0) /\ forall j, run (doubling n (-1) L) X i 0 <= X j 0.
Proof.
move=> n_le; have min_one (x y : F) : Num.min x y = x \/ Num.min x y = y by case: (leP x y); [left|right].
have min_le (x y : F) : (Num.min x y <= x) /\ (Num.min x y <= y) by rewrite !le_minl !lexx orbT.
have [[k eq_k] all_k] := doubling_run L X (@minimum_layer n) min_one (R := <=%R) (@lexx _ _) (@le_trans _ _) min_le i.
split=> [|j]; first by exists (around i k).
by have [l l_lt <-] := around_onto i j; apply: all_k; apply: leq_trans n_le.
Qed.
Lemma doubling_maximum n L X (i : 'I_n.+1) : (n.+1 <= 2 ^ L)%N ->
  (exists j, run (doubling n 1 L) X i 0 = X j 0) /\ forall j, X j 0 <= run (doubling n 1 L) X i 0.
Proof.
move=> n_le; have max_one (x y : F) : Num.max x y = x \/ Num.max x y = y by case: (leP x y); [right|left].
have max_ge (x y : F) : (x <= Num.max x y) /\ (y <= Num.max x y) by rewrite !le_maxr !lexx orbT.
have ge_trans : transitive (fun x y : F => y <= x) by move=> y x z le_yx le_zy; exact: le_trans le_yx.
have [[k eq_k] all_k] := doubling_run L X (@maximum_layer n) max_one (R := fun x y => y <= x) (@lexx _ _) ge_trans max_ge i.
split=> [|j]; first by exists (around i k).
by have [l l_lt <-] := around_onto i j; apply: all_k; apply: leq_trans n_le.
Qed.

End TreeMinimum.

(* --- Nodes that take the minimum of their own value and of those of the two nodes that they attend to. *)
Section MinimumNodes.
Variable F : realFieldType.
Definition sources n := 'I_n -> 'I_n * 'I_n.
Definition step n (s : sources n) (v : 'I_n -> F) : 'I_n -> F := fun i => Num.min (v i) (Num.min (v (s i).1) (v (s i).2)).
Definition minimum_nodes n (net : seq (sources n)) (v : 'I_n -> F) : 'I_n -> F := foldl (fun w s => step s w) v net.

(* What node i can see is at most 3^L inputs. *)
Lemma seen_inputs n (net : seq (sources n)) i : exists2 S : {set 'I_n}, (#|S| <= 3 ^ size net)%N &
  forall v w : 'I_n -> F, {in S, v =1 w} -> minimum_nodes net v i = minimum_nodes net w i.
Proof.
elim/last_ind: net i => [|net s IH] i.
  by exists [set i]; [rewrite cards1 | move=> v w eq_vw; rewrite /= eq_vw ?inE].
have [S S_le S_eq] := IH i; have [S1 S1_le S1_eq] := IH (s i).1; have [S2 S2_le S2_eq] := IH (s i).2.
exists (S :|: (S1 :|: S2)) => [|v w eq_vw].
  rewrite size_rcons expnS !mulSn mul0n addn0; apply: leq_trans (leq_card_setU _ _) _.
  by rewrite leq_add //; apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add.
rewrite /minimum_nodes !foldl_rcons -!/(minimum_nodes _ _) /step (S_eq v w) ?(S1_eq v w) ?(S2_eq v w) // => j j_in; apply: eq_vw.
- by rewrite !inE j_in !orbT.
- by rewrite !inE j_in !orbT.
by rewrite !inE j_in.
Qed.

Theorem three_to_the_L_are_needed n (net : seq (sources n)) i : (3 ^ size net < n)%N ->
  exists v : 'I_n -> F, [/\ forall j, v j = 0 \/ v j = 1, exists j, v j = 0 & minimum_nodes net v i = 1].
Proof.
move=> small; have [S S_le S_eq] := seen_inputs net i.
have [j j_notin] : exists j, j \notin S.
  apply/existsP; rewrite -[[exists _, _]]negbK negb_exists; apply: contraL small => /forallP all_in.
  rewrite -leqNgt -[n in (n <= _)%N]card_ord (leq_trans _ S_le) //; apply/subset_leq_card/subsetP => k _.
  by have := all_in k; rewrite negbK.
exists (fun k => if k == j then 0 else 1); split=> [k||]; first by case: (k == j); [left|right].
  by exists j; rewrite eqxx.
rewrite (S_eq _ (fun=> 1)) => [|k k_in]; last by case: eqP k_in j_notin => // -> ->.
elim/last_ind: net i {small S_le S_eq} => // net s IH i.
by rewrite /minimum_nodes foldl_rcons -/(minimum_nodes _ _) /step !IH !minxx.
Qed.

Definition tripling n L : seq (sources n.+1) := [seq (fun i => (around i (3 ^ l), around i (2 * 3 ^ l))) | l <- iota 0 L].
Lemma tripling_run n L (v : 'I_n.+1 -> F) i : (exists k, minimum_nodes (tripling n L) v i = v (around i k)) /\
  forall k, (k < 3 ^ L)%N -> minimum_nodes (tripling n L) v i <= v (around i k).
Proof.
elim: L i => [|L IH] i; first by split=> [|k]; [exists 0%N | rewrite expn0 ltnS leqn0 => /eqP ->]; rewrite around0.
have -> : tripling n L.+1 = rcons (tripling n L) (fun i => (around i (3 ^ L), around i (2 * 3 ^ L))).
  by rewrite /tripling -[L.+1]addn1 iotaD map_cat cats1.
rewrite /minimum_nodes foldl_rcons -/(minimum_nodes _ _) /step /=; set w := minimum_nodes _ _.
have [[k0 eq0] le0] := IH i; have [[k1 eq1] le1] := IH (around i (3 ^ L)); have [[k2 eq2] le2] := IH (around i (2 * 3 ^ L)).
split=> [|k k_lt].
  case: (leP (w (around i (3 ^ L))) (w (around i (2 * 3 ^ L)))) => _; case: leP => _; rewrite ?[w i]eq0 ?[w (around i (3 ^ L))]eq1 ?[w (around i (2 * 3 ^ L))]eq2.
  - by exists k0.
  - by exists (3 ^ L + k1)%N; rewrite -around_add.
  - by exists k0.
  - by exists (2 * 3 ^ L + k2)%N; rewrite -around_add.
rewrite !le_minl; case: (ltnP k (3 ^ L)) => [k_small|k_ge]; first by rewrite le0.
case: (ltnP k (2 * 3 ^ L)) => [k_small|k_large].
  by rewrite -(subnKC k_ge) -around_add le1 ?orbT // ltn_subLR // addnn -mul2n.
rewrite -(subnKC k_large) -around_add le2 ?orbT // ltn_subLR // -[X in (_ < _ + X)%N]mul1n -mulnDl -expnS.
exact: k_lt.
Qed.

Theorem three_to_the_L_are_enough n L : (n.+1 <= 3 ^ L)%N -> exists net : seq (sources n.+1), size net = L /\
  forall (v : 'I_n.+1 -> F) i, (exists j, minimum_nodes net v i = v j) /\ forall j, minimum_nodes net v i <= v j.
Proof.
move=> n_le; exists (tripling n L).
split=> [|v i]; first by rewrite size_map size_iota.
have [[k eq_k] all_k] := tripling_run L v i; split=> [|j]; first by exists (around i k).
by have [l l_lt <-] := around_onto i j; apply: all_k; apply: leq_trans n_le.
Qed.

(* Without the node's own number: two to the L. *)
Definition heads_alone n (s : sources n) (v : 'I_n -> F) : 'I_n -> F := fun i => Num.min (v (s i).1) (v (s i).2).
Definition two_heads_alone n (net : seq (sources n)) (v : 'I_n -> F) : 'I_n -> F := foldl (fun w s => heads_alone s w) v net.

Theorem two_to_the_L_are_needed n (net : seq (sources n)) i : (2 ^ size net < n)%N ->
  exists v : 'I_n -> F, [/\ forall j, v j = 0 \/ v j = 1, exists j, v j = 0 & two_heads_alone net v i = 1].
Proof.
move=> small; have [S S_le S_eq] : exists2 S : {set 'I_n}, (#|S| <= 2 ^ size net)%N &
    forall v w : 'I_n -> F, {in S, v =1 w} -> two_heads_alone net v i = two_heads_alone net w i.
  elim/last_ind: net i {small} => [|net s IH] i; first by exists [set i]; [rewrite cards1 | move=> v w eq_vw; rewrite /= eq_vw ?inE].
  have [S1 S1_le S1_eq] := IH (s i).1; have [S2 S2_le S2_eq] := IH (s i).2; exists (S1 :|: S2) => [|v w eq_vw].
    by rewrite size_rcons expnS mul2n -addnn; apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add.
  rewrite /two_heads_alone !foldl_rcons -!/(two_heads_alone _ _) /heads_alone (S1_eq v w) ?(S2_eq v w) // => j j_in; apply: eq_vw.
    by rewrite !inE j_in orbT.
  by rewrite !inE j_in.
have [j j_notin] : exists j, j \notin S.
  apply/existsP; rewrite -[[exists _, _]]negbK negb_exists; apply: contraL small => /forallP all_in.
  rewrite -leqNgt -[n in (n <= _)%N]card_ord (leq_trans _ S_le) //; apply/subset_leq_card/subsetP => k _.
  by have := all_in k; rewrite negbK.
exists (fun k => if k == j then 0 else 1); split=> [k||]; first by case: (k == j); [left|right].
  by exists j; rewrite eqxx.
rewrite (S_eq _ (fun=> 1)) => [|k k_in]; last by case: eqP k_in j_notin => // -> ->.
elim/last_ind: net i {small S_le S_eq} => // net s IH i.
by rewrite /two_heads_alone foldl_rcons -/(two_heads_alone _ _) /heads_alone !IH minxx.
Qed.

End MinimumNodes.
