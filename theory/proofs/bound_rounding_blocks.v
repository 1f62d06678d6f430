(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Lemma 7: d / delta modified blocks round every entry of every input down; as the meaning of the statement. One entry is
   followed in bound_rounding.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_attention calls_constant_network calls_modified_blocks.
From attest Require calls_cubes bound_rounding statements_urpe_lemma_7.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition rounded_d := Eval compute in definition_in (definitions statements_urpe_lemma_7.printed) "rounded".

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  end.

Section Blocks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (X : nat -> nat -> F) (m n d i j : nat) (p : nat * nat) (s t : F).

(* Column r, step k. *)
Definition rounding_block d m p : value F :=
  Rec [:: ("heads", List [::]); ("W1", mat d 1 (fun i _ => same S p.1 i)); ("W2", mat 1 d (fun _ j => same S p.1 j));
    ("phi", bound_rounding.rounding_phi (p.2%:R / m%:R : F) (p.2.+1%:R / m%:R))]%string.
Definition places d m : seq (nat * nat) := [seq (r, k) | r <- iota 1 d, k <- iota 0 m].
Definition rounding_network d m : value F := List [seq rounding_block d m p | p <- places d m].
Lemma rounding_network_value d m : is_value (rounding_network d m).
Proof.
rewrite /rounding_network /= all_map; apply/allP => p _ /=.
move: (is_value_mat d 1 (fun i _ => same S p.1 i)) (is_value_mat 1 d (fun _ j => same S p.1 j)).
by rewrite /= => -> ->.
Qed.
Lemma step_lt m k : (0 < m)%N -> k%:R / m%:R < k.+1%:R / m%:R :> F.
Proof. by move=> m_gt0; rewrite ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat. Qed.

Lemma call_is_rounding_phi defs (a b : F) : provides [:: is_phi_d; phi_pieces_d; phi_piece_d; is_vector_d] defs -> a < b ->
  call fs defs "is_phi" [:: bound_rounding.rounding_phi a b] = Value (Bool true).
Proof.
move=> P a_b; apply: (@call_is_phi S _ [:: a; b] [:: 0%:R; - 1%:R; 0%:R] [:: 0%:R; a; 0%:R] [:: 0%:R; 0%:R]) => //; first by case=> [|[]].
by rewrite /own_piece /piece_at /= !mul0r !addr0 !eqxx /= andbF.
Qed.
Lemma rounding_network_meets defs d m : provides [:: is_modified_network_d; is_modified_block_d; is_modified_head_d; is_phi_d; phi_pieces_d; phi_piece_d; is_matrix_d; is_vector_d] defs ->
  (0 < m)%N -> call fs defs "is_modified_network" [:: rounding_network d m; Num d%:R; Num 2%:R; Num 1%:R; Num 1%:R] = Value (Bool true).
Proof.
move=> P m_gt0; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (y_all_true (h := rounding_block d m) (l := places d m)); [by value | move=> p _].
refine (y_call _ _ _); [by values | reflexivity | enter].
apply: true_and_true; first by value.
apply: true_and_true; first by apply: yields_eq; [apply: y_compare; [apply: y_length; value | value | reflexivity] | congr Bool; rewrite /= ler_nat].
apply: true_and_true; first by apply: (y_all_true (h := fun u : nat => Num u%:R) (l := [::])).
apply: true_and_true; first by value.
apply: true_and_true; first by value.
apply: y_and1; refine (y_call _ _ _); [by values | reflexivity | apply: call_is_rounding_phi; [provided | exact: step_lt]].
Qed.

(* --- What the blocks do ----------------------------------------------------------------------------------------------------------------- *)
Definition rounds m k s : F := if k%:R / m%:R < s < k.+1%:R / m%:R then k%:R / m%:R - s else 0.
Definition stepped d m X p : nat -> nat -> F := fed_once d (fun i _ => same S p.1 i) (fun _ j => same S p.1 j) (rounds m p.2) X.
Lemma call_rounding_network defs n d m X (t : string) : provides [:: modified_network_d; modified_block_d; modified_ffn_d; phi_at_d; phi_piece_d; modified_attention_d; matadd_d; matmul_d;
    same_shape_d; is_rectangular_d] defs -> (0 < m)%N -> (0 < d)%N ->
  call fs defs "modified_network" [:: mat n d X; rounding_network d m; Symb t] = Value (mat n d (foldl (stepped d m) X (places d m))).
Proof.
move=> P m_gt0 d_gt0; enter; apply: (@y_fold F fs earlier _ _ (rounding_block d m) (fun X => mat n d X) (stepped d m)); [by value | by value | move=> Y p _].
refine (y_call _ _ _); [by values | reflexivity | enter].
refine (y_call (vs := [:: mat n d Y; rounding_block d m p]) _ _ _); [ | reflexivity | ]; last first.
  apply: (@call_modified_ffn S _ (rounding_block d m p) n d _ _ _ (rounds m p.2)) => //; first by provided.
  by move=> defs' s P'; apply: bound_rounding.call_phi_at; [provided | exact: step_lt].
refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
refine (y_call (vs := [:: mat n d Y; List [::]; Symb t]) _ _ _); [by values | reflexivity | enter_named].
by apply: (@y_fold F fs _ nat_eqType _ (fun u : nat => Num u%:R) (fun X => mat n d X) (fun X _ => X) _ _ _ _ _ _ Y [::]); [value | value | ].
Qed.
Lemma steppedE d m X p i j : (0 < p.1 <= d)%N -> stepped d m X p i j = if p.1 == j then bound_rounding.step m (X i j) p.2 else X i j.
Proof.
move=> p_d; rewrite /stepped /fed_once.
have -> : product d X (fun i _ => same S p.1 i) i 1 = X i p.1.
  by rewrite /product -[RHS](sum_same (fun q => X i q) p_d); apply: eq_bigr => q _; rewrite mulrC.
by rewrite /same eq_sym; case: eqP => [->|_]; rewrite ?mulr1 // mulr0 addr0.
Qed.
Lemma steps_entry d m ps X i j : (forall p, p \in ps -> (0 < p.1 <= d)%N) ->
  foldl (stepped d m) X ps i j = foldl (bound_rounding.step m) (X i j) [seq p.2 | p <- ps & p.1 == j].
Proof.
elim: ps X => //= p ps IH X in_d; rewrite IH => [|q q_in]; last by rewrite in_d // inE q_in orbT.
by rewrite steppedE ?in_d ?mem_head //; case: eqP.
Qed.
Lemma all_rounded n d m X i j : (0 < m)%N -> calls_cubes.within_mat 0%:R 1%:R n d X -> (0 < i <= n)%N -> (0 < j <= d)%N ->
  foldl (stepped d m) X (places d m) i j = (floor fs (m%:R * X i j))%:~R / m%:R.
Proof.
move=> m_gt0 inside i_n j_d; rewrite steps_entry => [|p /allpairsP[[r k] [/in_from_1 r_d _ ->]] //].
have x_in := inside i j i_n j_d; have [J [J_m JE t_J]] := bound_rounding.floor_on_grid m_gt0 x_in.
rewrite /= JE (bound_rounding.rounded m_gt0 x_in t_J J_m) // => k k_m; apply/mapP; exists (j, k); rewrite // mem_filter eqxx.
by apply/allpairsP; exists (j, k); split; rewrite // mem_iota ?add1n ?ltnS ?add0n.
Qed.
End Blocks.

(* attest: urpe.lemma-7 printed sha256:77d73bc055e03ac3545fa611f71edd96b21c63d9bdc56500fb107d0c9bc80264 theorem:rounding *)
Theorem rounding : Holds statements_urpe_lemma_7.printed.
Proof.
opening S W; meaning_for_all => m m_gt0 _; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
apply: (says_exists_value (w := rounding_network S d m)); [by move=> ?; refine (any_and _ _ _ _) | exact: rounding_network_value | | ].
  apply: true_and_true; first by refine (y_call _ _ _); [by values | reflexivity | apply: rounding_network_meets; [provided | exact: m_gt0]].
  apply: y_and1; apply: yields_eq; first by apply: y_compare; [apply: y_length; value | value | reflexivity].
  by congr Bool; rewrite size_map size_allpairs !size_iota natrM eqxx.
refine (says_forall (P := fun _ => true) _ _ _); [refine (calls_cubes.in_mat_within (y := n%:R) (z := d%:R) _ _ _ _ _ _ _); [floors | value | value | value | value | reflexivity | reflexivity] | by [] | ].
move=> X inside _; refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (@y_same_mat S _ _ _ _ n d (foldl (stepped d m) X (places d m)) (fun i j => (floor (functions_of S) (m%:R * X i j))%:~R / m%:R)); [ | | by move=> i j i_n j_d; apply: (all_rounded m_gt0 inside)].
  by refine (y_call _ _ _); [by values | reflexivity | apply: call_rounding_network; first provided].
by refine (y_call _ _ _); [by values | reflexivity | enter_named; value].
Qed.
