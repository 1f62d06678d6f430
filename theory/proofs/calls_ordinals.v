(* SPDX-License-Identifier: Apache-2.0 *)
(* Lists whose entries are a function of 'I_n: the vectors and matrices of mathcomp. A sum over such a list is a sum over 'I_n. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries calls_linear_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation indices n := (index_enum (ordinal_finType n)).

Section Ordinals.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation yields := (yields fs defs).
Implicit Types (env : environment F) (m n : nat).

(* The list of h 0, ..., h (n-1), and of numbers, and of rows. *)
Definition entries n (h : 'I_n -> value) : value := List [seq h j | j <- indices n].
Definition column n (f : 'I_n -> F) : value := entries (fun j => Num (f j)).
Definition table m n (A : 'M[F]_(m, n)) : value := entries (fun i => column (A i)).

Lemma map_indices (T : Type) n (h : nat -> T) : [seq h i | i <- iota 0 n] = [seq h (val j) | j <- indices n].
Proof. by rewrite -val_enum_ord -map_comp -[in RHS](filter_predT (indices n)) deprecated_filter_index_enum. Qed.
Lemma map_indices1 (T : Type) n (h : nat -> T) : [seq h i | i <- iota 1 n] = [seq h (val j).+1 | j <- indices n].
Proof. by rewrite -[1%N]addn0 iotaDl -map_comp; exact: (map_indices n (fun k => h k.+1)). Qed.
Lemma size_indices n : size (indices n) = n.
Proof. by have := congr1 size (map_indices n id); rewrite !size_map size_iota. Qed.
Lemma nth_indices n (T : Type) (h : 'I_n -> T) x (j : 'I_n) : nth x [seq h k | k <- indices n] j = h j.
Proof.
have j_lt : (j < size (indices n))%N by rewrite size_indices.
rewrite (nth_map j) //; congr h; apply: val_inj; rewrite /= -(nth_map j 0%N val) // -(map_indices n id) map_id.
by rewrite nth_iota.
Qed.
Lemma listed_entries n (h : nat -> value) : listed n h = entries (fun j : 'I_n => h j.+1).
Proof. by rewrite /listed map_indices1. Qed.
Lemma vec_column n (f : nat -> F) : vec n f = column (fun j : 'I_n => f j.+1).
Proof. exact: listed_entries. Qed.
Lemma entries_ext n (h k : 'I_n -> value) : h =1 k -> entries h = entries k.
Proof. by move=> hk; congr List; apply: eq_map. Qed.
Lemma column_ext n (f g : 'I_n -> F) : f =1 g -> column f = column g.
Proof. by move=> fg; apply: entries_ext => j; rewrite fg. Qed.

(* Domains. *)
Lemma in_columns env e y n : yields env e (Num y) -> y = n%:R -> holds_in fs defs env (Vectors e None) (fun f : 'I_n -> F => True) (@column n).
Proof.
move=> ye yn; have [element elE elP] := in_vec floor_int ye yn; exists element => // v; rewrite elP.
split=> [[f _ ->]|[f _ ->]]; first by exists (fun j => f j.+1) => //; rewrite vec_column.
exists (fun i => if insub i.-1 is Some j then f j else 0) => //; rewrite vec_column; apply: column_ext => j.
by rewrite /= valK.
Qed.
Lemma in_tables env e e' y z m n : yields env e (Num y) -> yields env e' (Num z) -> y = m%:R -> z = n%:R ->
  holds_in fs defs env (Matrices e e' None) (fun A : 'M[F]_(m, n) => True) (@table m n).
Proof.
move=> ye ye' ym zn; have [element elE elP] := in_mat floor_int ye ye' ym zn; exists element => // v; rewrite elP.
split=> [[A _ ->]|[A _ ->]].
  exists (\matrix_(i, j) A i.+1 j.+1) => //; rewrite /mat listed_entries; apply: entries_ext => i.
  by rewrite vec_column; apply: column_ext => j; rewrite mxE.
exists (fun i j => if (insub i.-1, insub j.-1) is (Some i, Some j) then A i j else 0) => //.
by rewrite /mat listed_entries; apply: entries_ext => i; rewrite vec_column; apply: column_ext => j; rewrite /= !valK.
Qed.

(* Entries, lengths and the range 1..n. *)
Lemma y_ordinal env a b n (h : 'I_n -> value) y (j : 'I_n) : yields env a (entries h) -> yields env b (Num y) -> y = j.+1%:R ->
  yields env (Index a b) (h j).
Proof.
move=> ya yb yE; have := y_index floor_int ya yb yE; rewrite size_map size_indices nth_indices; exact.
Qed.
Lemma y_length_of env a n (h : 'I_n -> value) : yields env a (entries h) -> yields env (Call "len" [:: a]) (Num n%:R).
Proof. by move=> /y_length; rewrite size_map size_indices. Qed.
Lemma y_up_to env a b y n : yields env a (Num 1%:R) -> yields env b (Num y) -> y = n%:R ->
  yields env (Binary Range a b) (entries (fun j : 'I_n => Num j.+1%:R)).
Proof. by move=> ya yb yE; have := y_from_1 floor_int ya yb yE; rewrite map_indices1. Qed.
(* p, p + 1, ..., p + n - 1 *)
Lemma y_integers env a b x y (p : int) n : yields env a (Num x) -> yields env b (Num y) -> x = p%:~R -> y + 1 = (p + n%:Z)%:~R ->
  yields env (Binary Range a b) (entries (fun j : 'I_n => Num (p + j%:Z)%:~R)).
Proof.
move=> ya yb xE yE; have yI : y = (p + n%:Z - 1)%:~R by rewrite rmorphB /= -yE addrK.
move: ya yb; rewrite /rules.yields /= xE yI => -> ->; rewrite /operate /on_integers /= !integer_int //.
have -> : integers p (p + n%:Z - 1) = [seq p + k%:Z | k <- iota 0 n].
  by rewrite /integers (_ : _ + 1 = n%:Z) //; rewrite addrAC subrK addrAC subrr add0r.
rewrite -map_comp; congr (Some (List _)).
by rewrite [LHS](map_indices n (fun k => of_integer F (p + k%:Z))).
Qed.

(* Comparisons of lists of numbers. *)
Lemma equal_column n (f g : 'I_n -> F) : equal (column f) (column g) = Value (all (fun j => f j == g j) (indices n)).
Proof.
rewrite /column /entries /= !size_map eqxx; elim: (indices n) => //= j l ->.
by case: (f j == g j).
Qed.

(* All of a list of entries, and of a table's. *)
Lemma all_indices n (p : pred 'I_n) : all p (indices n) = [forall j, p j].
Proof. by apply/allP/forallP => [all_p j | all_p j _]; rewrite ?all_p ?mem_index_enum. Qed.

(* Several generators: all of the first one's elements, where it is known for the others. *)
Lemma decided_cat (s t : seq (option value)) : decided false (s ++ t) = if decided false s is Value true then decided false t else decided false s.
Proof. by elim: s => [|[[y|p|y|y|y]|] s IH] //=; case: p. Qed.
Lemma decided_flatten (T : eqType) (G : T -> seq (option value)) l (p : T -> bool) :
  (forall t, t \in l -> omap (@Bool F) (decided false (G t)) = Value (Bool (p t))) -> decided false (flatten (map G l)) = Value (all p l).
Proof.
elim: l => //= t l IH GE; rewrite decided_cat IH => [|u u_l]; last by rewrite GE // inE u_l orbT.
by have := GE t (mem_head _ _); case: decided => //= b [->]; case: (p t).
Qed.
Lemma y_all_nested (T : eqType) (h : T -> value) l (p : T -> bool) env (x : string) (L body : expr) g gs filter :
  yields env L (List (map h l)) -> (forall t, t \in l -> yields ((x, h t) :: env) (Over "all" body (g :: gs) filter) (Bool (p t))) ->
  yields env (Over "all" body ((x, L) :: g :: gs) filter) (Bool (all p l)).
Proof.
by move=> Ly inner; rewrite /rules.yields /= Ly -map_comp (decided_flatten (p := p)).
Qed.
End Ordinals.

(* Conditions on shapes. *)
Section Shapes.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (m n : nat).

Lemma call_is_column defs n (f : 'I_n -> F) : provides [:: is_vector_d] defs -> call fs defs "is_vector" [:: column f; Num n%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq; first by value.
by rewrite size_map size_indices eqxx; congr Bool; apply/allP.
Qed.
Lemma call_is_table defs m n (A : 'M[F]_(m, n)) : provides [:: is_matrix_d; is_vector_d] defs ->
  call fs defs "is_matrix" [:: table A; Num m%:R; Num n%:R] = Value (Bool true).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and _ _); [value | intro]; refine (y_and _ _); [value | intro]; refine (y_and1 _).
  apply: y_all; first by value.
  by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_is_column; provided].
by rewrite size_map size_indices eqxx; congr Bool; apply/allP.
Qed.
End Shapes.

Ltac index_value ::=
  first [refine (y_ordinal _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_up_to _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_integers _ _ _ _ _); [floors | value | value | side | side]].
Ltac length_value ::= first [refine (y_length_of _); value | refine (y_length _); value].
Ltac domain_of ::=
  lazymatch goal with
  | |- holds_in _ _ _ (Reals None) _ _ => refine (in_reals _ _ _)
  | |- holds_in _ _ _ (Reals (Some _)) _ _ => refine (in_interval _ _); [value | value]
  | |- holds_in _ _ _ (Naturals _) _ _ => refine (in_naturals _ _); [value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Vectors _ None) _ _ => refine (in_columns _ _ _); [floors | value | first [reflexivity | side]]
  | |- holds_in _ _ _ (Matrices _ _ None) _ _ =>
    refine (in_tables _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [reflexivity | side]]
  | |- holds_in _ _ _ (Elements _) _ _ => refine (in_list _); value
  end.
