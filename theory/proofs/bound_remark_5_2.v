(* SPDX-License-Identifier: Apache-2.0 *)
(* Remark 5.2 of Positional Attention (theorem_5_1.v), as the meaning of its statement: finitely many inputs are a list of matrices in which none
   stands twice. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps calls_transformers are_transformers.
From attest Require Import written_transformers calls_nodes.
From attest Require theorem_5_1 calls_routing statements_positional_remark_5_2.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_remark_5_2.printed) f) (only parsing).
Definition all_different_d := Eval compute in the "all_different".
Definition with_ids_d := Eval compute in the "with_ids".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (n d : nat).
Definition tables n d (Xs : seq 'M[F]_(n, d)) : value F := List (map (@table F n d) Xs).

Lemma call_with_ids defs n d (X : 'M[F]_(n, d)) : provides [:: with_ids_d] defs -> call fs defs "with_ids" [:: table X] = Value (table (theorem_5_1.with_ids X)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: entries_ext => i; rewrite (_ : i.+1%:R - 1%:R = i%:R) ?column_and -?natrB ?subn1 //; apply: column_ext => j.
by rewrite /theorem_5_1.with_ids -(splitK j); case: (split j) => c /=; [rewrite !row_mxEl mxE | rewrite !row_mxEr !mxE].
Qed.
Lemma y_table_at defs env a b n d (Xs : seq 'M[F]_(n, d)) i y : yields fs defs env a (tables Xs) -> yields fs defs env b (Num y) -> y = i.+1%:R -> (i < size Xs)%N ->
  yields fs defs env (Index a b) (table (nth 0 Xs i)).
Proof. by move=> ya yb yE i_lt; apply: (y_item (i := i) ya yb yE); rewrite ?size_map // (nth_map 0). Qed.
Lemma all_different_told defs n d (Xs : seq 'M[F]_(n, d)) : provides [:: all_different_d] defs -> call fs defs "all_different" [:: tables Xs] = Value (Bool true) -> uniq Xs.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _] => told.
have computed : yields fs e env (body all_different_d)
    (Bool (all (fun a => all (fun b => nth 0 Xs a.-1 != nth 0 Xs b.-1) (iota a.+1 (size Xs - a))) (iota 1 (size Xs)))).
  have size_y env' : lookup "list" env' = Some (tables Xs) -> yields fs e env' (Call "len" [:: Name "list"%string]) (Num (size Xs)%:R).
    by move=> in_l; apply: yields_eq; [apply: y_length; exact: y_name in_l | rewrite size_map].
  refine (y_all2 (h := fun i : nat => Num i%:R) (l := iota 1 (size Xs)) (k := fun _ i => Num i%:R) (m := fun a => iota a.+1 (size Xs - a)) _ _ _).
  - by refine (y_from_1 _ _ _ _); [floors | value | exact: size_y | ].
  - move=> a /in_from_1 a_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ a.+1 (size Xs - a)); [value | exact: size_y | by rewrite -mulrSr | ].
    by rewrite addSn subnKC -?mulrSr //; case/andP: a_in.
  move=> a /in_from_1 a_in b; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: a_in.
  case/andP=> a_lt b_le; apply: y_other_table.
    by apply: (y_table_at (i := a.-1)); [value | value | rewrite prednK //; case/andP: a_in | rewrite prednK //; case/andP: a_in].
  have b_gt0 : (0 < b)%N by apply: leq_trans a_lt.
  by apply: (y_table_at (i := b.-1)); [value | value | rewrite prednK | rewrite prednK].
have [/esym/allP differ] := yields_inj told computed.
apply/(uniqP 0) => a b; rewrite !inE => a_lt b_lt same.
have apart c c' : (c < c')%N -> (c' < size Xs)%N -> nth 0 Xs c != nth 0 Xs c'.
  move=> c_lt c'_lt; have /differ/allP/(_ c'.+1) : c.+1 \in iota 1 (size Xs) by rewrite mem_iota add1n !ltnS (ltn_trans c_lt).
  by apply; rewrite mem_iota addSn subnKC ?(ltn_trans c_lt) // !ltnS c_lt.
by case: (ltngtP a b) => // lt; [have := apart _ _ lt b_lt | have := apart _ _ lt a_lt]; rewrite same eqxx.
Qed.
Lemma tables_told defs env (x : string) a l b c n d : provides [:: is_matrix_d; is_vector_d] defs -> yields fs defs env a (List l) ->
  yields fs defs env (Over "all" (Call "is_matrix" [:: Name x; b; c]) [:: (x, a)] None) (Bool true) ->
  (forall v, yields fs defs ((x, v) :: env) b (Num n%:R)) -> (forall v, yields fs defs ((x, v) :: env) c (Num d%:R)) ->
  exists2 Xs : seq 'M[F]_(n, d), List l = tables Xs & size Xs = size l.
Proof.
move=> W ly each yb yc; have [|Xs lE _] := @calls_routing.images_true S _ (@table F n d) (fun=> True) _ _ _ _ _ l ly each.
  move=> u told; have u_y : yields fs defs ((x, u) :: env) (Name x) u by apply: y_name; rewrite /= String.eqb_refl.
  have [A uA] := table_told W told (yb u) (yc u); exists A => //; exact: yields_inj u_y uA.
by exists Xs; rewrite lE ?size_map.
Qed.
End Calls.

Ltac side ::= first [assumption | reflexivity].
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: call_ceil_log2; provided
  | |- call _ _ "unit_matrix" _ = _ => apply: call_unit_matrix; provided
  end.
(* attest: positional.remark-5-2 printed sha256:680b9b3e0e1d1f187262a733c6d082d510a2c3f439ef720ac542ea0f2f89ad67 theorem:remark_5_2 *)
Theorem remark_5_2 : Holds statements_positional_remark_5_2.printed.
Proof.
opening S W; meaning_for_all => N N_gt1 _; have N_gt0 : (0 < N)%N by apply: ltnW.
meaning_for_all => L L_gt0 _; meaning_for_all => dX dX_gt0 _; meaning_for_all => dY dY_gt0 _.
have Wm : provides [:: is_matrix_d; is_vector_d] defs by provided.
apply: says_for_values => [v | v]; first exact: any_and.
case/true_and=> /calls_routing.list_true[l ly] /true_and[each /true_and[different _]]; have [vE] : Some v = Some (List l) := ly; subst v.
have [||Xs lE _] := @tables_told S defs _ _ _ l _ _ N dX Wm ly each; [by move=> v; value | by move=> v; value | ].
rewrite lE {each} in ly different *; have Xs_uniq : uniq Xs.
  apply: (@all_different_told S defs); first by provided.
  by apply: (own_call_true different erefl); refine (all_cons _ (all_nil _ _ _)); value.
apply: says_for_values => [v | v]; first exact: any_and.
case/true_and=> /calls_routing.list_true[l' ly'] /true_and[size_l' /true_and[each _]]; have [vE] : Some v = Some (List l') := ly'; subst v.
have [||Ys lE' size_Ys] := @tables_told S defs _ _ _ l' _ _ N dY Wm ly' each; [by move=> v; value | by move=> v; value | ].
have {}size_l' : size l' = size Xs.
  apply: (calls_routing.length_true ly' _ size_l'); apply: yields_eq; first by apply: y_length; value.
  by rewrite size_map.
rewrite lE' {each ly' different}; rewrite size_l' in size_Ys.
have [f [f_net fE]] := @theorem_5_1.remark_5_2 S (@exp_of S) (@exp_gt0 S) N L dX dY Xs (fun X => nth 0 Ys (seq.index X Xs)) N_gt1 L_gt0.
have in_gt0 : (0 < dX + 1)%N by rewrite addn1. have out_gt0 : (0 < dY + 1)%N by rewrite addn1.
have [vs [f' [at_f size_vs vs_value f'E]]] := written_transformer f_net out_gt0.
refine (says_exists_value (w := List vs) _ vs_value _ _); first by move=> v; exact: any_and.
  refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)); last by apply: (y_narrow_first_heads at_f in_gt0); value.
  refine (y_call (vs := [:: List vs; Num N%:R; Num (size vs)%:R; Num 1%:R; Num (dX + 1)%:R; Num (dY + 1)%:R]) _ _ _);
    [ | reflexivity | by apply: (call_is_transformer _ _ _ at_f); [ | provided | ]].
  refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _))))))); try by value.
  - by apply: yields_eq; [value | rewrite size_vs !natrM].
  - by apply: yields_eq; [value | rewrite natrD].
  by apply: yields_eq; [value | rewrite natrD].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_all (h := fun i : nat => Num i%:R) (l := iota 1 (size Xs)) (p := fun=> true) _ _).
    refine (y_from_1 _ _ _ _); [floors | value | | reflexivity].
    by apply: yields_eq; [apply: y_length; value | rewrite size_map].
  move=> t; rewrite mem_iota add1n ltnS; case: t => // i /= i_lt.
  apply: yields_eq; first apply: (y_same_table (A := f' (theorem_5_1.with_ids (nth 0 Xs i))) (B := theorem_5_1.with_ids (nth 0 Ys i))).
  - refine (y_call (vs := [:: table (theorem_5_1.with_ids (nth 0 Xs i)); table (1%:M : 'M_N); List vs]) _ _ _);
      [ | reflexivity | by apply: (call_network_at _ _ _ _ at_f); [ | provided | ]].
    refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [ | by value | by value].
    refine (y_call (vs := [:: table (nth 0 Xs i)]) _ _ _); [ | reflexivity | by apply: call_with_ids; provided].
    by refine (all_cons _ (all_nil _ _ _)); apply: (y_table_at (i := i)); [value | value | | ].
  - refine (y_call (vs := [:: table (nth 0 Ys i)]) _ _ _); [ | reflexivity | by apply: call_with_ids; provided].
    by refine (all_cons _ (all_nil _ _ _)); apply: (y_table_at (i := i)); [value | value | | rewrite size_Ys].
  by rewrite f'E fE ?mem_nth // index_uniq ?eqxx.
by congr Bool; apply/allP.
Qed.
