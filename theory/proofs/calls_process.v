(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of the definitions of srpe.process give: binomial coefficients, how many sequences of 0 and 1 have k ones in r runs, the first of them of s,
   and the probability of each. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole.
From attest Require statements_srpe_process.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation of_claim f := (definition_in (definitions statements_srpe_process.finding_order_helps_from_four_elements_on) f) (only parsing).
Definition chain_d := Eval compute in of_claim "chain".
Definition class1_d := Eval compute in of_claim "class1".
Definition class2_d := Eval compute in of_claim "class2".
Definition start_d := Eval compute in of_claim "start".
Definition binomial_d := Eval compute in of_claim "binomial".
Definition compositions_d := Eval compute in of_claim "compositions".
Definition one_runs_d := Eval compute in of_claim "one_runs".
Definition size_d := Eval compute in of_claim "size".
Definition probability_of_each_d := Eval compute in of_claim "probability_of_each".
Definition most_runs_d := Eval compute in of_claim "most_runs".
Definition optimum_d := Eval compute in of_claim "optimum".
Definition probability_of_ones_d := Eval compute in of_claim "probability_of_ones".
Definition order_blind_d := Eval compute in of_claim "order_blind".

(* --- Natural numbers -------------------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Definition one_runs s r : nat := if s == 1 then (r + 1) %/ 2 else r %/ 2.
Definition compositions len parts : nat := if parts == 0 then (if len == 0 then 1 else 0) else if len < parts then 0 else 'C(len - 1, parts - 1).
Definition sequences T s r k : nat := compositions (T - k) (r - one_runs s r) * compositions k (one_runs s r).
Definition most_runs T k : nat := minn (2 * minn k (T - k) + 1) T.
Lemma one_runs_le s r : 0 < r -> one_runs s r <= r.
Proof.
move=> r_gt0; rewrite /one_runs; case: ifP => _; last exact: leq_div.
by rewrite -{2}[r](mulKn r (ltn0Sn 1)) leq_div2r // mul2n -addnn leq_add2l.
Qed.
Lemma compositions_gt0 len parts : (0 < compositions len parts) = (parts <= len) && ((0 < parts) || (len == 0)).
Proof.
rewrite /compositions; have [-> | parts_gt0] := posnP parts; first by case: (len == 0).
by case: (ltnP len parts) => // parts_le; rewrite bin_gt0 leq_sub2r.
Qed.
Lemma bin_quotient n k : k <= n -> \prod_(j <- from_to (n - k + 1) n) j = 'C(n, k) * \prod_(j <- from_to 1 k) j.
Proof.
move=> k_n; have k_fact : \prod_(j <- from_to 1 k) j = k`! by rewrite fact_prod.
have n_fact : n`! = (n - k)`! * \prod_(j <- from_to (n - k + 1) n) j.
  by rewrite !fact_prod [LHS](@big_cat_nat _ _ _ (n - k).+1) //= ?ltnS ?leq_subr // addn1.
apply/eqP; rewrite k_fact -(eqn_pmul2l (fact_gt0 (n - k))) -n_fact -(bin_fact k_n).
by apply/eqP; rewrite [RHS]mulnC mulnA.
Qed.
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (env : environment F) (T s r k n : nat).

Lemma w_min env defs a b m n : yields fs defs env a (whole m) -> yields fs defs env b (whole n) -> yields fs defs env (Call "min" [:: a; b]) (whole (minn m n)).
Proof.
move=> ya yb; refine (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _))) _ _); first reflexivity.
by rewrite /= /calls_whole.whole -minr_nat.
Qed.
Lemma call_binomial defs n k : provides [:: binomial_d] defs -> (k <= n)%N -> call fs defs "binomial" [:: whole n; whole k] = Value (whole 'C(n, k)).
Proof.
move=> W k_n; enter; have product_y m m' c env : yields fs earlier env c (wholes (from_to m m')) ->
    yields fs earlier env (Over "product" (Name "j") [:: ("j"%string, c)] None) (whole (\prod_(j <- from_to m m') j)%N).
  by move=> yc; apply: yields_eq; [apply: (y_product (h := whole) yc) => j _; exact: y_name | rewrite /calls_whole.whole natr_prod].
have positive : (\prod_(j <- from_to 1 k) j)%:R != 0 :> F by rewrite pnatr_eq0 -lt0n [X in (0 < X)%N](_ : _ = k`!%N) ?fact_gt0 // fact_prod.
apply: yields_eq; first by apply: y_divide; [apply: product_y; naturally | apply: product_y; naturally | exact: positive].
by rewrite bin_quotient // /calls_whole.whole natrM mulfK.
Qed.
Lemma call_compositions defs len parts : provides [:: compositions_d; binomial_d] defs ->
  call fs defs "compositions" [:: whole len; whole parts] = Value (whole (compositions len parts)).
Proof.
move=> W; enter; refine (w_if (w_compare Equal (y_name _ _ _) (w_number _ _ _)) (fun _ => _) (fun parts_neq0 =>
  w_if (w_compare Less (y_name _ _ _) (y_name _ _ _)) (fun _ => w_number _ _ _) (fun parts_le => _)));
  try reflexivity.
  by refine (w_if (w_compare Equal (y_name _ _ _) (w_number _ _ _)) (fun _ => w_number _ _ _) (fun _ => w_number _ _ _)).
have parts_gt0 : (0 < parts)%N by rewrite lt0n.
have le : (parts <= len)%N by rewrite leqNgt.
refine (y_call (vs := [:: whole (len - 1); whole (parts - 1)]) _ _ _); [ | reflexivity | by apply: call_binomial; [provided | rewrite leq_sub2r]].
have len_gt0 : (0 < len)%N by apply: leq_trans le.
exact: all_cons (w_subtract (y_name _ _ _) (w_number _ _ _) len_gt0) (all_cons (w_subtract (y_name _ _ _) (w_number _ _ _) parts_gt0) (all_nil _ _ _)).
Qed.
Lemma call_one_runs defs s r : provides [:: one_runs_d] defs -> call fs defs "one_runs" [:: whole s; whole r] = Value (whole (one_runs s r)).
Proof. by move=> W; enter; naturally. Qed.
Lemma call_size defs T s r k : provides [:: size_d; one_runs_d; compositions_d; binomial_d] defs -> (k <= T)%N -> (0 < r)%N ->
  call fs defs "size" [:: whole T; whole s; whole r; whole k] = Value (whole (sequences T s r k)).
Proof.
move=> W k_T r_gt0; enter.
have runs_y env : lookup "s" env = Some (whole s) -> lookup "r" env = Some (whole r) -> yields fs earlier env (Call "one_runs" [:: Name "s"; Name "r"]%string) (whole (one_runs s r)).
  by move=> s_in r_in; refine (y_call (all_cons (y_name _ _ s_in) (all_cons (y_name _ _ r_in) (all_nil _ _ _))) _ _); [reflexivity | apply: call_one_runs; provided].
apply: w_multiply.
  refine (y_call (vs := [:: whole (T - k); whole (r - one_runs s r)]) _ _ _); [ | reflexivity | by apply: call_compositions; provided].
  refine (all_cons (w_subtract (y_name _ _ _) (y_name _ _ _) k_T) (all_cons (w_subtract (y_name _ _ _) (runs_y _ _ _) (one_runs_le s r_gt0)) (all_nil _ _ _))); reflexivity.
by refine (y_call (all_cons (y_name _ _ _) (all_cons (runs_y _ _ _) (all_nil _ _ _))) _ _); [reflexivity | reflexivity | reflexivity | reflexivity | apply: call_compositions; provided].
Qed.
Lemma call_most_runs defs T k : provides [:: most_runs_d] defs -> (k <= T)%N -> call fs defs "most_runs" [:: whole T; whole k] = Value (whole (most_runs T k)).
Proof.
move=> W k_T; enter; apply: w_min; last exact: y_name.
apply: w_add; last by naturally.
by apply: w_multiply; [naturally | apply: w_min; [exact: y_name | naturally]].
Qed.

(* --- Chains and probabilities ------------------------------------------------------------------------------------------------------------ *)
Definition chain (f g : F) (i j : nat) : F := if i == 1%N then (if j == 1%N then 1%:R - f else f) else (if j == 1%N then g else 1%:R - g).
Definition start (s : nat) : F := if s == 0%N then 2%:R / 3%:R else 1%:R / 3%:R.
Definition class1 := chain (1%:R / 5%:R) (2%:R / 5%:R).
Definition class2 := chain (3%:R / 10%:R) (3%:R / 5%:R).
Lemma call_class1 defs : provides [:: class1_d; chain_d] defs -> call fs defs "class1" [::] = Value (mat 2 2 class1).
Proof.
move=> W; enter; refine (y_call (vs := [:: Num (1%:R / 5%:R); Num (2%:R / 5%:R)]) _ _ _); [by values; rewrite pnatr_eq0 | reflexivity | ].
by have [e found We] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body; value].
Qed.
Lemma call_class2 defs : provides [:: class2_d; chain_d] defs -> call fs defs "class2" [::] = Value (mat 2 2 class2).
Proof.
move=> W; enter; refine (y_call (vs := [:: Num (3%:R / 10%:R); Num (3%:R / 5%:R)]) _ _ _); [by values; rewrite pnatr_eq0 | reflexivity | ].
by have [e found We] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body; value].
Qed.
Lemma call_start defs : provides [:: start_d] defs -> call fs defs "start" [::] = Value (vec 2 (fun i => start i.-1)).
Proof. by move=> W; enter; value; rewrite pnatr_eq0. Qed.

Definition each T s r k (P : nat -> nat -> F) : F :=
  start s * P 1%N 1%N ^+ (T - k - (r - one_runs s r)) * P 2%N 2%N ^+ (k - one_runs s r) * P (s + 1)%N (2 - s)%N ^+ (r %/ 2) * P (2 - s)%N (s + 1)%N ^+ ((r - 1) %/ 2).
Lemma y_entry_at defs env (p : string) a b i j (P : nat -> nat -> F) : lookup p env = Some (mat 2 2 P) -> yields fs defs env a (whole i) -> yields fs defs env b (whole j) ->
  (0 < i <= 2)%N -> (0 < j <= 2)%N -> yields fs defs env (Index (Index (Name p) a) b) (Num (P i j)).
Proof.
move=> p_in ya yb i_in j_in; apply: (@y_at _ _ floor_int _ _ _ _ 2 (fun j => Num (P i j)) j%:R j) => //.
by apply: (@y_at _ _ floor_int _ _ _ _ 2 (fun i => vec 2 (P i)) i%:R i) => //; exact: (y_name _ _ p_in).
Qed.
Lemma call_each defs T s r k P : provides [:: probability_of_each_d; one_runs_d; start_d] defs -> (s < 2)%N -> (k <= T)%N -> (0 < r)%N ->
  (0 < sequences T s r k)%N -> call fs defs "probability_of_each" [:: whole T; whole s; whole r; whole k; mat 2 2 P] = Value (Num (each T s r k P)).
Proof.
move=> W s_lt k_T r_gt0 some; have {some} [zeros_le ones_le] : (r - one_runs s r <= T - k)%N /\ (one_runs s r <= k)%N.
  by move: some; rewrite muln_gt0 !compositions_gt0 => /andP[/andP[-> _] /andP[-> _]].
enter; set env := (_ :: _).
have runs_y : yields fs earlier env (Call "one_runs" [:: Name "s"; Name "r"]%string) (whole (one_runs s r)).
  by refine (y_call (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_nil _ _ _))) _ _); [reflexivity | reflexivity | reflexivity | apply: call_one_runs; provided].
have one_y : yields fs earlier env (Number (BinNums.Npos BinNums.xH)) (whole 1) by naturally.
have two_y : yields fs earlier env (Number (BinNums.Npos (BinNums.xO BinNums.xH))) (whole 2) by naturally.
have s_y : yields fs earlier env (Name "s") (whole s) by []. have r_y : yields fs earlier env (Name "r") (whole r) by [].
have next_y := w_add s_y one_y; have other_y := w_subtract two_y s_y (ltnW s_lt).
have s_in : (0 < s + 1 <= 2)%N by rewrite addn1. have o_in : (0 < 2 - s <= 2)%N by rewrite subn_gt0 s_lt leq_subr.
have P_in : lookup "P" env = Some (mat 2 2 P) by [].
have T_y : yields fs earlier env (Name "T") (whole T) by []. have k_y : yields fs earlier env (Name "k") (whole k) by [].
have ones_y := w_subtract k_y runs_y ones_le.
have zeros_y := w_subtract (w_subtract T_y k_y k_T) (w_subtract r_y runs_y (one_runs_le s r_gt0)) zeros_le.
apply: y_multiply; first apply: y_multiply; first apply: y_multiply; first apply: y_multiply.
- apply: (@y_at _ _ floor_int _ _ _ _ 2 (fun i => Num (start i.-1)) (s + 1)%:R (s + 1)%N) => //; last by rewrite addn1.
  by refine (y_constant _ _); [reflexivity | apply: call_start; provided].
- exact: (y_power floor_int (y_entry_at P_in one_y one_y isT isT) zeros_y erefl).
- exact: (y_power floor_int (y_entry_at P_in two_y two_y isT isT) ones_y erefl).
- exact: (y_power floor_int (y_entry_at P_in next_y other_y s_in o_in) (w_div r_y two_y isT) erefl).
exact: (y_power floor_int (y_entry_at P_in other_y next_y o_in s_in) (w_div (w_subtract r_y one_y r_gt0) two_y isT) erefl).
Qed.

(* --- Sums over places, starts and runs ---------------------------------------------------------------------------------------------------- *)
Lemma numbers_in_values (l : seq F) : numbers_in [seq Value (Num x) | x <- l] = Value l.
Proof. by rewrite numbers_in_map map_id. Qed.
Lemma y_sum2_if (T U : eqType) (h : T -> value F) (l : seq T) (f : T -> U -> value F) (m : T -> seq U) defs env (x y : string) L M body c
    (p : T -> U -> bool) (g : T -> U -> F) : yields fs defs env L (List (map h l)) ->
  (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (f t) (m t)))) ->
  (forall t u, t \in l -> u \in m t -> yields fs defs ((y, f t u) :: (x, h t) :: env) c (Bool (p t u))) ->
  (forall t u, t \in l -> u \in m t -> p t u -> yields fs defs ((y, f t u) :: (x, h t) :: env) body (Num (g t u))) ->
  yields fs defs env (Over "sum" body [:: (x, L); (y, M)] (Some c)) (Num (\sum_(t <- l) \sum_(u <- m t | p t u) g t u)).
Proof.
move=> outer inner conditions bodies.
pose s := flatten [seq [seq g t u | u <- m t & p t u] | t <- l].
rewrite /rules.yields /= outer (_ : flatten _ = [seq Value (Num v) | v <- s]).
  rewrite numbers_in_values /= foldrE /s big_flatten big_map; congr (Value (Num _)); apply: eq_bigr => t _.
  by rewrite big_map big_filter.
rewrite /s map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=; rewrite (inner t t_l).
have cE u : u \in m t -> eval fs (call fs defs) ((y, f t u) :: (x, h t) :: env) c = Value (Bool (p t u)) by exact: conditions.
have bE u : u \in m t -> p t u -> eval fs (call fs defs) ((y, f t u) :: (x, h t) :: env) body = Value (Num (g t u)) by exact: bodies.
elim: (m t) cE bE => //= u m' IH cE bE; rewrite cE ?mem_head // IH => [|v v_m|v v_m]; last 2 first.
- by apply: cE; rewrite inE v_m orbT.
- by apply: bE; rewrite inE v_m orbT.
by case: ifP => // pu; rewrite bE ?mem_head.
Qed.
Lemma y_sum3_if (A B C : eqType) (h : A -> value F) (l : seq A) (f : B -> value F) (m : seq B) (e : C -> value F) (n : A -> seq C) defs env (x y z : string) L M K body c
    (p : A -> B -> C -> bool) (g : A -> B -> C -> F) : yields fs defs env L (List (map h l)) ->
  (forall a, a \in l -> yields fs defs ((x, h a) :: env) M (List (map f m))) ->
  (forall a b, a \in l -> b \in m -> yields fs defs ((y, f b) :: (x, h a) :: env) K (List (map e (n a)))) ->
  (forall a b d, a \in l -> b \in m -> d \in n a -> yields fs defs ((z, e d) :: (y, f b) :: (x, h a) :: env) c (Bool (p a b d))) ->
  (forall a b d, a \in l -> b \in m -> d \in n a -> p a b d -> yields fs defs ((z, e d) :: (y, f b) :: (x, h a) :: env) body (Num (g a b d))) ->
  yields fs defs env (Over "sum" body [:: (x, L); (y, M); (z, K)] (Some c)) (Num (\sum_(a <- l) \sum_(b <- m) \sum_(d <- n a | p a b d) g a b d)).
Proof.
move=> outer middle inner conditions bodies.
pose s := flatten [seq flatten [seq [seq g a b d | d <- n a & p a b d] | b <- m] | a <- l].
rewrite /rules.yields /= outer (_ : flatten _ = [seq Value (Num v) | v <- s]).
  rewrite numbers_in_values /= foldrE /s big_flatten big_map; congr (Value (Num _)); apply: eq_bigr => a _.
  by rewrite big_flatten big_map; apply: eq_bigr => b _; rewrite big_map big_filter.
rewrite /s map_flatten -!map_comp; congr flatten; apply/eq_in_map => a a_l /=; rewrite (middle a a_l) map_flatten -!map_comp; congr flatten.
apply/eq_in_map => b b_m /=; rewrite (inner a b a_l b_m).
have cE d : d \in n a -> eval fs (call fs defs) ((z, e d) :: (y, f b) :: (x, h a) :: env) c = Value (Bool (p a b d)) by exact: conditions.
have bE d : d \in n a -> p a b d -> eval fs (call fs defs) ((z, e d) :: (y, f b) :: (x, h a) :: env) body = Value (Num (g a b d)) by exact: bodies.
elim: (n a) cE bE => //= d n' IH cE bE; rewrite cE ?mem_head // IH => [|v v_m|v v_m]; last 2 first.
- by apply: cE; rewrite inE v_m orbT.
- by apply: bE; rewrite inE v_m orbT.
by case: ifP => // pu; rewrite bE ?mem_head.
Qed.

Definition runs T k : seq nat := from_to 1 (most_runs T k).
Definition optimum T : F := (\sum_(k <- from_to 0 T) \sum_(s <- from_to 0 1) \sum_(r <- runs T k | (0 < sequences T s r k)%N)
  (sequences T s r k)%:R * Num.max (each T s r k class1) (each T s r k class2)) / 2%:R.
Definition of_ones T k P : F := \sum_(s <- from_to 0 1) \sum_(r <- runs T k | (0 < sequences T s r k)%N) (sequences T s r k)%:R * each T s r k P.
Definition order_blind T : F := (\sum_(k <- from_to 0 T) Num.max (of_ones T k class1) (of_ones T k class2)) / 2%:R.

Lemma y_size defs T k s r env : (k <= T)%N -> (0 < r)%N -> lookup "T" env = Some (whole T) -> lookup "k" env = Some (whole k) ->
  lookup "s" env = Some (whole s) -> lookup "r" env = Some (whole r) -> provides [:: size_d; one_runs_d; compositions_d; binomial_d] defs ->
  yields fs defs env (Call "size" [:: Name "T"; Name "s"; Name "r"; Name "k"]%string) (whole (sequences T s r k)).
Proof.
move=> k_T r_gt0 T_in k_in s_in r_in W; refine (y_call (all_cons (y_name _ _ T_in) (all_cons (y_name _ _ s_in) (all_cons (y_name _ _ r_in) (all_cons (y_name _ _ k_in) (all_nil _ _ _))))) _ _); first reflexivity.
exact: call_size.
Qed.
Lemma y_some defs T k s r env : (k <= T)%N -> (0 < r)%N -> lookup "T" env = Some (whole T) -> lookup "k" env = Some (whole k) ->
  lookup "s" env = Some (whole s) -> lookup "r" env = Some (whole r) -> provides [:: size_d; one_runs_d; compositions_d; binomial_d] defs ->
  yields fs defs env (Chain (Call "size" [:: Name "T"; Name "s"; Name "r"; Name "k"]%string) [:: (Greater, Number BinNums.N0)]) (Bool (0 < sequences T s r k)%N).
Proof. by move=> k_T r_gt0 T_in k_in s_in r_in W; exact: (w_compare Greater (y_size k_T r_gt0 T_in k_in s_in r_in W) (w_number _ _ _)). Qed.
Lemma y_each defs T k s r env a P : (k <= T)%N -> (s < 2)%N -> (0 < r)%N -> lookup "T" env = Some (whole T) -> lookup "k" env = Some (whole k) ->
  lookup "s" env = Some (whole s) -> lookup "r" env = Some (whole r) -> provides [:: probability_of_each_d; one_runs_d; start_d] defs -> (0 < sequences T s r k)%N -> yields fs defs env a (mat 2 2 P) ->
  yields fs defs env (Call "probability_of_each" [:: Name "T"; Name "s"; Name "r"; Name "k"; a]%string) (Num (each T s r k P)).
Proof.
move=> k_T s_lt r_gt0 T_in k_in s_in r_in W some ya; refine (y_call (all_cons (y_name _ _ T_in) (all_cons (y_name _ _ s_in)
  (all_cons (y_name _ _ r_in) (all_cons (y_name _ _ k_in) (all_cons ya (all_nil _ _ _)))))) _ _); first reflexivity.
exact: call_each.
Qed.
Lemma y_both defs env a b x y : yields fs defs env a (Num x) -> yields fs defs env b (Num y) -> yields fs defs env (Call "max" [:: a; b]) (Num (Num.max x y)).
Proof. by move=> ya yb; exact: (y_built_in (all_cons ya (all_cons yb (all_nil _ _ _))) _ _). Qed.
Lemma y_runs defs env T k : provides [:: most_runs_d] defs -> (k <= T)%N -> lookup "T" env = Some (whole T) -> lookup "k" env = Some (whole k) ->
  yields fs defs env (Binary Range (Number (BinNums.Npos BinNums.xH)) (Call "most_runs" [:: Name "T"; Name "k"]%string)) (List (map whole (runs T k))).
Proof.
move=> W k_T T_in k_in; apply: w_range; first by naturally.
by refine (y_call (all_cons (y_name _ _ T_in) (all_cons (y_name _ _ k_in) (all_nil _ _ _))) _ _); [reflexivity | exact: call_most_runs].
Qed.
Lemma in_runs T k r : r \in runs T k -> (0 < r)%N.
Proof. by rewrite mem_from_to => /andP[]. Qed.
Lemma in_starts s : s \in from_to 0 1 -> (s < 2)%N.
Proof. by rewrite mem_from_to. Qed.
Lemma in_places T k : k \in from_to 0 T -> (k <= T)%N.
Proof. by rewrite mem_from_to. Qed.
Notation each_l := [:: probability_of_each_d; size_d; one_runs_d; compositions_d; binomial_d; start_d; class2_d; class1_d; chain_d].

Lemma call_optimum defs T : provides (optimum_d :: most_runs_d :: [:: probability_of_each_d; size_d; one_runs_d; compositions_d; binomial_d; start_d; class2_d; class1_d; chain_d]) defs ->
  call fs defs "optimum" [:: whole T] = Value (Num (optimum T)).
Proof.
move=> W; enter; apply: y_divide; [ | by value | by rewrite pnatr_eq0].
apply: (@y_sum3_if _ _ _ whole (from_to 0 T) whole (from_to 0 1) whole (runs T) _ _ _ _ _ _ _ _ _ _ (fun k s r => 0 < sequences T s r k)%N
  (fun k s r => (sequences T s r k)%:R * Num.max (each T s r k class1) (each T s r k class2))) => [|k _|k s|k s r|k s r].
- by naturally.
- by naturally.
- by move=> /in_places k_T _; apply: y_runs => //; provided.
- by move=> /in_places k_T _ /in_runs r_gt0; apply: y_some => //; provided.
move=> /in_places k_T /in_starts s_lt /in_runs r_gt0 some; apply: y_multiply; first by apply: y_size => //; provided.
apply: y_both; apply: y_each => //; try by provided.
  by refine (y_constant _ _); [reflexivity | apply: call_class1; provided].
by refine (y_constant _ _); [reflexivity | apply: call_class2; provided].
Qed.
Lemma call_of_ones defs T k P : provides (probability_of_ones_d :: most_runs_d :: [:: probability_of_each_d; size_d; one_runs_d; compositions_d; binomial_d; start_d]) defs -> (k <= T)%N ->
  call fs defs "probability_of_ones" [:: whole T; whole k; mat 2 2 P] = Value (Num (of_ones T k P)).
Proof.
move=> W k_T; enter.
apply: (@y_sum2_if _ _ whole (from_to 0 1) (fun _ => whole) (fun=> runs T k) _ _ _ _ _ _ _ _ (fun s r => 0 < sequences T s r k)%N
  (fun s r => (sequences T s r k)%:R * each T s r k P)) => [|s _|s r|s r].
- by naturally.
- by apply: y_runs => //; provided.
- by move=> _ /in_runs r_gt0; apply: y_some => //; provided.
move=> /in_starts s_lt /in_runs r_gt0 some; apply: y_multiply; first by apply: y_size => //; provided.
by apply: y_each => //; provided.
Qed.
Lemma call_order_blind defs T :
  provides (order_blind_d :: probability_of_ones_d :: most_runs_d :: [:: probability_of_each_d; size_d; one_runs_d; compositions_d; binomial_d; start_d; class2_d; class1_d; chain_d]) defs ->
  call fs defs "order_blind" [:: whole T] = Value (Num (order_blind T)).
Proof.
move=> W; enter; apply: y_divide; [ | by value | by rewrite pnatr_eq0].
apply: (y_sum (h := whole) (l := from_to 0 T)) => [|k /in_places k_T]; first by naturally.
apply: y_both.
  refine (y_call (vs := [:: whole T; whole k; mat 2 2 class1]) _ _ _); [ | reflexivity | by apply: call_of_ones; [provided | ]].
  refine (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_cons _ (all_nil _ _ _)))); [reflexivity | reflexivity | ].
  by refine (y_constant _ _); [reflexivity | apply: call_class1; provided].
refine (y_call (vs := [:: whole T; whole k; mat 2 2 class2]) _ _ _); [ | reflexivity | by apply: call_of_ones; [provided | ]].
refine (all_cons (y_name _ _ _) (all_cons (y_name _ _ _) (all_cons _ (all_nil _ _ _)))); [reflexivity | reflexivity | ].
by refine (y_constant _ _); [reflexivity | apply: call_class2; provided].
Qed.
End Calls.
