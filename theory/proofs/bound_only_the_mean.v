(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: of the attentive condition only the mean is needed. Any function on the closed grid is a narrow network with two heads in all, one for
   each condition; corner_network of narrow_table.v as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_attention calls_heads calls_constant_network calls_one_head.
From attest Require Import calls_grid_tables calls_conditions_network.
From attest Require calls_wide_networks bound_lemma_8 narrow_networks narrow_lists narrow_table statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.finding_only_the_mean_is_needed) f) (only parsing).
Definition is_table_d := Eval compute in the "is_table".

Section Conditions.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (n d : nat).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Implicit Types (defs : seq definition) (env : environment F) (h : narrow_networks.head F) (B : narrow_networks.block F) (Bs : seq (narrow_networks.block F)).

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  end.
Lemma call_is_rowwise defs B : provides [:: is_rowwise_part_d; is_normalization_d; is_matrix_d; is_vector_d] defs -> (0 < size (narrow_networks.units B))%N ->
  call fs defs "is_rowwise_part" [:: block_value d B; Num d%:R] = Value (Bool true).
Proof. by move=> P r_gt0; enter; apply: yields_eq; [value | rewrite ler1n r_gt0]. Qed.
Lemma is_conditions_true defs Bs : provides is_conditions_l defs -> (forall B, List.In B Bs -> narrow_networks.narrow B) ->
  call fs defs "is_conditions_network" [:: network_value d Bs; Num n%:R; Num d%:R] = Value (Bool true).
Proof.
move=> P narrow; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (@calls_wide_networks.y_all_over F fs earlier _ (block_value d) (@narrow_networks.narrow F)) => //.
move=> B [_ /andP[units_gt0 _] _]; set env := _ :: _; have B_y : yields fs earlier env (Name "B") (block_value d B) by [].
apply: true_and_true.
  by refine (y_call _ _ _); [values | reflexivity | enter; apply: yields_eq; [value | ]].
apply: true_and_true.
  by refine (y_call (vs := [:: block_value d B; Num d%:R]) _ _ _); [values | reflexivity | apply: call_is_rowwise; [provided | exact: units_gt0]].
apply: y_and1; apply: (@calls_wide_networks.y_all_over F fs earlier _ (head_value d) (fun=> True)); [by apply: (y_field B_y) | by [] | move=> h _].
set env' := _ :: _; have h_y : yields fs earlier env' (Name "h") (head_value d h) by [].
have kind_y t := y_symbol t h_y (erefl : field_at (head_value d h) "kind" = Value (Symb (kind_of h))).
apply: true_and_true.
  have := kind_y "attentive"%string; have := kind_y "position"%string; rewrite /kind_of; case: (narrow_networks.kind h) => yp ya; last by apply: y_no ya _.
  by apply: y_yes ya _; apply: true_and_true; [value | apply: y_and1; value].
apply: y_and1; refine (y_call (vs := [:: head_value d h; Num d%:R]) _ _ _); [by values | reflexivity | ].
by apply: (@call_is_value_path S _ _ _ 1); [provided | split].
Qed.
Lemma is_narrow_true defs Bs : provides [:: is_narrow_d] defs -> (forall B, List.In B Bs -> narrow_networks.narrow B) ->
  call fs defs "is_narrow" [:: network_value d Bs] = Value (Bool true).
Proof.
move=> P narrow; enter; apply: (@calls_wide_networks.y_all_over F fs earlier _ (block_value d) (@narrow_networks.narrow F)) => //.
move=> B [heads_le2 /andP[_ units_le4] _]; set env := _ :: _; have B_y : yields fs earlier env (Name "B") (block_value d B) by [].
apply: true_and_true.
  apply: yields_eq; first by apply: y_compare; [apply: (y_length (l := map (head_value d) (narrow_networks.heads B))); exact: (y_field B_y) | value | reflexivity].
  by rewrite /= size_map (ler_nat F _ 2) heads_le2.
apply: true_and_true.
  have units_y : yields fs earlier env (Call "len" [:: Field (Name "B") "b1"])%string (Num (size (narrow_networks.units B))%:R).
    by apply: (y_len (n := size (narrow_networks.units B)) (h := fun l => Num (narrow_networks.shift (unit_of B l)))); apply: (y_field B_y).
  apply: yields_eq; first by apply: (y_compare units_y); [value | reflexivity].
  by rewrite /= (ler_nat F _ 4) units_le4.
apply: y_and1; apply: (@calls_wide_networks.y_all_over F fs earlier _ (head_value d) (fun=> True)); [by apply: (y_field B_y) | by [] | move=> h _].
apply: yields_eq; first by apply: y_compare; [by apply: (y_len (n := 1) (h := fun=> Num (narrow_networks.bV h))); apply: y_field | value | reflexivity].
by rewrite /= eqxx.
Qed.

(* Lists by their places. *)
Definition no_block : narrow_networks.block F := narrow_networks.Block [::] [::].
Definition no_head : narrow_networks.head F := narrow_networks.Head narrow_networks.Mean (fun=> 0) 0 (fun=> 0).
Definition block_at Bs p := nth no_block Bs p.
Definition heads_at Bs p := narrow_networks.heads (block_at Bs p).
Lemma by_places (T U : Type) (f : T -> U) (t0 : T) l : map f l = [seq f (nth t0 l p) | p <- iota 0 (size l)].
Proof. by rewrite -[in LHS](mkseq_nth t0 l) /mkseq -map_comp. Qed.
Lemma uses_only_means_true defs Bs : provides [:: uses_only_means_d] defs -> call fs defs "uses_only_means" [:: network_value d Bs] = Value (Bool true).
Proof.
move=> P; enter; apply: (y_all2_true (h := fun p => block_value d (block_at Bs p)) (l := iota 0 (size Bs))
  (k := fun p q => head_value d (nth no_head (heads_at Bs p) q)) (m := fun p => iota 0 (size (heads_at Bs p)))).
- by rewrite -(by_places (block_value d) no_block).
- move=> p _; rewrite -(by_places (head_value d) no_head); set env := _ :: _.
  by have B_y : yields fs earlier env (Name "B") (block_value d (block_at Bs p)) by []; apply: (y_field B_y).
move=> p q _ _; set h := nth _ _ _; set env := _ :: _; have h_y : yields fs earlier env (Name "h") (head_value d h) by [].
have kind_y := y_symbol "position" h_y (erefl : field_at (head_value d h) "kind" = Value (Symb (kind_of h))).
rewrite /kind_of in kind_y; case: (narrow_networks.kind h) kind_y => kind_y; last by apply: y_or_first.
have false_or e l : yields fs earlier env e (Bool false) -> yields fs earlier env (Or l) (Bool true) -> yields fs earlier env (Or (e :: l)) (Bool true).
  by rewrite /yields /= => -> /= ->.
apply: false_or kind_y _; apply: y_or_first; apply: true_and_true.
  by apply: yields_eq; [apply: y_compare; [apply: (y_field h_y); reflexivity | value | reflexivity] | rewrite /= eqxx].
apply: y_and1; apply: (y_all_true (h := fun _ : nat => Num 0) (l := iota 1 d)); first by apply: (y_field h_y).
by move=> t _; apply: yields_eq; [apply: y_compare; [value | value | reflexivity] | rewrite /= eqxx].
Qed.
Lemma count_heads_is defs Bs : provides [:: count_heads_d] defs ->
  call fs defs "count_heads" [:: network_value d Bs] = Value (Num (sumn [seq size (narrow_networks.heads B) | B <- Bs])%:R).
Proof.
move=> P; enter; apply: yields_eq.
  have blocks_y env : lookup "blocks"%string env = Some (network_value d Bs) ->
      yields fs earlier env (Name "blocks") (List [seq block_value d (block_at Bs p) | p <- iota 0 (size Bs)]).
    by move=> /(y_name fs earlier); rewrite -(by_places (block_value d) no_block).
  apply: (y_sum (blocks_y _ _) (f := fun p => (size (heads_at Bs p))%:R)) => [|p _]; first by [].
  set env := _ :: _; have B_y : yields fs earlier env (Name "B") (block_value d (block_at Bs p)) by [].
  by rewrite -(size_map (head_value d)); apply: (y_length (l := map (head_value d) (heads_at Bs p))); exact: (y_field B_y).
congr Num; rewrite sumnE big_map natr_sum (big_nth no_block) -[size Bs in RHS]subn0 -/(index_iota 0 (size Bs)).
by rewrite /index_iota !subn0.
Qed.
End Conditions.

Lemma apart_inj (T : eqType) n (v : nat -> T) : all (fun i => all (fun j => v i != v j) (iota i.+1 (n - i))) (iota 1 n) ->
  forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> v i = v j -> i = j.
Proof.
move=> apart; have less i j : (0 < i <= n)%N -> (0 < j <= n)%N -> (i < j)%N -> v i <> v j.
  move=> i_n /andP[_ j_n] ij; have /allP/(_ i) := apart; rewrite mem_iota add1n ltnS i_n => /(_ isT) /allP/(_ j).
  by rewrite mem_iota ij addSn subnKC ?ltnS ?j_n; [move=> /(_ isT) /eqP | case/andP: i_n].
by move=> i j i_n j_n E; case: (ltngtP i j) => // ij; [case: (less i j) | case: (less j i)].
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ _ _ = _ => enter_named; value
  end.
(* attest: urpe.theorem-3 finding_only_the_mean_is_needed sha256:a030b35b0630ae608e49253c372d69bb675e4478a8892e9df0a89a6ee4ed6bf4 theorem:only_the_mean_is_needed *)
Theorem only_the_mean_is_needed : Holds statements_urpe_theorem_3.finding_only_the_mean_is_needed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => v _ /apart_inj v_inj.
apply: says_for_values => [u|u told]; first by any_named W.
have [T uE] : exists T, u = table n d m T.
  have Wt : provides [:: is_table_d; is_matrix_d; is_vector_d] defs by provided.
  have [e found We] := provides_find Wt.
  have called : call (functions_of S) defs "is_table" [:: u; Num n%:R; Num d%:R; Num m%:R] = Value (Bool true) by apply: true_named_call told _.
  by move/(call_body found): called; rewrite [zip _ _]/= [body _]/=; apply: table_true; [provided | split | ].
subst u; have [Bs [Bs_narrow Bs_heads Bs_table]] : exists Bs : seq (narrow_networks.block S),
    [/\ forall B, List.In B Bs -> narrow_networks.narrow B, sumn [seq size (narrow_networks.heads B) | B <- Bs] = 2%N & forall A, narrow_networks.attends n A v ->
      forall t, t \in grid_tuples n d m -> narrow_lists.alike n d (narrow_networks.network n d A Bs (point S m t)) (T (number_of n d m t))].
  clear told; case: n d n_gt0 d_gt0 T v_inj => [|n] // [|d] // _ _ T v_inj.
  have lev_inj l l' : (l < m.+1)%N -> (l' < m.+1)%N -> l%:R / m%:R = l'%:R / m%:R :> S -> l = l' by move=> _ _; exact: (@narrow_table.level_inj S m m_gt0).
  pose T' place := T (number_of n.+1 d.+1 m (tuple_at n.+1 d.+1 place)).
  have [|Bs [Bs_narrow Bs_heads Bs_table]] := @narrow_table.corner_network S n d m v _ T' v_inj lev_inj.
    by move=> p q pq i k i_n k_d; rewrite /T' (tuple_at_alike pq).
  exists Bs; split=> // A A_attends t t_in; rewrite -[in T _](tuple_atK t_in).
  by apply: (Bs_table A A_attends (place_at t)) => // i k i_n k_d; exact: (place_lt t_in).
apply: (says_exists_value (w := network_value d Bs)); [by move=> ?; exact: any_and | exact: network_value_value | | ].
  apply: true_and_true.
    by refine (y_call (vs := [:: network_value d Bs; Num n%:R; Num d%:R]) _ _ _); [values | reflexivity | apply: is_conditions_true => //; provided].
  apply: true_and_true; first by refine (y_call (vs := [:: network_value d Bs]) _ _ _); [values | reflexivity | apply: is_narrow_true => //; provided].
  apply: true_and_true; first by refine (y_call (vs := [:: network_value d Bs]) _ _ _); [values | reflexivity | apply: uses_only_means_true; provided].
  apply: y_and1; apply: yields_eq.
    apply: (y_compare (v := Num (sumn [seq size (narrow_networks.heads B) | B <- Bs])%:R)); [ | by value | reflexivity].
    by refine (y_call (vs := [:: network_value d Bs]) _ _ _); [values | reflexivity | apply: count_heads_is; provided].
  by rewrite Bs_heads /= eqxx.
refine (says_forall (P := fun A => all (fun i => \sum_(j <- iota 1 n) A i j * 1 == v i) (iota 1 n)) _ _ _);
  [domain_of | by move=> A _; cbn [condition_is]; apply: bound_lemma_8.row_sums_condition; first provided | move=> A _ sums].
have A_attends : narrow_networks.attends n (attention_of n A) v by split=> [//|i i_n]; exact: bound_lemma_8.sum_is.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_same_table m_gt0 (G := fun t => narrow_networks.network n d (attention_of n A) Bs (point S m t)) (H := T)) => //; [by provided | move=> t _ | ].
  refine (y_call (vs := [:: mat n d (point S m t); network_value d Bs; mat n n A]) _ _ _); [by values | reflexivity | ].
  by apply: call_network_value => //; provided.
by move=> t i j t_in i_n j_d; exact: Bs_table.
Qed.
