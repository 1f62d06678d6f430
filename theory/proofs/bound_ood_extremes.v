(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems of ood_extremes.v on the order of the probability inside at n = 2 and near c = 1, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants.
From attest Require Import calls_statements ood_sums calls_ood.
From attest Require Import ood_in.
From attest Require ood_extremes statements_positional_ood_order.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [eassumption | reflexivity].
(* A list of points: P 0, ..., P (m - 1). *)
Definition points (F : realFieldType) m (P : nat -> F) : value F := vec m (fun i => P i.-1).

(* attest: positional.ood-order finding_near_1 sha256:a360a461b52eac33042794b56924e57fea807788fff5da105a65d729f20af036 theorem:near_1 *)
Theorem near_1 : Holds statements_positional_ood_order.finding_near_1.
Proof.
opening S W; meaning_for_all => K K_gt0 _; pose c : S := 1%:R + 1%:R / (32%:R * K%:R).
have above := ood_extremes.near_1 K_gt0 (erefl c); have K_pos : 0 < K%:R :> S by rewrite ltr0n.
have step_gt0 : 0 < 1%:R / (32%:R * K%:R) :> S by rewrite divr_gt0 ?mulr_gt0 ?ltr0n.
have step_neq0 : 32%:R * K%:R != 0 :> S by rewrite mulf_neq0 ?pnatr_eq0 // -lt0n.
have c1 : 1 < c by rewrite ltr_addl.
have c_neq0 : c != 0 by rewrite gt_eqF // (lt_trans ltr01).
have divisor : 4%:R * K%:R * c ^+ 2 != 0 by rewrite !mulf_neq0 ?expf_neq0 ?pnatr_eq0 // -lt0n.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
have half01 : 0 < 1 / 2%:R :> S by rewrite divr_gt0 ?ltr0n ?ltr01.
have half1 : 1 / 2%:R < 1 :> S by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
have partS : partition (-1) 1 2 (@ood_extremes.at_half S).
  by split=> // -[|[|]] //= _; rewrite (lt_trans _ half01) // oppr_lt0 ltr01.
have partU : partition (- c) (-1) 1 (ends (- c) (-1)) by apply: ends_partition; rewrite ltr_opp2.
have partT : partition 1 c 1 (ends 1 c) by exact: ends_partition.
refine (says_expression (p := true) _ _) => //; apply: (y_let (v := Num c)); first by value.
apply: yields_eq.
  refine (y_compare (c := Greater) (v := Num (lower_in (4 * K) c 2 1 1 (@ood_extremes.at_half S) (ends (- c) (-1)) (ends 1 c)))
    (w := Num (K%:R / (4%:R * K%:R * c ^+ 2))) _ _ erefl); last by value.
  refine (y_call (vs := [:: Num (4%:R * K%:R); Num c; points 3 (@ood_extremes.at_half S); points 2 (ends (- c) (-1)); points 2 (ends 1 c)]) _ _ _);
    [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); [value | value | | | ];
      by apply: yields_eq; [value | reflexivity].
  apply: call_lower_in; [exact: floor_integer | provided | by rewrite natrM | done | |].
    exact: (apart_lower_A (f := fun i => ood_extremes.at_half S i.-1) (g := fun i => ends 1 c i.-1) partS partT).
  exact: (apart_lower_B2 (f := fun i => ends (- c) (-1) i.-1) (g := fun i => ends 1 c i.-1) partU partT).
by rewrite above.
Qed.

(* attest: positional.ood-order finding_n_2 sha256:f95cf7af0e67fcdc37dc3cec2bcf75b6d4836ac89758d372899890726d5727f9 theorem:order_at_2 *)
Theorem order_at_2 : Holds statements_positional_ood_order.finding_n_2.
Proof.
opening S W; meaning_for_all => K K_gt0 _; pose N := (8 * K)%N; pose c : S := 2%:R ^+ N.
have exponent : 8%:R * K%:R = N%:R :> S by rewrite -natrM.
have above := ood_extremes.order_at_2 K_gt0 (erefl N) (erefl c).
have c1 : 1 < c by rewrite exprn_egt1 ?ltr1n // -lt0n muln_gt0.
have c_neq0 : c != 0 by rewrite gt_eqF // (lt_trans ltr01).
have square_neq0 : c ^+ 2 != 0 by rewrite expf_neq0.
have partS : partition (-1) 1 1 (@ood_extremes.two_points S).
  by split=> // -[|] //= _; rewrite (@lt_trans _ _ 0) ?oppr_lt0 ?ltr01.
have partU : partition (- c) (-1) N (@ood_extremes.halving S N).
  split=> [||i i_lt]; rewrite /ood_extremes.halving ?subn0 ?subnn ?expr0 //.
  by rewrite ltr_opp2 ltr_eexpn2l ?ltr1n // ltn_sub2l.
have partT : partition 1 c N (@ood_extremes.doubling S).
  by split=> [||i i_lt]; rewrite /ood_extremes.doubling ?expr0 // ltr_eexpn2l ?ltr1n.
have points_of defs' env body (P : nat -> S) (x : string) e : yields (functions_of S) defs' env e (Num N%:R) ->
    (forall i, (i <= N)%N -> yields (functions_of S) defs' ((x, Num i%:R) :: env) body (Num (P i))) ->
    yields (functions_of S) defs' env (ListOver body [:: (x, Binary Range (Number BinNums.N0) e)] None) (points N.+1 P).
  move=> ye yP; apply: yields_eq.
    apply: (y_list_over (h := fun i => Num i%:R) (l := iota 0 N.+1)).
      by apply: (@y_range _ _ (@floor_integer S) _ _ _ _ _ _ 0 N.+1); [value | exact: ye | | rewrite -mulrSr].
    by move=> i; rewrite mem_iota ltnS => i_le; exact: yP.
  by congr List; rewrite -[1%N]addn0 iotaDl -map_comp.
have upper env : lookup "K"%string env = Some (Num K%:R) ->
    yields (functions_of S) defs env (Binary Multiply (Number (BinNums.Npos (BinNums.xO (BinNums.xO (BinNums.xO BinNums.xH))))) (Name "K"))%string (Num N%:R).
  by move=> KE; apply: yields_eq; [refine (y_multiply _ (y_name _ _ KE)); value | rewrite exponent].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  refine (y_compare (c := Greater) (v := Num (lower_in 2 c 1 N N (@ood_extremes.two_points S) (@ood_extremes.halving S N) (@ood_extremes.doubling S)))
    (w := Num (K%:R / c ^+ 2)) _ _ erefl); last first.
    by refine (y_divide _ _ _); [value | refine (y_power _ _ _ _); [floors | refine (y_power _ _ _ _); [floors | value | value | exact: exponent] | value | reflexivity] | ].
  refine (y_call (vs := [:: Num 2%:R; Num c; points 2 (@ood_extremes.two_points S); points N.+1 (@ood_extremes.halving S N);
    points N.+1 (@ood_extremes.doubling S)]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))))); first by value.
    - by refine (y_power _ _ _ _); [floors | value | value | exact: exponent].
    - by apply: yields_eq; [value | reflexivity].
    - apply: points_of => [|i i_le]; first exact: upper.
      refine (y_negate _); refine (y_power _ _ _ _); [floors | value | apply: y_subtract; [exact: upper | value] | by rewrite -natrB].
    apply: points_of => [|j j_le]; first exact: upper.
    by refine (y_power _ _ _ _); [floors | value | value | reflexivity].
  apply: call_lower_in; [exact: floor_integer | provided | done | done | |].
    exact: (apart_lower_A (f := fun i => ood_extremes.two_points S i.-1) (g := fun i => ood_extremes.doubling S i.-1) partS partT).
  exact: (apart_lower_B2 (f := fun i => ood_extremes.halving S N i.-1) (g := fun i => ood_extremes.doubling S i.-1) partU partT).
by rewrite above.
Qed.
