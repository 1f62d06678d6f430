(* SPDX-License-Identifier: Apache-2.0 *)
(* The adding problem without positions: one softmax layer, within the tolerance at every length; two blocks of uniform attention, exactly; as the meaning of
   the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Ring Field.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements field_tactics bound_at5_capacity.
From attest Require calls_naturals statements_srpe_adding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_srpe_adding.finding_every_length) f) (only parsing).
Definition markers_d := Eval compute in of_claim "markers".
Definition target_share_d := Eval compute in of_claim "target_share".
Definition layer_shares_d := Eval compute in of_claim "layer_shares".
Definition layer_error_d := Eval compute in of_claim "layer_error".

(* --- The bound -------------------------------------------------------------------------------------------------------------------- *)
Section Bound.
Variable F : realFieldType.
Implicit Types (T i j k : nat) (c : F) (v : nat -> F).
Add Field adding_field : (plain_field F).
Local Ltac fring := fold_plain F; ring.

(* 1 at the two places, -1 at an end that is neither. *)
Definition marker T j k i : int := if (i == j) || (i == k) then Posz 1 else if (i == 1%N) || (i == T) then Negz 0 else Posz 0.
Definition mark_weight T c j k i : F := if (i == j) || (i == k) then c else if (i == 1%N) || (i == T) then 1 / c else 1.
Definition target i j k : F := (if i == j then 1 / 4%:R else 0) + (if i == k then 1 / 4%:R else 0).
Definition total T c j k : F := \sum_(i <- iota 1 T) mark_weight T c j k i.
Definition layer_error T c j k v : F := \sum_(i <- iota 1 T) (mark_weight T c j k i / total T c j k / 2%:R - target i j k) * v i.

Lemma sum_at T j (a : F) : (0 < j <= T)%N -> \sum_(i <- iota 1 T) (if i == j then a else 0) = a.
Proof.
move=> j_in; rewrite (bigD1_seq j) ?iota_uniq ?mem_iota ?add1n ?ltnS //= eqxx big1 ?addr0 // => i /negbTE ->.
by [].
Qed.
Lemma total_bounds T c j k : (0 < j <= T)%N -> (0 < k <= T)%N -> k != j -> 1 <= c -> c *+ 2 <= total T c j k <= c *+ 2 + T%:R.
Proof.
move=> j_in k_in kj c_ge1; have c_gt0 : 0 < c by apply: lt_le_trans ltr01 c_ge1.
have inverse_in : 0 <= 1 / c <= 1 by rewrite divr_ge0 ?ler01 ?(ltW c_gt0) //= ler_pdivr_mulr // mul1r.
pose both i : F := (if i == j then c else 0) + (if i == k then c else 0).
have sum_both : \sum_(i <- iota 1 T) both i = c *+ 2 by rewrite big_split /= !sum_at.
have near i : both i <= mark_weight T c j k i <= both i + 1.
  rewrite /both /mark_weight; have [-> | ij] := eqVneq i j; first by rewrite eq_sym (negbTE kj) addr0 lexx ler_addl ler01.
  by have [_ | ik] := eqVneq i k; rewrite ?add0r /= ?lexx ?ler_addl ?ler01 //; case: ifP => _; rewrite ?lexx ?ler01.
rewrite -sum_both /total; apply/andP; split; first by apply: ler_sum => i _; case/andP: (near i).
apply: (@le_trans _ _ (\sum_(i <- iota 1 T) (both i + 1))); first by apply: ler_sum => i _; case/andP: (near i).
by rewrite big_split /= big_const_seq count_predT size_iota iter_addr_0.
Qed.
Lemma error_small T c j k v : (0 < j <= T)%N -> (0 < k <= T)%N -> k != j -> 1 <= c -> 13%:R * T%:R <= c -> (0 < T)%N ->
  (forall i, (0 < i <= T)%N -> `|v i| <= 1) -> `|layer_error T c j k v| < 1 / 25%:R.
Proof.
move=> j_in k_in kj c_ge1 c_ge T_gt0 v_in; have c_gt0 : 0 < c by apply: lt_le_trans ltr01 c_ge1.
have /andP[t_ge t_le] := total_bounds j_in k_in kj c_ge1; set t := total T c j k in t_ge t_le *.
have t_gt0 : 0 < t by apply: lt_le_trans t_ge; rewrite pmulrn_lgt0.
pose share i : F := mark_weight T c j k i / t / 2%:R; pose short : F := 1 / 4%:R - c / t / 2%:R.
have two_gt0 : 0 < 2%:R :> F by rewrite ltr0n.
have half x : x / 2%:R + x / 2%:R = x :> F by rewrite -mulr2n -mulrnAr -[2%:R^-1 *+ 2]mulr_natr mulVf ?mulr1 // gt_eqF.
have quarter : 1 / 4%:R = 1 / 2%:R / 2%:R :> F by rewrite -[4%N]/(2 * 2)%N natrM invfM mulrA.
have short_ge0 : 0 <= short.
  by rewrite subr_ge0 quarter ler_pmul2r ?invr_gt0 // ler_pdivr_mulr // mul1r mulrC ler_pdivl_mulr // mulr_natr.
have share_ge0 i : 0 <= share i.
  rewrite !divr_ge0 ?(ltW t_gt0) ?ler0n // /mark_weight; case: ifP => _; first exact: ltW.
  by case: ifP => _; rewrite ?ler01 // divr_ge0 ?ler01 ?(ltW c_gt0).
pose far i : F := share i + ((if i == j then short - c / t / 2%:R else 0) + (if i == k then short - c / t / 2%:R else 0)).
have farE i : `|share i - target i j k| = far i.
  rewrite /far /target /share /mark_weight; have [-> | ij] := eqVneq i j.
    rewrite eq_sym (negbTE kj) /= !addr0 -normrN opprB ger0_norm // [RHS]addrC subrK.
    by [].
  have [_ | ik] := eqVneq i k; rewrite /= ?add0r ?addr0 ?subr0.
    by rewrite -normrN opprB ger0_norm // [RHS]addrC subrK.
  by rewrite ger0_norm //; have := share_ge0 i; rewrite /share /mark_weight (negbTE ij) (negbTE ik).
have sum_share : \sum_(i <- iota 1 T) share i = 1 / 2%:R by rewrite -!mulr_suml divff // gt_eqF.
have error_le : `|layer_error T c j k v| <= \sum_(i <- iota 1 T) far i.
  apply: le_trans (ler_norm_sum _ _ _) _; rewrite [X in X <= _]big_seq [X in _ <= X]big_seq; apply: ler_sum => i /in_from_1 i_in.
  by rewrite normrM -/(share i) farE ler_pimulr ?v_in // -farE.
apply: le_lt_trans error_le _; rewrite big_split /= big_split /= !sum_at // sum_share /short.
have one : 1 = 1 / 4%:R + 1 / 4%:R + 1 / 4%:R + 1 / 4%:R :> F by rewrite -addrA quarter half half.
have -> : 1 / 2%:R + (1 / 4%:R - c / t / 2%:R - c / t / 2%:R + (1 / 4%:R - c / t / 2%:R - c / t / 2%:R)) = 1 - c *+ 2 / t.
  have -> : c *+ 2 / t = c / t / 2%:R + c / t / 2%:R + (c / t / 2%:R + c / t / 2%:R) by rewrite half mulr2n mulrDl.
  rewrite [1 - _](congr1 (fun y => y - _) one) -[1 / 2%:R]half -quarter; move: (1 / 4%:R) (c / t / 2%:R) => q w; fring.
have below : 24%:R * t < c *+ 50.
  apply: (@le_lt_trans _ _ (24%:R * (c *+ 2 + T%:R))); first by rewrite ler_pmul2l ?ltr0n.
  rewrite mulrDr -[c *+ 2]mulr_natl mulrA -natrM -[c *+ 50]mulr_natl -[50%N]/(48 + 2)%N [in X in _ < X]natrD [in X in _ < X]mulrDl ltr_add2l.
  apply: (@lt_le_trans _ _ (2%:R * (13%:R * T%:R))); last by rewrite ler_pmul2l.
  by rewrite -!natrM ltr_nat mulnA ltn_pmul2r.
have most : 1 - 1 / 25%:R = 24%:R / 25%:R :> F by rewrite -[X in X - _](@divff _ 25%:R) ?pnatr_eq0 // -mulrBl -[25%N]/(24 + 1)%N natrD addrK.
rewrite ltr_subl_addl -ltr_subl_addr most ltr_pdivl_mulr // mulrAC ltr_pdivr_mulr ?ltr0n //.
by rewrite mulr_natr -mulrnA.
Qed.
End Bound.

(* --- The layer ---------------------------------------------------------------------------------------------------------------------- *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (T i j k : nat) (c : F) (v : nat -> F).

Lemma y_power_int defs env a b (x z : F) (i : int) : yields fs defs env a (Num x) -> yields fs defs env b (Num i%:~R) -> power x i = Some z ->
  yields fs defs env (Binary Power a b) (Num z).
Proof. by rewrite /rules.yields /= => -> ->; rewrite /= integer_int // => ->. Qed.
Lemma y_min_nat defs env a b m n : yields fs defs env a (Num m%:R) -> yields fs defs env b (Num n%:R) -> yields fs defs env (Call "min" [:: a; b]) (Num (minn m n)%:R).
Proof.
move=> ya yb; refine (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _))) _ _); first reflexivity.
by rewrite /= -calls_naturals.minr_nat.
Qed.
Lemma call_markers defs T j k : provides [:: markers_d] defs ->
  call fs defs "markers" [:: Num T%:R; Num j%:R; Num k%:R] = Value (vec T (fun i => (marker T j k i)%:~R)).
Proof.
move=> W; enter; apply: yields_eq; first by value.
apply: vec_ext => i _; rewrite /marker !eqr_nat; case: ifP => // _; by case: ifP.
Qed.
Lemma call_target_share defs i j k : provides [:: target_share_d] defs -> call fs defs "target_share" [:: Num i%:R; Num j%:R; Num k%:R] = Value (Num (target F i j k)).
Proof. by move=> W; enter; apply: yields_eq; [value; rewrite pnatr_eq0 | rewrite !eqr_nat]. Qed.
Lemma call_layer_shares defs T c j k : provides [:: layer_shares_d] defs -> c != 0 -> total T c j k != 0 ->
  call fs defs "layer_shares" [:: vec T (fun i => (marker T j k i)%:~R); Num c] = Value (vec T (fun i => mark_weight T c j k i / total T c j k / 2%:R)).
Proof.
move=> W c_neq0 t_neq0; enter; apply: (y_let (v := vec T (mark_weight T c j k))).
  apply: y_list_over => [|i _]; first by value.
  apply: (y_power_int (i := marker T j k i)); [value | value | ]; rewrite /marker /mark_weight.
  by case: ifP => _; [rewrite /= expr1 | case: ifP => _; rewrite /= /divide ?expr1 ?(negbTE c_neq0) ?expr0].
apply: y_let; first by value.
apply: y_list_over => [|i _]; first by value.
by apply: y_divide; [apply: y_divide; [value | value | exact: t_neq0] | value | rewrite pnatr_eq0].
Qed.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "markers" _ = _ => apply: call_markers; provided
  | |- call _ _ "target_share" _ = _ => apply: call_target_share; provided
  | |- call _ _ "layer_shares" _ = _ => apply: call_layer_shares; [provided | assumption | assumption]
  end.
Lemma call_layer_error defs T c j k v : provides [:: layer_error_d; layer_shares_d; target_share_d] defs -> c != 0 -> total T c j k != 0 ->
  call fs defs "layer_error" [:: vec T v; vec T (fun i => (marker T j k i)%:~R); Num c; Num j%:R; Num k%:R] = Value (Num (layer_error T c j k v)).
Proof. by move=> W c_neq0 t_neq0; enter; value. Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "markers" _ = _ => apply: call_markers; provided
  | |- call _ _ "layer_error" _ = _ => apply: call_layer_error; [provided | assumption | assumption]
  end.
(* The places that the statements go through. *)
Lemma first_places (S : numbers) defs env T : lookup "T" env = Some (Num T%:R : value S) -> (0 < T)%N ->
  holds_in (functions_of S) defs env (Elements (Binary Range (Number (BinNums.Npos BinNums.xH))
    (Call "min" [:: Number (BinNums.Npos 10%AC); Binary Subtract (Name "T") (Number (BinNums.Npos BinNums.xH))]))) (fun j => j \in iota 1 (minn 10 T.-1)) (fun j => Num j%:R).
Proof.
move=> T_in T_gt0; apply: in_list; apply: (y_from_1 (@floor_integer S) (n := minn 10 T.-1)); [by value | | reflexivity].
apply: y_min_nat; first by value.
apply: yields_eq; first by apply: y_subtract; [exact: (y_name _ _ T_in) | value].
by rewrite -subn1 natrB.
Qed.
Lemma second_places (S : numbers) defs env T : lookup "T" env = Some (Num T%:R : value S) -> (3 < T)%N ->
  holds_in (functions_of S) defs env (Elements (Binary Range (Number (BinNums.Npos BinNums.xH))
    (Binary Subtract (Binary Div (Name "T") (Number (BinNums.Npos 2%AC))) (Number (BinNums.Npos BinNums.xH))))) (fun k => k \in iota 1 (T %/ 2).-1) (fun k => Num k%:R).
Proof.
move=> T_in T_gt3; apply: in_list; apply: (y_from_1 (@floor_integer S) (y := (T %/ 2)%:R - 1%:R) (n := (T %/ 2).-1)).
- by value.
- apply: y_subtract; last by value.
  by apply: calls_naturals.y_div; [exact: (y_name _ _ T_in) | value | reflexivity | reflexivity | ].
by rewrite -subn1 natrB // divn_gt0 // ltnW // ltnW.
Qed.
Lemma places_in T j k : (3 < T)%N -> j \in iota 1 (minn 10 T.-1) -> k \in iota 1 (T %/ 2).-1 -> (0 < j <= T)%N /\ (0 < k <= T)%N.
Proof.
move=> T_gt3 /in_from_1/andP[j_gt0 j_le] /in_from_1/andP[k_gt0 k_le]; rewrite j_gt0 k_gt0 /=; split.
  by rewrite (leq_trans j_le) // geq_min leq_pred orbT.
by rewrite (leq_trans k_le) // (leq_trans (leq_pred _)) // leq_div.
Qed.
Lemma values_in (S : numbers) defs env T : lookup "T" env = Some (Num T%:R : value S) ->
  holds_in (functions_of S) defs env (Vectors (Name "T") (Some (Negate (Number (BinNums.Npos BinNums.xH)), Number (BinNums.Npos BinNums.xH))))
    (fun v : nat -> S => forall i, (0 < i <= T)%N -> - 1%:R <= v i <= 1%:R) (vec T).
Proof. by move=> T_in; apply: (@in_vec_between S _ _ _ _ _ _ _ T%:R); [exact: (y_name _ _ T_in) | | value | value]. Qed.

(* attest: srpe.adding finding_every_length sha256:2ba26f9a8f50cccea7b067ca6d04baf8cef5d7d1364d6e27b4fea8440e325099 theorem:every_length *)
Theorem every_length : Holds statements_srpe_adding.finding_every_length.
Proof.
opening S W; meaning_for_all => T T_ge4 _; have T_gt0 : (0 < T)%N by apply: leq_trans T_ge4.
pose c : S := 13%:R * T%:R; have c_ge1 : 1 <= c by rewrite /c -natrM (ler_nat _ 1) muln_gt0.
have c_gt0 : 0 < c by apply: lt_le_trans ltr01 c_ge1.
meaning_exists c.
refine (says_forall (P := xpredT) (first_places _ _ _) _ _); [reflexivity | exact: T_gt0 | by [] | move=> j j_in _].
refine (says_forall (P := fun k => k != j) (second_places _ _ _) _ _); [reflexivity | exact: T_ge4 | | move=> k k_in kj].
  by move=> k _; cbn [condition_is]; apply: yields_eq; [value | rewrite eqr_nat].
have [j_T k_T] := places_in T_ge4 j_in k_in.
refine (says_forall (P := xpredT) (values_in _ _) _ _); [reflexivity | by [] | move=> v v_in _].
have c_neq0 : c != 0 by rewrite gt_eqF.
have /andP[t_ge _] := total_bounds j_T k_T kj c_ge1; have t_neq0 : total T c j k != 0.
  by rewrite gt_eqF // (lt_le_trans _ t_ge) // pmulrn_lgt0.
have small : `|layer_error T c j k v| < 1 / 25%:R by apply: error_small => // i i_in; rewrite ler_norml; exact: v_in.
meaning_value; rewrite ?pnatr_eq0 //.
by move: small; rewrite ltr_norml => /andP[lo ->]; rewrite andbT; move: lo; rewrite ?mulNr.
Qed.
