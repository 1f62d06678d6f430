(* SPDX-License-Identifier: Apache-2.0 *)
(* Definition A.2 of Positional Attention: what an oracle's values name finds a slot each, as the meaning of positional.pcoc-definition
   `printed`. A value is a list of pairs of a machine and its positions. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_routing calls_loads calls_machines.
From attest Require gathering calls_positional statements_positional_pcoc_definition.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_pcoc_definition.printed) f) (only parsing).
Definition is_ascending_d := Eval compute in the "is_ascending".
Definition is_pair_d := Eval compute in the "is_pair".
Definition is_value_d := Eval compute in the "is_value".
Definition size_d := Eval compute in the "size".
Definition is_oracle_d := Eval compute in the "is_oracle".
Definition delivers_d := Eval compute in the "delivers".

(* --- In natural numbers ----------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Notation named := (nat * seq nat)%type.
Implicit Types (M : seq named) (pr : named) (l : seq nat).
Definition ascending l := all (fun t => item 0 l t < item 0 l (t + 1)) (from_to 1 (size l - 1)).
Definition is_pair n s pr := [&& 0 < pr.1 <= n, 0 < size pr.2, all (fun j => 0 < j <= s) pr.2 & ascending pr.2].
Definition is_message n s M := all (is_pair n s) M && ascending [seq pr.1 | pr <- M].
Definition amount M := \sum_(pr <- M) size pr.2.
Definition is_oracle n s (O : seq (seq named)) :=
  [&& size O == n, all (fun M => is_message n s M && (amount M <= s)) O & all (fun i => \sum_(M <- O) \sum_(pr <- M | pr.1 == i) size pr.2 <= s) (from_to 1 n)].
Definition places M := flatten [seq [seq [:: pr.1; j] | j <- pr.2] | pr <- M].
Definition slots_for s M := places M ++ nseq (s - amount M) [::].

Lemma ascending_uniq l : ascending l -> uniq l.
Proof.
move=> /allP up; apply: (sorted_uniq ltn_trans ltnn); apply/(sortedP 0) => i i_lt.
by have := up i.+1; rewrite mem_from_to addn1 /item /= => -> //; rewrite subn1 -ltnS prednK // (leq_ltn_trans _ i_lt).
Qed.
Lemma size_places M : size (places M) = amount M.
Proof. by rewrite /places size_flatten /shape -map_comp sumnE big_map; apply: eq_bigr => pr _; rewrite /= size_map. Qed.
Lemma uniq_places M : uniq [seq pr.1 | pr <- M] -> all (fun pr => uniq pr.2) M -> uniq (places M).
Proof.
elim: M => [|pr M IH] //= /andP[new later] /andP[here rest].
rewrite /places /= cat_uniq (map_inj_uniq (f := fun j => [:: pr.1; j])) ?here => [|j k [] //]; rewrite -/(places M) IH // andbT /=.
apply/hasPn => p /flatten_mapP[pr' pr'_in /mapP[j _ ->]]; apply/negP => /mapP[k _ [same _]].
by case/negP: new; rewrite -same; apply/mapP; exists pr'.
Qed.
Lemma count_slots (P : pred (seq nat)) s M : ~~ P [::] -> count P (slots_for s M) = count P (places M).
Proof. by move=> /negbTE none; rewrite count_cat count_nseq none mul0n addn0. Qed.
Lemma count_places i M : count (gathering.reads i) (places M) = \sum_(pr <- M | pr.1 == i) size pr.2.
Proof.
rewrite /places count_flatten -map_comp sumnE big_map [RHS]big_mkcond; apply: eq_bigr => pr _.
rewrite /= count_map (eq_count (a2 := fun=> pr.1 == i)) //.
by case: eqP => _; rewrite ?count_pred0 ?count_predT.
Qed.
Lemma slots_are_receive n s O : is_oracle n s O -> gathering.is_receive n s [seq slots_for s M | M <- O].
Proof.
case/and3P=> size_O /allP each /allP sent; rewrite /gathering.is_receive size_map size_O /=; apply/andP; split.
  apply/allP => _ /mapP[M /each/andP[/andP[/allP pairs _] le] ->].
  rewrite size_cat size_places size_nseq subnKC // eqxx all_cat all_nseq orbT andbT.
  apply/allP => p /flatten_mapP[pr /pairs/and4P[in_n _ /allP in_s _] /mapP[j /in_s j_in ->]].
  by rewrite /gathering.is_place /= /item /= in_n.
apply/allP => i /sent; apply: leq_trans; rewrite /gathering.total_sent big_map; apply/eq_leq; apply: eq_bigr => M _.
by rewrite count_slots // count_places.
Qed.
Lemma slots_deliver n s M : is_message n s M -> amount M <= s ->
  (forall pr j, pr \in M -> j \in pr.2 -> count (fun p => (size p == 2) && (p == [:: pr.1; j])) (slots_for s M) = 1) /\
  count (fun p => size p == 2) (slots_for s M) = amount M.
Proof.
case/andP=> /allP pairs up le; split=> [pr j pr_in j_in|]; rewrite count_slots //.
  rewrite (eq_count (a2 := pred1 [:: pr.1; j])) => [|p]; last by rewrite /=; case: (p =P _) => [->|]; rewrite ?andbF.
  rewrite count_uniq_mem ?uniq_places ?ascending_uniq //; last first.
    by apply/allP => pr' /pairs/and4P[_ _ _ /ascending_uniq].
  by rewrite (_ : _ \in _) //; apply/flatten_mapP; exists pr => //; apply/mapP; exists j.
rewrite -size_places (eq_in_count (a2 := predT)) ?count_predT // => p /flatten_mapP[pr _ /mapP[j _ ->]] //.
Qed.
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (n s i j k : nat) (O : seq (seq named)).

Definition pair_of pr : value F := List [:: whole pr.1; wholes pr.2].
Definition message_of M : value F := List (map pair_of M).
Definition oracle_of O : value F := List (map message_of O).

Lemma w_part_1 defs env a pr : yields fs defs env a (pair_of pr) -> yields fs defs env (Index a (Number (BinNums.Npos BinNums.xH))) (whole pr.1).
Proof. by rewrite /rules.yields /= => ->; rewrite /= (integer_nat floor_int 1). Qed.
Lemma w_part_2 defs env a pr : yields fs defs env a (pair_of pr) ->
  yields fs defs env (Index a (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (wholes pr.2).
Proof. by rewrite /rules.yields /= => ->; rewrite /= (integer_nat floor_int 2). Qed.
(* 1..k - 1, which is empty for k = 0 as well. *)
Lemma w_before defs env a k : yields fs defs env a (whole k) ->
  yields fs defs env (Binary Range (Number (BinNums.Npos BinNums.xH)) (Binary Subtract a (Number (BinNums.Npos BinNums.xH)))) (wholes (from_to 1 (k - 1))).
Proof.
case: k => [|k] ya; last by apply: w_range; [exact: (@w_number S _ _ _ 1%N) | apply: (w_subtract ya); [exact: (@w_number S _ _ _ 1%N) | ]].
have one : yields fs defs env (Number (BinNums.Npos BinNums.xH)) (Num ((1 : int)%:~R)) by apply: yields_eq; [exact: (@w_number S _ _ _ 1%N) | ].
have below : yields fs defs env (Binary Subtract a (Number (BinNums.Npos BinNums.xH))) (Num ((- 1 : int)%:~R)).
  by apply: yields_eq; [apply: y_subtract ya one | rewrite sub0r rmorphN].
rewrite /rules.yields -[LHS]/(if (eval fs (call fs defs) env (Number (BinNums.Npos BinNums.xH)), eval fs (call fs defs) env (Binary Subtract a (Number (BinNums.Npos BinNums.xH))))
  is (Value v, Value w) then operate fs Range v w else Undefined) one below.
by rewrite /operate /on_integers /integer_in !(integer_int floor_int).
Qed.
(* A sum over two generators with a filter. *)
Lemma w_sum2_if (T U : eqType) (h : T -> value F) (l : seq T) (g : T -> U -> value F) (m : T -> seq U) defs env (x y : string) L K c body (q : T -> U -> bool) f :
  yields fs defs env L (List (map h l)) -> (forall t, t \in l -> yields fs defs ((x, h t) :: env) K (List (map (g t) (m t)))) ->
  (forall t u, t \in l -> u \in m t -> yields fs defs ((y, g t u) :: (x, h t) :: env) c (Bool (q t u))) ->
  (forall t u, t \in l -> u \in m t -> q t u -> yields fs defs ((y, g t u) :: (x, h t) :: env) body (whole (f t u))) ->
  yields fs defs env (Over "sum" body [:: (x, L); (y, K)] (Some c)) (whole (\sum_(t <- l) \sum_(u <- m t | q t u) f t u)%N).
Proof.
rewrite /rules.yields /= => -> inner cond bodies.
set all_of := flatten _; have -> : all_of = [seq Value (Num w%:R) | w <- flatten [seq [seq f t u | u <- m t & q t u] | t <- l]].
  rewrite /all_of map_flatten -!map_comp; congr flatten; apply/eq_in_map => t t_l /=; rewrite inner // -!map_comp.
  move: (cond t) (bodies t); elim: (m t) => //= u r IH cond_t bodies_t.
  rewrite IH => [|u' t_l' u'_r|u' t_l' u'_r]; last 2 first.
  - by apply: cond_t; rewrite ?inE ?u'_r ?orbT.
  - by apply: bodies_t; rewrite ?inE ?u'_r ?orbT.
  rewrite cond_t ?mem_head //; case: ifP => // q_u; rewrite bodies_t ?mem_head //.
rewrite numbers_in_map /= foldrE big_map /calls_whole.whole natr_sum; congr (Value (Num _)).
rewrite big_flatten big_map; apply: eq_bigr => t _; rewrite natr_sum big_map big_filter //.
Qed.

Ltac image_index ::= first [refine (w_part_1 _); naturally | refine (w_part_2 _); naturally | refine (w_image [::] _ _ _); [naturally | naturally | met]].
Ltac side ::= arith.
Lemma call_is_ascending defs l : provides [:: is_ascending_d] defs -> call fs defs "is_ascending" [:: wholes l] = Value (Bool (ascending l)).
Proof.
move=> W; enter; refine (y_all _ _); first by apply: w_before; naturally.
by move=> t; rewrite mem_from_to => t_in; naturally.
Qed.
Ltac known_call ::= apply: call_is_ascending; provided.
Lemma call_is_pair defs pr n s : provides [:: is_pair_d; is_ascending_d] defs -> call fs defs "is_pair" [:: pair_of pr; whole n; whole s] = Value (Bool (is_pair n s pr)).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and (p := true) _ (fun _ => _)); first by refine (w_is_list (l := [:: whole pr.1; wholes pr.2]) _); exact: y_name.
  refine (y_and (p := true) _ (fun _ => _)).
    by refine (w_compare Equal (m := 2) (n := 2) _ _); [refine (y_length (l := [:: whole pr.1; wholes pr.2]) _); exact: y_name | naturally].
  by naturally.
by rewrite /is_pair /= -!andbA.
Qed.
Lemma call_size defs M : provides [:: size_d] defs -> call fs defs "size" [:: message_of M] = Value (whole (amount M)).
Proof. by move=> W; enter; naturally. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "is_ascending" _ = _ => apply: call_is_ascending; provided
  | |- call _ _ "is_pair" _ = _ => apply: call_is_pair; provided
  end.
Lemma call_is_value defs M n s : provides [:: is_value_d; is_pair_d; is_ascending_d] defs ->
  call fs defs "is_value" [:: message_of M; whole n; whole s] = Value (Bool (is_message n s M)).
Proof. by move=> W; enter; apply: yields_eq; [naturally | by []]. Qed.
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "is_value" _ = _ => apply: call_is_value; provided
  | |- call _ _ "size" _ = _ => apply: call_size; provided
  end.
Lemma call_is_oracle defs O n s : provides [:: is_oracle_d; size_d; is_value_d; is_pair_d; is_ascending_d] defs ->
  call fs defs "is_oracle" [:: oracle_of O; whole n; whole s] = Value (Bool (is_oracle n s O)).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and _ (fun _ => _)); first by naturally.
  refine (y_and _ (fun _ => _)); first by naturally.
  refine (y_and _ (fun _ => _)); first by naturally.
  refine (y_and1 _); refine (y_all _ _) => [|u u_in]; first by naturally.
  refine (w_compare AtMost _ _); last by naturally.
  by refine (@w_sum2_if _ _ message_of O (fun=> pair_of) id _ _ _ _ _ _ _ _ (fun _ pr => pr.1 == u) (fun _ pr => size pr.2) _ _ _ _); [naturally | intros; naturally | intros; naturally | intros; naturally].
by [].
Qed.

Lemma call_delivers defs slots M : provides [:: delivers_d; size_d] defs -> call fs defs "delivers" [:: rows_of_wholes slots; message_of M] =
  Value (Bool (all (fun pr => all (fun j => count (fun p => (size p == 2) && (p == [:: pr.1; j])) slots == 1) pr.2) M &&
               (count (fun p => size p == 2) slots == amount M)))%N.
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_and _ (fun _ => y_and1 _)); last by naturally.
  refine (@y_all2 _ _ _ _ _ pair_of M (fun=> whole) (fun pr => pr.2) _ _ _ _ _ _ _ _ (fun pr j => _) _); [by naturally | by move=> pr _; naturally | ].
  move=> pr _ j _; refine (w_compare Equal (n := 1) _ _); last by naturally.
  refine (w_count _ _) => [|p _]; first by naturally.
  refine (y_and _ (fun _ => y_and1 _)); first by naturally.
  refine (w_same (t := [:: pr.1; j]) _ _); first by naturally.
  by refine (y_list (vs := [:: whole pr.1; whole j]) _); naturals.
by [].
Qed.

(* --- What holds of an oracle's values ----------------------------------------------------------------------------------------------- *)
Lemma is_pair_shape defs v n s : provides [:: is_pair_d; is_ascending_d] defs -> call fs defs "is_pair" [:: v; whole n; whole s] = Value (Bool true) ->
  exists pr, v = pair_of pr.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[len_2 /true_and[int_1 /true_and[in_1 /true_and[list_2 /true_and[_ /true_and[each _]]]]]].
have [vE] : Some v = Some (List l) := ly; subst v.
have size_l : size l = 2%N by apply: (length_true ly) len_2; naturally.
case: l size_l {len_2} ly int_1 in_1 list_2 each => [|a [|b [|c l]]] // _ ly int_1 in_1 list_2 each.
have at_1 : yields fs e [:: ("p"%string, List [:: a; b]); ("n"%string, whole n); ("s"%string, whole s)]
  (Index (Name "p") (Number (BinNums.Npos BinNums.xH))) a by rewrite /rules.yields /= (integer_nat floor_int 1).
have at_2 : yields fs e [:: ("p"%string, List [:: a; b]); ("n"%string, whole n); ("s"%string, whole s)]
  (Index (Name "p") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) b by rewrite /rules.yields /= (integer_nat floor_int 2).
have [i ->] := integer_from_1 at_1 int_1 in_1; have [q qy] := list_true list_2.
have [|r qE _] := @images_true S _ whole (fun=> True) _ _ _ _ _ q qy each.
  move=> u /true_and[int_u /true_and[in_u _]]; have uy env : yields fs e (("j"%string, u) :: env) (Name "j") u by exact: y_name.
  by have [k ->] := integer_from_1 (uy _) int_u in_u; exists k.
by exists (i, r); rewrite (yields_inj at_2 qy) qE.
Qed.
Lemma is_value_shape defs v n s : provides [:: is_value_d; is_pair_d; is_ascending_d] defs -> call fs defs "is_value" [:: v; whole n; whole s] = Value (Bool true) ->
  exists M, v = message_of M.
Proof.
move=> W; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[each _]; have [vE] : Some v = Some (List l) := ly.
have [|M lE _] := @images_true S _ pair_of (fun=> True) _ _ _ _ _ l ly each; last by exists M; rewrite vE lE.
move=> u is_p; have [||pr ->] := @is_pair_shape e u n s; [provided | | by exists pr].
apply: (calls_positional.own_call_true is_p erefl); refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); exact: y_name.
Qed.
Lemma is_oracle_true defs v n s : provides [:: is_oracle_d; size_d; is_value_d; is_pair_d; is_ascending_d] defs ->
  call fs defs "is_oracle" [:: v; whole n; whole s] = Value (Bool true) -> exists2 O, v = oracle_of O & is_oracle n s O.
Proof.
move=> W is_o; suff [O vE] : exists O, v = oracle_of O.
  by exists O => //; move: is_o; rewrite vE (call_is_oracle _ _ _ W) => -[].
move: is_o; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> /list_true[l ly] /true_and[_ /true_and[each _]]; have [vE] : Some v = Some (List l) := ly.
have [|O lE _] := @images_true S _ message_of (fun=> True) _ _ _ _ _ l ly each; last by exists O; rewrite vE lE.
move=> u /true_and[is_v _]; have [||M ->] := @is_value_shape e u n s; [provided | | by exists M].
apply: (calls_positional.own_call_true is_v erefl); refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); exact: y_name.
Qed.
Lemma is_value_round r : is_value (round_of S r).
Proof. by rewrite /= all_map; apply/allP => slots _; exact: is_value_rows. Qed.
End Calls.

(* attest: positional.pcoc-definition printed sha256:037b788e1f3de29ea68fb6d1fb0e3b255664e906b7d83b5b9a8346dbf247888b theorem:values_find_slots *)
Theorem values_find_slots : Holds statements_positional_pcoc_definition.printed.
Proof.
opening S W; natural_for_all => n n_gt0 _; natural_for_all => s s_gt0 _.
have [e1 found1 _] : exists2 e, find_definition defs (name is_oracle_d) = Some (is_oracle_d, e) & provides [::] e by apply: provides_find; provided.
apply: says_for_values => [v | v is_o].
  by apply: any_call; [reflexivity | exact: found1 | move=> env'; exact: any_and].
have [O -> {}is_o] : exists2 O, v = oracle_of S O & is_oracle n s O.
  apply: (@is_oracle_true S defs); first by provided.
  apply: (calls_positional.own_call_true is_o erefl); refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); exact: y_name.
have [e2 found2 _] : exists2 e, find_definition defs (name is_receive_d) = Some (is_receive_d, e) & provides [::] e by apply: provides_find; provided.
pose r := [seq slots_for s M | M <- O]; have is_r := slots_are_receive is_o.
apply: (says_exists_value (w := round_of S r)).
- by move=> v'; apply: any_call; [reflexivity | exact: found2 | move=> env'; exact: any_and].
- exact: is_value_round.
- refine (y_call (vs := [:: round_of S r; whole n; whole s]) _ _ _); [ | reflexivity | by rewrite call_is_receive ?is_r //; provided].
  by refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); exact: y_name.
have /and3P[/eqP size_O /allP each _] := is_o.
refine (says_expression (p := true) _ isT); apply: yields_eq; first apply: (@y_all _ _ _ _ whole (from_to 1 n) _ _ _ _ _ predT).
- by naturally.
- move=> u; rewrite mem_from_to => u_in; pose M := item [::] O u.
  have M_in : M \in O by case: u u_in @M => // u u_lt; apply: mem_nth; rewrite size_O.
  have /andP[is_m le] := each M M_in; have [single all_of] := slots_deliver is_m le.
  refine (y_call (vs := [:: rows_of_wholes (slots_for s M); message_of S M]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))).
      apply: yields_eq; first by apply: (@w_image S _ _ [::] (@rows_of_wholes S) r); [exact: y_name | exact: y_name | rewrite size_map size_O].
      by congr rows_of_wholes; rewrite /r /M; case: u u_in {M M_in is_m le single all_of} => // u u_lt; rewrite /item (nth_map [::]) // size_O.
    by apply: (@w_image S _ _ [::] (message_of S) O); [exact: y_name | exact: y_name | rewrite size_O].
  rewrite call_delivers; last by provided.
  rewrite all_of eqxx andbT; congr (Value (Bool _)); apply/allP => pr pr_in; apply/allP => j j_in; apply/eqP; exact: single.
by rewrite all_predT.
Qed.
