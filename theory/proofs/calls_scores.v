(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of scores.stm give: centred scores, hard attention, and the scores of the attentive condition; bounds of 2^-100 between numbers
   that are equal. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax.
From attest Require statements_urpe_attentive_bias.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition scores_library : seq definition :=
  definitions statements_urpe_attentive_bias.repaired ++ definitions statements_urpe_attentive_bias.finding_c_is_invisible.
Local Notation the f := (definition_in scores_library f) (only parsing).
Definition centred_d := Eval compute in the "centred".
Definition hardmax_d := Eval compute in the "hardmax".
Definition hardmax_rows_d := Eval compute in the "hardmax_rows".
Definition key_side_scores_d := Eval compute in the "key_side_scores".
Definition query_side_scores_d := Eval compute in the "query_side_scores".

Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Local Notation hundred := (Number (BinNums.Npos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))).

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f g s u : nat -> F) (A X : nat -> nat -> F) (m n d : nat) (c : F).

(* --- Rules ------------------------------------------------------------------------------------------------------------------ *)
Lemma y_count defs env (T : eqType) (h : T -> value F) l (x : string) L body p : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) body (Bool (p t))) ->
  yields fs defs env (Over "count" body [:: (x, L)] None) (Num (count p l)%:R).
Proof.
move=> list_yields body_yields; rewrite /yields.
rewrite [LHS](over_map list_yields body_yields (fun vs => omap (fun bs => of_integer F (count id bs)%:Z) (together (map (obind (@boolean F)) vs)))).
rewrite -map_comp (eq_map (_ : _ =1 fun t => Value (p t))) // together_map /= count_map /of_integer -pmulrn.
by congr (Value (Num _%:R)); apply: eq_count.
Qed.
Lemma y_all_true defs env (T : eqType) (h : T -> value F) l (x : string) L body : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) body (Bool true)) -> yields fs defs env (Over "all" body [:: (x, L)] None) (Bool true).
Proof. by move=> yL yb; apply: yields_eq; [exact: (y_all (p := fun _ => true) yL) | congr Bool; exact: all_predT]. Qed.
Lemma y_all2_true defs env (T U : eqType) (h : T -> value F) (k : T -> U -> value F) l (m : T -> seq U) (x y : string) L M body :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (k t) (m t)))) ->
  (forall t (v : U), t \in l -> v \in m t -> yields fs defs ((y, k t v) :: (x, h t) :: env) body (Bool true)) ->
  yields fs defs env (Over "all" body [:: (x, L); (y, M)] None) (Bool true).
Proof.
move=> yL yM yb; apply: yields_eq; first by apply: (y_all2 (p := fun _ _ => true) yL yM) => t t_l u; exact: yb.
by congr Bool; apply/allP => t _; exact: all_predT.
Qed.
Lemma y_close defs env a b (x y : F) : yields fs defs env a (Num x) -> yields fs defs env b (Num y) -> x = y ->
  yields fs defs env (Chain (Call "abs" [:: Binary Subtract a b])
    [:: (AtMost, Binary Power two (Negate hundred))]) (Bool true).
Proof.
move=> ya yb xy; have small : yields fs defs env (Binary Power two (Negate hundred)) (Num (1 / 2%:R ^+ 100)).
  rewrite /yields; cbn [eval]; rewrite /operate /integer_in -[BinNat.N.to_nat _]/100%N.
  have -> : - 100%:R = (Negz 99)%:~R :> F by rewrite NegzE mulrNz -pmulrn.
  by rewrite integer_int // /power /divide expf_eq0 pnatr_eq0 andbF.
have abs_y : yields fs defs env (Call "abs" [:: Binary Subtract a b]) (Num `|x - y|).
  by apply: y_built_in; [exact: (all_cons (y_subtract ya yb) (all_nil _ _ _)) | reflexivity | reflexivity].
apply: (y_compare abs_y small).
by rewrite /compare xy subrr normr0 divr_ge0 ?ler01 ?exprn_ge0 ?ler0n.
Qed.

(* --- Centred scores ----------------------------------------------------------------------------------------------------------- *)
Definition centre n f j : F := f j - top n f.
Lemma call_centred defs m n A : provides [:: centred_d] defs -> (0 < n)%N ->
  call fs defs "centred" [:: mat m n A] = Value (mat m n (fun i => centre n (A i))).
Proof.
move=> W n_gt0; enter; apply: y_list_over; first by value.
by move=> i _; apply: y_let; [apply: (y_top n_gt0); value | value].
Qed.
Lemma centre_shift n f g c j : (0 < n)%N -> (forall k, (0 < k <= n)%N -> f k = g k + c) -> (0 < j <= n)%N -> centre n f j = centre n g j.
Proof.
move=> n_gt0 fg j_n; rewrite /centre fg // (@top_ext _ n f (fun k => g k + c)) // top_shift //.
by rewrite opprD addrACA subrr addr0.
Qed.

(* --- Hard attention ------------------------------------------------------------------------------------------------------------ *)
Definition ties n f : nat := count (fun e => f e == top n f) (iota 1 n).
Definition hard n f j : F := if f j == top n f then 1 / (ties n f)%:R else 0.
Lemma ties_gt0 n f : (0 < n)%N -> (0 < ties n f)%N.
Proof. by move=> n_gt0; rewrite -has_count; have [i i_n fE] := top_in f n_gt0; apply/hasP; exists i; rewrite ?fE ?mem_iota ?add1n ?ltnS. Qed.
Lemma ties_neq0 n f : (0 < n)%N -> (ties n f)%:R != 0 :> F.
Proof. by move=> n_gt0; rewrite pnatr_eq0 -lt0n ties_gt0. Qed.
Lemma call_hardmax defs n f : provides [:: hardmax_d] defs -> (0 < n)%N -> call fs defs "hardmax" [:: vec n f] = Value (vec n (hard n f)).
Proof.
move=> W n_gt0; have neq0 := ties_neq0 f n_gt0; enter; apply: y_let; first by apply: (y_top n_gt0); value.
apply: y_let; first by refine (y_count _ _); [value | intros ? ?; value].
by value.
Qed.
Lemma call_hardmax_rows defs m n A : provides [:: hardmax_rows_d; hardmax_d] defs -> (0 < n)%N ->
  call fs defs "hardmax_rows" [:: mat m n A] = Value (mat m n (fun i => hard n (A i))).
Proof.
move=> W n_gt0; enter; apply: y_list_over; first by value.
by move=> i _; refine (y_call _ _ _); [values | reflexivity | apply: call_hardmax => //; provided].
Qed.
(* What it gives where all the largest places have the same number. *)
Lemma hard_dot n f s (v : F) : (0 < n)%N -> (forall j, (0 < j <= n)%N -> f j = top n f -> s j = v) -> \sum_(j <- iota 1 n) hard n f j * s j = v.
Proof.
move=> n_gt0 fs_v; rewrite (eq_big_seq (fun j => (if f j == top n f then 1 / (ties n f)%:R else 0) * v)) => [|j /in_from_1 j_n].
  rewrite -mulr_suml -big_mkcond /= big_const_seq iter_addr_0 -/(ties n f) -[X in X * v]mulr_natr mul1r mulVf ?mul1r //; exact: ties_neq0.
by rewrite /hard; case: eqP => [/(fs_v _ j_n) -> | _]; rewrite ?mul0r.
Qed.
Lemma hard_ext n f g j : (forall i k, (0 < i <= n)%N -> (0 < k <= n)%N -> (f i <= f k) = (g i <= g k)) -> (0 < j <= n)%N -> hard n f j = hard n g j.
Proof.
move=> fg j_n; have n_gt0 : (0 < n)%N by case/andP: j_n => j_gt0; exact: leq_trans.
have topE i : (0 < i <= n)%N -> (f i == top n f) = (g i == top n g).
  move=> i_n; have [k k_n fk] := top_in f n_gt0; have [l l_n gl] := top_in g n_gt0.
  rewrite !eq_le !le_top // fk gl fg //=; apply/idP/idP => [k_i | l_i].
    by apply: le_trans k_i; rewrite -fg // -fk le_top.
  by apply: le_trans l_i; rewrite -gl le_top.
rewrite /hard topE //; congr (if _ then _ / _%:R else _).
by apply: eq_in_count => i /in_from_1 i_n; exact: topE.
Qed.

(* --- The scores of the attentive condition ------------------------------------------------------------------------------------------ *)
Definition along d X u i : F := \sum_(l <- iota 1 d) X i l * u l.
Lemma call_key_side_scores defs n d X u c : provides [:: key_side_scores_d; outer_d; apply_d; dot_d] defs ->
  call fs defs "key_side_scores" [:: mat n d X; vec d u; Num c] = Value (mat n n (fun i j => along d X u i * (along d X u j - c))).
Proof.
move=> W; enter; apply: y_let; first by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
by refine (y_call _ _ _); [values | reflexivity | apply: (@call_outer S _ n n (along d X u) (fun j => along d X u j - c)); provided].
Qed.
Lemma call_query_side_scores defs n d X u c : provides [:: query_side_scores_d; outer_d; apply_d; dot_d] defs ->
  call fs defs "query_side_scores" [:: mat n d X; vec d u; Num c] = Value (mat n n (fun i j => (along d X u i - c) * along d X u j)).
Proof.
move=> W; enter; apply: y_let; first by refine (y_call _ _ _); [values | reflexivity | apply: (call_apply floor_int); provided].
by refine (y_call _ _ _); [values | reflexivity | apply: (@call_outer S _ n n (fun i => along d X u i - c) (along d X u)); provided].
Qed.
End Calls.
