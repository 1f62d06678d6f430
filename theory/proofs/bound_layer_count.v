(* SPDX-License-Identifier: Apache-2.0 *)
(* Cumulative sums, minima and maximum-sum subarrays by scans (prefix_scan.v), as the meaning of positional.layer-count `printed`. A node holds
   one number, or the four parts of a segment. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements.
From attest Require prefix_scan calls_ordinals calls_positional calls_arrays calls_trees statements_positional_layer_count.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_layer_count.printed) f) (only parsing).
Definition ceil_log2_d := Eval compute in the "ceil_log2".
Definition scan_sum_d := Eval compute in the "scan_sum".
Definition scan_min_d := Eval compute in the "scan_min".
Definition join_d := Eval compute in the "join".
Definition scan_subarray_d := Eval compute in the "scan_subarray".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (n i j k l : nat).

(* --- Scans ------------------------------------------------------------------------------------------------------------------------ *)
(* Node i of 1..n holds what g (i - 1) stands for. *)
Definition held (T : Type) (h : T -> value F) n (g : nat -> T) : value F := listed n (fun i => h (g i.-1)).
Lemma foldl_scan (T : Type) (op : T -> T -> T) g k : foldl (fun f l => prefix_scan.round op l f) g (iota 0 k) = prefix_scan.scan op k g.
Proof. by elim: k => // k IH; rewrite -[in LHS](addn1 k) iotaD foldl_cat IH. Qed.

Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Definition scan_e (start combined : expr) : expr :=
  Fold "y" start "l" (Binary Range (Number BinNums.N0) (Call "ceil_log2" [:: Call "len" [:: Name "x"]]))
    (ListOver (If (Chain (Name "i") [:: (Greater, Binary Power two (Name "l"))]) combined (Index (Name "y") (Name "i")))
      [:: ("i", Binary Range one (Call "len" [:: Name "x"]))] None)%string.
Definition node (T : Type) (h : T -> value F) n (x : value F) g l i : environment F :=
  [:: ("i", Num i%:R); ("l", Num l%:R); ("y", held h n g); ("x", x)]%string.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::= apply: calls_trees.call_ceil_log2; provided.
Lemma y_scan (T : Type) (h : T -> value F) (op : T -> T -> T) n (x : value F) defs start combined g : provides [:: ceil_log2_d] defs ->
  yields fs defs [:: ("x"%string, x)] start (held h n g) ->
  (forall env, lookup "x" env = Some x -> yields fs defs env (Call "len" [:: Name "x"]%string) (Num n%:R)) ->
  (forall f l i, (2 ^ l < i <= n)%N -> yields fs defs (node h n x f l i) combined (h (op (f (i - 2 ^ l).-1) (f i.-1)))) ->
  yields fs defs [:: ("x"%string, x)] (scan_e start combined) (held h n (prefix_scan.scan op (up_log 2 n).+1 g)).
Proof.
move=> W starts len_x body; rewrite -foldl_scan.
apply: (@y_fold F fs defs nat_eqType (nat -> T) (fun l => Num l%:R) (held h n) (fun f l => prefix_scan.round op l f)); first exact: starts.
  apply: (@y_range _ _ floor_int _ _ _ _ _ _ 0 (up_log 2 n).+1); [value | | reflexivity | by rewrite add0n mulrSr].
  refine (y_call (vs := [:: Num n%:R]) _ _ _); [ | reflexivity | by apply: calls_trees.call_ceil_log2; provided].
  by refine (all_cons _ (all_nil _ _ _)); exact: len_x.
move=> f l _; apply: yields_eq; first apply: (@y_list_over _ _ _ _ (fun i => Num i%:R) (iota 1 n) _ _ _ _ _ (fun i => h (prefix_scan.round op l f i.-1))).
- by refine (y_from_1 _ _ _ _); [floors | value | exact: len_x | ].
- move=> i /in_from_1/andP[i_gt0 i_le]; rewrite /prefix_scan.round.
  have far_b : (2 ^ l <= i.-1)%N = (2 ^ l < i)%N by rewrite -ltnS prednK.
  have test : yields fs defs (node h n x f l i) (Chain (Name "i") [:: (Greater, Binary Power two (Name "l"))])%string (Bool (2 ^ l < i)%N).
    by apply: yields_eq; [value | rewrite -natrX ltr_nat].
  have own : yields fs defs (node h n x f l i) (Index (Name "y") (Name "i"))%string (h (f i.-1)).
    by refine (y_at _ _ _ _ _ _); [floors | exact: y_name | value | reflexivity | rewrite i_gt0 | ].
  rewrite far_b; case far : (2 ^ l < i)%N test => test; last by apply: y_no test own.
  have -> : (i.-1 - 2 ^ l)%N = (i - 2 ^ l).-1 by rewrite -subn1 subnAC subn1.
  by apply: y_yes test _; apply: body; rewrite far.
by [].
Qed.
Lemma y_own (T : Type) (h : T -> value F) n (x : value F) defs f l i : (0 < i <= n)%N ->
  yields fs defs (node h n x f l i) (Index (Name "y") (Name "i"))%string (h (f i.-1)).
Proof. by move=> i_in; refine (y_at _ _ _ _ _ _); [floors | exact: y_name | value | reflexivity | | ]. Qed.
Lemma y_partner (T : Type) (h : T -> value F) n (x : value F) defs f l i : (2 ^ l < i <= n)%N ->
  yields fs defs (node h n x f l i) (Index (Name "y") (Binary Subtract (Name "i") (Binary Power two (Name "l"))))%string (h (f (i - 2 ^ l).-1)).
Proof.
case/andP=> far i_le; have inside : (0 < i - 2 ^ l <= n)%N by rewrite subn_gt0 far (leq_trans _ i_le) ?leq_subr.
refine (y_at _ _ _ _ _ _); [floors | exact: y_name | value | by rewrite -natrX -natrB // ltnW | exact: inside | by []].
Qed.
Lemma behind n l i : (2 ^ l < i <= n)%N -> (0 < i <= n)%N.
Proof. by case/andP=> far ->; rewrite (leq_ltn_trans _ far). Qed.

(* --- Sums and minima ---------------------------------------------------------------------------------------------------------------- *)
Implicit Types g : nat -> F.
Definition numbers_of n g : value F := held (@Num F) n g.
Lemma y_length_x n g env defs : lookup "x" env = Some (numbers_of n g) -> yields fs defs env (Call "len" [:: Name "x"])%string (Num n%:R).
Proof. by move=> x_is; refine (y_len (h := fun i => Num (g i.-1)) _); exact: (y_name _ _ x_is). Qed.
Lemma call_scan_sum defs n g : provides [:: scan_sum_d; ceil_log2_d] defs ->
  call fs defs "scan_sum" [:: numbers_of n g] = Value (numbers_of n (prefix_scan.scan +%R (up_log 2 n).+1 g)).
Proof.
move=> W; enter; apply: (@y_scan _ (@Num F) +%R n); [by [] | exact: y_name | by move=> env; exact: y_length_x | move=> f l i i_in].
exact: y_add (y_partner _ _ _ _ i_in) (y_own _ _ _ _ _ (behind i_in)).
Qed.
Lemma call_scan_min defs n g : provides [:: scan_min_d; ceil_log2_d] defs ->
  call fs defs "scan_min" [:: numbers_of n g] = Value (numbers_of n (prefix_scan.scan Num.min (up_log 2 n).+1 g)).
Proof.
move=> W; enter; apply: (@y_scan _ (@Num F) Num.min n); [by [] | exact: y_name | by move=> env; exact: y_length_x | move=> f l i i_in].
refine (y_built_in (all_cons (y_partner _ _ _ _ i_in) (all_cons (y_own _ _ _ _ _ (behind i_in)) (all_nil _ _ _))) _ _); reflexivity.
Qed.

(* --- Subarrays: four numbers each ----------------------------------------------------------------------------------------------------- *)
Implicit Types p q : prefix_scan.parts F.
Definition four p : value F := List (map (@Num F) [:: prefix_scan.total p; prefix_scan.first p; prefix_scan.last p; prefix_scan.best p]).
Ltac index_value ::= refine (y_entry _ _ _ _ _); [floors | value | value | reflexivity | reflexivity].
Lemma call_join defs p q : provides [:: join_d] defs -> call fs defs "join" [:: four p; four q] = Value (four (prefix_scan.join p q)).
Proof. by move=> W; enter; apply: yields_eq; [refine (y_numbers _); numbers_of | ]. Qed.
Definition from_one g : nat -> prefix_scan.parts F := fun i => prefix_scan.single (g i).
Lemma call_scan_subarray defs n g : provides [:: scan_subarray_d; join_d; ceil_log2_d] defs ->
  call fs defs "scan_subarray" [:: numbers_of n g] =
    Value (numbers_of n (fun i => prefix_scan.best (prefix_scan.scan (@prefix_scan.join F) (up_log 2 n).+1 (from_one g) i))).
Proof.
move=> W; enter; refine (y_let _ _).
  apply: (@y_scan _ four (@prefix_scan.join F) n); [by provided | | by move=> env; exact: y_length_x | move=> f l i i_in].
    apply: (@y_list_over _ _ _ _ (fun i => Num (g i.-1)) (iota 1 n) _ _ _ _ _ (fun i => four (from_one g i.-1))); first exact: y_name.
    by move=> i _; apply: yields_eq; [refine (y_numbers _); numbers_of | ].
  refine (y_call (vs := [:: four (f (i - 2 ^ l).-1); four (f i.-1)]) _ _ _); [ | reflexivity | by apply: call_join; provided].
  exact: all_cons (y_partner _ _ _ _ i_in) (all_cons (y_own _ _ _ _ _ (behind i_in)) (all_nil _ _ _)).
apply: (@y_list_over _ _ _ _ (fun i => four (prefix_scan.scan (@prefix_scan.join F) (up_log 2 n).+1 (from_one g) i.-1)) (iota 1 n)); first exact: y_name.
by move=> i _; apply: yields_eq; [value | ].
Qed.

(* --- The prefixes themselves ------------------------------------------------------------------------------------------------------------ *)
Lemma largest_is (l : seq F) y : y \in l -> all (fun x => x <= y) l -> largest l = Some y.
Proof.
case: l => // x l y_in le_y; congr Some; have [found /allP above] := calls_arrays.foldl_pick (calls_arrays.picks_max F) l x.
by apply/le_anti; rewrite (allP le_y _ found); exact: above.
Qed.
Lemma smallest_is (l : seq F) y : y \in l -> all (fun x => y <= x) l -> smallest l = Some y.
Proof.
case: l => // x l y_in y_le; congr Some; have [found /allP below] := calls_arrays.foldl_pick (calls_arrays.picks_min F) l x.
by apply/le_anti; rewrite (allP y_le _ found) andbT; exact: below.
Qed.
Lemma in_rest i j k : (j <= i)%N -> (k \in iota j (i.+1 - j)) = (j <= k <= i)%N.
Proof. by move=> le; rewrite mem_iota subnKC ?ltnS // leqW. Qed.
(* The largest of a family with two indices. *)
Lemma y_largest2 (T U : eqType) (h : T -> value F) (l : seq T) (k : T -> U -> value F) (m : T -> seq U) defs env (x y : string) L M body f z :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((x, h t) :: env) M (List (map (k t) (m t)))) ->
  (forall t u, t \in l -> u \in m t -> yields fs defs ((y, k t u) :: (x, h t) :: env) body (Num (f t u))) ->
  (exists t u, [/\ t \in l, u \in m t & z = f t u]) -> (forall t u, t \in l -> u \in m t -> f t u <= z) ->
  yields fs defs env (Over "max" body [:: (x, L); (y, M)] None) (Num z).
Proof.
move=> outer inner bodyE [t0 [u0 [t0_l u0_m zE]]] le_z; rewrite /rules.yields.
rewrite [LHS](@over_pairs _ _ _ _ _ h l k m _ _ _ _ _ body outer inner (fun t u => Value (Num (f t u))) _
  (fun s => omap (@Num F) (obind (@largest F) (numbers_in s)))) => [|t u t_l u_m]; last exact: bodyE.
rewrite (numbers_in_map _ (fun tu => f tu.1 tu.2)) [obind _ _]/= (@largest_is _ z) //.
  by apply/mapP; exists (t0, u0) => //; apply/flatten_mapP; exists t0 => //; apply/mapP; exists u0.
by apply/allP => _ /mapP[[t u] tu_in ->]; have [t_l u_m] := in_pairs tu_in; exact: le_z.
Qed.
End Calls.

Ltac side ::= first [eassumption | reflexivity].
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "scan_sum" _ = _ => apply: call_scan_sum; provided
  | |- call _ _ "scan_min" _ = _ => apply: call_scan_min; provided
  | |- call _ _ "scan_subarray" _ = _ => apply: call_scan_subarray; provided
  end.
Ltac range_value ::= refine (y_from_1 _ _ _ _); [floors | value | value | reflexivity].
(* attest: positional.layer-count printed sha256:a1435fadb264230e5a2c407eaad3612d6ac6c570fe78369ee495de37ed7485e1 theorem:prefix_tasks *)
Theorem prefix_tasks : Holds statements_positional_layer_count.printed.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => x _ _; pose g i := calls_positional.from_1 x i.+1.
have xE : calls_ordinals.column x = numbers_of n g.
  by rewrite calls_positional.column_vec; apply: vec_ext => -[].
rewrite xE.
have x_at defs' env (j : string) t : lookup "x" env = Some (numbers_of n g) -> lookup j env = Some (Num t%:R) -> (0 < t <= n)%N ->
    yields (functions_of S) defs' env (Index (Name "x") (Name j))%string (Num (g t.-1)).
  by move=> x_is j_is t_in; refine (y_at _ _ _ _ _ _); [floors | exact: (y_name _ _ x_is) | exact: (y_name _ _ j_is) | reflexivity | exact: t_in | by []].
have tasks i i_n := @prefix_scan.prefix_tasks S g n i i_n.
refine (says_expression (p := true) _ isT); refine (y_and (p := true) (q := true) _ (fun _ => _)).
  apply: (y_same_vec (f := fun i => prefix_scan.scan +%R (up_log 2 n).+1 g i.-1) (n := n)); [value | | by []].
  apply: (@y_list_over _ _ _ _ (fun i => Num i%:R) (iota 1 n)); first by value.
  move=> i /in_from_1/andP[i_gt0 i_le]; have [sumE _ _] := tasks i.-1 ltac:(by rewrite prednK).
  apply: yields_eq; first apply: (@y_sum _ _ _ _ (fun j => Num j%:R) (iota 1 i) _ _ _ _ _ (fun j => g j.-1)).
  - by value.
  - by move=> j /in_from_1/andP[j_gt0 j_le]; apply: x_at; rewrite // j_gt0 (leq_trans j_le).
  by rewrite sumE prednK // big_mkord sum_from_1.
refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
  apply: (y_same_vec (f := fun i => prefix_scan.scan Num.min (up_log 2 n).+1 g i.-1) (n := n)); [value | | by []].
  apply: (@y_list_over _ _ _ _ (fun i => Num i%:R) (iota 1 n)); first by value.
  move=> {i} i /in_from_1/andP[i_gt0 i_le]; have [_ [[j0 j0_le minE] least] _] := tasks i.-1 ltac:(by rewrite prednK).
  apply: (@y_smallest _ _ _ _ (fun j => Num j%:R) (iota 1 i) _ _ _ _ _ (fun j => g j.-1)).
  - by value.
  - by move=> j /in_from_1/andP[j_gt0 j_le]; apply: x_at; rewrite // j_gt0 (leq_trans j_le).
  apply: smallest_is; first by rewrite minE; apply/mapP; exists j0.+1; rewrite // mem_iota add1n ltnS -(prednK i_gt0) ltnS.
  by apply/allP => _ /mapP[j /in_from_1/andP[j_gt0 j_le] ->]; apply: least; rewrite -ltnS !prednK.
apply: (y_same_vec (f := fun i => prefix_scan.best (prefix_scan.scan (@prefix_scan.join S) (up_log 2 n).+1 (from_one g) i.-1)) (n := n)); [value | | by []].
apply: (@y_list_over _ _ _ _ (fun i => Num i%:R) (iota 1 n)); first by value.
move=> {i i0} i /in_from_1/andP[i_gt0 i_le]; have [_ _ [[j0 [k0 [jk_in bestE]]] greatest]] := tasks i.-1 ltac:(by rewrite prednK).
have sumE j k : (0 < j <= k)%N -> \sum_(l <- iota j (k.+1 - j)) g l.-1 = prefix_scan.sum_of g j.-1 k.-1.
  case: j => // j; case: k => // k _; rewrite /prefix_scan.sum_of /index_iota !subSS /= -[j.+1]add1n iotaDl big_map.
  by apply: eq_bigr => l _; rewrite add1n.
apply: (@y_largest2 _ _ _ (fun j => Num j%:R) (iota 1 i) (fun _ k => Num k%:R) (fun j => iota j (i.+1 - j)) _ _ _ _ _ _ _
  (fun j k => \sum_(l <- iota j (k.+1 - j)) g l.-1)).
- by value.
- move=> j /in_from_1/andP[j_gt0 j_le]; apply: (@y_range _ _ _ _ _ _ _ _ _ j (i.+1 - j)); [floors | value | value | reflexivity | ].
  by rewrite subnKC ?leqW // mulrSr.
- move=> j k /in_from_1/andP[j_gt0 j_le]; rewrite in_rest // => /andP[j_k k_le].
  apply: (@y_sum _ _ _ _ (fun l => Num l%:R) (iota j (k.+1 - j))).
    apply: (@y_range _ _ _ _ _ _ _ _ _ j (k.+1 - j)); [floors | value | value | reflexivity | by rewrite subnKC ?leqW // mulrSr].
  move=> l; rewrite in_rest // => /andP[j_l l_le]; apply: x_at => //.
  by rewrite (leq_trans j_gt0 j_l) (leq_trans l_le) ?(leq_trans k_le).
- exists j0.+1, k0.+1; case/andP: jk_in => j_k k_le; have k_lt : (k0.+1 <= i)%N by rewrite -(prednK i_gt0) ltnS.
  split; last by rewrite sumE.
    by rewrite mem_iota /= add1n ltnS (leq_ltn_trans j_k k_lt).
  by rewrite in_rest ?ltnS ?j_k // (leq_ltn_trans j_k k_lt).
move=> j k /in_from_1/andP[j_gt0 j_le]; rewrite in_rest // => /andP[j_k k_le].
have k_gt0 := leq_trans j_gt0 j_k; rewrite sumE ?j_gt0 //; apply: greatest.
by rewrite -ltnS !prednK // j_k -ltnS !prednK.
Qed.
