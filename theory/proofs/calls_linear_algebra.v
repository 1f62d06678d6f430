(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of linear_algebra.stm give, for any file that provides the definitions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers.
From attest Require statements_variants_t5 statements_variants_alibi.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- The definitions, as the claims' files bring them ------------------------------------------------------------------ *)
Definition library : seq definition := definitions statements_variants_t5.printed ++ definitions statements_variants_alibi.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition is_rectangular_d := Eval compute in the "is_rectangular".
Definition same_shape_d := Eval compute in the "same_shape".
Definition is_vector_d := Eval compute in the "is_vector".
Definition is_matrix_d := Eval compute in the "is_matrix".
Definition dot_d := Eval compute in the "dot".
Definition apply_d := Eval compute in the "apply".
Definition matmul_d := Eval compute in the "matmul".
Definition matadd_d := Eval compute in the "matadd".
Definition transpose_d := Eval compute in the "transpose".
Definition ones_d := Eval compute in the "ones".
Definition repeat_row_d := Eval compute in the "repeat_row".
Definition identical_rows_d := Eval compute in the "identical_rows".
Definition distinct_d := Eval compute in the "distinct".

(* The first premise that a known lemma about a call leaves is met, or the lemma is not used. *)
Ltac by_call lemma := apply: lemma; first [floors | provided | assumption | in_range | side].

Section Calls.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (f g x : nat -> F) (A B : nat -> nat -> F) (m n k : nat).

(* A value that is equal to another one. *)
Lemma yields_eq defs env e (v w : value F) : yields fs defs env e v -> v = w -> yields fs defs env e w.
Proof. by move=> ? <-. Qed.

Lemma call_is_rectangular defs m n A : provides [:: is_rectangular_d] defs -> (0 < m)%N ->
  call fs defs "is_rectangular" [:: mat m n A] = Value (Bool true).
Proof.
move=> W m_gt0; enter; apply: yields_eq; first by value.
by congr Bool; apply/allP => i _ /=; rewrite eqxx.
Qed.
Lemma call_same_shape defs m n A B : provides [:: same_shape_d] defs ->
  call fs defs "same_shape" [:: mat m n A; mat m n B] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by rewrite eqxx; congr Bool; apply/allP => i _ /=; rewrite eqxx.
Qed.

Ltac known_call ::= first [by_call call_is_rectangular | by_call call_same_shape].

Lemma call_dot defs n f g : provides [:: dot_d] defs ->
  call fs defs "dot" [:: vec n f; vec n g] = Value (Num (\sum_(i <- iota 1 n) f i * g i)).
Proof. by move=> W; enter; apply: y_yes; [apply: yields_eq; [value | rewrite eqxx] | value]. Qed.

Lemma call_matmul defs m n k A B : provides [:: matmul_d; is_rectangular_d] defs -> (0 < k)%N ->
  call fs defs "matmul" [:: mat m k A; mat k n B] = Value (mat m n (fun i j => \sum_(l <- iota 1 k) A i l * B l j)).
Proof.
move=> W k_gt0; enter; apply: y_yes; last by value.
apply: yields_eq; first value.
by rewrite andbT; congr Bool; apply/allP => i _ /=; rewrite eqxx.
Qed.
Lemma call_matadd defs m n A B : provides [:: matadd_d; same_shape_d] defs ->
  call fs defs "matadd" [:: mat m n A; mat m n B] = Value (mat m n (fun i j => A i j + B i j)).
Proof.
move=> W; enter; apply: y_yes; last by value.
by value.
Qed.
Lemma call_transpose defs m n A : provides [:: transpose_d; is_rectangular_d] defs -> (0 < m)%N ->
  call fs defs "transpose" [:: mat m n A] = Value (mat n m (fun i j => A j i)).
Proof.
move=> W m_gt0; enter; apply: y_yes; last by value.
by value.
Qed.
Lemma call_ones defs n : provides [:: ones_d] defs -> call fs defs "ones" [:: Num n%:R] = Value (vec n (fun=> 1)).
Proof. by move=> W; enter; value. Qed.
Lemma call_repeat_row defs n m x : provides [:: repeat_row_d] defs ->
  call fs defs "repeat_row" [:: vec n x; Num m%:R] = Value (mat m n (fun=> x)).
Proof. by move=> W; enter; value. Qed.
Lemma call_apply defs m n A x : provides [:: apply_d; dot_d] defs ->
  call fs defs "apply" [:: mat m n A; vec n x] = Value (vec m (fun i => \sum_(j <- iota 1 n) A i j * x j)).
Proof.
move=> W; enter; refine (y_list_over _ _); [value | move=> i _].
by refine (y_call _ _ _); [values | reflexivity | apply: call_dot => //; provided].
Qed.
Lemma call_identical_rows defs m n A : provides [:: identical_rows_d] defs -> (0 < m)%N ->
  (forall i j, (0 < i <= m)%N -> (0 < j <= n)%N -> A i j = A 1%N j) -> call fs defs "identical_rows" [:: mat m n A] = Value (Bool true).
Proof.
move=> W m_gt0 AE; have -> : mat m n A = mat m n (fun i => A 1%N) by apply: mat_ext.
case: m m_gt0 {AE} => // m _.
enter; apply: yields_eq.
  apply: y_all; first by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 2 m); [value | value | | rewrite -mulrSr].
  move=> i i_in; apply: y_compare; [apply: (@y_at _ _ floor_int _ _ _ _ m.+1 (fun=> vec n (A 1%N)) _ i) | value | ]; try value; try reflexivity.
    by move: i_in; rewrite mem_iota ltnS => /andP[/ltnW-> ->].
  by rewrite /compare equal_vec.
by congr Bool; apply/allP => i _; apply/allP => j _.
Qed.
Lemma call_distinct defs n x : provides [:: distinct_d] defs ->
  call fs defs "distinct" [:: vec n x] = Value (Bool (all (fun i => all (fun j => x i != x j) (iota i.+1 (n - i))) (iota 1 n))).
Proof.
move=> W; enter; apply: y_all2; first value.
  move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
move=> i i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 i_in).
case/andP=> i_lt j_le; have j_in : (0 < j <= n)%N by rewrite j_le (leq_trans _ i_lt).
by apply: y_compare; [value | value | reflexivity].
Qed.

(* --- What is_vector and is_matrix say ---------------------------------------------------------------------------------- *)
Lemma true_all defs env (x : string) (L a : expr) l : yields fs defs env L (List l) ->
  yields fs defs env (Over "all" a [:: (x, L)] None) (Bool true) ->
  forall i, (i < size l)%N -> yields fs defs ((x, nth (Bool true) l i) :: env) a (Bool true).
Proof.
rewrite /yields /= => ->; elim: l => // v l IH /=.
case E : (eval _ _ _ a) => [[y|p|y|y|y]|] //=; case: p E => //= E.
by move=> /IH{}IH [_|i]; [exact: E | exact: IH].
Qed.

Lemma is_vector_true defs v n : provides [:: is_vector_d] defs -> call fs defs "is_vector" [:: v; Num n%:R] = Value (Bool true) ->
  exists f, v = vec n f.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_l /true_and[len_l /true_and[ent _]].
case: v is_l len_l ent => // l _ len_l ent; move: len_l; rewrite /yields /= -pmulrn eqr_nat; case: eqP => // sizes _.
pose num (v : value F) := if v is Num x then x else 0.
exists (fun i => nth 0 (map num l) i.-1); rewrite -vec_seq ?size_map //; congr List.
have lists : yields fs e [:: ("x"%string, List l); ("n"%string, Num n%:R)] (Name "x") (List l) by [].
rewrite -map_comp -[LHS]map_id; apply/(@eq_from_nth _ (Bool true)); rewrite ?size_map // => i i_lt; rewrite !(nth_map (Bool true)) //.
by have := true_all lists ent i_lt; rewrite /yields /=; case: nth.
Qed.

Lemma is_matrix_true defs v w m : provides [:: is_matrix_d; is_vector_d] defs ->
  call fs defs "is_matrix" [:: v; Num m%:R; w] = Value (Bool true) ->
  forall n, w = Num n%:R -> exists A, v = mat m n A.
Proof.
move=> W; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_l /true_and[len_l /true_and[ent _]] n wE.
case: v is_l len_l ent => // l _ len_l ent; move: len_l; rewrite /yields /= -pmulrn eqr_nat; case: eqP => // sizes _.
have lists : yields fs e [:: ("A"%string, List l); ("m"%string, Num m%:R); ("n"%string, w)] (Name "A") (List l) by [].
have rows i : (i < size l)%N -> exists f, nth (Bool true) l i = vec n f.
  by move/(true_all lists ent); rewrite /yields /= wE; apply: is_vector_true; provided.
have [A AE] : exists A, forall i, (i < size l)%N -> nth (Bool true) l i = vec n (A i).
  elim: (l) rows => [|u l' IH] rows; first by exists (fun _ _ => 0).
  have [f fE] := rows 0%N isT; have [|A AE] := IH; first by move=> i i_lt; exact: (rows i.+1 i_lt).
  by exists (fun i => if i is i'.+1 then A i' else f) => -[|i] //; exact: AE.
exists (fun i => A i.-1); congr List; rewrite -sizes -[LHS](mkseq_nth (Bool true)) /mkseq -[1%N]addn0 iotaDl -map_comp.
by apply/eq_in_map => i; rewrite mem_iota add0n => /andP[_ i_lt] /=; exact: AE.
Qed.
(* The number of columns need not be known: where there are rows, it is the length that stands there. *)
Lemma is_matrix_columns defs v w m : provides [:: is_matrix_d; is_vector_d] defs -> (0 < m)%N ->
  call fs defs "is_matrix" [:: v; Num m%:R; w] = Value (Bool true) -> exists n, w = Num n%:R.
Proof.
move=> W m_gt0; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_l /true_and[len_l /true_and[ent _]].
case: v is_l len_l ent => // l _ len_l ent; move: len_l; rewrite /yields /= -pmulrn eqr_nat; case: eqP => // sizes _.
have lists : yields fs e [:: ("A"%string, List l); ("m"%string, Num m%:R); ("n"%string, w)] (Name "A") (List l) by [].
have l_gt0 : (0 < size l)%N by rewrite sizes.
have := true_all lists ent l_gt0; rewrite /yields /= => row0.
have [e' found' _] := provides_find W'; have := call_body found' row0; rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_r /true_and[len_r _].
move: is_r len_r; rewrite /yields /=; case: nth => //= r _; case: w {ent lists row0} => // y.
by case: eqP => // <- _; exists (size r).
Qed.
End Calls.
