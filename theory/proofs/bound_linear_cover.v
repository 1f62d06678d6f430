(* SPDX-License-Identifier: Apache-2.0 *)
(* Covers of linear maps (Lemma C.7, linear_cover.v), as the meaning of their statements: the cover's members are blocks of one matrix. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_ordinals calls_norms calls_tables row_norms calls_bounded_layers.
From attest Require complexity linear_cover statements_positional_lemma_c7.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition distance_d := Eval compute in definition_in (definitions statements_positional_lemma_c7.repaired) "distance".

(* Matrices as the blocks of one. *)
Lemma some_blocks (F : realFieldType) N s n (g : 'I_N -> 'I_s -> 'I_n -> F) :
  exists A : nat -> nat -> F, forall c i j, block A (val c) i j = g c i j.
Proof.
exists (fun p q => if (insub (p.-1 %/ s)%N, insub (p.-1 %% s)%N, insub q.-1) is (Some c, Some i, Some j) then g c i j else 0) => c i j.
have s_gt0 : (0 < s)%N by apply: leq_ltn_trans (ltn_ord i).
by rewrite /block addnS /= divnMDl // modnMDl divn_small // modn_small // addn0 !valK.
Qed.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Definition distance_of d k m (W V : 'I_d -> 'I_k -> F) (X : 'I_m -> 'I_k -> F) : F :=
  largest (fun i => norm2 (times_column (fun t u => W t u - V t u) (X i))).
Lemma distance_le d k m (W V : 'I_d -> 'I_k -> F) (X : 'I_m -> 'I_k -> F) eps : 0 < eps ->
  (forall i, norm2 (fun t => dot (fun u => W t u - V t u) (X i)) <= eps) -> distance_of W V X <= eps.
Proof. by move=> eps_gt0 close; apply: largest_le => [|i]; [exact: ltW | exact: close]. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matsub" _ = _ => found_call sheet_matsub
  | |- call _ _ "apply" _ = _ => found_call call_times_column
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  end.
Lemma call_distance defs d k m (W V : 'I_d -> 'I_k -> F) (X : 'I_m -> 'I_k -> F) :
  provides [:: distance_d; matsub_d; norm_2_d; matadd_d; apply_d; dot_d; same_shape_d] defs -> (0 < m)%N ->
  call fs defs "distance" [:: sheet (indices d) (indices k) W; sheet (indices d) (indices k) V; sheet (indices m) (indices k) X] =
  Value (Num (distance_of W V X)).
Proof. by move=> Wd m_gt0; enter; value. Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity | exact: enumerates_indices | match goal with |- is_true (0 < size _)%N => by rewrite size_indices end].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call sheet_transpose
  | |- call _ _ "norm_2" _ = _ => found_call call_norm_2
  | |- call _ _ "norm_2_1" _ = _ => found_call call_norm_2_1
  | |- call _ _ "stacked" _ = _ => by_call call_block
  | |- call _ _ "distance" _ = _ => found_call call_distance
  end.

(* attest: positional.lemma-c7 repaired sha256:8d194adbda839cf3e2feb0bf41157bce10a4b5a7d28d4fa8731cd287e76764f2 theorem:linear_cover *)
Theorem linear_cover : Holds statements_positional_lemma_c7.repaired.
Proof.
opening S W; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => m m_gt0 _; meaning_for_all => T _ _.
meaning_for_all => BW _ BW_gt0; meaning_for_all => BX _ BX_gt0; meaning_for_all => eps _ /andP[eps_gt0 T_large]; meaning_for_all => X _ /allP X_le.
have {}T_large : 4%:R * BW ^+ 2 * BX ^+ 2 < T.+1%:R * eps ^+ 2 by move: T_large; rewrite -(natrD S T 1) addn1.
have [C [f [card covers]]] := linear_cover.linear_cover (ordinal_finType d) BW_gt0 BX_gt0 eps_gt0 (fun i => X_le i (mem_index_enum i)) T_large.
set N := ((d * (2 * m + 1) + 1) ^ T)%N; have {}card : #|C| = N by rewrite card !card_ord /N !addn1 [(2 * m)%N]mulnC.
have [A AE] := some_blocks (fun c : 'I_N => f (enum_val (cast_ord (esym card) c))).
have NE : (d%:R * (2%:R * m%:R + 1%:R) + 1%:R) ^+ T = N%:R :> S by rewrite /N natrX natrD natrM natrD natrM.
have size_of_cover : (d%:R * (2%:R * m%:R + 1%:R) + 1%:R) ^+ T * d%:R = (N * d)%:R :> S by rewrite NE natrM.
meaning_exists A; meaning_for_all => V _ V_le; meaning_value; have [c close] := covers V V_le.
apply/hasP; exists (cast_ord card (enum_rank c)); first exact: mem_index_enum.
apply: distance_le => // i; rewrite (eq_norm2 (y := fun t => dot (fun u => V t u - f c t u) (X i))) // => t.
by apply: eq_bigr => u _; rewrite AE cast_ordK enum_rankK.
Qed.

(* attest: positional.lemma-c7 finding_from_two_on sha256:56c2edc48b91b94d943393df8538f1aee50c84cd1055be9345748a539d2caeca theorem:linear_cover_from_two_on *)
Theorem linear_cover_from_two_on : Holds statements_positional_lemma_c7.finding_from_two_on.
Proof.
opening S W; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => m m_gt0 dm_ge2; meaning_for_all => T _ _.
meaning_for_all => BW _ BW_gt0; meaning_for_all => BX _ BX_gt0; meaning_for_all => eps _ /andP[eps_gt0 T_large]; meaning_for_all => X _ /allP X_le.
have {}T_large : 4%:R * BW ^+ 2 * BX ^+ 2 < T.+1%:R * eps ^+ 2 by move: T_large; rewrite -(natrD S T 1) addn1.
have {}dm_ge2 : (2 <= #|ordinal_finType d| * #|ordinal_finType m|)%N by rewrite !card_ord -(ler_nat S) natrM.
have [] := linear_cover.linear_cover_from_two_on dm_ge2 BW_gt0 BX_gt0 eps_gt0 (fun i => X_le i (mem_index_enum i)) T_large.
rewrite !card_ord; set N := (_ ^ _)%N => f covers; have [A AE] := some_blocks f.
have exponent : 3%:R * T%:R = (3 * T)%:R :> S by rewrite natrM.
have NE : (d%:R * m%:R) ^+ (3 * T) = N%:R :> S by rewrite /N natrX natrM.
have size_of_cover : (d%:R * m%:R) ^+ (3 * T) * d%:R = (N * d)%:R :> S by rewrite NE natrM.
meaning_exists A; meaning_for_all => V _ V_le; meaning_value; have [c close] := covers V V_le.
apply/hasP; exists c; first exact: mem_index_enum.
apply: distance_le => // i; rewrite (eq_norm2 (y := fun t => dot (fun u => V t u - f c t u) (X i))) // => t.
by apply: eq_bigr => u _; rewrite AE.
Qed.
