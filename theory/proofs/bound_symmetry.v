(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 2: layers without encodings are equivariant under permutations of the tokens; the theorems of symmetry.v as
   the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_networks calls_permuted calls_plain_networks.
From attest Require Import statements_urpe_permutation_symmetry.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "permuted" _ = _ => found_call call_permuted
  | |- call _ _ "rpe_network" _ = _ => match goal with E : call _ _ "rpe_network" _ = _ |- _ => exact: E end
  end.
Ltac side ::= first [assumption | exact: in_from_1 | match goal with P : permutes _ _ |- _ => apply: (permuted_in P); exact: in_from_1 end | idtac].

Ltac for_plain_networks n_gt0 d_gt0 :=
  apply: says_for_plain_networks; [provided | exact: n_gt0 | exact: d_gt0 | by move=> v; value | by move=> v; value | move=> blocks plain].

(* attest: urpe.permutation-symmetry repaired sha256:cc0e1b27d40e33c8d08fb1afc7dd9a5be638bdcc763a36880a6dacd3120b114e theorem:scores_and_networks_are_equivariant *)
Theorem scores_and_networks_are_equivariant : Holds repaired.
Proof.
opening S W; have Wb : provides plain_blocks_l defs by provided.
apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => Q _ _; meaning_for_all => K _ _.
  apply: says_for_permutations => [|s perm]; first by value.
  meaning_for_all => X _ _; apply: says_expression; last exact: (erefl true).
  by apply: y_let; [value | apply: y_let; [value | apply: y_same_mat; [by value | by value | by []]]].
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; for_plain_networks n_gt0 d_gt0.
apply: says_for_permutations => [|s perm]; first by value.
meaning_for_all => X _ _; have [Y [Yc Yc']] := plain_network_permuted X Wb perm n_gt0 d_gt0 plain.
apply: says_expression; last exact: (erefl true).
by refine (y_call _ _ _); [values | reflexivity | apply: call_close => //; provided].
Qed.

(* attest: urpe.permutation-symmetry finding_sums_are_invariant sha256:9f81332bd16f2da77f4ff82c3565d804c2c53d3c7fa66b06524c970e504f7f05 theorem:sums_are_invariant *)
Theorem sums_are_invariant : Holds finding_sums_are_invariant.
Proof.
opening S W; have Wb : provides plain_blocks_l defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; for_plain_networks n_gt0 d_gt0.
apply: says_for_permutations => [|s perm]; first by value.
meaning_for_all => X _ _; have [Y [Yc Yc']] := plain_network_permuted X Wb perm n_gt0 d_gt0 plain.
have ones_y env : lookup "n"%string env = Some (Num n%:R) -> yields (functions_of S) defs env (ListOf [:: Call "ones" [:: Name "n"%string]]) (mat 1 n (fun _ _ => 1)).
  by move=> n_in; apply: yields_eq; [refine (y_list _); refine (all_cons _ (all_nil _ _ _)); refine (y_call _ _ _); [exact: all_cons (y_name _ _ n_in) (all_nil _ _ _) | reflexivity | by apply: (call_ones H); provided] | ].
apply: says_expression; last exact: (erefl true).
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | ].
- refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [exact: ones_y | by value] | reflexivity | by apply: (call_matmul H) => //; provided].
- refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [exact: ones_y | by value] | reflexivity | by apply: (call_matmul H) => //; provided].
apply: call_close => // [|i j _ _]; first by provided.
exact: (permuted_sum (fun l => 1 * Y l j)).
Qed.

(* attest: urpe.permutation-symmetry finding_equal_tokens sha256:550718766e37659b4972dd419e299bb124662298d8187fc8754ddb8981c6121e theorem:equal_tokens *)
Theorem equal_tokens : Holds finding_equal_tokens.
Proof.
opening S W; have Wb : provides plain_blocks_l defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; for_plain_networks n_gt0 d_gt0.
meaning_for_all => X _ _; meaning_for_all => i i_n _.
refine (says_forall (P := fun j => all (fun l => X i l == X j l) (iota 1 d)) _ _ _); [domain_of | | ].
  by move=> j j_n; cbn beta in j_n; cbn [condition_is]; apply: y_compare; [value | value | exact: equal_vec].
move=> j j_n /allP same; cbn beta in j_n.
(* The two tokens are exchanged. *)
pose s l := if l == i then j else if l == j then i else l.
have sK : involutive s by move=> l; rewrite /s; case: (eqVneq l i) => [->|l_i]; [case: (eqVneq j i) => [->//|]; rewrite eqxx | case: (eqVneq l j) => [->|l_j]; rewrite ?eqxx // (negbTE l_i) (negbTE l_j)].
have perm : permutes n s.
  apply: uniq_perm; [by rewrite (map_inj_uniq (inv_inj sK)) iota_uniq | exact: iota_uniq | ].
  have s_in l : l \in iota 1 n -> s l \in iota 1 n by rewrite /s; case: ifP => // _; case: ifP.
  by move=> l; apply/mapP/idP => [[k k_n ->] | l_n]; [exact: s_in | exists (s l); rewrite ?sK ?s_in].
have [Y [Yc Yc']] := plain_network_permuted X Wb perm n_gt0 d_gt0 plain.
have XE : mat n d (fun l => X (s l)) = mat n d X.
  apply: mat_ext => a b _ b_d; rewrite /s; have /same/eqP Xb : b \in iota 1 d by rewrite mem_iota add1n ltnS.
  by case: (eqVneq a i) => [->//|_]; case: (eqVneq a j) => [->|].
have YE : mat n d Y = mat n d (fun l => Y (s l)) by apply: Some_inj; rewrite -Yc -Yc' XE.
apply: says_expression; last exact: (erefl true).
apply: y_let; first by value.
have row_y l env x : l \in iota 1 n -> lookup "Z"%string env = Some (mat n d Y) -> lookup x env = Some (Num l%:R) ->
    yields (functions_of S) defs env (ListOf [:: Index (Name "Z") (Name x)]) (mat 1 d (fun=> Y l)).
  move=> l_n Z_in x_in; apply: yields_eq.
    refine (y_list _); refine (all_cons _ (all_nil _ _ _)).
    by apply: (@y_at _ _ H _ _ _ _ n (fun a => vec d (Y a)) _ l); [exact: (y_name _ _ Z_in) | exact: (y_name _ _ x_in) | by [] | exact: in_from_1 | reflexivity].
  by [].
refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [exact: (row_y _ _ _ i_n) | exact: (row_y _ _ _ j_n)] | reflexivity | ].
apply: call_close => // [|a b _ b_d]; first by provided.
have := vec_inj (mat_inj YE (in_from_1 i_n)) b_d; by rewrite {1}/s eqxx.
Qed.
