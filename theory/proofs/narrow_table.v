(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow networks are any table of the boxes of a cut: the boxes' points become their lower corners, tokens get first coordinates that tell them and their position, the
   sum of all first coordinates, with one's own, tells the whole input and the position, and a value is written for each. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_quantizer.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Blocks with one head and nothing else. *)
Section HeadBlocks.
Variables (F : realFieldType) (n d : nat).
Implicit Types (A : attention -> nat -> nat -> F) (X : nat -> nat -> F).

Definition head_block (h : head F) : block F := Block [:: h] [:: Unit (fun=> 0) 0 (fun=> 0)].
Lemma head_block_narrow h : blind h -> narrow (head_block h).
Proof. by move=> h_blind; split=> // h' [<-|]. Qed.

Lemma head_block_step A h X i k : step n d A (head_block h) X i k = X i k + averaged n d A h X i * WO h k.
Proof. by rewrite /step /fed /= big_seq1 mulr0 addr0 /mixed /= big_seq1. Qed.

(* The first coordinate of each token: a multiple of its position's number is added, or the sum of all first coordinates. *)
Definition position_block (c : F) := head_block (Head Position (fun=> 0) 1 (fun k => c * coordinate F 1%N k)).
Definition sum_block := head_block (Head Mean (coordinate F 1%N) 0 (fun k => n%:R * coordinate F 1%N k)).

Lemma position_block_step A v c X i k : attends n A v -> (0 < i <= n)%N ->
  step n d A (position_block c) X i k = X i k + v i * c * coordinate F 1%N k.
Proof.
move=> [_ rows] i_in; rewrite head_block_step /= mulrA -rows //; congr (_ + _ * _ * _).
by apply: eq_bigr => j _; rewrite /= big1 ?add0r ?mulr1 // => l _; rewrite mulr0.
Qed.

Lemma sum_block_step A v X i k : (0 < d)%N -> attends n A v -> (0 < i <= n)%N ->
  step n d A sum_block X i k = X i k + (\sum_(j <- iota 1 n) X j 1%N) * coordinate F 1%N k.
Proof.
move=> d_gt0 [mean _] i_in; rewrite head_block_step /= mulrA; congr (_ + _ * _).
rewrite /averaged mulr_suml; apply: sum_alike => j j_in; rewrite /= mean // sum_coordinate ?d_gt0 // addr0 mulrC mulVKf //.
by rewrite pnatr_eq0 -lt0n; case/andP: j_in => j_gt0; apply: leq_trans.
Qed.
End HeadBlocks.

Section Tables.
Variables (F : realFieldType) (n' d' m' : nat).
Local Notation n := n'.+1.
Local Notation d := d'.+1.
Local Notation m := m'.+1.
Variables (v : nat -> F) (lev : nat -> F) (T : (nat -> nat -> nat) -> nat -> nat -> F).
Hypothesis v_inj : forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j.
Hypothesis lev_inj : forall l l', (l < m)%N -> (l' < m)%N -> lev l = lev l' -> l = l'.
Definition same_place (p q : nat -> nat -> nat) := forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k.
Hypothesis T_alike : forall p q, same_place p q -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k.
Implicit Types (place : nat -> nat -> nat).

(* Tokens and inputs of places, as finite types. *)
Local Notation token := {ffun 'I_d -> 'I_m}.
Local Notation input := {ffun 'I_n -> token}.
Definition row_of (i : nat) : 'I_n := inord i.-1.
Definition column_of (k : nat) : 'I_d := inord k.-1.
Definition input_of place : input := [ffun i : 'I_n => [ffun k : 'I_d => inord (place i.+1 k.+1)]].
Definition place_of (P : input) : nat -> nat -> nat := fun i k => P (row_of i) (column_of k).

Lemma row_ofK i : (0 < i <= n)%N -> (row_of i).+1 = i.
Proof. by case: i => // i i_in; rewrite inordK. Qed.
Lemma column_ofK k : (0 < k <= d)%N -> (column_of k).+1 = k.
Proof. by case: k => // k k_in; rewrite inordK. Qed.
Lemma row_ofS (i : 'I_n) : row_of i.+1 = i.
Proof. exact: inord_val. Qed.
Lemma column_ofS (k : 'I_d) : column_of k.+1 = k.
Proof. exact: inord_val. Qed.

Lemma input_ofK place i k : (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N -> place_of (input_of place) i k = place i k.
Proof. by move=> i_in k_in place_lt; rewrite /place_of !ffunE row_ofK // column_ofK // inordK. Qed.

Lemma sum_ord_iota (f : nat -> F) p : \sum_(k <- iota 1 p) f k = \sum_(k < p) f k.+1.
Proof. by rewrite -(big_mkord xpredT (fun k => f k.+1)) -(big_add1 _ _ 0 p.+1 xpredT f) /index_iota subSS subn0. Qed.

Lemma sum_option (I : finType) (f : option I -> F) : \sum_o f o = f None + \sum_i f (Some i).
Proof.
rewrite (bigD1 None) //=; congr (_ + _).
by rewrite (@reindex_omap _ _ _ _ _ Some id) /=; [apply: eq_bigl => i; rewrite eqxx | case].
Qed.

Lemma headless_heads (Bs : seq (block F)) : (forall B, List.In B Bs -> headless B) -> sumn [seq size (heads B) | B <- Bs] = 0%N.
Proof. by elim: Bs => //= B Bs IH all; rewrite IH => [|C C_in]; [have [-> _] := all B (or_introl erefl) | apply: all; right]. Qed.

(* Numbers that tell tokens and their positions. *)
Definition described (ix : 'I_n * token) (o : option 'I_d) : F := if o is Some k then lev (ix.2 k) else v ix.1.+1.
Lemma described_inj ix jy : described ix =1 described jy -> ix = jy.
Proof.
case: ix jy => [i x] [j y] E; have /= vE := E None; congr (_, _).
  by apply/val_inj/succn_inj/v_inj; rewrite ?ltn_ord.
by apply/ffunP => k; apply/val_inj/lev_inj; rewrite ?ltn_ord //; have := E (Some k).
Qed.

(* How often a token is at a position of the input, twice at one's own. *)
Definition counted (iP : 'I_n * input) (jx : 'I_n * token) : F := ((iP.2 jx.1 == jx.2) + ((iP.1, iP.2 iP.1) == jx))%:R.
Lemma counted_inj iP jQ : counted iP =1 counted jQ -> iP = jQ.
Proof.
case: iP jQ => [i P] [j Q] E.
have PQ : P = Q.
  apply/ffunP => k; have [->//|/negbTE QP] := eqVneq (Q k) (P k).
  have /eqP := E (k, P k); rewrite /counted eqr_nat /= eqxx !xpair_eqE QP.
  by have [->|_] := eqVneq j k; rewrite ?QP.
congr (_, _) => //; have /eqP := E (i, P i); rewrite /counted eqr_nat /= -PQ !eqxx !xpair_eqE.
by case: (j =P i).
Qed.

Lemma counted_sum (c : 'I_n * token -> F) i P : \sum_jx c jx * counted (i, P) jx = c (i, P i) + \sum_j c (j, P j).
Proof.
rewrite /counted; under eq_bigr do rewrite natrD mulrDr; rewrite big_split /= addrC; congr (_ + _).
  by rewrite (bigD1 (i, P i)) //= eqxx mulr1 big1 ?addr0 // => jx; rewrite eq_sym => /negbTE ->; rewrite mulr0.
transitivity (\sum_j \sum_x c (j, x) * (P j == x)%:R); first by rewrite pair_bigA; apply: eq_bigr => -[].
apply: eq_bigr => j _.
by rewrite (bigD1 (P j)) //= eqxx mulr1 big1 ?addr0 // => x; rewrite eq_sym => /negbTE ->; rewrite mulr0.
Qed.

Lemma corner_network : exists Bs : seq (block F), [/\ forall B, List.In B Bs -> narrow B, sumn [seq size (heads B) | B <- Bs] = 2%N &
  forall A, attends n A v -> forall place X, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
  alike n d X (fun i k => lev (place i k)) -> alike n d (network n d A Bs X) (T place)].
Proof.
have [c c_inj] := functional described_inj; have [c' c'_inj] := functional counted_inj.
pose s ix := \sum_o c o * described ix o; pose s' iP := \sum_jx c' jx * counted iP jx.
pose L (ix : 'I_n * token) k := if k == 1%N then s ix else lev (ix.2 (column_of k)).
pose W (ix : 'I_n * token) k := c' ix * coordinate F 1%N k.
pose L' iP k := s' iP * coordinate F 1%N k; pose W' (iP : 'I_n * input) k := T (place_of iP.2) iP.1.+1 k.
have L_inj : injective (fun ix => L ix 1%N) := c_inj.
have L'_inj : injective (fun iP => L' iP 1%N) by move=> iP jQ; rewrite /L' /coordinate eqxx !mulr1; apply: c'_inj.
have [Bs [Bs_headless Bs_table]] := @table_blocks F d (ltn0Sn d') _ L W L_inj.
have [Bs' [Bs'_headless Bs'_table]] := @table_blocks F d (ltn0Sn d') _ L' W' L'_inj.
pose told := [:: linear_block (fun k => c (Some (column_of k))); position_block (c None)].
exists (told ++ Bs ++ [:: sum_block F n] ++ Bs'); split.
  apply: all_cat => [B [<-|[<-|[]]]|]; [exact: headless_narrow (linear_block_headless _) | exact: head_block_narrow|].
  apply: all_cat => [B /Bs_headless|]; first exact: headless_narrow.
  by apply: all_cat => [B [<-|[]]|B /Bs'_headless]; [exact: head_block_narrow | exact: headless_narrow].
  by rewrite !map_cat !sumn_cat (headless_heads Bs_headless) (headless_heads Bs'_headless).
move=> A A_attends place X place_lt X_corner.
pose P := input_of place; have PE i k : (0 < i <= n)%N -> (0 < k <= d)%N -> place i k = P (row_of i) (column_of k).
  by move=> i_in k_in; rewrite -[LHS](@input_ofK place) ?place_lt.
rewrite !network_cat.
have Y1 : alike n d (network n d A told X) (fun i => L (row_of i, P (row_of i))).
  move=> i i_in k k_in; rewrite [LHS](position_block_step _ _ _ _ A_attends i_in) /L /= /coordinate headless_step //.
  have [->|k1] := eqVneq k 1%N; last by rewrite mulr0 addr0 linear_block_other // X_corner // PE.
  rewrite mulr1 linear_block_1 // sum_ord_iota /s sum_option /= row_ofK // addrC [v i * _]mulrC; congr (_ + _).
  by apply: eq_bigr => l _; rewrite column_ofS mulrC X_corner ?ltn_ord // PE ?ltn_ord // column_ofS.
have Y2 : alike n d (network n d A Bs (network n d A told X)) (fun i => W (row_of i, P (row_of i))).
  by move=> i i_in k k_in; rewrite headless_network //; apply: Bs_table => //; apply: Y1.
have Y3 : alike n d (network n d A [:: sum_block F n] (network n d A Bs (network n d A told X))) (fun i => L' (row_of i, P)).
  move=> i i_in k k_in; rewrite [LHS](sum_block_step _ _ (ltn0Sn d') A_attends i_in) Y2 // /L' /W /s' counted_sum -mulrDl.
  congr (_ * _); congr (_ + _); rewrite sum_ord_iota; apply: eq_bigr => j _.
  by rewrite Y2 ?ltn_ord // /W /coordinate eqxx mulr1 row_ofS.
move=> i i_in k k_in; rewrite headless_network // (Bs'_table (row_of i, P)) //; last exact: Y3.
rewrite /W' /= row_ofK //; apply: T_alike => // i' k' i'_in k'_in.
by rewrite input_ofK // place_lt.
Qed.
End Tables.

Lemma level_inj (F : realFieldType) m : (0 < m)%N -> injective (level F m).
Proof. by move=> m_gt0 l l' /(mulIf _) E; apply/eqP; rewrite -(eqr_nat F) E // invr_eq0 pnatr_eq0 -lt0n. Qed.

(* A box's points all become the values of its place. *)
Theorem table_network (F : realFieldType) (n d m : nat) (strip : F) (v : nat -> F) (T : (nat -> nat -> nat) -> nat -> nat -> F) :
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> 0 < strip -> strip < 1 / m%:R ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j) ->
  (forall p q : nat -> nat -> nat, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k) ->
    forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> narrow B) /\
    forall A, attends n A v -> forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall X, List.In X Xs -> in_box n d m strip place X) ->
      affine n d A Bs Xs /\ forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d A Bs X i k = T place i k.
Proof.
case: n d m => [|n] [|d] [|m] // _ _ _ strip_gt0 strip_lt v_inj T_alike.
have lev_inj l l' : (l < m.+1)%N -> (l' < m.+1)%N -> level F m.+1 l = level F m.+1 l' -> l = l' by move=> _ _; exact: level_inj.
have [Bs [Bs_narrow _ Bs_table]] := @corner_network F n d m v (level F m.+1) T v_inj lev_inj T_alike.
exists (quantizer d.+1 m.+1 strip ++ Bs); split.
  by apply: all_cat => // B /quantizer_headless; exact: headless_narrow.
move=> A A_attends place place_lt Xs Xs_in.
have corner X : List.In X Xs -> alike n.+1 d.+1 (network n.+1 d.+1 A (quantizer d.+1 m.+1 strip) X) (fun i k => level F m.+1 (place i k)).
  by move=> /Xs_in; apply: quantizer_run.
split=> [|X X_in i k i_in k_in]; last by rewrite network_cat (Bs_table A A_attends place) //; exact: corner.
apply: affine_cat; first exact: quantizer_affine Xs_in.
apply: alike_affine (fun i k => level F m.+1 (place i k)) _ => X' /List.in_map_iff[X [<- /corner]]; exact.
Qed.
