(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow networks whose heads all have one matrix with row sums 1, as RPE's have: they tell positions where no two tokens of the input are in the same box, and so are any
   table of these boxes; the other ones, which get the values of some boxes, are few. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_quantizer narrow_table narrow_read.
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
Lemma count_has (A R : Type) (P : R -> pred A) (rs : seq R) (l : seq A) : (count (fun t => has (P^~ t) rs) l <= \sum_(r <- rs) count (P r) l)%N.
Proof.
elim: rs => [|r rs IH] /=; first by rewrite big_nil count_pred0.
by rewrite big_cons; apply: leq_trans (leq_add (leqnn _) IH); rewrite -count_predUI leq_addr.
Qed.
