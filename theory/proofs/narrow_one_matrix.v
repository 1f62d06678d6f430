(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow networks whose heads all have one attention matrix, C / n with the entries i + n - j of C, and at most one head in each block: they are any table of the boxes of a
   cut, too. The matrix weighs every token, each position in its own way, and its row sums tell the positions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_quantizer narrow_table.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition single (F : realFieldType) (B : block F) : Prop := narrow B /\ (size (heads B) <= 1)%N.
Lemma headless_single (F : realFieldType) (B : block F) : headless B -> single B.
Proof. by move=> B_headless; split; [exact: headless_narrow | case: B_headless => ->]. Qed.
Lemma head_block_single (F : realFieldType) (h : head F) : blind h -> single (head_block h).
Proof. by move=> h_blind; split; first exact: head_block_narrow. Qed.

(* With position_block the row sums are added, with sum_block the weighted sum of all first coordinates. *)
Section Steps.
Variables (F : realFieldType) (n d : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Implicit Types (A : attention -> nat -> nat -> F) (X : nat -> nat -> F).
Definition shared (i j : nat) : F := (i + n - j)%:R / n%:R.
Definition shares A : Prop := forall a i j, (0 < i <= n)%N -> (0 < j <= n)%N -> A a i j = shared i j.
Definition shared_sum (i : nat) : F := \sum_(j <- iota 1 n) shared i j.
Lemma shared_sum_inj i j : shared_sum i = shared_sum j -> i = j.
Proof.
have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have sumE p : shared_sum p = p%:R + \sum_(k <- iota 1 n) (n - k)%:R / n%:R.
  rewrite /shared_sum (@sum_alike _ _ (fun k => p%:R / n%:R + (n - k)%:R / n%:R)) => [|k /andP[_ k_n]]; last by rewrite /shared -mulrDl -natrD addnBA.
  by rewrite big_split big_const_seq count_predT size_iota iter_addr_0 -[(_ / _) *+ _]mulr_natr mulfVK.
by rewrite !sumE => /addIr/eqP; rewrite eqr_nat => /eqP.
Qed.
Lemma shared_position_step A c X i k : shares A -> (0 < i <= n)%N ->
  step n d A (position_block c) X i k = X i k + shared_sum i * c * coordinate F 1%N k.
Proof.
move=> sh i_in; rewrite head_block_step /= mulrA; congr (_ + _ * _ * _).
by apply: sum_alike => j j_in; rewrite /= sh // big1 ?add0r ?mulr1 // => l _; rewrite mulr0.
Qed.
Lemma shared_sum_step A X i k : shares A -> (0 < i <= n)%N ->
  step n d A (sum_block F n) X i k = X i k + (\sum_(j <- iota 1 n) (i + n - j)%:R * X j 1%N) * coordinate F 1%N k.
Proof.
move=> sh i_in; have n_unit : n%:R \is a @GRing.unit F by rewrite unitfE pnatr_eq0 -lt0n.
rewrite head_block_step /= mulrA; congr (_ + _ * _).
rewrite /averaged mulr_suml; apply: sum_alike => j j_in; rewrite /= sh // sum_coordinate ?d_gt0 // addr0 /shared.
by rewrite mulrAC mulrVK.
Qed.
End Steps.

Section OneMatrix.
Variables (F : realFieldType) (n' d' m' : nat).
Local Notation n := n'.+1.
Local Notation d := d'.+1.
Local Notation m := m'.+1.
Variable T : (nat -> nat -> nat) -> nat -> nat -> F.
Local Notation token := {ffun 'I_d -> 'I_m}.
Local Notation input := {ffun 'I_n -> token}.
Implicit Types (A : attention -> nat -> nat -> F) (X : nat -> nat -> F) (place : nat -> nat -> nat).

(* How much a token at a position weighs in the input. *)
Definition weighed (iP : 'I_n * input) (jx : 'I_n * token) : F :=
  ((iP.1.+1 + n - jx.1.+1) * (iP.2 jx.1 == jx.2) + ((iP.1, iP.2 iP.1) == jx))%:R.
Lemma weighed_inj iP jQ : weighed iP =1 weighed jQ -> iP = jQ.
Proof.
case: iP jQ => [i P] [j Q] E; have weight_gt0 (k l : 'I_n) : (0 < k.+1 + n - l.+1)%N by rewrite subn_gt0 addSn ltnS ltn_addl.
have {}E (jx : 'I_n * token) : ((i.+1 + n - jx.1.+1) * (P jx.1 == jx.2) + ((i, P i) == jx) = (j.+1 + n - jx.1.+1) * (Q jx.1 == jx.2) + ((j, Q j) == jx))%N.
  by have /eqP := E jx; rewrite eqr_nat => /eqP.
have PQ : P = Q.
  apply/ffunP => k; have [->//|/negbTE QP] := eqVneq (Q k) (P k).
  have := E (k, P k); rewrite /= eqxx muln1 QP muln0 add0n !xpair_eqE; have [->|_] := eqVneq j k; first by rewrite QP => /eqP; rewrite addn_eq0 eqn0Ngt weight_gt0.
  by move=> /eqP; rewrite addn_eq0 eqn0Ngt weight_gt0.
congr (_, _) => //; have [//|ij] := eqVneq i j.
have at_i := E (i, P i); have at_j := E (j, P j); move: at_i at_j; rewrite /= -PQ !eqxx !xpair_eqE (eq_sym j i) (negbTE ij) !muln1 !addn0 /=.
rewrite !addSn !subSS ![(_ + n)%N]addnC !addnK addn1 => ni nj.
have ji : (j = i.+1 :> nat)%N by apply/eqP; rewrite -(eqn_add2l n) addnS -addSn ni subnK // (leq_trans (ltnW (ltn_ord i))) ?leq_addr.
have ij' : (i = j.+1 :> nat)%N by apply/eqP; rewrite -(eqn_add2l n) addnS -addSn -nj subnK // (leq_trans (ltnW (ltn_ord j))) ?leq_addr.
by have := leqnn i; rewrite {1}ij' ji ltnNge leqW.
Qed.
Lemma weighed_sum (c : 'I_n * token -> F) i P :
  \sum_jx c jx * weighed (i, P) jx = c (i, P i) + \sum_(j < n) (i.+1 + n - j.+1)%:R * c (j, P j).
Proof.
rewrite /weighed; under eq_bigr do rewrite natrD mulrDr; rewrite big_split /= addrC; congr (_ + _).
  by rewrite (bigD1 (i, P i)) //= eqxx mulr1 big1 ?addr0 // => jx; rewrite eq_sym => /negbTE ->; rewrite mulr0.
transitivity (\sum_(j < n) \sum_x c (j, x) * ((i.+1 + n - j.+1) * (P j == x))%:R); first by rewrite pair_bigA; apply: eq_bigr => -[].
apply: eq_bigr => j _.
by rewrite (bigD1 (P j)) //= eqxx muln1 mulrC big1 ?addr0 // => x; rewrite eq_sym => /negbTE ->; rewrite muln0 mulr0.
Qed.

Lemma shared_corner_network : (forall p q, same_place n' d' p q -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
  forall A, shares n A -> forall place X, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
  alike n d X (fun i k => level F m (place i k)) -> alike n d (network n d A Bs X) (T place).
Proof.
move=> T_alike; have v_inj i j : (0 < i <= n)%N -> (0 < j <= n)%N -> shared_sum F n i = shared_sum F n j -> i = j by move=> _ _; exact: shared_sum_inj.
have [c c_inj] := functional (@described_inj F n' d' m' (shared_sum F n) v_inj); have [c' c'_inj] := functional weighed_inj.
pose s (ix : 'I_n * token) := \sum_o c o * described (shared_sum F n) ix o; pose s' iP := \sum_jx c' jx * weighed iP jx.
pose L (ix : 'I_n * token) k := if k == 1%N then s ix else level F m (ix.2 (column_of d' k)).
pose W (ix : 'I_n * token) k := c' ix * coordinate F 1%N k.
pose L' iP k := s' iP * coordinate F 1%N k; pose W' (iP : 'I_n * input) k := T (place_of iP.2) iP.1.+1 k.
have L_inj : injective (fun ix => L ix 1%N) := c_inj.
have L'_inj : injective (fun iP => L' iP 1%N) by move=> iP jQ; rewrite /L' /coordinate eqxx !mulr1; apply: c'_inj.
have [Bs [Bs_headless Bs_table]] := @table_blocks F d (ltn0Sn d') _ L W L_inj.
have [Bs' [Bs'_headless Bs'_table]] := @table_blocks F d (ltn0Sn d') _ L' W' L'_inj.
pose told := [:: linear_block (fun k => c (Some (column_of d' k))); position_block (c None)].
exists (told ++ Bs ++ [:: sum_block F n] ++ Bs'); split.
  apply: all_cat => [B [<-|[<-|[]]]|]; [exact: headless_single (linear_block_headless _) | exact: head_block_single|].
  apply: all_cat => [B /Bs_headless|]; first exact: headless_single.
  by apply: all_cat => [B [<-|[]]|B /Bs'_headless]; [exact: head_block_single | exact: headless_single].
move=> A A_shares place X place_lt X_corner.
pose P := @input_of n' d' m' place; have PE i k : (0 < i <= n)%N -> (0 < k <= d)%N -> place i k = P (row_of n' i) (column_of d' k).
  by move=> i_in k_in; rewrite -[LHS](@input_ofK n' d' m' place) ?place_lt.
rewrite !network_cat.
have Y1 : alike n d (network n d A told X) (fun i => L (row_of n' i, P (row_of n' i))).
  move=> i i_in k k_in; rewrite [LHS](shared_position_step _ _ _ _ A_shares i_in) /L /= /coordinate headless_step //.
  have [->|k1] := eqVneq k 1%N; last by rewrite mulr0 addr0 linear_block_other // X_corner // PE.
  rewrite mulr1 linear_block_1 // sum_ord_iota /s sum_option /= row_ofK // addrC [shared_sum _ _ i * _]mulrC; congr (_ + _).
  by apply: eq_bigr => l _; rewrite column_ofS mulrC X_corner ?ltn_ord // PE ?ltn_ord // column_ofS.
have Y2 : alike n d (network n d A Bs (network n d A told X)) (fun i => W (row_of n' i, P (row_of n' i))).
  by move=> i i_in k k_in; rewrite headless_network //; apply: Bs_table => //; apply: Y1.
have Y3 : alike n d (network n d A [:: sum_block F n] (network n d A Bs (network n d A told X))) (fun i => L' (row_of n' i, P)).
  move=> i i_in k k_in; rewrite [LHS](shared_sum_step (ltn0Sn n') (ltn0Sn d') _ _ A_shares i_in) Y2 // /L' /W /s' weighed_sum -mulrDl.
  congr (_ * _); congr (_ + _); rewrite sum_ord_iota; apply: eq_bigr => j _.
  by rewrite Y2 ?ltn_ord // /W /coordinate eqxx mulr1 row_ofS row_ofK.
move=> i i_in k k_in; rewrite headless_network // (Bs'_table (row_of n' i, P)) //; last exact: Y3.
rewrite /W' /= row_ofK //; apply: T_alike => // i' k' i'_in k'_in.
by rewrite input_ofK // place_lt.
Qed.
End OneMatrix.

Theorem shared_table_network (F : realFieldType) (n d m : nat) (strip : F) (T : (nat -> nat -> nat) -> nat -> nat -> F) :
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> 0 < strip -> strip < 1 / m%:R ->
  (forall p q : nat -> nat -> nat, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k) ->
    forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
    forall A : attention -> nat -> nat -> F, (forall a i j, (0 < i <= n)%N -> (0 < j <= n)%N -> A a i j = (i + n - j)%:R / n%:R) ->
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall X, List.In X Xs -> in_box n d m strip place X) ->
      affine n d A Bs Xs /\ forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d A Bs X i k = T place i k.
Proof.
case: n d m => [|n] [|d] [|m] // _ _ _ strip_gt0 strip_lt T_alike; have [Bs [Bs_single Bs_table]] := shared_corner_network m T_alike.
exists (quantizer d.+1 m.+1 strip ++ Bs); split.
  by apply: all_cat => // B /quantizer_headless; exact: headless_single.
move=> A A_shares place place_lt Xs Xs_in.
have corner X : List.In X Xs -> alike n.+1 d.+1 (network n.+1 d.+1 A (quantizer d.+1 m.+1 strip) X) (fun i k => level F m.+1 (place i k)).
  by move=> /Xs_in; apply: quantizer_run.
split=> [|X X_in i k i_in k_in]; last by rewrite network_cat (Bs_table A A_shares place) //; exact: corner.
apply: affine_cat; first exact: quantizer_affine Xs_in.
apply: alike_affine (fun i k => level F m.+1 (place i k)) _ => X' /List.in_map_iff[X [<- /corner]]; exact.
Qed.
