(* SPDX-License-Identifier: Apache-2.0 *)
(* Vectors and matrices whose entries are in an interval, "vectors(n) from 0 to 1"; `all` over several generators. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Cubes.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).
Implicit Types (env : environment F) (f : nat -> F) (A : nat -> nat -> F) (m n : nat) (a b x y : F).

Definition within_vec a b n f : Prop := forall i, (0 < i <= n)%N -> a <= f i <= b.
Definition within_mat a b m n A : Prop := forall i j, (0 < i <= m)%N -> (0 < j <= n)%N -> a <= A i j <= b.

Lemma in_vec_within env e l r y a b n : yields env e (Num y) -> yields env l (Num a) -> yields env r (Num b) -> y = n%:R ->
  holds_in fs defs env (Vectors e (Some (l, r))) (within_vec a b n) (vec n).
Proof.
rewrite /rules.yields /holds_in /= /size_of /evaluates => -> -> -> ->; rewrite /= integer_nat //; eexists; first by [].
move=> v; split=> [[x [x_n /(all_nthP 0) inside ->]] | [f inside ->]].
  exists (fun i => nth 0 x i.-1); last exact: vec_seq.
  by case=> // i /= i_n; apply: inside; rewrite x_n.
exists [seq f i | i <- iota 1 n]; split; [by rewrite size_map size_iota | | exact: seq_vec].
by apply/allP => z /mapP[i /in_from_1 i_n ->]; exact: inside.
Qed.
Lemma in_mat_within env e e' l r y z a b m n : yields env e (Num y) -> yields env e' (Num z) -> yields env l (Num a) -> yields env r (Num b) ->
  y = m%:R -> z = n%:R -> holds_in fs defs env (Matrices e e' (Some (l, r))) (within_mat a b m n) (mat m n).
Proof.
rewrite /rules.yields /holds_in /= /size_of /evaluates => -> -> -> -> -> ->; rewrite /= !integer_nat //; eexists; first by [].
move=> v; split=> [[A [A_m /(all_nthP [::]) inside ->]] | [A inside ->]].
  have sizes i : (i < m)%N -> (size (nth [::] A i) == n) && all (fun x => a <= x <= b) (nth [::] A i) by move=> i_m; apply: inside; rewrite A_m.
  eexists; last first.
    by apply: (mat_seq (n := n) A_m); apply/(all_nthP [::]) => i i_m; case/andP: (inside i i_m).
  case=> // i [|j] //= i_m j_n; have /andP[/eqP size_i /(all_nthP 0) row_i] := sizes i i_m.
  by apply: row_i; rewrite size_i.
exists [seq [seq A i j | j <- iota 1 n] | i <- iota 1 m]; split; first by rewrite size_map size_iota.
  apply/allP => x /mapP[i /in_from_1 i_m ->]; rewrite size_map size_iota eqxx.
  by apply/allP => w /mapP[j /in_from_1 j_n ->]; exact: inside.
by rewrite -map_comp; apply: listed_ext => i _ /=; rewrite seq_vec.
Qed.

(* --- Several generators ---------------------------------------------------------------------------------------------------------------- *)
Lemma decided_cat (s t : seq (option (value F))) : decided false (s ++ t) = if decided false s is Value true then decided false t else decided false s.
Proof. by elim: s => [|[[y|p|y|y|y]|] s IH] //=; case: p. Qed.
Lemma y_all_more (T : eqType) (h : T -> value F) l env (x : string) (L body : expr) g gs : yields env L (List (map h l)) ->
  (forall t, t \in l -> yields ((x, h t) :: env) (Over "all" body (g :: gs) None) (Bool true)) -> yields env (Over "all" body ((x, L) :: g :: gs) None) (Bool true).
Proof.
rewrite /rules.yields /= => -> inner; rewrite -map_comp; elim: l inner => //= t l IH inner; rewrite decided_cat.
by have := inner t (mem_head _ _); case: decided => //= -[] // _; apply: IH => u u_l; apply: inner; rewrite inE u_l orbT.
Qed.
Lemma true_all_more env (x : string) (L body : expr) g gs l : yields env L (List l) -> yields env (Over "all" body ((x, L) :: g :: gs) None) (Bool true) ->
  forall v, is_among v l -> yields ((x, v) :: env) (Over "all" body (g :: gs) None) (Bool true).
Proof.
rewrite /rules.yields /= => ->; elim: l => //= v l IH; rewrite decided_cat; case E : decided => [[]|] //= others w [-> | w_l]; first by rewrite E.
exact: IH.
Qed.
End Cubes.
