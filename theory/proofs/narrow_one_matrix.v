(* SPDX-License-Identifier: Apache-2.0 *)
(* Narrow networks all of whose heads have one positive matrix, at most one head a block, are any table of the boxes of a cut: if the matrix' row sums tell positions, or if
   a constant that tells positions was added to the input. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_quantizer narrow_table narrow_read.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OneMatrix.
Variables (F : realFieldType) (n' d' m' : nat).
Local Notation n := n'.+1.
Local Notation d := d'.+1.
Local Notation m := m'.+1.
Variable T : (nat -> nat -> nat) -> nat -> nat -> F.
Hypothesis T_alike : forall p q, same_place n' d' p q -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k.
Variable M : nat -> nat -> F.
Hypothesis M_gt0 : forall i j : 'I_n, 0 < M i.+1 j.+1.
Hypothesis M_rows : forall i j : 'I_n, (forall l : 'I_n, M i.+1 l.+1 + (i == l)%:R = M j.+1 l.+1 + (j == l)%:R) -> i = j.
Local Notation token := {ffun 'I_d -> 'I_m}.
Local Notation key := ('I_n * token)%type.
Implicit Types (place : nat -> nat -> nat).

(* Keys with their own positions. *)
Definition in_place (a : 'I_n * {ffun 'I_n -> key}) : bool := [forall j, (a.2 j).1 == j].
Lemma in_place_at i (Q : {ffun 'I_n -> key}) j : in_place (i, Q) -> (Q j).1 = j.
Proof. by move=> /forallP/(_ j)/eqP. Qed.
Lemma in_place_inj i (Q : {ffun 'I_n -> key}) : in_place (i, Q) -> injective Q.
Proof. by move=> Q_in j l jl; rewrite -(in_place_at j Q_in) jl (in_place_at l Q_in). Qed.
Lemma weighed_in_place a b : in_place a -> in_place b -> weighed M a =1 weighed M b -> a = b.
Proof.
case: a b => [i Q] [j R] Q_in R_in same; have Q_inj := in_place_inj Q_in.
have QR : Q = R.
  apply/ffunP => l; case: (pickP (fun k => R k == Q l)) => [k /eqP kl|none].
    by rewrite -kl; congr (R _); rewrite -(in_place_at k R_in) kl (in_place_at l Q_in).
  have := same (Q l); rewrite [RHS]weighed_none => [|k]; last by rewrite none.
  rewrite weighed_at // => /eqP; rewrite gt_eqF // ltr_paddr ?ler0n //; exact: M_gt0.
rewrite -QR in same *; congr (_, _); apply: M_rows => l.
by rewrite -!(weighed_at M _ l Q_inj) same.
Qed.

Lemma told_network (L : key -> nat -> F) : injective (fun x => L x 1%N) -> exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
  forall A, (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> A Mean i j = M i j) ->
  forall place Y, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
  alike n d Y (fun i => L (row_of n' i, input_of n' d' m' place (row_of n' i))) -> alike n d (network n d A Bs Y) (T place).
Proof.
move=> L_inj; pose T' (a : 'I_n * {ffun 'I_n -> key}) k := T (place_of [ffun j => (a.2 j).2]) a.1.+1 k.
have [canon [Bs [canon_in Bs_single Bs_run]]] := read_blocks d' T' L_inj weighed_in_place.
exists Bs; split=> // A A_M place Y place_lt Y_L i i_in k k_in.
pose Q : {ffun 'I_n -> key} := [ffun j => (j, input_of n' d' m' place j)].
rewrite (Bs_run A A_M Q) //; last by move=> j j_in l l_in; rewrite Y_L // ffunE.
rewrite canon_in; last by apply/forallP => j; rewrite ffunE.
rewrite /T' /= row_ofK //; apply: T_alike => // j l j_in l_in.
rewrite -[RHS](@input_ofK n' d' m' place) ?place_lt //; congr (nat_of_ord (_ _)).
by rewrite !ffunE.
Qed.

(* Positions by row sums. *)
Section RowSums.
Variable v : nat -> F.
Hypothesis v_inj : forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j.
Lemma corner_single : exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
  forall A, (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> A Mean i j = M i j) -> (forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A Position i j = v i) ->
  forall place X, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
  alike n d X (fun i k => level F m (place i k)) -> alike n d (network n d A Bs X) (T place).
Proof.
have [c c_inj] := functional (described_inj (m' := m') (d' := d') v_inj).
pose s (ix : key) := \sum_o c o * described v ix o.
pose L (ix : key) k := if k == 1%N then s ix else level F m (ix.2 (column_of d' k)).
have L_inj : injective (fun ix => L ix 1%N) := c_inj.
have [Bs [Bs_single Bs_run]] := told_network L_inj.
pose told := [:: linear_block (fun k => c (Some (column_of d' k))); position_block (c None)].
exists (told ++ Bs); split.
  by apply: all_cat => // B [<-|[<-|[]]]; [exact: headless_single (linear_block_headless _) | exact: head_block_single].
move=> A A_M A_v place X place_lt X_corner; rewrite network_cat; apply: Bs_run => // i i_in k k_in.
rewrite [LHS]head_block_step /= headless_step // /L /=.
have -> : averaged n d A (Head Position (fun=> 0) 1 (fun k => c None * coordinate F 1%N k)) (step n d A (linear_block (fun k => c (Some (column_of d' k)))) X) i = v i.
  by rewrite -A_v //; apply: eq_bigr => j _; rewrite /= [\sum_(_ <- _) _]big1 ?add0r ?mulr1 // => l _; rewrite mulr0.
rewrite /coordinate; have [->|k1] := eqVneq k 1%N.
  rewrite mulr1 linear_block_1 // sum_ord_iota /s sum_option /= row_ofK // addrC [v i * _]mulrC; congr (_ + _).
  by apply: eq_bigr => l _; rewrite column_ofS mulrC X_corner ?ltn_ord // -(@input_ofK n' d' m' place) ?place_lt ?ltn_ord // /place_of column_ofS.
rewrite !mulr0 addr0 linear_block_other // X_corner // -(@input_ofK n' d' m' place) ?place_lt //.
Qed.
End RowSums.
End OneMatrix.
