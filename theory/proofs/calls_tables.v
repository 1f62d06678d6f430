(* SPDX-License-Identifier: Apache-2.0 *)
(* Lists and tables whose places stand for the elements of finite types, each element once: a vector has an entry for each, a matrix a row and a
   column for each. What calls of linear_algebra.stm and norms.stm give of them, in the terms of row_norms.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals calls_norms.
From attest Require row_norms attention_lines complexity statements_positional_lemma_c9 statements_positional_norm_inequalities statements_positional_class_norms.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_lemma_c9.finding_in_the_printed_shape ++ definitions statements_positional_norm_inequalities.printed ++
  definitions statements_positional_class_norms.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition norm_2_d := Eval compute in the "norm_2".
Definition norm_2_inf_d := Eval compute in the "norm_2_inf".
Definition norm_1_inf_d := Eval compute in the "norm_1_inf".
Definition norm_inf_inf_d := Eval compute in the "norm_inf_inf".
Definition norm_2_1_d := Eval compute in the "norm_2_1".
Definition matsub_d := Eval compute in the "matsub".
Definition is_spectral_bound_d := Eval compute in the "is_spectral_bound".
Definition stacked_d := Eval compute in the "stacked".

(* --- Places and elements --------------------------------------------------------------------------------------------------- *)
Section Places.
Variable F : realFieldType.
Definition along (T : Type) (l : seq T) (f : T -> F) : value F := List [seq Num (f t) | t <- l].
Definition sheet (T U : Type) (l : seq T) (m : seq U) (A : T -> U -> F) : value F := List [seq along m (A t) | t <- l].

Lemma sheet_ext (T U : Type) (l : seq T) (m : seq U) (A B : T -> U -> F) : (forall t u, A t u = B t u) -> sheet l m A = sheet l m B.
Proof. by move=> AB; congr List; apply: eq_map => t; congr List; apply: eq_map => u; rewrite AB. Qed.

(* The numbers at places, which count from 1. *)
Definition read1 (T : Type) (l : seq T) (f : T -> F) (i : nat) : F := nth 0 [seq f t | t <- l] i.-1.
Definition read (T U : Type) (l : seq T) (m : seq U) (A : T -> U -> F) (i j : nat) : F := nth 0 (nth [::] [seq [seq A t u | u <- m] | t <- l] i.-1) j.-1.
Lemma along_vec (T : Type) (l : seq T) f : along l f = vec (size l) (read1 l f).
Proof. by rewrite -vec_seq ?size_map // -map_comp. Qed.
Lemma sheet_mat (T U : Type) (l : seq T) (m : seq U) A : sheet l m A = mat (size l) (size m) (read l m A).
Proof.
rewrite /read -mat_seq ?size_map //; first by rewrite -map_comp; congr List; apply: eq_map => t /=; rewrite -map_comp.
by apply/allP => r; elim: l => //= t l IH; rewrite inE => /orP[/eqP->|/IH]; rewrite // size_map eqxx.
Qed.
Lemma read1E (T : Type) (l : seq T) f t0 p : (p < size l)%N -> read1 l f p.+1 = f (nth t0 l p).
Proof. by move=> p_lt; rewrite /read1 (nth_map t0). Qed.
Lemma readE (T U : Type) (l : seq T) (m : seq U) A t0 u0 p q : (p < size l)%N -> (q < size m)%N -> read l m A p.+1 q.+1 = A (nth t0 l p) (nth u0 m q).
Proof. by move=> p_lt q_lt; rewrite /read (nth_map t0) // (nth_map u0). Qed.
Lemma to_along (T : Type) (l : seq T) f g : (forall t0 p, (p < size l)%N -> g p.+1 = f (nth t0 l p)) -> vec (size l) g = along l f.
Proof.
move=> gE; rewrite along_vec; apply: vec_ext => -[|p] //= p_lt; case: l gE p_lt => // t0 l gE p_lt.
by rewrite (gE t0) // (read1E _ t0).
Qed.
Lemma to_sheet (T U : Type) (l : seq T) (m : seq U) A B :
  (forall t0 u0 p q, (p < size l)%N -> (q < size m)%N -> B p.+1 q.+1 = A (nth t0 l p) (nth u0 m q)) -> mat (size l) (size m) B = sheet l m A.
Proof.
move=> BE; rewrite sheet_mat; apply: mat_ext => -[|p] // [|q] //= p_lt q_lt; case: l BE p_lt => // t0 l BE p_lt; case: m BE q_lt => // u0 m BE q_lt.
by rewrite (BE t0 u0) // (readE _ t0 u0).
Qed.
Lemma sum_read (U : Type) (m : seq U) (g : U -> F) f : (forall u0 q, (q < size m)%N -> f q.+1 = g (nth u0 m q)) ->
  \sum_(i <- iota 1 (size m)) f i = \sum_(u <- m) g u.
Proof.
case: m => [|u0 m] fg; first by rewrite !big_nil.
rewrite sum_from_1 (big_nth u0) big_mkord; apply: eq_bigr => q _; exact: fg.
Qed.

(* A matrix of as many rows and columns, its places renamed. *)
Lemma mat_sheet (T U : eqType) (l : seq T) (m : seq U) m' n' B : size l = m' -> size m = n' -> uniq l -> uniq m ->
  mat m' n' B = sheet l m (fun t u => B (seq.index t l).+1 (seq.index u m).+1).
Proof. by move=> <- <- ul um; apply: to_sheet => t0 u0 p q p_lt q_lt; rewrite !index_uniq. Qed.

Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition).

Lemma sheet_matmul (T U V : eqType) (l : seq T) (m : seq U) (k : seq V) A B defs : provides [:: matmul_d; is_rectangular_d] defs -> (0 < size m)%N ->
  call fs defs "matmul" [:: sheet l m A; sheet m k B] = Value (sheet l k (fun t v => \sum_(u <- m) A t u * B u v)).
Proof.
move=> W m_gt0; rewrite !sheet_mat call_matmul //; congr Value; rewrite -sheet_mat; apply: to_sheet => t0 v0 p q p_lt q_lt.
by apply: sum_read => u0 r r_lt; rewrite (readE _ t0 u0) // (readE _ u0 v0).
Qed.
Lemma sheet_matadd (T U : Type) (l : seq T) (m : seq U) A B defs : provides [:: matadd_d; same_shape_d] defs ->
  call fs defs "matadd" [:: sheet l m A; sheet l m B] = Value (sheet l m (fun t u => A t u + B t u)).
Proof.
move=> W; rewrite !sheet_mat call_matadd //; congr Value; rewrite -sheet_mat; apply: to_sheet => t0 u0 p q p_lt q_lt.
by rewrite !(readE _ t0 u0).
Qed.
Lemma sheet_transpose (T U : Type) (l : seq T) (m : seq U) A defs : provides [:: transpose_d; is_rectangular_d] defs -> (0 < size l)%N ->
  call fs defs "transpose" [:: sheet l m A] = Value (sheet m l (fun u t => A t u)).
Proof.
move=> W l_gt0; rewrite !sheet_mat call_transpose //; congr Value; rewrite -sheet_mat; apply: to_sheet => u0 t0 q p q_lt p_lt.
by rewrite (readE _ t0 u0).
Qed.
Lemma sheet_dot (T : Type) (l : seq T) f g defs : provides [:: dot_d] defs -> call fs defs "dot" [:: along l f; along l g] = Value (Num (\sum_(t <- l) f t * g t)).
Proof.
move=> W; rewrite !along_vec call_dot //; congr (Value (Num _)).
by apply: sum_read => t0 p p_lt; rewrite !(read1E _ t0).
Qed.
Lemma sheet_apply (T U : Type) (l : seq T) (m : seq U) A x defs : provides [:: apply_d; dot_d] defs ->
  call fs defs "apply" [:: sheet l m A; along m x] = Value (along l (fun t => \sum_(u <- m) A t u * x u)).
Proof.
move=> W; rewrite sheet_mat !along_vec call_apply //; congr Value; rewrite -along_vec; apply: to_along => t0 p p_lt.
by apply: sum_read => u0 q q_lt; rewrite (readE _ t0 u0) // (read1E _ u0).
Qed.
Lemma sheet_matsub (T U : eqType) (l : seq T) (m : seq U) A B defs : provides [:: matsub_d; matadd_d; same_shape_d] defs ->
  call fs defs "matsub" [:: sheet l m A; sheet l m B] = Value (sheet l m (fun t u => A t u - B t u)).
Proof.
move=> W; enter; refine (y_call (vs := [:: sheet l m A; sheet l m (fun t u => - B t u)]) _ _ _); [values | reflexivity | ].
  by apply: sheet_matadd; provided.
Qed.
Lemma call_stacked defs k s m n A : provides [:: stacked_d] defs -> (k < m)%N ->
  call fs defs "stacked" [:: mat (m * s) n A; Num k.+1%:R; Num s%:R] = Value (mat s n (fun i => A (k * s + i)%N)).
Proof.
move=> W k_m; enter; apply: y_list_over; first by apply: (y_from_1 floor_int); [value | value | reflexivity].
move=> i i_s; refine (y_at floor_int (i := (k * s + i)%N) _ _ _ _ _); [value | value | | | reflexivity].
  by rewrite mulrSr addrK -natrM -natrD.
have /andP[i_gt0 i_le] := in_from_1 i_s; apply/andP; split; first by rewrite (leq_trans i_gt0) // leq_addl.
by apply: leq_trans (leq_mul k_m (leqnn s)); rewrite mulSn addnC leq_add2r.
Qed.
End Places.

(* --- Sums and largest numbers over all elements ---------------------------------------------------------------------------- *)
Definition enumerates (T : finType) (l : seq T) : Prop := perm_eq l (index_enum T).

Section Enumerations.
Variable S : numbers.
Local Notation F := (values.field S).
Implicit Types (T U : finType).

Lemma enumerates_indices n : enumerates (indices n).
Proof. exact: perm_refl. Qed.
Lemma enumerates_size T (l : seq T) : enumerates l -> size l = #|T|.
Proof. by move=> /perm_size->; rewrite -sum1_card big_const_seq count_predT iter_addn_0 mul1n. Qed.
Lemma enumerates_uniq T (l : seq T) : enumerates l -> uniq l.
Proof. by move=> /perm_uniq->; exact: index_enum_uniq. Qed.
Lemma enumerates_mem T (l : seq T) t : enumerates l -> t \in l.
Proof. by move=> /perm_mem->; exact: mem_index_enum. Qed.
Lemma sum_all T (l : seq T) (f : T -> F) : enumerates l -> \sum_(t <- l) f t = \sum_t f t.
Proof. by move=> l_all; apply: perm_big. Qed.
Lemma all_all T (l : seq T) (p : pred T) : enumerates l -> all p l = [forall t, p t].
Proof. by move=> /perm_all->; apply/allP/forallP => [ok t | ok t _]; rewrite ?ok ?mem_index_enum. Qed.
Lemma largest_all T (l : seq T) (f : T -> F) : enumerates l -> (0 < size l)%N -> (forall t, 0 <= f t) ->
  largest [seq f t | t <- l] = Some (row_norms.largest f).
Proof.
move=> l_all l_gt0 f_ge0; have -> : largest [seq f t | t <- l] = Some (\big[Num.max/0]_(t <- l) f t).
  by rewrite -(big_map f xpredT id); case: l l_gt0 {l_all} => //= t0 l _; rewrite big_cons foldl_max.
congr Some; apply/le_anti/andP; split.
  elim: l {l_all l_gt0} => [|t l IH]; first by rewrite big_nil row_norms.largest_ge0.
  by rewrite big_cons le_maxl IH row_norms.le_largest.
have ge0 : 0 <= \big[Num.max/0]_(t <- l) f t.
  by elim: l {l_all l_gt0} => [|t l IH]; rewrite ?big_nil // big_cons le_maxr IH orbT.
apply: row_norms.largest_le => // t; have := enumerates_mem t l_all; elim: l {l_all l_gt0 ge0} => // t0 l IH.
by rewrite inE big_cons le_maxr => /orP[/eqP->|/IH->]; rewrite ?lexx ?orbT.
Qed.
End Enumerations.

Ltac side ::= first [eassumption | reflexivity | exact: row_norms.sqr_sum_ge0].

Section Norms.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variable defs : seq definition.
Implicit Types (T U V : finType).

Lemma call_norm_2 T (l : seq T) (f : T -> F) : provides [:: norm_2_d] defs -> enumerates l ->
  call fs defs "norm_2" [:: along l f] = Value (Num (row_norms.norm2 f)).
Proof.
move=> W l_all; enter; apply: yields_eq.
  by apply: y_sqrt; [value | rewrite (sum_all (fun t => f t ^+ 2)) // row_norms.sqr_sum_ge0].
by rewrite (sum_all (fun t => f t ^+ 2)).
Qed.
Lemma along_norm_1 T (l : seq T) (f : T -> F) : provides [:: norm_1_d] defs -> enumerates l ->
  call fs defs "norm_1" [:: along l f] = Value (Num (row_norms.norm1 f)).
Proof. by move=> W l_all; enter; apply: yields_eq; [value | rewrite (sum_all (fun t => `|f t|))]. Qed.
Lemma along_norm_inf T (l : seq T) (f : T -> F) : provides [:: norm_inf_d] defs -> enumerates l -> (0 < size l)%N ->
  call fs defs "norm_inf" [:: along l f] = Value (Num (row_norms.norm_inf f)).
Proof. by move=> W l_all l_gt0; enter; apply: y_largest; [value | move=> t _; value | apply: largest_all]. Qed.
End Norms.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  | |- call _ _ "norm_1" _ = _ => found_call along_norm_1
  | |- call _ _ "norm_inf" _ = _ => found_call along_norm_inf
  end.

Section MatrixNorms.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variable defs : seq definition.
Implicit Types (T U V : finType).

Lemma call_norm_2_inf T U (l : seq T) (m : seq U) (A : T -> U -> F) : provides [:: norm_2_inf_d; norm_2_d; transpose_d; is_rectangular_d] defs ->
  enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N ->
  call fs defs "norm_2_inf" [:: sheet l m A] = Value (Num (row_norms.norm_2_inf A)).
Proof.
move=> W l_all m_all l_gt0 m_gt0; enter; apply: y_largest; [value | move=> t _; value | apply: largest_all => // t].
exact: row_norms.norm2_ge0.
Qed.
Lemma call_norm_1_inf T U (l : seq T) (m : seq U) (A : T -> U -> F) : provides [:: norm_1_inf_d; norm_1_d; transpose_d; is_rectangular_d] defs ->
  enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N ->
  call fs defs "norm_1_inf" [:: sheet l m A] = Value (Num (row_norms.norm_1_inf A)).
Proof.
move=> W l_all m_all l_gt0 m_gt0; enter; apply: y_largest; [value | move=> t _; value | apply: largest_all => // t].
exact: row_norms.norm1_ge0.
Qed.
Lemma call_norm_inf_inf T U (l : seq T) (m : seq U) (A : T -> U -> F) : provides [:: norm_inf_inf_d; norm_inf_d; transpose_d; is_rectangular_d] defs ->
  enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N ->
  call fs defs "norm_inf_inf" [:: sheet l m A] = Value (Num (row_norms.norm_inf_inf A)).
Proof.
move=> W l_all m_all l_gt0 m_gt0; enter; apply: y_largest; [value | move=> t _; value | apply: largest_all => // t].
exact: row_norms.largest_ge0.
Qed.
Lemma call_norm_2_1 T U (l : seq T) (m : seq U) (A : T -> U -> F) : provides [:: norm_2_1_d; norm_2_d; transpose_d; is_rectangular_d] defs ->
  enumerates l -> enumerates m -> (0 < size l)%N ->
  call fs defs "norm_2_1" [:: sheet l m A] = Value (Num (complexity.norm_2_1 A)).
Proof.
move=> W l_all m_all l_gt0; enter; apply: yields_eq; first by value.
by rewrite (sum_all (fun u => row_norms.norm2 (row_norms.transposed A u))).
Qed.
Lemma call_product T U V (l : seq T) (m : seq U) (k : seq V) (A : T -> U -> F) B : provides [:: matmul_d; is_rectangular_d] defs ->
  enumerates m -> (0 < size m)%N ->
  call fs defs "matmul" [:: sheet l m A; sheet m k B] = Value (sheet l k (row_norms.product A B)).
Proof.
move=> W m_all m_gt0; rewrite sheet_matmul //; congr Value; apply: sheet_ext => t v.
exact: (sum_all (fun u => A t u * B u v)).
Qed.
Lemma call_times_column T U (l : seq T) (m : seq U) (A : T -> U -> F) x : provides [:: apply_d; dot_d] defs -> enumerates m ->
  call fs defs "apply" [:: sheet l m A; along m x] = Value (along l (row_norms.times_column A x)).
Proof.
move=> W m_all; rewrite sheet_apply //; congr (Value (List _)); apply: eq_map => t; congr Num.
exact: (sum_all (fun u => A t u * x u)).
Qed.

(* A spectral bound. *)
Definition has_spectral_bound T U (W : T -> U -> F) s (R : T -> T -> F) : bool :=
  (0 <= s) && [forall t, forall u, row_norms.product W (row_norms.transposed W) t u + row_norms.product R (row_norms.transposed R) t u == s ^+ 2 * row_norms.unit_entry F t u].
Lemma has_spectral_boundP T U (W : T -> U -> F) s R : has_spectral_bound W s R -> row_norms.spectral_bound W s R.
Proof. by case/andP=> s_ge0 /forallP gram; split=> // t u; have /forallP/(_ u)/eqP := gram t. Qed.

Lemma equal_sheet T U (l : seq T) (m : seq U) (A B : T -> U -> F) :
  equal (sheet l m A) (sheet l m B) = Value (all (fun t => all (fun u => A t u == B t u) m) l).
Proof. by apply: equal_map => t; apply: equal_map. Qed.
Lemma call_is_sheet T (l : seq T) (A : T -> T -> F) : provides [:: is_matrix_d; is_vector_d] defs ->
  call fs defs "is_matrix" [:: sheet l l A; Num (size l)%:R; Num (size l)%:R] = Value (Bool true).
Proof. by move=> W; rewrite sheet_mat; apply: call_is_matrix. Qed.
Lemma y_len_sheet (T U : Type) env a (l : seq T) (m : seq U) (A : T -> U -> F) : yields fs defs env a (sheet l m A) ->
  yields fs defs env (Call "len" [:: a]) (Num (size l)%:R).
Proof. by rewrite sheet_mat; exact: y_len. Qed.
Lemma y_row T U env a b (l : seq T) (m : seq U) (A : T -> U -> F) t0 p : yields fs defs env a (sheet l m A) ->
  yields fs defs env b (Num p.+1%:R) -> (p < size l)%N -> yields fs defs env (Index a b) (along m (A (nth t0 l p))).
Proof.
move=> ya yb p_lt; have := y_index floor_int ya yb (erefl _); rewrite size_map => /(_ p_lt).
by rewrite (nth_map t0).
Qed.
End MatrixNorms.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matadd" _ = _ => found_call sheet_matadd
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_sheet
  end.
Ltac length_value ::= first [refine (y_len_sheet _); value | refine (y_length_of _); value | refine (y_length _); value].

Section Spectral.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.

Lemma call_is_spectral_bound (T U : finType) defs (l : seq T) (m : seq U) (W : T -> U -> F) s R :
  provides [:: is_spectral_bound_d; transpose_d; matadd_d; matmul_d; is_matrix_d; is_vector_d; same_shape_d; is_rectangular_d] defs ->
  enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N ->
  call fs defs "is_spectral_bound" [:: sheet l m W; Num s; sheet l l R] = Value (Bool (has_spectral_bound W s R)).
Proof.
move=> Wd l_all m_all l_gt0 m_gt0; enter; have l_uniq := enumerates_uniq l_all.
pose gram t u := row_norms.product W (row_norms.transposed W) t u + row_norms.product R (row_norms.transposed R) t u.
pose unit_at (t u : T) := if ((seq.index t l).+1%:R == (seq.index u l).+1%:R :> F) then s ^+ 2 else 0%:R.
apply: yields_eq.
  apply: y_and; [value | move=> _]; apply: y_and; [value | move=> _]; apply: y_and1.
  apply: (y_compare (v := sheet l l gram) (w := sheet l l unit_at)); [value | | by rewrite /compare equal_sheet].
  apply: yields_eq.
    apply: y_list_over; first by apply: (y_from_1 floor_int); [value | value | reflexivity].
    move=> i _; apply: y_list_over; first by apply: (y_from_1 floor_int); [value | value | reflexivity].
    by move=> j _; value.
  exact: (mat_sheet (fun i j => if (i%:R == j%:R :> F) then s ^+ 2 else 0%:R) erefl erefl l_uniq l_uniq).
rewrite /has_spectral_bound all_all //=; congr (Bool (_ && _)); apply/eq_forallb => t; rewrite all_all //; apply/eq_forallb => u.
rewrite /unit_at eqr_nat eqSS /row_norms.unit_entry /gram; congr (_ == _).
have -> : (seq.index t l == seq.index u l) = (t == u).
  apply/eqP/eqP => [same|-> //]; have t_l := enumerates_mem t l_all.
  by rewrite -(nth_index t t_l) same nth_index ?enumerates_mem.
by case: (t == u); rewrite ?mulr1 ?mulr0.
Qed.
End Spectral.

(* --- Vectors and matrices of the statements ---------------------------------------------------------------------------------- *)
Section Domains.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Implicit Types (env : environment F) (m n : nat).

Definition at_ordinals m n (A : nat -> nat -> F) (i : 'I_m) (j : 'I_n) : F := A i.+1 j.+1.
Lemma mat_ordinals m n A : mat m n A = sheet (indices m) (indices n) (at_ordinals A : 'I_m -> 'I_n -> F).
Proof. by rewrite /mat listed_entries; apply: entries_ext => i; rewrite vec_column. Qed.
Lemma size_gt0 n : (0 < n)%N -> (0 < size (indices n))%N.
Proof. by rewrite size_indices. Qed.
Lemma in_alongs env e y n : yields fs defs env e (Num y) -> y = n%:R ->
  holds_in fs defs env (Vectors e None) (fun f : 'I_n -> F => True) (along (indices n)).
Proof. exact: in_columns. Qed.
Lemma in_sheets env e e' y z m n : yields fs defs env e (Num y) -> yields fs defs env e' (Num z) -> y = m%:R -> z = n%:R ->
  holds_in fs defs env (Matrices e e' None) (fun A : 'I_m -> 'I_n -> F => True) (sheet (indices m) (indices n)).
Proof.
move=> ye ye' ym zn; have [element elE elP] := in_mat floor_int ye ye' ym zn; exists element => // v; rewrite elP.
split=> [[A _ ->]|[A _ ->]]; first by exists (at_ordinals A) => //; rewrite mat_ordinals.
exists (fun i j => if (insub i.-1, insub j.-1) is (Some i, Some j) then A i j else 0) => //.
by rewrite mat_ordinals; apply: sheet_ext => i j; rewrite /at_ordinals /= !valK.
Qed.
End Domains.

(* The largest of numbers that are not negative, over all elements; over two of them at once. *)
Section Largest.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Variable defs : seq definition.
Lemma y_largest_all (T : finType) (h : T -> value F) (l : seq T) (f : T -> F) env (x : string) (L body : expr) : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) body (Num (f t))) -> enumerates l -> (0 < size l)%N -> (forall t, 0 <= f t) ->
  yields fs defs env (Over "max" body [:: (x, L)] None) (Num (row_norms.largest f)).
Proof. by move=> yL yf l_all l_gt0 f_ge0; apply: (y_largest yL yf); apply: largest_all. Qed.
Lemma y_largest_pair env (x y : string) (L M body : expr) m n (f : 'I_m -> 'I_n -> F) :
  yields fs defs env L (entries (fun i : 'I_m => Num i.+1%:R)) ->
  (forall i : 'I_m, yields fs defs ((x, Num i.+1%:R) :: env) M (entries (fun j : 'I_n => Num j.+1%:R))) ->
  (forall (i : 'I_m) (j : 'I_n), yields fs defs ((y, Num j.+1%:R) :: (x, Num i.+1%:R) :: env) body (Num (f i j))) ->
  (0 < m)%N -> (0 < n)%N -> (forall i j, 0 <= f i j) ->
  yields fs defs env (Over "max" body [:: (x, L); (y, M)] None) (Num (row_norms.largest (fun i => row_norms.largest (f i)))).
Proof.
move=> yL yM yf m_gt0 n_gt0 f_ge0; rewrite /yields.
rewrite [LHS](@over_pairs F fs defs _ _ (fun i : 'I_m => Num i.+1%:R) (indices m) (fun _ (j : 'I_n) => Num j.+1%:R) (fun=> indices n)
  env x y L M body yL (fun i _ => yM i) (fun i j => Value (Num (f i j))) _
  (fun s => omap (@Num _) (obind (@largest _) (numbers_in s))) (fun i j _ _ => yf i j)).
set l := flatten _; have l_all : enumerates (l : seq ('I_m * 'I_n)).
  apply: uniq_perm; [ | exact: index_enum_uniq | ].
    by apply: (allpairs_uniq (f := pair)); rewrite ?index_enum_uniq // => -[i j] [i' j'] _ _ [-> ->].
  by case=> i j; rewrite mem_index_enum; apply/flatten_mapP; exists i; rewrite ?mem_index_enum //; apply: map_f; exact: mem_index_enum.
have l_gt0 : (0 < size l)%N by rewrite (enumerates_size l_all) card_prod !card_ord muln_gt0 m_gt0.
rewrite (numbers_in_map l (fun ij => f ij.1 ij.2)) /= (largest_all l_all l_gt0) => [|ij]; last exact: f_ge0.
by rewrite /= attention_lines.largest_pair.
Qed.
End Largest.

Ltac nonnegative :=
  intros; first [exact: normr_ge0 | exact: row_norms.norm2_ge0 | exact: row_norms.norm1_ge0 | exact: row_norms.largest_ge0 | side | idtac].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "max" _ [:: _] None) _ => refine (y_largest_all _ _ _ _ _); [value | intros ? ?; value | side | side | nonnegative]
  | |- yields _ _ _ (Over "max" _ [:: _; _] None) _ =>
    refine (y_largest_pair _ _ _ _ _ _); [value | intros ?; value | intros ? ?; value | assumption | assumption | nonnegative]
  end.
Ltac side ::=
  first [ eassumption | reflexivity | exact: enumerates_indices | match goal with |- is_true (0 < size _)%N => by rewrite size_indices end
        | exact: row_norms.sqr_sum_ge0 ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "matmul" _ = _ => found_call call_product
  | |- call _ _ "matadd" _ = _ => found_call sheet_matadd
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "dot" _ = _ => found_call sheet_dot
  | |- call _ _ "apply" _ = _ => found_call call_times_column
  | |- call _ _ "norm_1" _ = _ => found_call along_norm_1
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  | |- call _ _ "norm_inf" _ = _ => found_call along_norm_inf
  | |- call _ _ "norm_2_inf" _ = _ => found_call call_norm_2_inf
  | |- call _ _ "norm_1_inf" _ = _ => found_call call_norm_1_inf
  | |- call _ _ "norm_inf_inf" _ = _ => found_call call_norm_inf_inf
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  | |- call _ _ "is_spectral_bound" _ = _ => found_call call_is_spectral_bound
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Reals (Some _)) _ _ => refine (in_interval _ _); [value | value]
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_alongs _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ =>
    refine (in_sheets _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [reflexivity | side]]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.
