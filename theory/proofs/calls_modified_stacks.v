(* SPDX-License-Identifier: Apache-2.0 *)
(* Stacks of modified blocks, one after the other: what a network of them gives, block by block, and that a stack behind a stack is one. A block whose head has u = 0: ties are
   shared evenly, so that it adds the sum of all first columns to each token's. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_grids calls_attention calls_modified_blocks calls_two_runs calls_constant_network.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_modified calls_uniform_blocks calls_read_out bound_read_out.
From attest Require Import bound_read_out_network.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Stacks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (z : nat -> F) (A G H : nat -> nat -> nat -> F) (X Y : nat -> nat -> F) (N m n d k i : nat) (s r : F) (l : seq (value F)) (v w : value F).

(* --- Networks, block by block --- *)
Inductive runs (step : value F -> value F -> value F -> Prop) : seq (value F) -> value F -> value F -> Prop :=
  | RunsNil v : runs step [::] v v
  | RunsCons b l v w x of step b v w & runs step l w x : runs step (b :: l) v x.
Lemma runs_cat step l l' v w x : runs step l v w -> runs step l' w x -> runs step (l ++ l') v x.
Proof. by elim=> // b {}l u t y b_step _ IH /IH; exact: RunsCons. Qed.
Lemma runs_map (T U : Type) (step : value F -> value F -> value F -> Prop) (h : T -> value F) (k : U -> value F) (f : U -> T -> U) (l : seq T) u :
  (forall t, List.In t l -> forall u, step (h t) (k u) (k (f u t))) -> runs step (map h l) (k u) (k (foldl f u l)).
Proof.
elim: l u => [|t l IH] u all_step; first exact: RunsNil.
by apply: RunsCons (all_step t (or_introl erefl) u) _; apply: IH => t' t'_in; apply: all_step; right.
Qed.
Lemma y_fold_runs defs env (z x : string) a L body l v w : yields fs defs env a v -> yields fs defs env L (List l) ->
  runs (fun b u t => yields fs defs ((x, b) :: (z, u) :: env) body t) l v w -> yields fs defs env (Fold z a x L body) w.
Proof. by rewrite /yields /= => -> -> l_runs; elim: l_runs => //= b {}l u t y -> _. Qed.
Lemma runs_impl (step step' : value F -> value F -> value F -> Prop) l v w : (forall b u t, step b u t -> step' b u t) -> runs step l v w -> runs step' l v w.
Proof. by move=> imp; elim=> [u|b {}l u t y /imp b_step _ IH]; [exact: RunsNil | exact: RunsCons b_step IH]. Qed.
Definition block_step defs b v w : Prop := call fs defs "modified_block" [:: v; b; Symb "uniform"] = Value w.
Lemma call_stack defs l v w : provides (modified_network_d :: modified_block_l) defs ->
  (forall e, provides modified_block_l e -> runs (block_step e) l v w) -> call fs defs "modified_network" [:: v; List l; Symb "uniform"] = Value w.
Proof.
move=> W l_runs; enter; apply: (y_fold_runs (v := v) (l := l)); [by value | by value | apply: (runs_impl _ (l_runs earlier prov)) => b u t b_step].
by refine (y_call (vs := [:: u; b; Symb "uniform"%string]) _ _ _); [values | reflexivity | exact: b_step].
Qed.

(* The blocks that make the table G of the table H. *)
Lemma table_runs defs N n d z A G s r Y q : provides modified_block_l defs -> (0 < d)%N -> 0 < r ->
  runs (block_step defs) [seq block d z A G s r o | o <- order N n] (mat q d Y) (mat q d (foldl (after d z A G s r) Y (order N n))).
Proof.
move=> W d_gt0 r_gt0; apply: (@runs_map _ _ _ (block d z A G s r) (fun Z : nat -> nat -> F => mat q d Z) (after d z A G s r)) => o _ Z; rewrite /block_step.
by case: o => [p|]; [exact: call_place_block | exact: call_leave].
Qed.

(* --- The conditions of a network of them --- *)
Lemma y_all_among defs env (x : string) L body l : yields fs defs env L (List l) -> (forall v, is_among v l -> yields fs defs ((x, v) :: env) body (Bool true)) ->
  yields fs defs env (Over "all" body [:: (x, L)] None) (Bool true).
Proof.
rewrite /yields /= => ->; elim: l => //= v l IH all_y; rewrite all_y; last by left.
by apply: IH => w w_l; apply: all_y; right.
Qed.
Notation one_y d := [:: Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R].
Lemma stack_cat defs d l l' : provides is_network_l defs -> call fs defs "is_modified_network" (List l :: one_y d) = Value (Bool true) ->
  call fs defs "is_modified_network" (List l' :: one_y d) = Value (Bool true) -> call fs defs "is_modified_network" (List (l ++ l') :: one_y d) = Value (Bool true).
Proof.
move=> W; have [e found We] := provides_find W.
have each l0 : call fs defs "is_modified_network" (List l0 :: one_y d) = Value (Bool true) ->
    forall v, is_among v l0 -> call fs e "is_modified_block" (v :: one_y d) = Value (Bool true).
  move=> /(call_body found); rewrite [zip _ _]/= [body _]/=; case/true_and=> _ /true_and[all_y _] v v_in.
  have blocks_y : yields fs e [:: ("blocks", List l0); ("d", Num d%:R); ("H", Num 2%:R); ("dH", Num 1%:R); ("r", Num 1%:R)]%string (Name "blocks") (List l0) by [].
  by apply: (true_named_call _ (true_among blocks_y all_y v_in)).
move=> /each l_ok /each l'_ok; refine (call_yields found _ _); [reflexivity | open_body].
apply: calls_attention.true_and_true; first by value.
apply: y_and1; apply: (y_all_among (l := l ++ l')); [by value | move=> v v_in].
refine (y_call (vs := v :: one_y d) _ _ _); [by values | reflexivity | ].
by case/calls_two_runs.among_cat: v_in => [/l_ok|/l'_ok].
Qed.
Lemma empty_stack defs d : provides is_network_l defs -> call fs defs "is_modified_network" (List [::] :: one_y d) = Value (Bool true).
Proof.
move=> W; enter; apply: calls_attention.true_and_true; first by value.
by apply: y_and1; apply: (y_all_among (l := [::])); [by value | ].
Qed.

(* --- The sum of all first columns --- *)
Definition first_unit (j : nat) : F := (j == 1%N)%:R.
Definition sum_head n d : value F :=
  Rec [:: ("u", vec d (fun=> 0)); ("c", Num 0); ("shift", Symb "key"); ("WV", mat d 1 (fun q _ => first_unit q)); ("WO", mat 1 d (fun _ j => n%:R * first_unit j))]%string.
Definition sum_block n d : value F :=
  Rec [:: ("heads", List [:: sum_head n d]); ("W1", mat d 1 (fun _ _ => 0)); ("W2", mat 1 d (fun _ _ => 0)); ("phi", leave_phi (0 : F))]%string.
Lemma sum_block_value n d : is_value (sum_block n d).
Proof.
have parts (a b c e : value F) : is_value a -> is_value b -> is_value c -> is_value e ->
    is_value (Rec [:: ("u", a); ("c", Num 0); ("shift", Symb "key"); ("WV", b); ("WO", c)])%string by move=> /= -> -> ->.
have all (a b c : value F) : is_value a -> is_value b -> is_value c -> is_value (Rec [:: ("heads", List [:: a]); ("W1", b); ("W2", c); ("phi", leave_phi (0 : F))])%string.
  by move=> /= -> -> ->.
by apply: all; rewrite ?is_value_mat //; apply: (@parts _ _ _ (Num 0)); rewrite ?is_value_mat ?is_value_vec.
Qed.
Lemma sum_head_of n d : hard_head_of (sum_head n d) d 1 true (fun=> 0) 0 (fun q _ => first_unit q) (fun _ j => n%:R * first_unit j).
Proof. by split. Qed.
Lemma hard_flat n (f : nat -> F) j : (0 < j <= n)%N -> (forall k, (0 < k <= n)%N -> f k = f 1%N) -> hard n f j = n%:R^-1.
Proof.
move=> j_n f_flat; have n_gt0 : (0 < n)%N by case/andP: j_n => j_gt0; exact: leq_trans.
have [i i_n topE] := top_in f n_gt0; rewrite /hard /ties topE !f_flat // eqxx mul1r; congr (_%:R^-1).
rewrite -[RHS](size_iota 1 n); apply/eqP; rewrite -all_count; apply/allP => k /in_from_1 k_n.
by rewrite f_flat.
Qed.
Lemma sum_headed n d X i j : (0 < n)%N -> (0 < d)%N -> (0 < i <= n)%N ->
  hard_headed n d 1 true (fun=> 0) 0 (fun q _ => first_unit q) (fun _ j => n%:R * first_unit j) X i j = (\sum_(p <- iota 1 n) X p 1%N) * first_unit j.
Proof.
move=> n_gt0 d_gt0 i_n; rewrite /hard_headed big_seq1 (bigD1_seq 1%N) ?iota_uniq ?mem_iota ?add1n //= /first_unit eqxx mulr1.
rewrite [X in _ + X]big1 ?addr0 => [|q /negbTE ->]; last by rewrite mulr0.
rewrite mulrA; congr (_ * _); rewrite mulr_suml; apply: eq_big_seq => p /in_from_1 p_n.
rewrite hard_flat // => [|k _]; first by rewrite mulrC mulrA divff ?mul1r // pnatr_eq0 -lt0n.
by rewrite /hard_score /along !big1 // => q _; rewrite mulr0.
Qed.
Lemma call_sum_block defs n d X : provides modified_block_l defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "modified_block" [:: mat n d X; sum_block n d; Symb "uniform"] = Value (mat n d (fun i j => X i j + (\sum_(p <- iota 1 n) X p 1%N) * first_unit j)).
Proof.
move=> W n_gt0 d_gt0; enter; apply: yields_eq.
  refine (y_call (vs := [:: mat n d (fun i j => X i j + hard_headed n d 1 true (fun=> 0) 0 (fun q _ => first_unit q) (fun _ j => n%:R * first_unit j) X i j);
    sum_block n d]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_call (vs := [:: mat n d X; List [:: sum_head n d]; Symb "uniform"%string]) _ _ _); [by values | reflexivity | ].
    have [e found We] : exists2 e, find_definition earlier "modified_attention" = Some (modified_attention_d, e) &
        provides [:: hard_head_d; hard_attention_d; hard_scores_d; modified_hardmax_d; outer_d; matadd_d; matmul_d; apply_d; dot_d; same_shape_d; is_rectangular_d] e.
      by apply: (@provides_find modified_attention_d); provided.
    refine (call_yields found _ _); [reflexivity | open_body]; apply: calls_constant_network.y_fold_one; [by value | by value | ].
    refine (y_call (vs := [:: mat n d X; mat n d (hard_headed n d 1 true (fun=> 0) 0 (fun q _ => first_unit q) (fun _ j => n%:R * first_unit j) X)]) _ _ _);
      [ | reflexivity | by apply: (call_matadd floor_int); provided].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
    by refine (y_call (vs := [:: sum_head n d; mat n d X; Symb "uniform"%string]) _ _ _); [values | reflexivity | apply: (call_hard_head X (sum_head_of n d)) => //; provided].
  apply: (@call_modified_ffn S earlier (sum_block n d) (leave_phi 0) n d 1 0 _ _ _ _ (fun _ _ => 0) (fun _ _ => 0) _ _ d_gt0 isT erefl erefl erefl (leave_phi_of _)); provided.
apply: mat_ext => i j i_n _.
by rewrite big_seq1 mulr0 addr0 sum_headed.
Qed.
Lemma sum_block_meets defs n d : provides is_network_l defs -> call fs defs "is_modified_network" (List [:: sum_block n d] :: one_y d) = Value (Bool true).
Proof.
move=> W; enter; apply: calls_attention.true_and_true; first by value.
apply: y_and1; apply: (y_all_among (l := [:: sum_block n d])); [by value | move=> v [->|//]].
refine (y_call (vs := sum_block n d :: one_y d) _ _ _); [by values | reflexivity | enter].
have head_y : yields fs earlier0 [:: ("h", sum_head n d); ("B", sum_block n d); ("d", Num d%:R); ("H", Num 2%:R); ("dH", Num 1%:R); ("r", Num 1%:R)]%string
    (Call "is_modified_head" [:: Name "h"; Name "d"; Name "dH"])%string (Bool true).
  refine (y_call (vs := [:: sum_head n d; Num d%:R; Num 1%:R]) _ _ _); [by values | reflexivity | enter].
  apply: calls_attention.true_and_true; first by refine (y_call _ _ _); [values | reflexivity | apply: call_is_vector; provided].
  apply: calls_attention.true_and_true; first by value.
  apply: calls_attention.true_and_true; first by apply: calls_constant_network.y_or_first; value.
  apply: calls_attention.true_and_true; first by refine (y_call _ _ _); [values | reflexivity | apply: call_is_matrix; provided].
  by apply: y_and1; refine (y_call _ _ _); [values | reflexivity | apply: call_is_matrix; provided].
apply: calls_attention.true_and_true; first by value.
apply: calls_attention.true_and_true.
  by apply: yields_eq; [apply: y_compare; [apply: (y_length (l := [:: sum_head n d])); value | value | reflexivity] | congr Bool; rewrite /= ler_nat].
apply: calls_attention.true_and_true; first by apply: calls_constant_network.y_all_one; [by value | exact: head_y].
apply: calls_attention.true_and_true; first by refine (y_call _ _ _); [values | reflexivity | apply: call_is_matrix; provided].
apply: calls_attention.true_and_true; first by refine (y_call _ _ _); [values | reflexivity | apply: call_is_matrix; provided].
apply: y_and1; refine (y_call (vs := [:: leave_phi 0]) _ _ _); [by values | reflexivity | ].
by apply: (@calls_modified_blocks.call_is_phi S _ [::] [:: 0%:R] [:: 0] [::]); first provided.
Qed.
End Stacks.
