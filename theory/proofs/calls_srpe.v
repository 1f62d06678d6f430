(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of srpe.stm give, in the terms of srpe.v. An output position is i : 'I_n, and a place j : 'I_n is the relative position j - i. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries calls_linear_algebra calls_ordinals srpe.
From attest Require statements_srpe_theorem_1_mean statements_srpe_theorem_1_prior.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_srpe_theorem_1_mean.printed ++ definitions statements_srpe_theorem_1_prior.repaired.
Local Notation the f := (definition_in library f) (only parsing).
Definition all_positive_d := Eval compute in the "all_positive".
Definition is_positive_matrix_d := Eval compute in the "is_positive_matrix".
Definition sequences_d := Eval compute in the "sequences".
Definition positions_d := Eval compute in the "positions".
Definition embedding_d := Eval compute in the "embedding".
Definition context_d := Eval compute in the "context".
Definition alpha_d := Eval compute in the "alpha".
Definition beta_d := Eval compute in the "beta".
Definition attention_output_d := Eval compute in the "attention_output".
Definition joint_weight_d := Eval compute in the "joint_weight".
Definition normalizer_d := Eval compute in the "normalizer".
Definition prior_d := Eval compute in the "prior".
Definition posterior_d := Eval compute in the "posterior".
Definition expected_output_d := Eval compute in the "expected_output".
Definition mean_with_itself_d := Eval compute in the "mean_with_itself".
Definition mean_over_pairs_d := Eval compute in the "mean_over_pairs".

(* --- All sequences ------------------------------------------------------------------------------------------------------- *)
Lemma lists_over_map (A B : Type) (f : A -> B) l n : lists_over (map f l) n = [seq map f t | t <- lists_over l n].
Proof.
elim: n => //= n ->; rewrite map_flatten -!map_comp; congr flatten; apply: eq_map => x /=.
by rewrite -!map_comp; apply: eq_map.
Qed.
Lemma lists_over_size (A : Type) (l : seq A) n : all (fun t => size t == n) (lists_over l n).
Proof.
elim: n => //= n; move: (lists_over l n) => k IH; elim: l => //= x l IHl; rewrite all_cat IHl andbT all_map.
exact: sub_all IH.
Qed.
Lemma lists_over_mem (A : eqType) (l : seq A) n t : size t = n -> all (mem l) t -> t \in lists_over l n.
Proof.
move=> <-; elim: t => [|x t IH] //= /andP[x_l /IH t_in]; apply/flattenP; exists [seq x :: rest | rest <- lists_over l (size t)].
  by apply/mapP; exists x.
by apply/mapP; exists t.
Qed.
Lemma lists_over_uniq (A : eqType) (l : seq A) n : uniq l -> uniq (lists_over l n).
Proof. by move=> l_uniq; elim: n => //= n IH; apply: allpairs_uniq => // -[x s] [y t] _ _ /= [-> ->]. Qed.

Definition words m n : seq (sequence m n) := [seq [ffun j => tnth t j] | t : n.-tuple 'I_m <- pmap insub (lists_over (indices m) n)].

Lemma words_all m n : perm_eq (words m n) (index_enum (finfun_finType (ordinal_finType n) (ordinal_finType m))).
Proof.
apply: uniq_perm; last 2 first.
- exact: index_enum_uniq.
- move=> x; rewrite mem_index_enum; apply/mapP; exists [tuple x j | j < n]; last by apply/ffunP => j; rewrite ffunE tnth_mktuple.
  by rewrite mem_pmap_sub /= lists_over_mem ?(size_tuple [tuple x j | j < n]) //; apply/allP => j _; rewrite inE mem_index_enum.
rewrite map_inj_uniq; last by move=> s t /ffunP st; apply: eq_from_tnth => j; have := st j; rewrite !ffunE.
by apply: (pmap_uniq (@insubK _ _ _)); apply/lists_over_uniq/index_enum_uniq.
Qed.

Section Values.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (m n : nat).

Definition tokens m n (x : sequence m n) : value F := entries (fun j => Num (x j).+1%:R).

Lemma sum_words m n (f : sequence m n -> F) : \sum_(x <- words m n) f x = \sum_x f x.
Proof. exact/perm_big/words_all. Qed.

Lemma call_sequences defs m n : provides [:: sequences_d] defs ->
  call fs defs "sequences" [:: Num m%:R; Num n%:R] = Value (List [seq tokens x | x <- words m n]).
Proof.
move=> W; enter; apply: (@yields_eq F).
  by refine (y_built_in _ _ _); [values | reflexivity | rewrite /= integer_nat].
congr List; rewrite (lists_over_map (fun j : 'I_m => Num j.+1%:R)) -!map_comp /words.
rewrite -[in LHS](all_filterP (lists_over_size (indices m) n)) (_ : [seq t <- _ | _] = [seq val t | t : n.-tuple 'I_m <- pmap insub (lists_over (indices m) n)]).
  rewrite -map_comp; apply: eq_map => t /=; rewrite /tokens /entries -{1}(map_tnth_enum t) -map_comp; congr List.
  rewrite -[in RHS](filter_predT (indices n)) deprecated_filter_index_enum.
  by apply: eq_map => j /=; rewrite ffunE.
rewrite (pmap_filter (@insubK _ _ _)); apply: eq_filter => t.
by rewrite isSome_insub.
Qed.

(* --- Positions ----------------------------------------------------------------------------------------------------------- *)
Notation place i j := (Num (nat_of_ord j)%:R - (nat_of_ord i)%:R) (only parsing).

(* u as a function of distances: 1 where there is none. *)
Definition family n (u : 'I_(2 * n - 1) -> F) (z : int) : F :=
  if z + n.-1%:Z is Posz k then (if insub k is Some j then u j else 1) else 1.
Lemma family_gt0 n (u : 'I_(2 * n - 1) -> F) : (forall k, 0 < u k) -> forall z, 0 < family u z.
Proof. by move=> u_gt0 z; rewrite /family; case: (_ + _) => k; rewrite ?ltr01 //; case: insub => [j|]; rewrite ?ltr01. Qed.
Lemma place_lt n (i j : 'I_n) : (j + (n - i.+1) < 2 * n - 1)%N.
Proof.
case: n i j => [[]//|n] i j; rewrite subSS mul2n -addnn addnS subn1 /= -addSn leq_add //.
exact: leq_subr.
Qed.
Lemma family_at n (u : 'I_(2 * n - 1) -> F) (i j : 'I_n) : embedding (family u) i j = u (Ordinal (place_lt i j)).
Proof.
rewrite /embedding /family; have -> : j%:Z - i%:Z + n.-1%:Z = (j + (n - i.+1))%:Z.
  case: n i j {u} => [[]//|n] i j; rewrite subSS PoszD -addrA; congr (_ + _).
  by rewrite -subzn 1?addrC // -ltnS.
by rewrite (insubT (fun k => (k < _)%N) (place_lt i j)).
Qed.

Lemma call_positions defs n (i : 'I_n) : provides [:: positions_d] defs ->
  call fs defs "positions" [:: Num n%:R; Num i.+1%:R] = Value (entries (fun j : 'I_n => Num (j%:R - i%:R))).
Proof.
move=> W; enter; apply: (@yields_eq F).
  apply: (@y_integers _ _ floor_int _ _ _ _ _ _ (- i%:Z) n); [value | value | | ].
    by rewrite [i.+1%:R]mulrS opprD addrA subrr add0r rmorphN.
  by rewrite [i.+1%:R]mulrSr opprD addrA subrK rmorphD rmorphN addrC.
by apply: entries_ext => j; rewrite rmorphD rmorphN addrC.
Qed.

Lemma call_embedding defs n (u : 'I_(2 * n - 1) -> F) (i j : 'I_n) : provides [:: embedding_d] defs ->
  call fs defs "embedding" [:: column u; Num n%:R; Num (j%:R - i%:R)] = Value (Num (embedding (family u) i j)).
Proof.
move=> W; enter; rewrite family_at; apply: (y_ordinal floor_int (h := fun k => Num (u k)) (j := Ordinal (place_lt i j))); [value | value |].
rewrite -addrA -addnS natrD; congr (_ + _); rewrite addrC -natrB 1?ltnW //.
by rewrite subnSK.
Qed.
Lemma call_context defs m n (w : 'M_m) (x : sequence m n) (i j : 'I_n) : provides [:: context_d] defs ->
  call fs defs "context" [:: table w; tokens x; Num i.+1%:R; Num (j%:R - i%:R)] = Value (Num (context w x i j)).
Proof.
move=> W; enter.
apply: (y_ordinal floor_int (h := fun b => Num (w (x i) b)) (j := x j)); last reflexivity.
  by apply: (y_ordinal floor_int (h := fun a => column (w a)) (j := x i)); [value | value | reflexivity].
apply: (y_ordinal floor_int (h := fun j => Num (x j).+1%:R) (j := j)); [value | value | ].
by rewrite [i.+1%:R]mulrS -addrA [i%:R + _]addrC subrK -mulrS.
Qed.

Ltac side ::= first [eassumption | by apply: family_gt0].
Ltac known_call ::= first [by_call call_positions | by_call call_embedding | by_call call_context | by_call call_sequences].

Lemma embeddings_neq0 n u (i : 'I_n) : (forall z, 0 < u z :> F) -> \sum_j embedding u i j != 0.
Proof. by move=> u_gt0; rewrite gt_eqF //; apply: (sum_gt0 i) => j; apply: u_gt0. Qed.

Lemma call_beta defs n (u : 'I_(2 * n - 1) -> F) (i j : 'I_n) : provides [:: beta_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) ->
  call fs defs "beta" [:: column u; Num n%:R; Num i.+1%:R; Num (j%:R - i%:R)] = Value (Num (beta (family u) i j)).
Proof. by move=> W u_gt0; have neq0 := embeddings_neq0 i (family_gt0 u_gt0); enter; value. Qed.
Lemma call_beta_self defs n (u : 'I_(2 * n - 1) -> F) (i : 'I_n) : provides [:: beta_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) ->
  call fs defs "beta" [:: column u; Num n%:R; Num i.+1%:R; Num 0%:R] = Value (Num (beta (family u) i i)).
Proof. by move=> W u_gt0; rewrite -(call_beta _ _ W u_gt0) subrr. Qed.

Lemma call_alpha defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M_m) (x : sequence m n) (i j : 'I_n) :
  provides [:: alpha_d; context_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "alpha" [:: column u; table w; tokens x; Num i.+1%:R; Num (j%:R - i%:R)] = Value (Num (alpha (family u) w x i j)).
Proof.
move=> W u_gt0 w_gt0; have neq0 : \sum_k embedding (family u) i k * context w x i k != 0.
  by rewrite gt_eqF //; apply: (sum_gt0 i) => k; rewrite mulr_gt0 ?w_gt0 //; apply: family_gt0.
by enter; value.
Qed.

Ltac known_call ::=
  first [by_call call_positions | by_call call_embedding | by_call call_context | by_call call_sequences | by_call call_beta | by_call call_beta_self].

Lemma call_joint_weight defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M_m) (x : sequence m n) (i j : 'I_n) :
  provides [:: joint_weight_d; beta_d; context_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) ->
  call fs defs "joint_weight" [:: column u; table w; tokens x; Num i.+1%:R; Num (j%:R - i%:R)] = Value (Num (joint_weight (family u) w x i j)).
Proof. by move=> W u_gt0; enter; value. Qed.

Ltac known_call ::=
  first [by_call call_positions | by_call call_embedding | by_call call_context | by_call call_sequences | by_call call_beta | by_call call_beta_self
        | by_call call_joint_weight].

Lemma call_normalizer defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M_m) (i : 'I_n) :
  provides [:: normalizer_d; joint_weight_d; beta_d; context_d; embedding_d; positions_d; sequences_d] defs -> (forall k, 0 < u k) ->
  call fs defs "normalizer" [:: column u; table w; Num m%:R; Num n%:R; Num i.+1%:R] = Value (Num (normalizer (family u) w i)).
Proof.
move=> W u_gt0; enter; apply: yields_eq; first by value.
by rewrite sum_words.
Qed.
End Values.
