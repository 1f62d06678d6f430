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
rewrite (Bs_run A A_M Q) //; last by move=> j j_in l l_in; rewrite Y_L // [Q _]ffunE.
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

(* A box's points all become the values of its place; each block has at most one head. *)
Theorem single_table_network (F : realFieldType) (n d m : nat) (strip : F) (M : nat -> nat -> F) (T : (nat -> nat -> nat) -> nat -> nat -> F) :
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> 0 < strip -> strip < 1 / m%:R ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> 0 < M i j) ->
  (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> \sum_(l <- iota 1 n) M i l = \sum_(l <- iota 1 n) M j l -> i = j) ->
  (forall p q : nat -> nat -> nat, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k) ->
    forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall X, List.In X Xs -> in_box n d m strip place X) ->
      affine n d (fun=> M) Bs Xs /\ forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d (fun=> M) Bs X i k = T place i k.
Proof.
case: n d m => [|n] [|d] [|m] // _ _ _ strip_gt0 strip_lt M_gt0 v_inj T_alike.
have [||Bs [Bs_single Bs_table]] := @corner_single F n d m T T_alike M _ _ _ v_inj.
- by move=> i j; apply: M_gt0; rewrite ltn_ord.
- move=> i j rows; apply/val_inj/succn_inj/v_inj; rewrite ?ltn_ord // !sum_ord_iota; apply: (@addIr _ 1).
  have own (k : 'I_n.+1) : \sum_(l < n.+1) M k.+1 l.+1 + 1 = \sum_(l < n.+1) (M k.+1 l.+1 + (k == l)%:R).
    rewrite big_split /=; congr (_ + _); rewrite (bigD1 k) //= eqxx big1 ?addr0 // => l; rewrite eq_sym => /negbTE -> //.
  by rewrite !own; apply: eq_bigr => l _; exact: rows.
exists (quantizer d.+1 m.+1 strip ++ Bs); split.
  by apply: all_cat => // B /quantizer_headless; exact: headless_single.
move=> place place_lt Xs Xs_in.
have corner X : List.In X Xs -> alike n.+1 d.+1 (network n.+1 d.+1 (fun=> M) (quantizer d.+1 m.+1 strip) X) (fun i k => level F m.+1 (place i k)).
  by move=> /Xs_in; apply: quantizer_run.
split=> [|X X_in i k i_in k_in]; last by rewrite network_cat (Bs_table (fun=> M) _ _ place) //; exact: corner.
apply: affine_cat; first exact: quantizer_affine Xs_in.
apply: alike_affine (fun i k => level F m.+1 (place i k)) _ => X' /List.in_map_iff[X [<- /corner]]; exact.
Qed.

(* --- Positions in a constant that was added to the input: the token's number, in the first column --------------------------------------- *)
Section Encoded.
Variables (F : realFieldType) (n' d' m' : nat).
Local Notation n := n'.+1.
Local Notation d := d'.+1.
Local Notation m := m'.+1.
Local Notation key := ('I_n * {ffun 'I_d -> 'I_m})%type.
Implicit Types (place : nat -> nat -> nat) (X : nat -> nat -> F).

Definition numbered (i k : nat) : F := if k == 1%N then i%:R else 0.
Definition moved_place place (i k : nat) : nat := if k == 1%N then (place i k + i * m)%N else place i k.
Lemma moved_level place i k : level F m (moved_place place i k) = level F m (place i k) + numbered i k.
Proof.
rewrite /level /moved_place /numbered; case: ifP => _; last by rewrite addr0.
by rewrite natrD natrM mulrDl mulfK // pnatr_eq0.
Qed.
Lemma moved_in_box strip place X Y : (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> Y i k = X i k + numbered i k) ->
  in_box n d m strip place X -> in_box n d m strip (moved_place place) Y.
Proof.
move=> YX X_in i k i_in k_in; have /andP[ge le] := X_in i k i_in k_in; rewrite YX // -/(level F m (moved_place place i k)) moved_level ler_add2r ge /=.
rewrite -/(level F m (moved_place place i k).+1) levelS moved_level addrAC [_ + numbered i k + _]addrAC ler_add2r.
by move: le; rewrite -/(level F m (place i k).+1) levelS.
Qed.
Lemma moved_place_below place i k : (0 < i <= n)%N -> (place i k < m)%N -> (moved_place place i k < n.+1 * m)%N.
Proof.
move=> /andP[_ i_n] lt; rewrite /moved_place mulSn; case: ifP => _; last by apply: leq_trans lt _; exact: leq_addr.
by apply: leq_trans (_ : m + i * m <= _)%N; [rewrite ltn_add2r | rewrite leq_add2l leq_mul2r i_n orbT].
Qed.

(* Coordinates with the number tell the token and its position. *)
Definition coded (ix : key) (l : 'I_d) : F := level F m (ix.2 l) + numbered ix.1.+1 l.+1.
Lemma coded_inj ix jy : coded ix =1 coded jy -> ix = jy.
Proof.
case: ix jy => [i x] [j y] E.
have E' (l : 'I_d) : moved_place (fun _ _ => x l) i.+1 l.+1 = moved_place (fun _ _ => y l) j.+1 l.+1.
  by apply: (@level_inj F m'); have := E l; rewrite /coded /= !moved_level.
have ij : i = j.
  apply/val_inj/succn_inj; have := E' ord0; rewrite /moved_place /= => /(congr1 (divn^~ m)).
  by rewrite !divnDMl // !(divn_small (ltn_ord _)).
congr (_, _) => //; apply/ffunP => l; apply/val_inj; have := E' l; rewrite -ij /moved_place; case: ifP => // _.
by move/eqP; rewrite eqn_add2r => /eqP.
Qed.

Lemma level_blocks_headless strip kls (B : block F) : List.In B (level_blocks m strip kls) -> headless B.
Proof. by move=> /List.in_map_iff[kl [<- _]]. Qed.

Lemma encoded_network (M : nat -> nat -> F) (T : (nat -> nat -> nat) -> nat -> nat -> F) strip : 0 < strip -> strip < 1 / m%:R ->
  (forall i j : 'I_n, 0 < M i.+1 j.+1) -> (forall i j : 'I_n, (forall l : 'I_n, M i.+1 l.+1 + (i == l)%:R = M j.+1 l.+1 + (j == l)%:R) -> i = j) ->
  (forall p q, same_place n' d' p q -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall X, List.In X Xs -> in_box n d m strip (moved_place place) X) ->
      affine n d (fun=> M) Bs Xs /\
      forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d (fun=> M) Bs X i k = T place i k.
Proof.
move=> strip_gt0 strip_lt M_gt0 M_rows T_alike.
have [c c_inj] := functional coded_inj; pose s (ix : key) := \sum_l c l * coded ix l.
pose L (ix : key) k := if k == 1%N then s ix else level F m (ix.2 (column_of d' k)).
have L_inj : injective (fun ix => L ix 1%N) := c_inj.
have [Bs [Bs_single Bs_run]] := told_network T_alike M_gt0 M_rows L_inj.
pose kls := [seq (k, l) | k <- iota 1 d, l <- iota 0 (n.+1 * m)].
have kls_in kl : kl \in kls -> (0 < kl.1 <= d)%N by move=> /allpairsP[[k l] [k_in _ ->]]; move: k_in; rewrite mem_iota add1n ltnS.
pose levels := level_blocks m strip kls; pose told := [:: linear_block (fun k => c (column_of d' k))].
exists (levels ++ told ++ Bs); split.
  apply: all_cat => [B B_in|]; first by apply: headless_single; exact: level_blocks_headless B_in.
  by apply: all_cat => // B [<-|[]]; exact: headless_single (linear_block_headless _).
move=> place place_lt Xs Xs_in.
have corner X : List.In X Xs -> alike n d (network n d (fun=> M) levels X) (fun i k => level F m (moved_place place i k)).
  move=> /Xs_in X_in i i_in k k_in; apply: level_blocks_run => //.
  by apply/orP; left; apply: allpairs_f; [rewrite mem_iota add1n ltnS | rewrite mem_iota add0n leq0n; apply: moved_place_below => //; exact: place_lt].
split=> [|X X_in i k i_in k_in].
  apply: affine_cat; first exact: level_blocks_affine Xs_in.
  apply: alike_affine (fun i k => level F m (moved_place place i k)) _ => X' /List.in_map_iff[X [<- /corner]]; exact.
rewrite !network_cat (Bs_run (fun=> M) _ place) // => {}i {}i_in {}k {}k_in; rewrite [LHS]headless_step //.
have E l : (0 < l <= d)%N -> network n d (fun=> M) levels X i l = level F m (input_of n' d' m' place (row_of n' i) (column_of d' l)) + numbered i l.
  by move=> l_in; rewrite corner // moved_level; congr (level F m _ + _); rewrite -[LHS](@input_ofK n' d' m' place) ?place_lt.
rewrite /L; have [->|k1] := eqVneq k 1%N.
  rewrite linear_block_1 // sum_ord_iota; apply: eq_bigr => l _; rewrite column_ofS mulrC E ?ltn_ord // /coded /= row_ofK //; congr (_ * _).
  by rewrite column_ofS.
by rewrite linear_block_other // E // /numbered (negbTE k1) addr0.
Qed.
End Encoded.

Theorem encoded_table_network (F : realFieldType) (n d m : nat) (strip : F) (T : (nat -> nat -> nat) -> nat -> nat -> F) :
  (0 < n)%N -> (0 < d)%N -> (0 < m)%N -> 0 < strip -> strip < 1 / m%:R ->
  (forall p q : nat -> nat -> nat, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> p i k = q i k) ->
    forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> T p i k = T q i k) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> single B) /\
    forall place, (forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> (place i k < m)%N) ->
    forall Xs, (forall Y, List.In Y Xs -> exists2 X, in_box n d m strip place X & forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> Y i k = X i k + numbered F i k) ->
      affine n d (fun _ _ _ => n%:R^-1) Bs Xs /\
      forall X, List.In X Xs -> forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> network n d (fun _ _ _ => n%:R^-1) Bs X i k = T place i k.
Proof.
case: n d m => [|n] [|d] [|m] // _ _ _ strip_gt0 strip_lt T_alike.
have [|||Bs [Bs_single Bs_table]] := @encoded_network F n d m (fun _ _ => n.+1%:R^-1) T strip strip_gt0 strip_lt.
- by move=> i j; rewrite invr_gt0 ltr0n.
- move=> i j /(_ i)/addrI/eqP; rewrite eqr_nat eqxx; case: (j =P i) => // ->.
- exact: T_alike.
exists Bs; split=> // place place_lt Xs Xs_in; apply: (Bs_table place) => // Y /Xs_in[X X_in YX].
exact: moved_in_box YX X_in.
Qed.
