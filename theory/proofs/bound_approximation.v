(* SPDX-License-Identifier: Apache-2.0 *)
(* In which sense MLPs approximate (limits.v): rounds approximated one by one, no jump uniformly, Lipschitz rounds composed, as the meaning
   of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional calls_trees calls_mlps.
From attest Require attention two_layers limits statements_positional_lemma_b2_approximation.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition value_d := Eval compute in definition_in (definitions statements_positional_lemma_b2_approximation.finding_not_uniformly) "value".
Definition distance_d := Eval compute in definition_in (definitions statements_positional_lemma_b2_approximation.repaired) "distance".

(* --- One number in, one number out ------------------------------------------------------------------------------------------------ *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (m n : nat).

Lemma number_table (x : F) : List [:: List [:: Num x]] = table (x%:M : 'M[F]_1).
Proof.
by rewrite -[LHS]/(mat 1 1 (fun _ _ => x)) mat_table; apply: table_ext; apply/matrixP => i j; rewrite !mxE !ord1 eqxx mulr1n.
Qed.
Lemma call_value defs items (g : 'rV[F]_1 -> 'rV[F]_1) (x : F) :
  provides [:: value_d; mlp_d; relu_matrix_d; relu_d; add_row_d; matmul_d; is_rectangular_d] defs -> layers_at items g ->
  call fs defs "value" [:: List items; Num x] = Value (Num (g x%:M 0 0)).
Proof.
move=> W at_g; enter; apply: (yields_eq (v := Num (by_rows g (x%:M : 'M_1) ord0 ord0))).
  apply: (y_number_at (f := fun j => by_rows g (x%:M : 'M_1) ord0 j) (j := ord0)); [ | value | by []].
  apply: (y_row_at (A := by_rows g (x%:M : 'M_1)) (i := ord0)); [ | value | by []].
  refine (y_call (vs := [:: table (x%:M : 'M_1); List items]) _ _ _); [ | reflexivity | by apply: call_mlp_at => //; provided].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
  by apply: yields_eq; [value | exact: number_table].
rewrite mxE; congr (Num (g _ _ _)); by apply/rowP => j; rewrite !mxE.
Qed.
Lemma any_mlp defs env l : provides [:: is_mlp_d] defs -> boolean_if_any (eval fs (call fs defs) env (Call "is_mlp" l)).
Proof. by move=> W; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and]. Qed.
Lemma half_neq0 : 2%:R != 0 :> F.
Proof. by rewrite pnatr_eq0. Qed.
Lemma mlp_1 (g : 'rV[F]_1 -> 'rV[F]_1) (x : F) : g (x *: const_mx 1) = g x%:M.
Proof. by congr g; apply/rowP => j; rewrite !mxE ord1 eqxx mulr1n mulr1. Qed.
End Calls.

Ltac side ::= first [assumption | exact: half_neq0 | reflexivity].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "value" _ = _ => eapply call_value; [provided | eassumption]
  | |- call _ _ "is_mlp" _ = _ => eapply (@call_is_mlp _ _ 1 1); [provided | eassumption | assumption]
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* attest: positional.lemma-b2-approximation finding_at_every_eps sha256:c34178324653f85036cedaf0d87b1bc7f3fdd75079d8a8c27c419d03d92e86dc theorem:rounds_do_not_compose *)
Theorem rounds_do_not_compose : Holds statements_positional_lemma_b2_approximation.finding_at_every_eps.
Proof.
opening S W; meaning_for_all => eps _ eps_gt0.
have [f [g [f_mlp g_mlp f_small g_at_0 g_off]]] := limits.rounds_do_not_compose eps_gt0.
have [first [f' [at_f fE f_deep f_value]]] := written f_mlp isT; have [second [g' [at_g gE g_deep g_value]]] := written g_mlp isT.
refine (says_exists_value (w := List first) _ f_value _ _); [by move=> v; apply: any_mlp; provided | by value | ].
refine (says_exists_value (w := List second) _ g_value _ _); [by move=> v; apply: any_mlp; provided | by value | ].
meaning_for_all => x _ _; meaning_value; rewrite !fE !gE eps_gt0 f_small /=.
have row_number (y : 'rV[S]_1) : (y 0 0)%:M = y by apply/rowP => j; rewrite !mxE ord1 eqxx mulr1n.
by rewrite row_number g_off (_ : 0%:R%:M = 0) ?g_at_0 ?eqxx //; apply/rowP => j; rewrite !mxE mul0rn.
Qed.

(* attest: positional.lemma-b2-approximation finding_not_uniformly sha256:e2c723e998b1b96b45beb8081f4e5cb54255212fb7a5baeedb125e15037e9820 theorem:mlp_misses_the_step *)
Theorem mlp_misses_the_step : Holds statements_positional_lemma_b2_approximation.finding_not_uniformly.
Proof.
opening S W; apply: says_for_values => [v | v told]; first by apply: any_mlp; provided.
have arguments : yields_all (functions_of S) defs [:: ("net"%string, v)] [:: Name "net"; Number (BinNums.Npos BinNums.xH); Number (BinNums.Npos BinNums.xH)]%string [:: v; Num 1%:R; Num 1%:R] by values.
have [|items [g [vE at_g deep]]] := is_mlp_true _ (own_call_true told erefl arguments); first by provided.
subst v; meaning_for_all => err _ err_lt.
have [x [x_ge x_le misses]] := limits.mlp_misses_the_step (layers_are_mlp at_g deep) err_lt.
meaning_exists x; first by rewrite x_ge x_le.
by meaning_value; rewrite -mlp_1; move: misses; rewrite leNgt; case: (x < 0).
Qed.

(* --- Rounds with Lipschitz local functions ------------------------------------------------------------------------------------------- *)
Section Distance.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (m n : nat).

Definition distance m (u v : 'I_m -> F) : F := odflt 0 (largest [seq `|u i - v i| | i <- indices m]).
Lemma distanceP m (u v : 'I_m -> F) : (0 < m)%N -> exists2 e, largest [seq `|u i - v i| | i <- indices m] = Some e &
  forall c, (e <= c) = all (fun i => `|u i - v i| <= c) (indices m).
Proof.
move=> m_gt0; have [|e eE e_le] := @largest_le F [seq `|u i - v i| | i <- indices m].
  by rewrite -size_eq0 size_map size_indices -lt0n.
by exists e => // c; rewrite e_le all_map.
Qed.
Lemma distance_le m (u v : 'I_m -> F) c : (0 < m)%N -> (forall i, `|u i - v i| <= c) -> distance u v <= c.
Proof. by move=> m_gt0 near; have [e eE e_le] := distanceP u v m_gt0; rewrite /distance eE /= e_le; apply/allP. Qed.
Lemma le_distance m (u v : 'I_m -> F) i : `|u i - v i| <= distance u v.
Proof.
have m_gt0 : (0 < m)%N by case: m i {u v} => [[]|].
have [e eE e_le] := distanceP u v m_gt0; rewrite /distance eE /=; have := lexx e.
by rewrite e_le => /allP/(_ i (mem_index_enum _)).
Qed.
Ltac side ::= first [assumption | by rewrite maxxx | reflexivity].
Lemma call_distance defs m (u v : 'I_m -> F) : provides [:: distance_d] defs -> (0 < m)%N ->
  call fs defs "distance" [:: column u; column v] = Value (Num (distance u v)).
Proof.
move=> W m_gt0; enter; have [e eE _] := distanceP u v m_gt0; rewrite /distance eE.
by refine (y_largest (h := fun j : 'I_m => Num j.+1%:R) (l := indices m) _ _ eE); [value | move=> j _; value].
Qed.
Lemma next_round n (i : 'I_n) : i.+1%:R + 1%:R = (lift ord0 i : 'I_n.+1).+1%:R :> F.
Proof. by rewrite lift0 -natrD addn1. Qed.
Lemma this_round n (i : 'I_n) : i.+1%:R = (widen_ord (leqnSn n) i).+1%:R :> F.
Proof. by []. Qed.
Lemma last_round n : n%:R + 1%:R = (ord_max : 'I_n.+1).+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Lemma next n : n%:R + 1%:R = n.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
End Distance.

Ltac side ::= first [assumption | exact: next | exact: next_round | exact: last_round | exact: index_1 | exact: this_round | reflexivity].
Ltac index_value ::= refine (y_row_at _ _ _); [value | value | side].
Ltac known_call ::= lazymatch goal with |- call _ _ "distance" _ = _ => apply: call_distance; [provided | assumption] end.

(* attest: positional.lemma-b2-approximation repaired sha256:2051b7d22f9a5b3a0476a4770ce994af1e8ac51e4ce68965a4349408b937d834 theorem:errors_over_rounds *)
Theorem errors_over_rounds : Holds statements_positional_lemma_b2_approximation.repaired.
Proof.
opening S W; meaning_for_all => R R_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => K _ K_ge0; meaning_for_all => delta _ _.
meaning_for_all => x _ _; refine (says_forall (P := fun y : 'M[S]_(R.+1, m) => [forall j, y ord0 j == x ord0 j]) _ _ _); [domain_of | | cbn beta].
  by move=> y _; cbn [condition_is]; apply: y_same_column; value.
move=> y _ /forallP start; meaning_for_all => p _ /allP rounds.
suff close : distance (y ord_max) (x ord_max) <= delta * \sum_(r <- iota 0 R) K ^+ r.
  refine (says_expression _ close).
  refine (y_compare _ _ _); [by value | refine (y_multiply _ _); [by value | ] | reflexivity].
  refine (y_sum (h := fun i : nat => Num i%:R) (l := iota 0 R) (f := fun r => K ^+ r) _ _); last by move=> r _; value.
  by apply: (@y_range _ _ _ _ _ _ _ _ _ 0 R); [floors | value | value | reflexivity | rewrite add0n subrK].
apply: distance_le => // i.
pose at_round (A : 'M[S]_(R.+1, m)) (r : nat) (i : 'I_m) := A (inord r) i.
have at_last A : at_round A R =1 A ord_max by move=> j; rewrite /at_round (_ : inord R = ord_max) //; apply: val_inj; rewrite /= inordK.
have at_this A (r : 'I_R) : at_round A r =1 A (widen_ord (leqnSn R) r).
  by move=> j; rewrite /at_round (_ : inord r = widen_ord (leqnSn R) r) //; have r_lt : (r < R.+1)%N by [exact: leq_trans (ltn_ord r) (leqnSn R)]; apply: val_inj; rewrite /= inordK.
have at_next A (r : 'I_R) : at_round A r.+1 =1 A (lift ord0 r).
  by move=> j; rewrite /at_round (_ : inord r.+1 = lift ord0 r) //; have r_lt : (r.+1 < R.+1)%N by [rewrite ltnS]; apply: val_inj; rewrite /= inordK.
rewrite -!at_last -[R in iota 0 R]subn0 -[iota 0 _]/(index_iota 0 R) big_mkord.
apply: (@limits.errors_over_rounds S m K delta (at_round x) (at_round y) (at_round p) R) => // [j | r B r_lt near j | r j r_lt].
- by rewrite /at_round (_ : inord 0 = ord0) ?(eqP (start j)) //; apply: val_inj; rewrite /= inordK.
- have /andP[spread _] := rounds (Ordinal r_lt) (mem_index_enum _).
  rewrite (at_next p (Ordinal r_lt)) (at_next x (Ordinal r_lt)); apply: le_trans (le_distance _ _ j) _.
  apply: le_trans spread _; apply: ler_wpmul2l => //; apply: distance_le => // l.
  by rewrite -(at_this y (Ordinal r_lt)) -(at_this x (Ordinal r_lt)).
have /andP[_ within] := rounds (Ordinal r_lt) (mem_index_enum _).
rewrite (at_next y (Ordinal r_lt)) (at_next p (Ordinal r_lt)); exact: le_trans (le_distance _ _ j) within.
Qed.
