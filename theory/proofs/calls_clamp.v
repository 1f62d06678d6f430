(* SPDX-License-Identifier: Apache-2.0 *)
(* The clamp of approximation.stm as blocks of narrow_networks.v: x -> min(max(x, low), high) in every entry. Between low and high it changes nothing, and no hidden
   unit changes its sign. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks narrow_networks calls_narrow_networks.
From attest Require statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition clamp_d := Eval compute in definition_in (definitions statements_urpe_theorem_3.printed) "clamp".

Lemma in_map_seq (T U : Type) (f : T -> U) l u : List.In u (map f l) -> exists2 t, List.In t l & u = f t.
Proof. by elim: l => //= t l IH [<- | /IH[t' t'_l ->]]; [exists t; [left | ] | exists t'; [right | ]]. Qed.

Section Clamp.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation point := (nat -> nat -> F).
Variables (n d : nat).
Variables low high : F.
Implicit Types (defs : seq definition) (A : attention -> nat -> nat -> F) (X Y : point) (Xs : seq point).

Definition at_place (j : nat) (c : F) (k : nat) : F := if k == j then c else 0.
Definition clamp_block (j : nat) : block F :=
  Block [::] [:: Unit (at_place j 1) (- high) (at_place j (-1)); Unit (at_place j (-1)) low (at_place j 1)].
Definition clamp_blocks : seq (block F) := [seq clamp_block j | j <- iota 1 d].

Ltac known_call ::= fail.
Lemma call_clamp defs A : provides [:: clamp_d] defs ->
  call fs defs "clamp" [:: Num d%:R; Num low; Num high] = Value (List (map (evaluated_block n d A) clamp_blocks)).
Proof.
move=> P; enter; apply: (yields_eq (v := List [seq evaluated_block n d A (clamp_block j) | j <- iota 1 d])); last by rewrite /clamp_blocks -map_comp.
apply: y_list_over; [by value | move=> j _].
apply: yields_eq; first by value.
rewrite /evaluated_block /=; congr (Rec [:: _; _; (_, _); _; (_, _); _]).
  by apply: listed_ext => i _; rewrite eqr_nat /vec /listed /= /unit_at /= /at_place; case: (i == j).
rewrite /mat /vec /listed /= /unit_at /= /at_place.
by congr (List [:: List _; List _]); apply: eq_map => i; rewrite eqr_nat; case: (i == j).
Qed.

(* Every point that is between low and high stays where it is. *)
Definition between X : Prop := forall i k, (0 < i <= n)%N -> (0 < k <= d)%N -> low <= X i k <= high.
Lemma mixed_clamp A j X i k : mixed n d A (clamp_block j) X i k = X i k.
Proof. by rewrite /mixed big_nil addr0. Qed.
Lemma sum_at_place (x : nat -> F) j c : (0 < j <= d)%N -> \sum_(k <- iota 1 d) x k * at_place j c k = x j * c.
Proof.
move=> j_d; rewrite (bigD1_seq j) ?iota_uniq ?mem_iota ?add1n ?ltnS //= {1}/at_place eqxx big1 ?addr0 // => k /negbTE k_j.
by rewrite /at_place k_j mulr0.
Qed.
Lemma hidden_clamp A j X i u : (0 < j <= d)%N -> (0 < i <= n)%N -> between X -> List.In u (units (clamp_block j)) -> hidden d u (mixed n d A (clamp_block j) X i) <= 0.
Proof.
move=> j_d i_n X_in; have /andP[low_le le_high] := X_in i j i_n j_d => /= -[<- | [<- | []]]; rewrite /hidden sum_at_place // mixed_clamp.
  by rewrite mulr1 subr_le0.
by rewrite mulrN1 addrC subr_le0.
Qed.
Lemma step_clamp A j X i k : (0 < j <= d)%N -> (0 < i <= n)%N -> between X -> step n d A (clamp_block j) X i k = X i k.
Proof.
move=> j_d i_n X_in; rewrite /step /fed mixed_clamp big_cons big_seq1.
have off u : List.In u (units (clamp_block j)) -> narrow_networks.relu (hidden d u (mixed n d A (clamp_block j) X i)) = 0.
  by move=> u_in; apply/max_idPl; apply: hidden_clamp.
by rewrite !off /=; [rewrite !mul0r !addr0 | right; left | left].
Qed.
Lemma clamp_affine A js Xs : (forall j, j \in js -> (0 < j <= d)%N) -> (forall X, List.In X Xs -> between X) -> affine n d A [seq clamp_block j | j <- js] Xs.
Proof.
elim: js Xs => //= j js IH Xs js_d Xs_in; have j_d : (0 < j <= d)%N by apply: js_d; rewrite mem_head.
split; first by move=> i u i_n u_in; right=> X X_in; apply: hidden_clamp => //; exact: Xs_in.
apply: IH => [j' j'_js|Y Y_in]; first by apply: js_d; rewrite inE j'_js orbT.
have [X X_in ->] := in_map_seq Y_in; move=> i k i_n k_d.
by rewrite step_clamp //; [exact: (Xs_in X) | exact: Xs_in].
Qed.
Lemma clamp_same A X i k : between X -> (0 < i <= n)%N -> network n d A clamp_blocks X i k = X i k.
Proof.
rewrite /clamp_blocks /network => X_in i_n; have : forall j, j \in iota 1 d -> (0 < j <= d)%N by move=> j /in_from_1.
elim: (iota 1 d) X X_in => //= j js IH X X_in js_d; have j_d : (0 < j <= d)%N by apply: js_d; rewrite mem_head.
rewrite IH => [|i' k' i'_n k'_d|j' j'_js]; first exact: step_clamp.
  by rewrite step_clamp //; exact: X_in.
by apply: js_d; rewrite inE j'_js orbT.
Qed.
Lemma leads_clamp A Xs : (0 < n)%N -> (0 < d)%N -> (0 < size Xs)%N -> (forall X, List.In X Xs -> between X) ->
  leads n d (map (evaluated_block n d A) clamp_blocks) Xs Xs.
Proof.
move=> n_gt0 d_gt0 Xs_gt0 Xs_in; have same : points_value n d [seq network n d A clamp_blocks X | X <- Xs] = points_value n d Xs.
  congr List; elim: (Xs) Xs_in => //= X Xs' IH Xs_in; congr (_ :: _); last by apply: IH => Y Y_in; apply: Xs_in; right.
  by apply: mat_ext => i k i_n k_d; apply: clamp_same => //; apply: Xs_in; left.
move=> defs env P; rewrite (@leads_network _ n d A clamp_blocks Xs) //; [by rewrite /image_value same | | ].
  by move=> B B_in; have [j _ ->] := in_map_seq B_in.
by apply: clamp_affine => // j /in_from_1.
Qed.
End Clamp.
