(* SPDX-License-Identifier: Apache-2.0 *)
(* Matrices side by side: one for each head, with another one behind them or without; their columns are pairs of a head and a column of its
   matrix. And the unit matrix. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals calls_norms calls_tables row_norms calls_bounded_layers.
From attest Require statements_positional_eq_12_13.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_eq_12_13.printed) f) (only parsing).
Definition unit_d := Eval compute in the "unit".

(* --- Columns ------------------------------------------------------------------------------------------------------------------ *)
Section Columns.
Definition pairs (T U : Type) (l : seq T) (m : seq U) : seq (T * U) := flatten [seq [seq (t, u) | u <- m] | t <- l].
Lemma pairs_all (T U : finType) (l : seq T) (m : seq U) : enumerates l -> enumerates m -> enumerates (pairs l m).
Proof.
move=> l_all m_all; apply: uniq_perm; [ | exact: index_enum_uniq | ].
  by apply: (allpairs_uniq (f := pair)); rewrite ?(enumerates_uniq l_all) ?(enumerates_uniq m_all) // => -[i j] [i' j'] _ _ [-> ->].
case=> t u; rewrite mem_index_enum; apply/flatten_mapP; exists t; rewrite ?(enumerates_mem _ l_all) //.
by apply: map_f; exact: enumerates_mem.
Qed.
Lemma pairs_gt0 (T U : finType) (l : seq T) (m : seq U) : enumerates l -> enumerates m -> (0 < size l)%N -> (0 < size m)%N -> (0 < size (pairs l m))%N.
Proof.
move=> l_all m_all l_gt0 m_gt0; rewrite (enumerates_size (pairs_all l_all m_all)) card_prod muln_gt0.
by rewrite -(enumerates_size l_all) -(enumerates_size m_all) l_gt0.
Qed.
Lemma names_all n : enumerates (block_names n).
Proof.
apply: uniq_perm; [ | exact: index_enum_uniq | ].
  rewrite /block_names cat_uniq map_inj_uniq ?index_enum_uniq; last by move=> h k [].
  by rewrite /= orbF andbT; apply/mapP => -[h _].
case=> [h|]; rewrite mem_index_enum /block_names mem_cat ?mem_head ?orbT //.
by rewrite map_f ?mem_index_enum.
Qed.
Lemma names_gt0 n : (0 < size (block_names n))%N.
Proof. by rewrite /block_names size_cat addnC. Qed.
End Columns.

(* --- Values ------------------------------------------------------------------------------------------------------------------- *)
Section SideBySide.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (defs : seq definition) (env : environment F) (x : string) (L body : expr) (H : nat).
Hypothesis W : provides [:: side_by_side_d] defs.
Hypothesis heads : yields fs defs env L (entries (fun h : 'I_H => Num h.+1%:R)).
Implicit Types (T U : finType).

Lemma along_map (A B : Type) (g : A -> B) (m : seq A) (f : B -> F) : along [seq g u | u <- m] f = along m (fun u => f (g u)).
Proof. by rewrite /along -map_comp. Qed.
Lemma sheet_map (A B T : Type) (g : A -> B) (l : seq T) (m : seq A) (f : T -> B -> F) : sheet l [seq g u | u <- m] f = sheet l m (fun t u => f t (g u)).
Proof. by rewrite /sheet; congr List; apply: eq_map => t; exact: along_map. Qed.

Lemma call_heads_beside T U (l : seq T) (m : seq U) (B : 'I_H -> T -> U -> F) : (0 < H)%N ->
  call fs defs "side_by_side" [:: entries (fun h => sheet l m (B h))] = Value (sheet l (pairs (indices H) m) (fun t c => B c.1 t c.2)).
Proof.
move=> H_gt0; pose A t (c : 'I_H * U) := B c.1 t c.2.
rewrite (_ : entries _ = List [seq sheet l [seq (h, u) | u <- m] A | h <- indices H]); first by apply: call_side_by_side; rewrite ?size_indices.
by congr List; apply: eq_map => h; rewrite sheet_map.
Qed.
Lemma call_heads_beside_and T U (l : seq T) (m : seq U) (B : 'I_H -> T -> U -> F) (C : T -> U -> F) :
  call fs defs "side_by_side" [:: List ([seq sheet l m (B h) | h <- indices H] ++ [:: sheet l m C])] =
  Value (sheet l (pairs (block_names H) m) (fun t c => if c.1 is Some h then B h t c.2 else C t c.2)).
Proof.
pose A t (c : option 'I_H * U) := if c.1 is Some h then B h t c.2 else C t c.2.
rewrite (_ : _ ++ _ = [seq sheet l [seq (b, u) | u <- m] A | b <- block_names H]); first by apply: call_side_by_side; rewrite ?names_gt0.
by rewrite /block_names map_cat -map_comp /= sheet_map; congr (_ ++ _); apply: eq_map => h /=; rewrite sheet_map.
Qed.

Lemma y_side_by_side T U (l : seq T) (m : seq U) (B : 'I_H -> T -> U -> F) : (0 < H)%N ->
  (forall h : 'I_H, yields fs defs ((x, Num h.+1%:R) :: env) body (sheet l m (B h))) ->
  yields fs defs env (Call "side_by_side" [:: ListOver body [:: (x, L)] None]) (sheet l (pairs (indices H) m) (fun t c => B c.1 t c.2)).
Proof.
move=> H_gt0 blocks; refine (y_call (all_cons _ (all_nil _ _ _)) _ (call_heads_beside _ _ _ H_gt0)); [ | reflexivity].
by apply: (y_list_over heads) => h _; exact: blocks.
Qed.

Variables (last : expr).
Lemma y_side_by_side_and T U (l : seq T) (m : seq U) (B : 'I_H -> T -> U -> F) (C : T -> U -> F) :
  (forall h : 'I_H, yields fs defs ((x, Num h.+1%:R) :: env) body (sheet l m (B h))) -> yields fs defs env last (sheet l m C) ->
  yields fs defs env (Call "side_by_side" [:: Binary Concatenate (ListOver body [:: (x, L)] None) (ListOf [:: last])])
    (sheet l (pairs (block_names H) m) (fun t c => if c.1 is Some h then B h t c.2 else C t c.2)).
Proof.
move=> blocks yC; refine (y_call (all_cons (y_concatenate _ _) (all_nil _ _ _)) _ (call_heads_beside_and _ _ _ _)); [ | | reflexivity].
  by apply: (y_list_over heads) => h _; exact: blocks.
exact: y_list (all_cons yC (all_nil _ _ _)).
Qed.
Lemma y_columns T E D (l : seq T) (B : 'I_H -> T -> 'I_E -> F) (C : T -> 'I_D -> F) :
  (forall h : 'I_H, yields fs defs ((x, Num h.+1%:R) :: env) body (sheet l (indices E) (B h))) -> yields fs defs env last (sheet l (indices D) C) ->
  yields fs defs env (Call "side_by_side" [:: Binary Concatenate (ListOver body [:: (x, L)] None) (ListOf [:: last])])
    (sheet l (columns H E D) (fun t => bounded_layers.concatenated (fun h => B h t) (C t))).
Proof.
move=> blocks yC; pose A t := bounded_layers.concatenated (fun h => B h t) (C t).
refine (y_call (vs := [:: List [seq sheet l (columns_of E D b) A | b <- block_names H]]) _ _ _);
  [ | reflexivity | by apply: call_side_by_side; rewrite ?names_gt0].
refine (all_cons _ (all_nil _ _ _)); rewrite /block_names map_cat; refine (y_concatenate _ _).
  apply: yields_eq; first by apply: (y_list_over heads) => h _; exact: blocks.
  by rewrite -map_comp; congr List; apply: eq_map => h /=; rewrite sheet_map.
by apply: yields_eq; [exact: y_list (all_cons yC (all_nil _ _ _)) | rewrite /= sheet_map].
Qed.
End SideBySide.

Lemma call_unit (S : numbers) defs n : provides [:: unit_d] defs ->
  call (functions_of S) defs "unit" [:: Num n%:R] = Value (sheet (indices n) (indices n) (@unit_entry S _)).
Proof.
have floor_int := @floor_integer S; move=> W; enter; apply: yields_eq; first by value.
by congr List; apply: eq_map => i; congr List; apply: eq_map => j; rewrite eqr_nat eqSS /unit_entry -(inj_eq val_inj); case: eqP.
Qed.

Ltac built_in_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Call "max" [:: _]) _ => refine (y_max_along _ _ _); [value | assumption | eassumption]
  | |- yields _ _ _ (Call "side_by_side" [:: ListOver _ _ _]) _ => refine (y_side_by_side _ _ _ _); [provided | value | assumption | intros ?; value]
  end.
