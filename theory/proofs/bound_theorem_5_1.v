(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorem 5.1 of Positional Attention from two machines on, and with two layers (theorem_5_1.v), as the meaning of their statements: a step
   function of all memories is a table, in which the numbers of the cells, one number in base (walls + 1), name a place. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps calls_transformers are_transformers.
From attest Require Import written_transformers calls_nodes.
From attest Require hardmax interpolation two_layers theorem_5_1 bound_steps_missed calls_naturals calls_routing statements_positional_theorem_5_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_theorem_5_1.repaired) f) (only parsing).
Definition cell_d := Eval compute in the "cell".
Definition configuration_d := Eval compute in the "configuration".
Definition is_table_d := Eval compute in the "is_table".
Definition off_the_walls_d := Eval compute in the "off_the_walls".
Definition nodes_d := Eval compute in the "nodes".

(* --- Numbers of configurations ------------------------------------------------------------------------------------------------------------ *)
Local Open Scope nat_scope.
Definition configuration W N s (A : 'M[nat]_(N, s)) : nat :=
  foldl (fun c i => foldl (fun e j => e * W.+1 + A i j) c (indices s)) 0 (indices N).
Lemma folded_lt (T : Type) (step : nat -> T -> nat) B c (l : seq T) : (forall c t, step c t < c.+1 * B) -> foldl step c l < c.+1 * B ^ size l.
Proof.
move=> step_lt; elim: l c => [|t l IH] c /=; first by rewrite expn0 muln1.
by apply: leq_trans (IH _) _; rewrite expnS mulnA leq_mul2r step_lt orbT.
Qed.
Lemma configuration_lt W N s (A : 'M[nat]_(N, s)) : (forall i j, A i j <= W) -> configuration W A < W.+1 ^ (N * s).
Proof.
move=> A_le; have row c i : foldl (fun e j => e * W.+1 + A i j) c (indices s) < c.+1 * W.+1 ^ s.
  have := @folded_lt _ (fun e j => e * W.+1 + A i j) W.+1 c (indices s); rewrite size_indices; apply=> e j.
  by rewrite mulSn addnC ltn_add2r ltnS.
have := @folded_lt _ (fun c i => foldl (fun e j => e * W.+1 + A i j) c (indices s)) (W.+1 ^ s) 0 (indices N) row.
by rewrite size_indices mul1n -expnM mulnC.
Qed.
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (walls : seq F) (N s : nat).
Local Notation reals l := (List (map (@Num F) l)).

Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (calls_naturals.y_count _ _); [value | intros ? ?; value]
  end.
Lemma call_cell defs walls x : provides [:: cell_d] defs -> call fs defs "cell" [:: reals walls; Num x] = Value (Num (theorem_5_1.cell walls x)%:R).
Proof. by move=> W; enter; value. Qed.
Ltac known_call ::= lazymatch goal with |- call _ _ "cell" _ = _ => apply: call_cell; provided end.
Lemma call_configuration defs walls N s (X : 'M[F]_(N, s)) : provides [:: configuration_d; cell_d] defs ->
  call fs defs "configuration" [:: reals walls; table X] = Value (Num (configuration (size walls) (theorem_5_1.cells walls X)).+1%:R).
Proof.
move=> W; enter; apply: yields_eq; first (refine (y_add (x := 1%:R) _ _); first by value).
  refine (y_fold (k := fun c : nat => Num c%:R) (h := fun i => column (X i)) (l := indices N)
    (step := fun c i => foldl (fun e j => e * (size walls).+1 + theorem_5_1.cells walls X i j)%N c (indices s)) _ _ _); [by value | by value | ].
  move=> c i _; refine (y_fold (k := fun c : nat => Num c%:R) (h := fun j => Num (X i j)) (l := indices s)
    (step := fun e j => (e * (size walls).+1 + theorem_5_1.cells walls X i j)%N) _ _ _); [by value | by value | ].
  move=> e j _; apply: yields_eq; first by value.
  by rewrite size_map mxE natrD natrM -[(size walls).+1%N]addn1 natrD.
by rewrite -[in RHS]add1n natrD.
Qed.
Lemma is_table_told defs v walls N s : provides [:: is_table_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_table" [:: v; reals walls; Num N%:R; Num s%:R] = Value (Bool true) ->
  exists2 Ts : seq 'M[F]_(N, s), v = List (map (@table F N s) Ts) & size Ts = ((size walls).+1 ^ (N * s))%N.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _; _; _; _].
case/true_and=> /calls_routing.list_true[l ly] /true_and[size_l /true_and[each _]]; have [vE] : Some v = Some (List l) := ly.
have power : yields fs e env (Binary Power (Binary Add (Call "len" [:: Name "walls"]) (Number (BinNums.Npos BinNums.xH))) (Binary Multiply (Name "N") (Name "s")))
    (Num ((size walls).+1 ^ (N * s))%N%:R).
  apply: yields_eq; first by refine (y_power (y := (N * s)%N%:R) floor_int _ _ erefl); [value | apply: yields_eq; [value | rewrite natrM]].
  by rewrite size_map natrX -[(size walls).+1%N]addn1 natrD.
have {}size_l : size l = ((size walls).+1 ^ (N * s))%N by apply: (calls_routing.length_true ly power) size_l.
have [|Ts lE _] := @calls_routing.images_true S _ (@table F N s) (fun=> True) _ _ _ _ _ l ly each.
  move=> u told; have u_y : yields fs e (("Y"%string, u) :: env) (Name "Y") u by [].
  have [|||A uA] := @table_told S e _ _ _ _ N s _ told; [by provided | by value | by value | ].
  by exists A => //; have := yields_inj u_y uA.
by exists Ts; [rewrite vE lE | rewrite -size_l lE size_map].
Qed.
Definition all_off walls N s (X : 'M[F]_(N, s)) delta := all (fun i => all (fun j => all (fun w => delta <= `|X i j - w|) walls) (indices s)) (indices N).
Lemma call_off_the_walls defs walls N s (X : 'M[F]_(N, s)) delta : provides [:: off_the_walls_d] defs ->
  call fs defs "off_the_walls" [:: reals walls; table X; Num delta] = Value (Bool (all_off walls X delta)).
Proof.
move=> W; enter; refine (y_all_nested (h := fun i => column (X i)) (l := indices N) _ _) => [|i _]; first by value.
refine (y_all_nested (h := fun j => Num (X i j)) (l := indices s) _ _) => [|j _]; first by value.
by refine (y_all (h := @Num F) (l := walls) _ _) => [|w _]; value.
Qed.
Lemma call_nodes defs N s (X : 'M[F]_(N, s)) : provides [:: nodes_d] defs ->
  call fs defs "nodes" [:: table X; Num s%:R] = Value (table (theorem_5_1.with_ids (theorem_5_1.with_sink X))).
Proof.
move=> W; enter; apply: yields_eq; first by value.
rewrite /= -(table_behind (A := theorem_5_1.with_ids (theorem_5_1.with_sink X)) (f := fun i : 'I_N => column (fun j : 'I_(s + 1) => row_mx (row i X) (const_mx i%:R) 0 j))
  (r := column (fun j : 'I_(s + 1) => row_mx (\row_(c < s) (0%:R : F)) (const_mx N%:R) 0 j))).
- congr (List (_ ++ [:: _])).
    by apply: eq_map => i; rewrite -column_and; congr (List (_ ++ [:: Num _])); rewrite -natrB // subn1.
  by rewrite -column_and.
- move=> i; apply: column_ext => j; rewrite /theorem_5_1.with_ids -(splitK j); case: (split j) => c /=; last by rewrite !row_mxEr !mxE.
  by rewrite !row_mxEl !mxE hardmax.as_machineK.
apply: column_ext => j; rewrite /theorem_5_1.with_ids -(splitK j); case: (split j) => c /=; last by rewrite !row_mxEr !mxE.
by rewrite !row_mxEl !mxE hardmax.as_machine_sink.
Qed.
Lemma walls_told defs env v : provides [:: is_vector_d] defs -> lookup "walls" env = Some v ->
  yields fs defs env (Call "is_vector" [:: Name "walls"; Call "len" [:: Name "walls"]]%string) (Bool true) -> exists walls, v = reals walls.
Proof.
move=> W in_v /true_call[//|vs /true_cons[a [vs1 [ya /true_cons[b [vs2 [yb /true_nil-> ->]]] ->]]] told].
have v_y : yields fs defs env (Name "walls") v by exact: y_name.
have [k bE] := length_told yb.
rewrite (yields_inj ya v_y) bE in told; have [f ->] := is_vector_true W told.
by rewrite seq_vec; eexists.
Qed.
Lemma off_walls walls N s (X : 'M[F]_(N, s)) delta : all_off walls X delta -> forall i k, {in walls, forall w, interpolation.off_wall delta w (X i k)}.
Proof.
by move=> /allP off i k w w_in; have /allP/(_ k (mem_index_enum _))/allP/(_ w w_in) := off i (mem_index_enum _).
Qed.
End Calls.

(* --- The statements ------------------------------------------------------------------------------------------------------------------------ *)
Section Simulated.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Variables (defs : seq definition) (env : environment F) (N s : nat) (walls : seq F) (Ts : seq 'M[F]_(N, s)) (delta : F) (vs : seq (value F)).
Hypotheses (N_in : lookup "N" env = Some (Num N%:R)) (s_in : lookup "s" env = Some (Num s%:R)) (walls_in : lookup "walls" env = Some (List (map (@Num F) walls))).
Hypotheses (T_in : lookup "T" env = Some (List (map (@table F N s) Ts))) (delta_in : lookup "delta" env = Some (Num delta)) (M_in : lookup "M" env = Some (List vs)).
Local Open Scope string_scope.
Definition nodes_e (a : expr) := Call "nodes" [:: a; Name "s"].
Definition simulated_e : formula := Forall "X" (Matrices (Name "N") (Name "s") None) (Some (Call "off_the_walls" [:: Name "walls"; Name "X"; Name "delta"]))
  (Expression (Chain (Call "softmax_transformer" [:: nodes_e (Name "X"); Call "unit_matrix" [:: Binary Add (Name "N") (Number (BinNums.Npos BinNums.xH))]; Name "M"])
    [:: (Equal, nodes_e (Index (Name "T") (Call "configuration" [:: Name "walls"; Name "X"])))])).
Local Close Scope string_scope.
Notation nodes_l := (nodes_d :: off_the_walls_d :: configuration_d :: cell_d :: softmax_transformer_d :: softmax_layer_d :: softmax_heads_d :: side_by_side_d :: beside_d ::
  mlp_d :: relu_matrix_d :: scores_d :: unit_matrix_d :: relu_d :: softmax_rows_d :: softmax_d :: add_row_d :: transpose_d :: matmul_d :: is_rectangular_d :: nil).
Lemma says_simulated H Q (f : 'M[F]_(N.+1, s + 1) -> 'M[F]_(N.+1, s + 1)) : provides nodes_l defs -> network_at H Q vs f ->
  size Ts = ((size walls).+1 ^ (N * s))%N ->
  (forall X : 'M[F]_(N, s), (forall i k, {in walls, forall w, interpolation.off_wall delta w (X i k)}) ->
    f (theorem_5_1.with_ids (theorem_5_1.with_sink X)) =
    theorem_5_1.with_ids (theorem_5_1.with_sink (nth 0 Ts (configuration (size walls) (theorem_5_1.cells walls X))))) ->
  Says fs (call fs defs) true env simulated_e.
Proof.
move=> W at_f size_Ts fE; refine (says_forall (inside := fun _ => True) (h := @table F N s) (P := fun X => all_off walls X delta) _ _ _).
- by refine (in_tables _ _ _ _ _); [floors | exact: y_name N_in | exact: y_name s_in | | ].
- move=> X _; cbn [condition_is].
  refine (y_call (vs := [:: List (map (@Num F) walls); table X; Num delta]) _ _ _); [ | reflexivity | by apply: call_off_the_walls; provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); apply: y_name.
move=> X _ off; refine (says_expression (p := true) _ _) => //; pose A := nth 0 Ts (configuration (size walls) (theorem_5_1.cells walls X)).
have nodes_y a (Y : 'M[F]_(N, s)) : yields fs defs (("X"%string, table X) :: env) a (table Y) ->
    yields fs defs (("X"%string, table X) :: env) (nodes_e a) (table (theorem_5_1.with_ids (theorem_5_1.with_sink Y))).
  move=> ya; refine (y_call (vs := [:: table Y; Num s%:R]) _ _ _); [ | reflexivity | by apply: call_nodes; provided].
  by refine (all_cons ya (all_cons _ (all_nil _ _ _))); apply: y_name.
apply: yields_eq; first apply: (y_same_table (A := f (theorem_5_1.with_ids (theorem_5_1.with_sink X))) (B := theorem_5_1.with_ids (theorem_5_1.with_sink A))).
- refine (y_call (vs := [:: table (theorem_5_1.with_ids (theorem_5_1.with_sink X)); table (1%:M : 'M_N.+1); List vs]) _ _ _);
    [ | reflexivity | by apply: call_network_at at_f; [ | provided | rewrite addn1]].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by apply: nodes_y; apply: y_name | | by apply: y_name].
  refine (y_call (vs := [:: Num N.+1%:R]) _ _ _); [ | reflexivity | by apply: call_unit_matrix; provided].
  refine (all_cons _ (all_nil _ _ _)); apply: yields_eq; first by apply: y_add; [exact: y_name N_in | value].
  by rewrite -natrD addn1.
- apply: nodes_y; have conf_lt : (configuration (size walls) (theorem_5_1.cells walls X) < size Ts)%N.
    by rewrite size_Ts; apply: configuration_lt => i j; rewrite mxE count_size.
  apply: (y_item (i := configuration (size walls) (theorem_5_1.cells walls X))); [exact: y_name T_in | | by [] | by rewrite size_map | by rewrite (nth_map 0)].
  refine (y_call (vs := [:: List (map (@Num F) walls); table X]) _ _ _); [ | reflexivity | by apply: call_configuration; provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); apply: y_name.
by rewrite fE ?eqxx //; exact: off_walls.
Qed.

(* That a list is a configuration of the model, its sizes given as the statements give them. *)
Lemma y_is_transformer H Q (f : 'M[F]_(N.+1, s + 1) -> 'M[F]_(N.+1, s + 1)) a b : network_at H Q vs f ->
  provides [:: is_transformer_d; out_dimension_d; is_layer_d; is_head_d; is_mlp_d; is_matrix_d; is_vector_d] defs ->
  yields fs defs env a (Num (size vs)%:R) -> yields fs defs env b (Num H%:R) ->
  yields fs defs env (Call "is_transformer" [:: Name "M"; Binary Add (Name "N") (Number (BinNums.Npos BinNums.xH)); a; b;
    Binary Add (Name "s") (Number (BinNums.Npos BinNums.xH)); Binary Add (Name "s") (Number (BinNums.Npos BinNums.xH))]%string) (Bool true).
Proof.
move=> at_f W ya yb.
refine (y_call (vs := [:: List vs; Num N.+1%:R; Num (size vs)%:R; Num H%:R; Num (s + 1)%:R; Num (s + 1)%:R]) _ _ _);
  [ | reflexivity | by apply: call_is_transformer at_f; rewrite ?addn1].
have s_y : yields fs defs env (Binary Add (Name "s") (Number (BinNums.Npos BinNums.xH))) (Num (s + 1)%:R).
  by apply: yields_eq; [apply: y_add; [exact: y_name s_in | value] | rewrite natrD].
refine (all_cons _ (all_cons _ (all_cons ya (all_cons yb (all_cons s_y (all_cons s_y (all_nil _ _ _))))))); first exact: y_name M_in.
by apply: yields_eq; [apply: y_add; [exact: y_name N_in | value] | rewrite -natrD addn1].
Qed.
End Simulated.

Ltac side ::= first [assumption | reflexivity].
Ltac known_call ::= lazymatch goal with |- call _ _ "ceil_log2" _ = _ => apply: call_ceil_log2; provided end.
Section Opened.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Lemma any_table defs env l : provides [:: is_table_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_table" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.
Lemma any_vector defs env l : provides [:: is_vector_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_vector" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.
End Opened.

(* attest: positional.theorem-5-1 finding_two_layers sha256:3788e6ccb961134c72ba4c0e32f65b036760acd136b6c3e6b5bc1b5b0afecec3 theorem:two_layers_are_enough *)
Theorem two_layers_are_enough : Holds statements_positional_theorem_5_1.finding_two_layers.
Proof.
opening S W; meaning_for_all => N N_gt0 _; meaning_for_all => s s_gt0 _; meaning_for_all => L L_gt1 _; meaning_for_all => h h_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_vector; provided.
have [walls vE] : exists walls, v = List (map (@Num S) walls) by apply: (walls_told _ _ told); [provided | ].
subst v; clear told; apply: says_for_values => [v | v told]; first by apply: any_table; provided.
have arguments : yields_all (functions_of S) defs
  [:: ("T"%string, v); ("walls"%string, List (map (@Num S) walls)); ("H"%string, Num h%:R); ("L"%string, Num L%:R); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "T"; Name "walls"; Name "N"; Name "s"]%string [:: v; List (map (@Num S) walls); Num N%:R; Num s%:R] by values.
have [|Ts vE size_Ts] := is_table_told _ (own_call_true told erefl arguments); first by provided.
subst v; clear told arguments; meaning_for_all => delta _ delta_gt0.
case: h h_gt0 => // h _; case: L L_gt1 => [|[|L]] // _.
have [f [f_net fE]] := @theorem_5_1.theorem_5_1 S (@exp_of S) (@exp_gt0 S) N s h L walls delta (fun A => nth 0 Ts (configuration (size walls) A)) delta_gt0.
have width_gt0 : (0 < s + 1)%N by rewrite addn1.
have [vs [f' [at_f size_vs vs_value f'E]]] := written_transformer f_net width_gt0.
refine (says_exists_value (w := List vs) _ vs_value _ _); first by move=> v; exact: any_and.
  refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
    apply: (y_is_transformer (N := N) (s := s) (vs := vs) _ _ _ at_f); [by [] | by [] | by [] | provided | rewrite size_vs; value | value].
  by apply: (y_narrow_heads at_f width_gt0); value.
apply: (says_simulated (N := N) (s := s) (walls := walls) (Ts := Ts) (delta := delta) (vs := vs) _ _ _ _ _ _ _ at_f size_Ts); try reflexivity; first by provided.
by move=> X off; rewrite f'E; exact: fE.
Qed.

(* attest: positional.theorem-5-1 repaired sha256:682ea73806508f93fa1ca59ee96f615e2101fe08161a82a7c0dbe77fc1983e83 theorem:from_two_machines *)
Theorem from_two_machines : Holds statements_positional_theorem_5_1.repaired.
Proof.
opening S W; meaning_for_all => N N_gt1 _; meaning_for_all => s s_gt0 _; meaning_for_all => R R_gt0 _.
apply: says_for_values => [v | v told]; first by apply: any_vector; provided.
have [walls vE] : exists walls, v = List (map (@Num S) walls) by apply: (walls_told _ _ told); [provided | ].
subst v; clear told; apply: says_for_values => [v | v told]; first by apply: any_table; provided.
have arguments : yields_all (functions_of S) defs
  [:: ("T"%string, v); ("walls"%string, List (map (@Num S) walls)); ("R"%string, Num R%:R); ("s"%string, Num s%:R); ("N"%string, Num N%:R)]
  [:: Name "T"; Name "walls"; Name "N"; Name "s"]%string [:: v; List (map (@Num S) walls); Num N%:R; Num s%:R] by values.
have [|Ts vE size_Ts] := is_table_told _ (own_call_true told erefl arguments); first by provided.
subst v; clear told arguments; meaning_for_all => delta _ delta_gt0.
have [f [f_net fE]] := @theorem_5_1.theorem_5_1_from_two_machines S (@exp_of S) (@exp_gt0 S) N s R walls delta
  (fun A => nth 0 Ts (configuration (size walls) A)) N_gt1 s_gt0 R_gt0 delta_gt0.
have width_gt0 : (0 < s + 1)%N by rewrite addn1.
have heads : (2 * s = (2 * s).-1.+1)%N by rewrite prednK // muln_gt0.
rewrite heads in f_net; have [vs [f' [at_f size_vs vs_value f'E]]] := written_transformer f_net width_gt0.
refine (says_exists_value (w := List vs) _ vs_value _ _); first by move=> v; apply: bound_steps_missed.any_transformer; provided.
  apply: (y_is_transformer (N := N) (s := s) (vs := vs) _ _ _ at_f); [by [] | by [] | by [] | provided | | ].
    by apply: yields_eq; [value | rewrite size_vs !natrM].
  by apply: yields_eq; [value | rewrite -heads natrM].
apply: (says_simulated (N := N) (s := s) (walls := walls) (Ts := Ts) (delta := delta) (vs := vs) _ _ _ _ _ _ _ at_f size_Ts); try reflexivity; first by provided.
by move=> X off; rewrite f'E; exact: fE.
Qed.
