(* SPDX-License-Identifier: Apache-2.0 *)
(* Masked attention of variants.stm: rows over the earlier keys alone, and that no output depends on a later token. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require statements_variants_alibi statements_variants_causal_mask_no_bos.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim st f := (definition_in (definitions st) f) (only parsing).
Definition causal_softmax_row_d := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_right_stochastic "causal_softmax_row".
Definition attend_row_d := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_causal "attend_row".
Definition with_later_d := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_causal "with_later".
Definition layer_rows_d := Eval compute in of_claim statements_variants_causal_mask_no_bos.property_identical_rows_stay_identical "layer".

Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Local Open Scope string_scope.
Definition says_causal p : formula :=
  Forall "n" (Naturals two) None (Forall "d" (Naturals one) None (Forall "h" Values (is_parameter p)
    (Forall "X" (Matrices (Name "n") (Name "d") None) None
      (Forall "i" (Elements (Binary Range one (Binary Subtract (Name "n") one))) None
        (Forall "Y" (Matrices (Binary Subtract (Name "n") (Name "i")) (Name "d") None) None
          (Expression (Chain (Call "layer_row" [:: Name "h"; Call "with_later" [:: Name "X"; Name "i"; Name "Y"]; Name "i"])
            [:: (Equal, Call "layer_row" [:: Name "h"; Name "X"; Name "i"])]))))))).
Local Close Scope string_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (m n d k : nat) (h b : value F) (Z X V : nat -> nat -> F).

Lemma listed_cat m n (f g : nat -> value F) :
  List ([seq f i | i <- iota 1 m] ++ [seq g i | i <- iota 1 n]) = listed (m + n) (fun i => if (i <= m)%N then f i else g (i - m)%N).
Proof.
rewrite /listed iotaD map_cat; congr (List (_ ++ _)); first by apply/eq_in_map => i /in_from_1/andP[_ ->].
rewrite addnC iotaDl -map_comp; apply/eq_in_map => i /in_from_1/andP[i_gt0 _] /=.
by rewrite -[X in (_ <= X)%N]addn0 leq_add2l leqNgt i_gt0 addKn.
Qed.

(* --- A masked row of weights ---------------------------------------------------------------------------------------------- *)
Definition masked b (s : nat -> F) i j : F := if (j <= i)%N then softened fs b i s j else 0.
Lemma y_zeros defs env (y : F) i n a : yields fs defs env a (Num y) -> y = n%:R -> (i <= n)%N -> lookup "i" env = Some (Num i%:R) ->
  yields fs defs env (ListOver (Number BinNums.N0) [:: ("j"%string, Binary Range (Binary Add (Name "i") one) a)] None)
    (List [seq Num 0 | j <- iota 1 (n - i)]).
Proof.
move=> ya yE i_n i_in; apply: yields_eq.
  apply: y_list_over => [|j _]; last by value.
  apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (n - i) _ ya); [by apply: y_add; [exact: (y_name _ _ i_in) | value] | by rewrite -mulrSr | ].
  by rewrite yE addSn subnKC // -mulrSr.
by congr List; rewrite -[i.+1]addn1 iotaDl -map_comp; apply/eq_map.
Qed.
Lemma call_causal_softmax_row defs b n s i : provides [:: causal_softmax_row_d; softmax_in_d; power_d] defs -> good_base b -> (0 < i <= n)%N ->
  call fs defs "causal_softmax_row" [:: b; vec n s; Num i%:R] = Value (vec n (masked b s i)).
Proof.
move=> W good i_in; have /andP[i_gt0 i_n] := i_in; enter.
apply: (yields_eq (v := List ([seq Num (softened fs b i s j) | j <- iota 1 i] ++ [seq Num 0 | j <- iota 1 (n - i)]))).
  apply: y_concatenate; last by apply: (y_zeros (n := n) (y := n%:R)); [value | by [] | by [] | by []].
  have row_y : call fs earlier "softmax_in" [:: b; vec i s] = Value (vec i (softened fs b i s)).
    by apply: (call_softmax_in (@exp_gt0_S S)).
  refine (y_call _ _ row_y); [ | reflexivity].
  refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
  apply: y_list_over => [|j /in_from_1/andP[j_gt0 j_i]]; first by value.
  by apply: (y_at floor_int (i := j) (n := n) (h := fun j => Num (s j))); [value | value | | rewrite j_gt0 (leq_trans j_i) | ].
rewrite listed_cat subnKC //; apply: listed_ext => j _; rewrite /masked; by case: ifP.
Qed.
Lemma masked_stochastic b n (s : nat -> nat -> F) : good_base b -> stochastic n (fun i => masked b (s i) i).
Proof.
move=> good; split=> i => [j /andP[i_gt0 _] | /andP[i_gt0 i_n]].
  by rewrite /masked; case: ifP => // _; apply: softened_ge0 => //; exact: exp_gt0_S.
rewrite -(subnKC i_n) iotaD big_cat /= [X in _ + X]big1_seq ?addr0 => [|j]; last first.
  by rewrite mem_iota add1n /masked => /andP[_ /andP[i_j _]]; rewrite leqNgt i_j.
rewrite -(softened_sum (@exp_gt0_S S) (s i) good i_gt0); apply: eq_big_seq => j /in_from_1/andP[_ j_i].
by rewrite /masked j_i.
Qed.
Lemma softened_ext b (s s' : nat -> F) n j : (0 < n)%N -> (forall k, (0 < k <= n)%N -> s k = s' k) -> (0 < j <= n)%N ->
  softened fs b n s j = softened fs b n s' j.
Proof.
case: n => // n _ ss' j_in; have top_ext : top n.+1 s = top n.+1 s'.
  rewrite /top ss' //; congr foldl; apply/eq_in_map => k; rewrite mem_iota => /andP[k_gt1 k_n].
  by apply: ss'; rewrite ltnW //= -ltnS; move: k_n; rewrite add2n.
rewrite /softened top_ext ss' //; congr (_ / _); apply: eq_big_seq => k /in_from_1 k_in.
by rewrite ss'.
Qed.
Lemma masked_ext b (s s' : nat -> F) i j : (0 < i)%N -> (forall k, (0 < k <= i)%N -> s k = s' k) -> (0 < j)%N -> masked b s i j = masked b s' i j.
Proof. by move=> i_gt0 ss' j_gt0; rewrite /masked; case: ifP => // j_i; apply: softened_ext => //; rewrite j_gt0. Qed.

(* --- Rows of the layer ----------------------------------------------------------------------------------------------------- *)
Definition attended n d V (a : nat -> F) X i c : F := X i c + \sum_(j <- iota 1 n) a j * product d X V j c.
Lemma call_attend_row defs h n d a X V i : field_at h "WV" = Value (mat d d V) ->
  provides [:: attend_row_d; matmul_d; dot_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < d)%N -> (0 < i <= n)%N ->
  call fs defs "attend_row" [:: vec n a; h; mat n d X; Num i%:R] = Value (vec d (attended n d V a X i)).
Proof. by move=> hV W n_gt0 d_gt0 i_in; enter; value. Qed.
(* Tokens that agree up to i give the same output there, if the row of weights is the same and stops at i. *)
Lemma attended_ext n d V (a a' : nat -> F) X Z i c : (0 < i)%N -> (forall k, (0 < k <= i)%N -> X k = Z k) -> (forall j, (0 < j)%N -> a j = a' j) ->
  (forall j, (i < j)%N -> a j = 0) -> attended n d V a X i c = attended n d V a' Z i c.
Proof.
move=> i_gt0 XZ aa' a0; rewrite /attended XZ ?i_gt0 ?leqnn //; congr (_ + _); apply: eq_big_seq => j /in_from_1/andP[j_gt0 _].
rewrite -aa' //; case: (leqP j i) => [j_i | i_j]; last by rewrite a0 // !mul0r.
by congr (_ * _); apply: eq_bigr => l _; rewrite XZ // j_gt0.
Qed.
Lemma masked_later b (s : nat -> F) i j : (i < j)%N -> masked b s i j = 0.
Proof. by rewrite /masked ltnNge => /negbTE ->. Qed.

Lemma call_with_later defs n d X Y i : provides [:: with_later_d] defs -> (0 < i <= n)%N ->
  call fs defs "with_later" [:: mat n d X; Num i%:R; mat (n - i) d Y] = Value (mat n d (fun k => if (k <= i)%N then X k else Y (k - i)%N)).
Proof.
move=> W /andP[i_gt0 i_n]; enter.
apply: (yields_eq (v := List ([seq vec d (X k) | k <- iota 1 i] ++ [seq vec d (Y k) | k <- iota 1 (n - i)]))).
  apply: y_concatenate; last by value.
  apply: y_list_over => [|k /in_from_1/andP[k_gt0 k_i]]; first by value.
  by apply: (y_at floor_int (i := k) (n := n) (h := fun k => vec d (X k))); [value | value | | rewrite k_gt0 (leq_trans k_i) | ].
by rewrite listed_cat subnKC //; apply: listed_ext => k _; case: ifP.
Qed.

Section Statements.
Variables (defs : seq definition) (p : string) (info : value F -> nat -> nat -> Prop).
Hypothesis any : condition_decided S defs p.
Hypothesis tells : told S defs p info.

(* Each output is a function of the tokens up to its own. *)
Definition rows_of_earlier : Prop := forall h n d i, (0 < n)%N -> (0 < d)%N -> (0 < i <= n)%N -> info h n d ->
  exists2 R : (nat -> nat -> F) -> nat -> F, forall Z, call fs defs "layer_row" [:: h; mat n d Z; Num i%:R] = Value (vec d (R Z)) &
    forall Z Z', (forall k, (0 < k <= i)%N -> Z k = Z' k) -> R Z =1 R Z'.
Lemma show_causal : provides [:: with_later_d] defs -> rows_of_earlier -> Says fs (call fs defs) true [::] (says_causal p).
Proof.
move=> W rows.
meaning_for_all => n n_gt1 _; meaning_for_all => d d_gt0 _; have n_gt0 := ltnW n_gt1.
apply: says_for_values => [h|h /(condition_true tells n_gt0 d_gt0)]; first exact: any.
move=> /(_ h erefl erefl erefl) good; apply: says_forall; [exact: (@in_mat _ _ floor_int _ _ _ _ _ _ n d) | by move=> X _ | ].
move=> X _ _; apply: says_forall => [|i _|i].
- apply: in_list; apply: (y_from_1 floor_int (n := n.-1)); [by value | by value | by rewrite -subn1 natrB].
- exact: erefl.
case/in_from_1/andP=> i_gt0 i_n1 _; have i_n : (i <= n)%N by rewrite (leq_trans i_n1) // leq_pred.
apply: says_forall; [apply: (@in_mat _ _ floor_int _ _ _ _ _ _ (n - i) d); [by value | by value | by rewrite natrB | by []] | by move=> Y _ | ].
move=> Y _ _; have i_in : (0 < i <= n)%N by rewrite i_gt0.
have [R R_call R_ext] := rows h n d i n_gt0 d_gt0 i_in good.
apply: says_expression; last exact: (erefl true).
have same : R (fun k => if (k <= i)%N then X k else Y (k - i)%N) =1 R X by apply: R_ext => k /andP[_ ->].
apply: y_compare.
- refine (y_call _ _ _); [ | reflexivity | exact: (R_call (fun k => if (k <= i)%N then X k else Y (k - i)%N))].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); [by value | | by value].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_with_later].
- by refine (y_call _ _ _); [values | reflexivity | exact: R_call].
rewrite /compare equal_vec; congr Some; apply/allP => c _; by rewrite same.
Qed.
End Statements.
End Calls.
Ltac shows_causal told_lemma rows_lemma :=
  let S := fresh "S" in
  split=> S; start_meaning; eapply show_causal;
  [decided_condition | eapply told_lemma; provided_here | provided_here | eapply rows_lemma; provided_here].
