(* SPDX-License-Identifier: Apache-2.0 *)
(* AT5's network with n first and two second units takes any values at n + 1 increasing points: a first unit for each piece of the line through
   them, and the second units for the positive and the negative part; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_networks.
From attest Require attention relu statements_srpe_at5_capacity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_srpe_at5_capacity.finding_no_constraint) f) (only parsing).
Definition capacity_relu_d := Eval compute in of_claim "relu".
Definition is_list_of_d := Eval compute in of_claim "is_list_of".
Definition is_network_d := Eval compute in of_claim "is_network".
Definition output_d := Eval compute in of_claim "output".
Definition increasing_d := Eval compute in of_claim "increasing".

(* The line through the points changes its slope by s i at the point i. *)
Lemma line_through (F : realFieldType) n (b e : nat -> F) : (forall i, (0 < i <= n)%N -> b i < b i.+1) ->
  exists s : nat -> F, forall l, (0 < l <= n.+1)%N -> e 1%N + \sum_(i <- iota 1 n) s i * Num.max (b l - b i) 0 = e l.
Proof.
elim: n => [|n IH] rises.
  by exists (fun=> 0) => -[|[|l]] // _; rewrite big_nil addr0.
have [|s through] := IH; first by move=> i /andP[i_gt0 i_n]; apply: rises; rewrite i_gt0 ltnW.
have up i j : (0 < i)%N -> (i <= j)%N -> (j <= n.+2)%N -> b i <= b j.
  move=> i_gt0; elim: j => [|j IHj]; first by rewrite leqn0 => /eqP i0; rewrite i0 in i_gt0.
  rewrite leq_eqVlt => /orP[/eqP-> // | ]; rewrite ltnS => i_j j_n; apply: le_trans (IHj i_j (ltnW j_n)) _; apply/ltW/rises.
  by rewrite (leq_trans i_gt0 i_j).
have last_rise : b n.+1 < b n.+2 by apply: rises; rewrite leqnn.
pose line l := e 1%N + \sum_(i <- iota 1 n) s i * Num.max (b l - b i) 0.
pose s' i := if i == n.+1 then (e n.+2 - line n.+2) / (b n.+2 - b n.+1) else s i.
have lineE l : e 1%N + \sum_(i <- iota 1 n.+1) s' i * Num.max (b l - b i) 0 = line l + s' n.+1 * Num.max (b l - b n.+1) 0.
  rewrite -[in LHS](addn1 n) iotaD big_cat /= big_seq1 addrA add1n; congr (_ + _ + _).
  by apply: eq_big_seq => i; rewrite mem_iota add1n ltnS => /andP[_ i_n]; rewrite /s' ltn_eqF.
exists s' => l /andP[l_gt0 l_n]; rewrite lineE {1}/s' eqxx; case: (ltngtP l n.+2) l_n => // [l_n _ | -> _].
  by rewrite max_r ?subr_le0 ?up // mulr0 addr0 /line through // l_gt0.
rewrite max_l ?subr_ge0 ?ltW // divfK ?subr_eq0 ?gt_eqF //.
by rewrite addrC subrK.
Qed.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (n : nat) (f s b : nat -> F) (x : F).

Lemma in_vec_between defs env a c e (u v y : F) n : yields fs defs env e (Num y) -> y = n%:R -> yields fs defs env a (Num u) -> yields fs defs env c (Num v) ->
  holds_in fs defs env (Vectors e (Some (a, c))) (fun f : nat -> F => forall i, (0 < i <= n)%N -> u <= f i <= v) (vec n).
Proof.
rewrite /rules.yields /holds_in /= /size_of /evaluates => -> -> -> ->; rewrite /= integer_nat //; eexists; first by [].
move=> w; split=> [[l [l_n /allP l_in ->]] | [f f_in ->]].
  exists (fun i => nth 0 l i.-1); last by apply: vec_seq.
  by move=> i /andP[i_gt0 i_n]; apply: l_in; apply: mem_nth; rewrite l_n prednK.
exists [seq f i | i <- iota 1 n]; rewrite seq_vec size_map size_iota; split=> //.
by apply/allP => t /mapP[i /in_from_1 i_in ->]; exact: f_in.
Qed.

Lemma call_increasing defs n b : provides [:: increasing_d] defs ->
  call fs defs "increasing" [:: vec n.+1 b] = Value (Bool (all (fun i => b i < b i.+1) (iota 1 n))).
Proof.
move=> W; enter; apply: y_all => [|i /in_from_1/andP[i_gt0 i_n]].
  by apply: (y_from_1 floor_int (y := n.+1%:R - 1%:R)); [value | value | rewrite mulrSr addrK].
refine (y_compare (v := Num (b i)) (w := Num (b i.+1)) _ _ _); last by [].
  by apply: (y_at floor_int (i := i) (n := n.+1) (h := fun i => Num (b i))); [value | value | | rewrite i_gt0 ltnW | ].
by apply: (y_at floor_int (i := i.+1) (n := n.+1) (y := i%:R + 1%:R) (h := fun i => Num (b i))); [value | value | rewrite -natrD addn1 | | ].
Qed.
Lemma call_relu defs x : provides [:: capacity_relu_d] defs -> call fs defs "relu" [:: Num x] = Value (Num (Num.max x 0%:R)).
Proof. by move=> W; enter; refine (y_built_in _ _ _); [values | reflexivity | reflexivity]. Qed.
Lemma call_is_list_of defs n f : provides [:: is_list_of_d] defs -> call fs defs "is_list_of" [:: vec n f; Num n%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: (yields_eq (v := Bool (true && ((n%:R == n%:R :> F) && all (fun=> true) (iota 1 n))))); last by rewrite eqxx; congr Bool; apply/allP.
by value.
Qed.

(* The network. *)
Definition sign (k : nat) x : F := if k == 1%N then x else - x.
Definition line_network n s b (e1 : F) : value F :=
  Rec [:: ("w1", vec n (fun=> 1)); ("b1", vec n (fun i => - b i)); ("W2", mat 2 n (fun k i => sign k (s i))); ("b2", vec 2 (fun=> 0));
          ("w3", vec 2 (fun k => sign k 1)); ("b3", Num e1)]%string.
Lemma line_network_value n s b e1 : is_value (line_network n s b e1).
Proof.
have all_five (a c d e f : value F) : is_value a -> is_value c -> is_value d -> is_value e -> is_value f ->
    is_value (Rec [:: ("w1", a); ("b1", c); ("W2", d); ("b2", e); ("w3", f); ("b3", Num e1)]%string).
  by move=> A C D E G /=; rewrite A C D E G.
by apply: all_five; first [exact: is_value_vec | exact: is_value_mat].
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_list_of" _ = _ => apply: call_is_list_of; provided
  | |- call _ _ "relu" _ = _ => apply: call_relu; provided
  end.
Lemma call_is_network defs n s b e1 : provides [:: is_network_d; is_list_of_d] defs ->
  call fs defs "is_network" [:: line_network n s b e1; Num n%:R; Num 2%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by rewrite /= eqxx.
Qed.
Lemma call_output defs n s b e1 x : provides [:: output_d; capacity_relu_d] defs ->
  call fs defs "output" [:: line_network n s b e1; Num x] = Value (Num (\sum_(i <- iota 1 n) s i * Num.max (x - b i) 0 + e1)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
congr Num; congr (_ + _); pose g := \sum_(i <- iota 1 n) s i * Num.max (x - b i) 0; rewrite -[RHS]/g.
have part k : \sum_(i <- iota 1 n) sign k (s i) * Num.max (1 * x - b i) 0 = sign k g.
  by rewrite /sign /g; case: eqP => _; rewrite -?sumrN; apply: eq_bigr => i _; rewrite mul1r ?mulNr.
rewrite /= !big_cons big_nil addr0 !part !addr0 /sign /= mul1r mulN1r.
exact: relu.relu_sub.
Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "increasing" _ = _ => apply: call_increasing; provided
  | |- call _ _ "is_network" _ = _ => apply: call_is_network; provided
  | |- call _ _ "output" _ = _ => apply: call_output; provided
  end.

(* attest: srpe.at5-capacity finding_no_constraint sha256:88c415e09c34e41fb050a805c9b1da868ea2dc2cdf07cdbca05eedda8d9e7a16 theorem:no_constraint *)
Theorem no_constraint : Holds statements_srpe_at5_capacity.finding_no_constraint.
Proof.
opening S W; meaning_for_all => n n_gt0 _; have next : n%:R + 1%:R = n.+1%:R :> S by rewrite -natrD addn1.
refine (says_forall (inside := fun b : nat -> S => forall i, (0 < i <= n.+1)%N -> 0%:R <= b i <= 1%:R) (h := vec n.+1)
  (P := fun b => all (fun i => b i < b i.+1) (iota 1 n)) _ _ _).
- by apply: (in_vec_between (y := n%:R + 1%:R)); [value | | value | value].
- by move=> b _; cbn [condition_is]; value.
move=> b _ /allP rises; refine (says_forall (inside := fun _ : nat -> S => True) (h := vec n.+1) (P := xpredT) _ _ _);
  [by apply: (in_vec H (y := n%:R + 1%:R)); [value | exact: next] | by [] | move=> e _ _].
have [|s through] := @line_through S n b e; first by move=> i i_in; apply: rises; rewrite mem_iota add1n ltnS.
refine (says_exists_value (w := line_network n s b (e 1%N)) _ _ _ _); [by move=> v; any_named W | exact: line_network_value | by value | ].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_all (h := fun l => Num l%:R) (l := iota 1 n.+1) (p := fun l => \sum_(i <- iota 1 n) s i * Num.max (b l - b i) 0 + e 1%N == e l) _ _).
    by apply: (y_from_1 H (y := n%:R + 1%:R)); [value | value | ].
  by move=> l l_in; refine (y_compare _ _ _); [value | value | reflexivity].
by congr Bool; apply/allP => l /in_from_1 l_in; rewrite addrC through.
Qed.
