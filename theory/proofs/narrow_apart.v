(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow networks whose heads all have one matrix with row sums 1, as RPE's have: they tell positions where no two tokens of the input are in the same box, and so are any
   table of these boxes; the other ones, which get the values of some boxes, are few. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_quantizer narrow_table narrow_read.
From attest Require Import evaluation.
From attest Require order_changes.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Apart.
Variables (F : realFieldType) (n' d' m' : nat).
Local Notation n := n'.+1.
Local Notation d := d'.+1.
Local Notation m := m'.+1.
Variable T : (nat -> nat -> nat) -> nat -> nat -> F.
Hypothesis T_alike : forall p q, same_place n' d' p q -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k.
Variable M : nat -> nat -> F.
Hypothesis M_itv : forall i j : 'I_n, 0 < M i.+1 j.+1 <= 1.
Hypothesis M_diagonal : forall i j : 'I_n, M i.+1 i.+1 = M j.+1 j.+1 -> i = j.
Hypothesis M_row : forall i j l : 'I_n, M i.+1 j.+1 = M i.+1 l.+1 -> j = l.
Local Notation token := {ffun 'I_d -> 'I_m}.
Implicit Types (place : nat -> nat -> nat).

Definition tokens_apart (a : 'I_n * {ffun 'I_n -> token}) : bool := injectiveb a.2.
Lemma weighed_apart a b : tokens_apart a -> tokens_apart b -> weighed M a =1 weighed M b -> a = b.
Proof.
case: a b => [i Q] [j R] /injectiveP/= Q_inj /injectiveP/= R_inj same.
have matched l : exists2 k, R k = Q l & M i.+1 l.+1 + (i == l)%:R = M j.+1 k.+1 + (j == k)%:R.
  case: (pickP (fun k => R k == Q l)) => [k /eqP kl|none].
    by exists k; rewrite // -(weighed_at M _ l Q_inj) same -kl weighed_at.
  have := same (Q l); rewrite [RHS]weighed_none => [|k]; last by rewrite none.
  by rewrite weighed_at // => /eqP; rewrite gt_eqF // ltr_paddr ?ler0n //; case/andP: (M_itv i l).
have [own] := matched i; rewrite eqxx; have [<- ij|_ _ /eqP] := eqVneq j own; last first.
  have /andP[_ le1] := M_itv j own; have /andP[gt0 _] := M_itv i i.
  by rewrite addr0 gt_eqF // (le_lt_trans le1) // ltr_addr.
move/addIr/M_diagonal => ji; rewrite -ji in same matched ij *; congr (_, _); apply/ffunP => l.
have [k kl] := matched l; have [<-|il] := eqVneq i l; first by [].
have [ik|_] := eqVneq i k; first by case/eqP: il; apply: Q_inj; rewrite -kl -ik.
by rewrite !addr0 => /M_row lk; rewrite -kl -lk.
Qed.

Lemma apart_network strip : 0 < strip -> strip < 1 / m%:R -> exists (Bs : seq (block F)) (canon : 'I_n * {ffun 'I_n -> token} -> 'I_n * {ffun 'I_n -> token}),
  [/\ forall B, List.In B Bs -> single B, forall a, tokens_apart a -> canon a = a &
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall X, List.In X Xs -> in_box n d m strip place X) ->
      affine n d (fun=> M) Bs Xs /\ forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N ->
        network n d (fun=> M) Bs X i k = let a := canon (row_of n' i, input_of n' d' m' place) in T (place_of a.2) a.1.+1 k].
Proof.
move=> strip_gt0 strip_lt.
have [|c c_inj] := @functional F [finType of 'I_d] [finType of token] (fun x l => level F m (x l)).
  by move=> x y E; apply/ffunP => l; apply/val_inj/(@level_inj F m'); exact: E.
pose L (x : token) k := if k == 1%N then \sum_l c l * level F m (x l) else level F m (x (column_of d' k)).
have L_inj : injective (fun x => L x 1%N) := c_inj.
pose T' (a : 'I_n * {ffun 'I_n -> token}) k := T (place_of a.2) a.1.+1 k.
have [canon [Bs [canon_apart Bs_single Bs_run]]] := read_blocks d' T' L_inj weighed_apart.
pose told := [:: linear_block (fun k => c (column_of d' k))].
exists (quantizer d m strip ++ told ++ Bs), canon; split=> //.
  apply: all_cat => [B /quantizer_headless|]; first exact: headless_single.
  by apply: all_cat => // B [<-|[]]; exact: headless_single (linear_block_headless _).
move=> place place_lt Xs Xs_in.
have corner X : List.In X Xs -> alike n d (network n d (fun=> M) (quantizer d m strip) X) (fun i k => level F m (place i k)).
  by move=> /Xs_in; apply: quantizer_run.
split=> [|X X_in i k i_in k_in].
  apply: affine_cat; first exact: quantizer_affine Xs_in.
  apply: alike_affine (fun i k => level F m (place i k)) _ => X' /List.in_map_iff[X [<- /corner]]; exact.
rewrite !network_cat (Bs_run (fun=> M) _ (input_of n' d' m' place)) // => {}i {}i_in {}k {}k_in; rewrite [LHS]headless_step //.
have E l : (0 < l <= d)%N -> network n d (fun=> M) (quantizer d m strip) X i l = level F m (input_of n' d' m' place (row_of n' i) (column_of d' l)).
  by move=> l_in; rewrite corner //; congr (level F m _); rewrite -[LHS](@input_ofK n' d' m' place) ?place_lt.
rewrite /L; have [->|k1] := eqVneq k 1%N; last by rewrite linear_block_other // E.
by rewrite linear_block_1 // sum_ord_iota; apply: eq_bigr => l _; rewrite column_ofS mulrC E ?ltn_ord // column_ofS.
Qed.
End Apart.

(* --- The other boxes are few ------------------------------------------------------------------------------------------------------------- *)
Section Few.
Local Open Scope nat_scope.
Variable l : seq nat.
Hypothesis l_uniq : uniq l.
Implicit Types (p q x N : nat).

Lemma count_at q x N : q < N -> count (fun t => nth 0 t q == x) (lists_over l N) <= size l ^ N.-1.
Proof.
elim: N q => // N IH q q_N; rewrite order_changes.count_lists_over /=; case: q q_N => [_|q q_N].
  have -> : \sum_(y <- l) count (fun r => nth 0 (y :: r) 0 == x) (lists_over l N) = \sum_(y <- l | y == x) size l ^ N.
    rewrite [RHS]big_mkcond; apply: eq_bigr => y _ /=; case: (y == x); last exact: count_pred0.
    by rewrite count_predT order_changes.size_lists_over.
  by rewrite big_const_seq iter_addn_0 (count_uniq_mem x l_uniq) -[X in _ <= X]muln1 leq_mul2l; case: (x \in l); rewrite orbT.
case: N q_N IH => // N q_N IH; rewrite expnS; apply: order_changes.sum_nat_le => y _; exact: IH.
Qed.
Lemma count_equal p q N : p < q < N -> count (fun t => nth 0 t p == nth 0 t q) (lists_over l N) <= size l ^ N.-1.
Proof.
elim: N p q => [|N IH] p q; first by rewrite ltn0 andbF.
case: q => [|q]; first by rewrite ltn0.
rewrite ltnS => /andP[p_q q_N]; rewrite order_changes.count_lists_over /=; case: N q_N IH => // N q_N IH.
rewrite expnS; apply: order_changes.sum_nat_le => y _; case: p p_q => [_|p p_q]; last by apply: IH; rewrite p_q.
by rewrite (eq_count (a2 := fun t => nth 0 t q == y)) => [|t]; [exact: count_at | rewrite /= eq_sym].
Qed.

Lemma count_has (A R : Type) (P : R -> pred A) (rs : seq R) (ts : seq A) c : (forall r, count (P r) ts <= c) -> count (fun t => has (P^~ t) rs) ts <= size rs * c.
Proof.
move=> P_c; elim: rs => [|r rs IH] /=; first by rewrite count_pred0.
by rewrite mulSn; apply: leq_trans (leq_add (P_c r) IH); rewrite -count_predUI leq_addr.
Qed.
End Few.

(* A box's points become the values of its place, if no two tokens are in the same box, and else of some place. *)
Theorem apart_table_network (F : realFieldType) (n d m : nat) (strip : F) (M : nat -> nat -> F) (T : (nat -> nat -> nat) -> nat -> nat -> F) :
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> 0 < strip -> strip < 1 / m%:R ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> 0 < M i j <= 1) ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> M i i = M j j -> i = j) ->
  (forall i j l, (0 < i <= n)%N -> (0 < j <= n)%N -> (0 < l <= n)%N -> M i j = M i l -> j = l) ->
  (forall p q : nat -> nat -> nat, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k) ->
    forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists (Bs : seq (block F)) (T' : (nat -> nat -> nat) -> nat -> nat -> F), [/\ forall B, List.In B Bs -> single B,
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall X, List.In X Xs -> in_box n d m strip place X) ->
      affine n d (fun=> M) Bs Xs /\ forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d (fun=> M) Bs X i k = T' place i k,
    forall place i, exists q j, [/\ forall i' k', (q i' k' < m)%N, (0 < j <= n)%N & forall k, T' place i k = T q j k] &
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
      (forall i j, (0 < i < j)%N -> (j <= n)%N -> place i 1%N <> place j 1%N) -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T' place i k = T place i k].
Proof.
case: n d m => [|n] [|d] [|m] // _ _ _ strip_gt0 strip_lt M_itv M_diagonal M_row T_alike.
have [|||Bs [canon [Bs_single canon_apart Bs_table]]] := @apart_network F n d m T M _ _ _ strip strip_gt0 strip_lt.
- by move=> i j; apply: M_itv; rewrite ltn_ord.
- by move=> i j /M_diagonal E; apply/val_inj/succn_inj/E; rewrite ltn_ord.
- by move=> i j l /M_row E; apply/val_inj/succn_inj/E; rewrite ltn_ord.
exists Bs, (fun place i k => let a := canon (row_of n i, input_of n d m place) in T (place_of a.2) a.1.+1 k); split=> //.
  move=> place i; exists (place_of (canon (row_of n i, input_of n d m place)).2), (canon (row_of n i, input_of n d m place)).1.+1.
  by split=> [i' k'||k]; rewrite ?ltn_ord.
move=> place place_lt apart i k i_in k_in; rewrite canon_apart /=.
  by rewrite row_ofK //; apply: T_alike => // j l j_in l_in; rewrite input_ofK // place_lt.
apply/injectiveP => i1 j1 /ffunP/(_ ord0)/(congr1 val); rewrite !ffunE /= !inordK ?place_lt ?ltn_ord // => same.
apply/val_inj; case: (ltngtP i1 j1) => // lt; first by case: (apart i1.+1 j1.+1); rewrite ?ltn_ord.
by case: (apart j1.+1 i1.+1); rewrite ?ltn_ord.
Qed.
