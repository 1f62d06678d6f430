(* SPDX-License-Identifier: Apache-2.0 *)
(* A network of one block that sends every input to a row b in all places: its head takes X away, with attention to oneself alone. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_blocks calls_networks.
From attest Require statements_urpe_theorem_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition is_bias_free_d := Eval compute in definition_in (definitions statements_urpe_theorem_2.finding_infimum_without_biases) "is_bias_free".

Section Constant.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (X : nat -> nat -> F) (b : nat -> F) (n d : nat) (v w : value F).

(* --- Lists of one value, written out ------------------------------------------------------------------------------------------ *)
Lemma y_all_one defs env (x : string) L body v : yields fs defs env L (List [:: v]) -> yields fs defs ((x, v) :: env) body (Bool true) ->
  yields fs defs env (Over "all" body [:: (x, L)] None) (Bool true).
Proof. by rewrite /yields /= => -> /= ->. Qed.
Lemma y_all_one2 defs env (x y : string) L M body v : yields fs defs env L (List [:: v]) ->
  yields fs defs ((x, v) :: env) (Over "all" body [:: (y, M)] None) (Bool true) ->
  yields fs defs env (Over "all" body [:: (x, L); (y, M)] None) (Bool true).
Proof. by rewrite /yields /= => -> /=; rewrite cats0. Qed.
Lemma y_fold_one defs env (z : string) a (x : string) L body s v w : yields fs defs env a s -> yields fs defs env L (List [:: v]) ->
  yields fs defs ((x, v) :: (z, s) :: env) body w -> yields fs defs env (Fold z a x L body) w.
Proof. by rewrite /yields /= => -> ->. Qed.
Lemma y_or_first defs env a l : yields fs defs env a (Bool true) -> yields fs defs env (Or (a :: l)) (Bool true).
Proof. by rewrite /yields /= => ->. Qed.

(* --- The network ----------------------------------------------------------------------------------------------------------------- *)
Definition same (i j : nat) : F := if j == i then 1 else 0.
Lemma sum_same n i (f : nat -> F) : (0 < i <= n)%N -> \sum_(j <- iota 1 n) same i j * f j = f i.
Proof.
move=> i_n; have i_in : i \in iota 1 n by rewrite mem_iota add1n ltnS.
rewrite (bigD1_seq i) ?iota_uniq //= /same eqxx mul1r big1 ?addr0 // => j /negbTE ->.
by rewrite mul0r.
Qed.
Definition no_norm : value F := Rec [:: ("kind"%string, Symb "none")].
Definition away n d : value F :=
  Rec [:: ("A"%string, mat n n same); ("WV"%string, mat d d (fun i j => - same i j)); ("bV"%string, vec d (fun=> 0)); ("WO"%string, mat d d same)].
Definition constant_block n d b : value F :=
  Rec [:: ("heads"%string, List [:: away n d]); ("bO"%string, vec d b); ("W1"%string, mat d 1 (fun _ _ => 0)); ("b1"%string, vec 1 (fun=> 0));
    ("W2"%string, mat 1 d (fun _ _ => 0)); ("b2"%string, vec d (fun=> 0)); ("norm1"%string, no_norm); ("norm2"%string, no_norm)].
Definition constant_network n d b : value F := List [:: constant_block n d b].
Lemma constant_network_value n d b : is_value (constant_network n d b).
Proof.
move: (is_value_mat n n same) (is_value_mat d d (fun i j => - same i j)) (is_value_vec d (fun=> 0 : F)) (is_value_mat d d same) (is_value_vec d b)
  (is_value_mat d 1 (fun _ _ => 0 : F)) (is_value_mat 1 d (fun _ _ => 0 : F)).
by rewrite /constant_network /constant_block /away /= => -> -> -> -> -> -> ->.
Qed.

Lemma call_is_normalization_none defs d : provides [:: is_normalization_d; is_vector_d] defs ->
  call fs defs "is_normalization" [:: no_norm; Num d%:R] = Value (Bool true).
Proof. by move=> W; enter; apply: y_or_first; value. Qed.
Lemma call_is_right_stochastic defs n A : provides [:: is_right_stochastic_d; is_matrix_d; is_vector_d] defs -> stochastic n A ->
  call fs defs "is_right_stochastic" [:: mat n n A; Num n%:R] = Value (Bool true).
Proof.
move=> W [A_ge0 A_sum]; enter; apply: yields_eq.
  refine (y_and _ _); [ | intro].
    by refine (y_call _ _ _); [values | reflexivity | apply: call_is_matrix; provided].
  by value.
congr Bool; apply/andP; split=> //; apply/andP; split; apply/allP => i /in_from_1 i_in; first by apply/allP => j _; exact: A_ge0.
by rewrite A_sum.
Qed.
Lemma same_stochastic n : stochastic n same.
Proof.
split=> [i j _ | i i_n]; first by rewrite /same; case: ifP; rewrite ?ler01.
by rewrite -[RHS](sum_same (fun=> 1) i_n); apply: eq_bigr => j _; rewrite mulr1.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  | |- call _ _ "is_right_stochastic" _ = _ => apply: call_is_right_stochastic; [provided | exact: same_stochastic]
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma call_is_stochastic_constant defs n d b : provides is_stochastic_network_l defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "is_stochastic_network" [:: constant_network n d b; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> W n_gt0 d_gt0; enter; apply: true_and_true; first by value.
apply: y_and1; apply: y_all_one; first by value.
apply: true_and_true; first by apply: yields_eq; [value | rewrite lexx].
apply: y_and1; apply: y_all_one; first by value.
by apply: true_and_true; [value | apply: y_and1; apply: yields_eq; [value | rewrite ler1n d_gt0]].
Qed.
Lemma call_is_bias_free_constant defs n d : provides [:: is_bias_free_d] defs ->
  call fs defs "is_bias_free" [:: constant_network n d (fun=> 0)] = Value (Bool true).
Proof.
move=> W; enter; apply: y_all_one; first by value.
apply: true_and_true; first by value.
apply: true_and_true; first by value.
apply: true_and_true.
  apply: yields_eq; [apply: (y_all (h := fun _ : nat => Num 0) (l := (iota 1 d ++ iota 1 1) ++ iota 1 d)) | ].
  - by apply: yields_eq; [value | rewrite !map_cat].
  - by move=> i _; value.
  by congr Bool; apply/allP => i _ /=.
apply: y_and1; apply: y_all_one2; first by value.
by apply: yields_eq; [value | congr Bool; apply/allP => i _ /=].
Qed.

Lemma headed_away n d X i j : (0 < i <= n)%N -> (0 < j <= d)%N -> headed n d d same (fun i j => - same i j) (fun=> 0) same X i j = - X i j.
Proof.
move=> i_n j_d; rewrite /headed.
have row l : (0 < l <= d)%N -> \sum_(p <- iota 1 n) same i p * (\sum_(q <- iota 1 d) X p q * - same q l + 0) = - X i l.
  move=> l_d; rewrite (sum_same (fun p => \sum_(q <- iota 1 d) X p q * - same q l + 0)) // addr0.
  rewrite -[RHS](sum_same (fun q => - X i q) l_d); apply: eq_bigr => q _; rewrite mulrN -mulNr mulrC /same.
  by rewrite eq_sym.
rewrite (eq_big_seq (fun l => same j l * - X i l)) => [|l /in_from_1 l_d]; last by rewrite row // mulrC /same eq_sym.
by rewrite (sum_same (fun l => - X i l)).
Qed.
Lemma call_constant_network defs n d b X : provides network_l defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "network" [:: mat n d X; constant_network n d b] = Value (mat n d (fun=> b)).
Proof.
move=> W n_gt0 d_gt0; enter; apply: y_fold_one; [by value | by value | ].
refine (y_call _ _ _); [by values | reflexivity | ].
have [e found We] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body].
apply: (y_let (v := mat n d (fun=> b))).
  apply: y_fold_one; [by value | by value | ].
  apply: yields_eq; [by value | apply: mat_ext => i j i_n j_d].
  by rewrite headed_away // addrAC subrr add0r.
have none : normalizes no_norm d id by move=> defs' x W'; enter; apply: y_yes; value.
have row := RowwiseOf (B := constant_block n d b) (ltn0Sn 0) erefl erefl erefl erefl erefl erefl erefl none none erefl.
apply: yields_eq; first by apply: y_rowwise row _ d_gt0; provided.
by apply: mat_ext => i j _ _; rewrite /fed big1 ?addr0 // => l _; rewrite mulr0.
Qed.
End Constant.
