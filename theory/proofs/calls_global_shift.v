(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of contextual_mapping.stm about the last block of Lemma 10 give: the block adds A times the greatest value to every token, where the
   threshold lies below all of them; and when a list of images is a contextual mapping. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_statements calls_grids calls_gaps.
From attest Require Import calls_variants calls_softmax calls_scores calls_sweep.
From attest Require calls_constant_network statements_urpe_lemma_10.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition := definitions statements_urpe_lemma_10.repaired.
Local Notation the f := (definition_in library f) (only parsing).
Definition outer_d := Eval compute in the "outer".
Definition ties_hardmax_d := Eval compute in the "hardmax".
Definition hard_scores_d := Eval compute in the "hard_scores".
Definition hard_attention_d := Eval compute in the "hard_attention".
Definition hard_head_d := Eval compute in the "hard_head".
Definition modified_attention_d := Eval compute in the "modified_attention".
Definition global_head_d := Eval compute in the "global_head".
Definition global_shift_d := Eval compute in the "global_shift".
Definition is_contextual_mapping_d := Eval compute in the "is_contextual_mapping".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (z y f : nat -> F) (X : nat -> nat -> F) (n m d N : nat) (A c : F).

(* --- Hardmax attention with one head ------------------------------------------------------------------------------------------------ *)
Ltac side ::= first [eassumption | exact: up_to | exact: below | by apply: ties_neq0 | reflexivity].
Lemma call_ties_hardmax defs n f : provides [:: ties_hardmax_d] defs -> (0 < n)%N ->
  call fs defs "hardmax" [:: vec n f; Symb "uniform"] = Value (vec n (hard n f)).
Proof.
move=> W n_gt0; have neq0 := ties_neq0 f n_gt0; enter; apply: y_let; first by apply: (y_top n_gt0); value.
apply: y_let; first by refine (y_count _ _); [value | intros ? ?; value].
apply: y_no; first by refine (y_compare _ _ _); [value | value | reflexivity].
apply: (@y_list_over F fs _ _ (fun i => Num (f i)) (iota 1 n)); first value.
move=> i _; refine (y_if_number _ _ _); [value | move=> _ | move=> _; value].
by apply: y_no; [refine (y_compare _ _ _); [value | value | reflexivity] | value].
Qed.
Definition head_value d z A c : value F :=
  Rec [:: ("u", vec d z); ("c", Num c); ("shift", Symb "query"); ("WV", mat d 1 (fun i _ => z i));
          ("WO", mat 1 d (fun _ j => if j == 1%N then A else 0))]%string.
Definition query_scores n d X z c i k : F := (proj d z X i - c) * proj d z X k.
Ltac known_call ::= first [by_call call_apply | enter_named; value].
Lemma call_hard_scores defs n d X z A c : provides [:: hard_scores_d; outer_d; apply_d; dot_d] defs ->
  call fs defs "hard_scores" [:: head_value d z A c; mat n d X] = Value (mat n n (query_scores n d X z c)).
Proof.
move=> W; enter; apply: (y_let (v := vec n (proj d z X))); first value.
by apply: y_no; [refine (y_compare _ _ _); [value | value | reflexivity] | value].
Qed.
Ltac known_call ::= first [by_call call_hard_scores | by_call call_ties_hardmax | by_call call_matmul | by_call call_matadd].
Lemma call_hard_attention defs n d X z A c : provides [:: hard_attention_d; hard_scores_d; ties_hardmax_d; outer_d; apply_d; dot_d] defs -> (0 < n)%N ->
  call fs defs "hard_attention" [:: head_value d z A c; mat n d X; Symb "uniform"] = Value (mat n n (fun i => hard n (query_scores n d X z c i))).
Proof.
move=> W n_gt0; enter; apply: (@y_list_over F fs _ _ (fun i => vec n (query_scores n d X z c i)) (iota 1 n)); first value.
by move=> i _; value.
Qed.
Ltac known_call ::= first [by_call call_hard_attention | by_call call_matmul].
Lemma shown n d X z c i : (0 < n)%N -> (forall k, (0 < k <= n)%N -> c < proj d z X k) -> (0 < i <= n)%N ->
  \sum_(k <- iota 1 n) hard n (query_scores n d X z c i) k * proj d z X k = greatest (entries n (proj d z X)).
Proof.
move=> n_gt0 above i_n; apply: hard_dot => // j j_n top_j; symmetry; apply: greatest_is.
  by apply/mapP; exists j; rewrite // mem_iota add1n ltnS.
move=> y /mapP[k /in_from_1 k_n ->]; have := le_top (query_scores n d X z c i) k_n.
by rewrite -top_j /query_scores ler_pmul2l // subr_gt0 above.
Qed.

Lemma call_global_shift defs n d X z A c :
  provides [:: global_shift_d; global_head_d; modified_attention_d; hard_head_d; hard_attention_d; hard_scores_d; ties_hardmax_d; outer_d; matadd_d;
    matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < d)%N ->
  (forall k, (0 < k <= n)%N -> c < proj d z X k) ->
  call fs defs "global_shift" [:: mat n d X; vec d z; Num A; Num c; Symb "query"] =
    Value (mat n d (valued d z X (fun i => proj d z X i + A * greatest (entries n (proj d z X))))).
Proof.
move=> W n_gt0 d_gt0 above; enter.
refine (y_call (vs := [:: mat n d X; List [:: head_value d z A c]; Symb "uniform"]) _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [value | | value].
  refine (y_list _); refine (all_cons _ (all_nil _ _ _)).
  refine (y_call _ _ _); [values | reflexivity | enter_named].
  apply: y_record; refine (fields_cons _ _ (fields_cons _ _ (fields_cons _ _ (fields_cons _ _ (fields_cons _ _ (fields_nil _ _ _)))))); try value.
  refine (y_list _); refine (all_cons _ (all_nil _ _ _)).
  apply: yields_eq; first apply: (@y_list_over F fs _ _ (fun j => Num j%:R) (iota 1 d)); [by value | by move=> j _; value | ].
  by congr List; apply: eq_map => j; rewrite eqr_nat.
enter_named; apply: calls_constant_network.y_fold_one; [by value | by value | ].
refine (y_call (vs := [:: mat n d X; mat n d (fun i j => greatest (entries n (proj d z X)) * (if j == 1%N then A else 0))]) _ _ _);
  [refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value | reflexivity | ]; last first.
  apply: etrans; first by apply: (call_matadd floor_int); provided.
  congr Value; apply: mat_ext => i j _ _; rewrite /valued; case: (j == 1%N); last by rewrite mulr0.
  by rewrite [proj d z X i + _]addrC addrK mulrC.
refine (y_call _ _ _); [values | reflexivity | enter_named].
apply: yields_eq; first by value.
apply: mat_ext => i j i_n _; rewrite /= big_seq1; congr (_ * _).
rewrite -(shown n_gt0 above i_n); under eq_bigr do rewrite mulr_suml.
rewrite exchange_big; apply: eq_bigr => k _; rewrite /proj mulr_sumr; apply: eq_bigr => l _.
by rewrite mulrA.
Qed.

(* --- Contextual mappings -------------------------------------------------------------------------------------------------------------- *)
(* A list of booleans that are all true. *)
Definition all_yes (l : seq (option (value F))) : Prop := decided false l = Value true.
Lemma all_yes_cat l l' : all_yes l -> all_yes l' -> all_yes (l ++ l').
Proof. by rewrite /all_yes; elim: l => //= -[[x|b|s|v|r]|] //= l IH; case: b => //=. Qed.
Lemma all_yes_over (T : eqType) (h : T -> value F) (l : seq T) env (L : expr) defs (f : value F -> seq (option (value F))) :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> all_yes (f (h t))) ->
  all_yes (if eval fs (call fs defs) env L is Value (List items) then flatten [seq f v | v <- items] else [:: Undefined]).
Proof.
move=> ->; elim: l => //= t l IH yes; apply: all_yes_cat; first by apply: yes; rewrite mem_head.
by apply: IH => s s_l; apply: yes; rewrite inE s_l orbT.
Qed.
Lemma y_all4_true defs env (a b i j : string) (L M N O body : expr) (l : seq nat) (m : nat -> seq nat) (o p : seq nat) :
  let num k : value F := Num k%:R in
  yields fs defs env L (List (map num l)) ->
  (forall x : nat, x \in l -> yields fs defs ((a, num x) :: env) M (List (map num (m x)))) ->
  (forall x y : nat, x \in l -> y \in m x -> yields fs defs ((b, num y) :: (a, num x) :: env) N (List (map num o))) ->
  (forall x y s : nat, x \in l -> y \in m x -> s \in o -> yields fs defs ((i, num s) :: (b, num y) :: (a, num x) :: env) O (List (map num p))) ->
  (forall x y s t : nat, x \in l -> y \in m x -> s \in o -> t \in p ->
    yields fs defs ((j, num t) :: (i, num s) :: (b, num y) :: (a, num x) :: env) body (Bool true)) ->
  yields fs defs env (Over "all" body [:: (a, L); (b, M); (i, N); (j, O)] None) (Bool true).
Proof.
move=> num yL yM yN yO yb; set ev := eval fs (call fs defs).
have yes : all_yes (if ev env L is Value (List items) then flatten [seq (if ev ((a, v) :: env) M is Value (List items') then flatten
    [seq (if ev ((b, v') :: (a, v) :: env) N is Value (List items2) then flatten
      [seq (if ev ((i, v2) :: (b, v') :: (a, v) :: env) O is Value (List items3) then flatten
        [seq [:: ev ((j, v3) :: (i, v2) :: (b, v') :: (a, v) :: env) body] | v3 <- items3] else [:: Undefined]) | v2 <- items2] else [:: Undefined])
      | v' <- items'] else [:: Undefined]) | v <- items] else [:: Undefined]).
  rewrite /ev; refine (@all_yes_over nat_eqType num l env L defs _ yL _) => x x_l.
  refine (@all_yes_over nat_eqType num (m x) _ M defs _ (yM x x_l) _) => y y_m.
  refine (@all_yes_over nat_eqType num o _ N defs _ (yN x y x_l y_m) _) => s s_o.
  refine (@all_yes_over nat_eqType num p _ O defs _ (yO x y s x_l y_m s_o) _) => t t_p.
  by move: (yb x y s t x_l y_m s_o t_p); rewrite /yields /all_yes => ->.
exact: (congr1 (omap (@Bool F)) yes).
Qed.
Ltac side ::= first [eassumption | exact: up_to | exact: below | in_range | reflexivity].
Lemma call_is_contextual_mapping defs N n (q : nat -> nat -> F) : provides [:: is_contextual_mapping_d; distinct_d] defs ->
  (forall a i j, (0 < a <= N)%N -> (0 < i <= n)%N -> (0 < j <= n)%N -> q a i = q a j -> i = j) ->
  (forall a b i j, (0 < a <= N)%N -> (0 < b <= N)%N -> (a < b)%N -> (0 < i <= n)%N -> (0 < j <= n)%N -> q a i != q b j) ->
  call fs defs "is_contextual_mapping" [:: mat N n q] = Value (Bool true).
Proof.
move=> W within between; enter; apply: (yields_eq (v := Bool (true && true))) => //; refine (y_and _ _); [ | move=> _; refine (y_and1 _)].
  apply: (y_all_true (h := fun a => vec n (q a)) (l := iota 1 N)); first by value.
  move=> a /in_from_1 a_N; refine (y_call _ _ _); [values | reflexivity | apply: etrans; first by apply: (call_distinct floor_int); provided].
  congr (Value (Bool _)); apply/allP => i /in_from_1 i_n; apply/allP => j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: i_n.
  case/andP=> i_j j_n; have j_in : (0 < j <= n)%N by rewrite j_n (leq_trans _ i_j).
  by apply/eqP => /(within a i j a_N i_n j_in) E; rewrite E ltnn in i_j.
apply: (y_all4_true (l := iota 1 N) (m := fun a => iota a.+1 (N - a)) (o := iota 1 n) (p := iota 1 n)).
- by value.
- move=> a a_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ a.+1 (N - a)); [value | value | by rewrite -mulrSr | ].
  by rewrite addSn subnKC -?mulrSr //; case/andP: (in_from_1 a_in).
- by move=> a b a_in b_in; value.
- move=> a b i a_in; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 a_in).
  by case/andP=> a_b b_N i_in; have b_in : (0 < b <= N)%N by [rewrite b_N (leq_trans _ a_b)]; value.
move=> a b i j a_in; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: (in_from_1 a_in).
case/andP=> a_b b_N i_in j_in; have b_in : (0 < b <= N)%N by rewrite b_N (leq_trans _ a_b).
apply: yields_eq; first by value.
by congr Bool; apply: between => //; exact: in_from_1.
Qed.
End Calls.
