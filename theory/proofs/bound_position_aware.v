(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE attention meets the position-aware condition with each encoding of section 2, and what the encodings allow: theorems of
   position_aware.v and shared_families.v as the meaning of their statements. One head does it, with all weights 0 and the C of eq. 23. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks calls_attention calls_heads calls_networks calls_steps.
From attest Require Import statements_urpe_position_aware_condition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Head.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (n d : nat) (t : string) (h r : value F) (R : nat -> nat -> F).

Definition upper n (k : nat) : F := if (k <= n)%N then 1 else 0.
Definition no_rows m k : value F := mat m k (fun _ _ => 0).
Definition zero_head t n d : value F :=
  Rec [:: ("variant", Symb t); ("WQ", no_rows d 1); ("WK", no_rows d 1); ("m", vec (2 * n - 1) (fun=> 0)); ("r", no_rows (2 * n - 1) 1);
          ("s", no_rows (2 * n - 1) 1); ("WR", no_rows d 1); ("u", vec 1 (fun=> 0)); ("v", vec 1 (fun=> 0)); ("c", vec (2 * n - 1) (upper n))]%string.
Lemma zero_head_value t n d : is_value (zero_head t n d).
Proof.
move: (is_value_mat d 1 (fun _ _ => 0 : F)) (is_value_mat (2 * n - 1) 1 (fun _ _ => 0 : F)) (is_value_vec (2 * n - 1) (fun=> 0 : F)) (is_value_vec 1 (fun=> 0 : F)) (is_value_vec (2 * n - 1) (upper n)).
by rewrite /zero_head /no_rows; move: (mat _ _ _) (mat _ _ _) (vec _ _) (vec _ _) (vec _ _) => A B f g c; rewrite /= => -> -> -> -> ->.
Qed.

(* Its B is 0. *)
Definition without_bias h n r : Prop := exists2 B : encoding F, encodes h n 1 r B & forall Q K i j, B Q K i j = 0.
Definition learned t : Prop := [\/ t = "t5", t = "shaw" | t = "deberta"]%string.
Lemma learned_bias t n d r : learned t -> (0 < n)%N -> without_bias (zero_head t n d) n r.
Proof.
case=> -> n_gt0; eexists; try by [exact: encodes_t5 | exact: encodes_shaw | exact: encodes_deberta].
- by [].
- by move=> Q K i j; rewrite /biased_shaw big1 // => l _; rewrite mulr0.
by move=> Q K i j; rewrite /biased_deberta !big1 ?addr0 // => l _; rewrite ?mulr0 ?mul0r.
Qed.
Lemma transformer_xl_bias n d R : (0 < d)%N -> without_bias (zero_head "transformer_xl" n d) n (mat (2 * n - 1) d R).
Proof.
move=> d_gt0; eexists; first by apply: encodes_transformer_xl.
move=> Q K i j; rewrite /biased_transformer_xl !big1 ?addr0 // => l _; rewrite ?mul0r //.
by rewrite /product [X in _ * X]big1 ?mulr0 // => q _; rewrite mulr0.
Qed.
Lemma zero_head_encoding t n d : learned t \/ t = "transformer_xl"%string -> encoding_of (zero_head t n d) n 1.
Proof.
by case=> [[]|] ->; [apply: WithT5 | apply: WithShaw | apply: WithDeberta | apply: (@WithTransformerXl S _ _ _ d (fun _ _ => 0) (fun=> 0) (fun=> 0))].
Qed.
Lemma zero_head_meets defs t n d : provides [:: is_variant_d; is_matrix_d; is_vector_d] defs -> learned t \/ t = "transformer_xl"%string -> (0 < n)%N ->
  call fs defs "is_variant" [:: zero_head t n d; Num n%:R; Num d%:R; Num 1%:R] = Value (Bool true).
Proof. by move=> W t_is n_gt0; apply: (call_is_variant W n_gt0 _ _ _ (zero_head_encoding n d t_is)). Qed.

(* Row sums of softmax's 1/n times C. *)
Lemma zero_head_attention defs t n d r X : provides [:: urpe_attention_d, rpe_attention_d & attention_l [:: hadamard_d]] defs ->
  without_bias (zero_head t n d) n r -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "urpe_attention" [:: zero_head t n d; mat n d X; r] = Value (mat n n (fun i j => n%:R^-1 * upper n (i + n - j)%N)).
Proof.
move=> W [B enc B0] n_gt0 d_gt0.
rewrite (call_urpe_attention (k := 1) X W enc (erefl _) (erefl _) (erefl _)) //; congr Value; apply: mat_ext => i j i_n j_n.
rewrite /factored /weights soft_flat // => k k_n; rewrite !B0; congr (_ + _).
by rewrite /score !big1 // => l _; rewrite /product [X in X * _]big1 ?mul0r // => q _; rewrite mulr0.
Qed.
Lemma expected_sum n i : (0 < i <= n)%N -> \sum_(j <- iota 1 n) n%:R^-1 * upper n (i + n - j)%N * 1 = (n%:R - i%:R + 1%:R) / n%:R.
Proof.
move=> i_n; rewrite -mulr_suml -mulr_sumr mulr1 sum_steps // mulrC; congr (_ / _).
case: i i_n => // i _; rewrite [i.+1.-1]/= mulr1 sub0r mulrN mulr1 -[i.+1]addn1 natrD opprD addrA subrK.
by [].
Qed.
Lemma expected_differ n i j : (0 < n)%N -> (i < j)%N -> (n%:R - i%:R + 1%:R) / n%:R != (n%:R - j%:R + 1%:R) / n%:R :> F.
Proof.
move=> n_gt0 i_j; rewrite (inj_eq (mulIf _)) ?invr_eq0 ?pnatr_eq0 -?lt0n // (inj_eq (addIr _)) (inj_eq (addrI _)) eqr_opp eqr_nat.
by rewrite ltn_eqF.
Qed.
End Head.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_variant" _ = _ => apply: zero_head_meets; [provided | eassumption | assumption]
  | |- call _ _ "is_vector" _ = _ => rewrite twice_less_1; [found_call call_is_vector | assumption]
  | |- call _ _ "urpe_attention" _ = _ => apply: zero_head_attention; [provided | eassumption | assumption | assumption]
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "bias" _ = _ => match goal with H : encodes _ _ _ _ _ |- _ => apply: H; provided end
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ _ _ = _ => enter_named; value
  end.
(* The head is a value that meets the condition. *)
Ltac takes_head t n d :=
  apply: (says_exists_value (w := zero_head _ t n d)); [ by move=> ?; refine (any_and _ _ _ _) | exact: zero_head_value | by apply: yields_eq; [value | rewrite ?String.eqb_refl] | ].
Ltac sums_expected n_gt0 :=
  refine (says_expression (p := true) _ _); [ | reflexivity];
  apply: true_and_true;
  [ apply: y_same_vec; [value | value | move=> i i_n; exact: expected_sum]
  | apply: y_and1; apply: yields_eq; [value | congr Bool];
    let i := fresh "i" in let j := fresh "j" in
    apply/allP => i /in_from_1/andP[_ i_n]; apply/allP => j; rewrite mem_iota => /andP[i_j _]; exact: expected_differ ].

(* attest: urpe.position-aware-condition printed sha256:fdeb270848c742e0ebe83f5da197340af7c761e086b455744709a8bfa183f33d theorem:position_aware_condition *)
Theorem position_aware_condition : Holds printed.
Proof.
opening S W; meaning_parts; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; have n_neq0 : n%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
  for_each_of => v v_in.
  have [t [-> t_is]] : exists t, v = Symb t /\ learned t by case: v_in => [|[|[|//]]] ->; eexists; split=> //; [exact: Or31 | exact: Or32 | exact: Or33].
  have t_is' : learned t \/ t = "transformer_xl"%string by left.
  have no_bias := learned_bias d (List [::] : value S) t_is n_gt0.
  by takes_head t n d; meaning_for_all => X _ _; sums_expected n_gt0.
meaning_for_all => R _ _; have no_bias := transformer_xl_bias n R d_gt0.
have t_is' : learned "transformer_xl" \/ "transformer_xl"%string = "transformer_xl"%string by right.
by takes_head "transformer_xl"%string n d; meaning_for_all => X _ _; sums_expected n_gt0.
Qed.

(* attest: urpe.position-aware-condition finding_B_is_forced_to_zero sha256:c4b9ea43718edc465dca29ee47cea6059b509b43611cb454e090063e8b4040d3 theorem:B_is_forced_to_zero *)
Theorem B_is_forced_to_zero : Holds finding_B_is_forced_to_zero.
Proof.
opening S W; meaning_parts; meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _.
  for_each_of => v v_in.
  have [t [-> t_is]] : exists t, v = Symb t /\ learned t by case: v_in => [|[|[|//]]] ->; eexists; split=> //; [exact: Or31 | exact: Or32 | exact: Or33].
  have t_is' : learned t \/ t = "transformer_xl"%string by left.
  have [B enc B0] := learned_bias d (List [::] : value S) t_is n_gt0.
  by takes_head t n d; meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity]; apply: y_same_mat; [value | value | ].
meaning_for_all => R _ _; have [B enc B0] := transformer_xl_bias n R d_gt0.
have t_is' : learned "transformer_xl" \/ "transformer_xl"%string = "transformer_xl"%string by right.
by takes_head "transformer_xl"%string n d; meaning_for_all => X _ _; refine (says_expression (p := true) _ _); [ | reflexivity]; apply: y_same_mat; [value | value | ].
Qed.
