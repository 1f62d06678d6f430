(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of pcoc_routing.stm give: a routing is a list of triples of indices, and its score matrices are those of hardmax.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_ordinals calls_positional.
From attest Require hardmax calls_naturals statements_positional_lemma_b2_softmax.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_lemma_b2_softmax.printed ++ definitions statements_positional_lemma_b2_softmax.finding_all_rows.
Local Notation the f := (definition_in library f) (only parsing).
Definition is_index_d := Eval compute in the "is_index".
Definition is_triple_d := Eval compute in the "is_triple".
Definition no_collision_d := Eval compute in the "no_collision".
Definition is_routing_d := Eval compute in the "is_routing".
Definition senders_d := Eval compute in the "senders".
Definition receivers_d := Eval compute in the "receivers".
Definition printed_WQ_d := Eval compute in the "printed_WQ".
Definition attended_d := Eval compute in the "attended".
Definition repaired_WQ_d := Eval compute in the "repaired_WQ".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (v w : value F).

(* --- Triples ------------------------------------------------------------------------------------------------------------------ *)
Lemma is_index_true defs v n : provides [:: is_index_d] defs -> call fs defs "is_index" [:: v; Num n%:R] = Value (Bool true) ->
  exists k : 'I_n, v = Num k.+1%:R.
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> num /true_and[int /true_and[chain _]].
move: num; rewrite /yields /=; case: v int chain => // x int chain _.
move: int; rewrite /yields /= /integer; case: eqP => // xE _.
have [x_ge1 x_le] : 1 <= x /\ x <= n%:R by move: chain; rewrite /yields /=; case E : (_ <= x) => //=; case E' : (x <= _).
move: x_ge1 x_le; rewrite xE /=; case: (floor_of x) => k; last first.
  by rewrite NegzE mulrNz -pmulrn => /(lt_le_trans ltr01); rewrite oppr_gt0 ltrn0.
rewrite -pmulrn ler1n ler_nat; case: k => // k _ k_lt; by exists (Ordinal k_lt).
Qed.
Section Routes.
Variables (N s : nat).
Definition route : Type := 'I_N * 'I_N * 'I_s.
Definition triple (t : route) : value F := List [:: Num t.1.1.+1%:R; Num t.1.2.+1%:R; Num t.2.+1%:R].
Lemma y_part_1 defs env a (t : route) : yields fs defs env a (triple t) -> yields fs defs env (Index a (Number (BinNums.Npos BinNums.xH))) (Num t.1.1.+1%:R).
Proof. by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 1). Qed.
Lemma y_part_2 defs env a (t : route) : yields fs defs env a (triple t) ->
  yields fs defs env (Index a (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) (Num t.1.2.+1%:R).
Proof. by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 2). Qed.
Lemma y_part_3 defs env a (t : route) : yields fs defs env a (triple t) ->
  yields fs defs env (Index a (Number (BinNums.Npos (BinNums.xI BinNums.xH)))) (Num t.2.+1%:R).
Proof. by rewrite /yields /= => ->; rewrite /= (integer_nat floor_int 3). Qed.
Lemma is_triple_true defs v : provides [:: is_triple_d; is_index_d] defs ->
  call fs defs "is_triple" [:: v; Num N%:R; Num s%:R] = Value (Bool true) -> exists t, v = triple t.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> is_l /true_and[len_l /true_and[i_is /true_and[j_is /true_and[z_is _]]]].
have : exists a b c, v = List [:: a; b; c].
  case: v @env is_l len_l {i_is j_is z_is} => // l env _; rewrite /yields /= -pmulrn eqr_nat; case: eqP => //.
  by case: l @env => [|a [|b [|c [|d l]]]] // env _ _; exists a, b, c.
case=> a [b [c vE]].
have at_1 : yields fs e env (Index (Name "t") (Number (BinNums.Npos BinNums.xH))) a by rewrite /yields /= vE /= (integer_nat floor_int 1).
have at_2 : yields fs e env (Index (Name "t") (Number (BinNums.Npos (BinNums.xO BinNums.xH)))) b by rewrite /yields /= vE /= (integer_nat floor_int 2).
have at_3 : yields fs e env (Index (Name "t") (Number (BinNums.Npos (BinNums.xI BinNums.xH)))) c by rewrite /yields /= vE /= (integer_nat floor_int 3).
have N_y : yields fs e env (Name "N") (Num N%:R) by []. have s_y : yields fs e env (Name "s") (Num s%:R) by [].
have [i iE] := is_index_true We (own_call_true i_is erefl (all_cons at_1 (all_cons N_y (all_nil _ _ _)))).
have [j jE] := is_index_true We (own_call_true j_is erefl (all_cons at_2 (all_cons N_y (all_nil _ _ _)))).
have [z zE] := is_index_true We (own_call_true z_is erefl (all_cons at_3 (all_cons s_y (all_nil _ _ _)))).
by exists ((i, j), z); rewrite vE iE jE zE.
Qed.

Definition routes (r : seq route) : value F := List (map triple r).
Definition sends (r : seq route) (i j : 'I_N) (z : 'I_s) : bool := ((i, j), z) \in r.
Definition apart (t u : route) : bool := (t.1.2 != u.1.2) || (t.2 != u.2).
Lemma no_collision_true defs (r : seq route) t0 : provides [:: no_collision_d] defs -> call fs defs "no_collision" [:: routes r] = Value (Bool true) ->
  forall a b, (a < b)%N -> (b < size r)%N -> apart (nth t0 r a) (nth t0 r b).
Proof.
move=> W; have [e found _] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=; set env := [:: _] => told.
pose at_place i := nth t0 r i.-1.
have part env' x i : lookup "H" env' = Some (routes r) -> lookup x env' = Some (Num i%:R : value F) -> (0 < i <= size r)%N ->
    yields fs e env' (Index (Name "H") (Name x)) (triple (at_place i)).
  move=> H_in x_in; case: i x_in => // i x_in /= i_lt; apply: yields_eq.
    by apply: (@y_index _ _ floor_int _ _ _ _ (map triple r) i.+1%:R i); rewrite ?size_map //; apply: y_name.
  by rewrite (nth_map t0).
have computed : yields fs e env (body no_collision_d)
    (Bool (all (fun i => all (fun j => apart (at_place i) (at_place j)) (iota i.+1 (size r - i))) (iota 1 (size r)))).
  apply: y_all2; first by refine (y_from_1 _ _ _ _); [floors | value | apply: y_length; value | rewrite size_map].
    move=> i i_in; apply: (@y_range _ _ floor_int _ _ _ _ _ _ i.+1 (size r - i)); [value | apply: y_length; value | by rewrite -mulrSr | ].
    by rewrite size_map addSn subnKC -?mulrSr //; case/andP: (in_from_1 i_in).
  move=> i /in_from_1 i_in j; rewrite mem_iota addSn subnKC ?ltnS; last by case/andP: i_in.
  case/andP=> i_lt j_le; have j_in : (0 < j <= size r)%N by rewrite j_le (leq_trans _ i_lt).
  apply: yields_eq.
    refine (y_or _ (fun _ => y_or1 _)).
      by refine (y_compare _ _ _); [apply: y_part_2; apply: part i_in | apply: y_part_2; apply: part j_in | reflexivity].
    by refine (y_compare _ _ _); [apply: y_part_3; apply: part i_in | apply: y_part_3; apply: part j_in | reflexivity].
  by rewrite !eqr_nat !eqSS !val_eqE.
have [/esym/allP ok] := yields_inj told computed.
move=> a b a_b b_lt; have a_in : a.+1 \in iota 1 (size r) by rewrite mem_iota add1n /= !ltnS; exact: ltn_trans b_lt.
have /allP/(_ b.+1) := ok _ a_in; rewrite mem_iota addSn subnKC ?(ltn_trans a_b b_lt) // !ltnS a_b b_lt; exact.
Qed.
Lemma is_routing_true defs v : provides [:: is_routing_d; no_collision_d; is_triple_d; is_index_d] defs ->
  call fs defs "is_routing" [:: v; Num N%:R; Num s%:R] = Value (Bool true) -> exists r, [/\ v = routes r, uniq r & hardmax.no_collision (sends r)].
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> is_l /true_and[triples /true_and[apart_is _]].
have [l vE] : exists l, v = List l by move: is_l; rewrite /yields /=; case: v @env {triples apart_is} => // l; exists l.
have lists : yields fs e env (Name "H") (List l) by rewrite /yields /= vE.
have each i : (i < size l)%N -> exists t, nth (Bool true) l i = triple t.
  move=> i_lt; apply: (@is_triple_true e); first by provided.
  by apply: (own_call_true (true_all lists triples i_lt) erefl).
have [r lE] : exists r, l = map triple r.
  elim: l each {vE lists} => [|u l IH] each; first by exists [::].
  have [t uE] := each 0%N isT; have [|r ->] := IH; first by move=> i i_lt; exact: each i.+1 i_lt.
  by exists (t :: r); rewrite /= -uE.
have H_y : yields fs e env (Name "H") (routes r) by rewrite /yields /= vE lE.
have Wc : provides [:: no_collision_d] e by provided.
have differ := fun t0 => no_collision_true t0 Wc (own_call_true apart_is erefl (all_cons H_y (all_nil _ _ _))).
exists r; split; first by rewrite vE lE.
  case: r {lE H_y} differ => // t0 r /(_ t0) differ; apply/(uniqP t0) => a b; rewrite !inE => a_lt b_lt same.
  by case: (ltngtP a b) => // ab; [have := differ _ _ ab b_lt | have := differ _ _ ab a_lt]; rewrite same /apart !eqxx.
move=> i i' j z Hij Hi'j; have differ' := differ ((i, j), z).
have i_at := nth_index ((i, j), z) Hij; have i'_at := nth_index ((i, j), z) Hi'j.
case: (ltngtP (seq.index (i, j, z) r) (seq.index (i', j, z) r)) => [ab | ab | same].
- by have := differ' _ _ ab; rewrite index_mem => /(_ Hi'j); rewrite i_at i'_at /apart /= !eqxx.
- by have := differ' _ _ ab; rewrite index_mem => /(_ Hij); rewrite i_at i'_at /apart /= !eqxx.
by have := i_at; rewrite same i'_at => -[].
Qed.
Lemma any_routing defs env : provides [:: is_routing_d; no_collision_d; is_triple_d; is_index_d] defs ->
  forall l, boolean_if_any (eval fs (call fs defs) env (Call "is_routing" l)).
Proof.
move=> W l; have [e found _] := provides_find W; apply: any_call; [reflexivity | exact: found | move=> env'; exact: any_and].
Qed.

(* --- Senders and receivers ------------------------------------------------------------------------------------------------------ *)
Definition sent (r : seq route) (j z : nat) : seq route := [seq t : route <- r | (t.1.2 == j :> nat) && (t.2 == z :> nat)].
Definition received (r : seq route) (i z : nat) : seq route := [seq t : route <- r | (t.1.1 == i :> nat) && (t.2 == z :> nat)].
Lemma call_senders defs r j z : provides [:: senders_d] defs ->
  call fs defs "senders" [:: routes r; Num j.+1%:R; Num z.+1%:R] = Value (List [seq Num t.1.1.+1%:R | t : route <- sent r j z]).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_list_if (p := fun t : route => (t.1.2 == j :> nat) && (t.2 == z :> nat)) _ _ _); first by value.
    move=> t _; apply: yields_eq.
      refine (y_and _ (fun _ => y_and1 _)).
        by refine (y_compare _ _ _); [apply: y_part_2; value | value | reflexivity].
      by refine (y_compare _ _ _); [apply: y_part_3; value | value | reflexivity].
    by rewrite !eqr_nat !eqSS.
  by move=> t _ _; apply: y_part_1; value.
by [].
Qed.
Lemma call_receivers defs r i z : provides [:: receivers_d] defs ->
  call fs defs "receivers" [:: routes r; Num i.+1%:R; Num z.+1%:R] = Value (List [seq Num t.1.2.+1%:R | t : route <- received r i z]).
Proof.
move=> W; enter; apply: yields_eq.
  refine (y_list_if (p := fun t : route => (t.1.1 == i :> nat) && (t.2 == z :> nat)) _ _ _); first by value.
    move=> t _; apply: yields_eq.
      refine (y_and _ (fun _ => y_and1 _)).
        by refine (y_compare _ _ _); [apply: y_part_1; value | value | reflexivity].
      by refine (y_compare _ _ _); [apply: y_part_3; value | value | reflexivity].
    by rewrite !eqr_nat !eqSS.
  by move=> t _ _; apply: y_part_2; value.
by [].
Qed.

Lemma sent_count r (w j : 'I_N) (z : 'I_s) : uniq r -> count (fun t : route => t.1.1 == w) (sent r j z) = sends r w j z :> nat.
Proof.
move=> r_uniq; rewrite count_filter -(count_uniq_mem _ r_uniq); apply: eq_count => -[[a b] c] /=.
by rewrite -[(_, _) == _]/([&& (a == w) && (b == j) & c == z]) andbA !val_eqE.
Qed.
Lemma received_none r (w : 'I_N) (z : 'I_s) : (size (received r w z) == 0)%N = ~~ [exists j, sends r w j z].
Proof.
rewrite size_filter -leqn0 leqNgt -has_count; congr (~~ _).
apply/hasP/existsP => [[[[a b] c] t_r /= /andP[/eqP/val_inj aE /eqP/val_inj cE]] | [j w_j]]; last by exists ((w, j), z); rewrite //= !eqxx.
by exists b; rewrite /sends -aE -cE.
Qed.
Variant source_spec r (j : 'I_N) (z : 'I_s) : seq route -> 'I_N.+1 -> Prop :=
  | NoSource of (forall i, ~~ sends r i j z) : source_spec r j z [::] (hardmax.sink N)
  | Source i l of sends r i j z : source_spec r j z (((i, j), z) :: l) (hardmax.machine i).
Lemma sourceP r (j : 'I_N) (z : 'I_s) : hardmax.no_collision (sends r) ->
  source_spec r j z (sent r j z) (hardmax.source (sends r) z (hardmax.machine j)).
Proof.
move=> single; rewrite /hardmax.source hardmax.as_machineK; case E : (sent r j z) => [|[[a b] c] l].
  have none i : ~~ sends r i j z.
    apply/negP => i_j; have : ((i, j), z) \in sent r j z by rewrite mem_filter /= !eqxx.
    by rewrite E.
  by case: pickP => [i i_j | _]; [case/negP: (none i) | exact: NoSource].
have : ((a, b), c) \in sent r j z by rewrite E mem_head.
rewrite mem_filter /= => /andP[/andP[/eqP/val_inj bE /eqP/val_inj cE] t_r]; subst b c.
have a_j : sends r a j z by [].
by case: pickP => [i i_j | /(_ a)]; [rewrite (single _ _ _ _ i_j a_j); exact: Source | rewrite a_j].
Qed.

(* --- Score matrices --------------------------------------------------------------------------------------------------------------- *)
Lemma next n : n%:R + 1%:R = n.+1%:R :> F.
Proof. by rewrite -natrD addn1. Qed.
Ltac side ::= first [assumption | exact: next | reflexivity].
Ltac other_value ::=
  lazymatch goal with
  | |- yields _ _ _ (Over "count" _ [:: _] None) _ => refine (calls_naturals.y_count _ _); [value | intros ? ?; value]
  end.
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "senders" _ = _ => apply: call_senders; provided
  | |- call _ _ "receivers" _ = _ => apply: call_receivers; provided
  end.
Lemma call_printed_WQ defs r (z : 'I_s) : provides [:: printed_WQ_d; receivers_d; senders_d] defs -> uniq r ->
  call fs defs "printed_WQ" [:: routes r; Num N%:R; Num z.+1%:R] = Value (table (hardmax.printed_WQ F (sends r) z)).
Proof.
move=> W r_uniq; enter; apply: yields_eq; first by value.
apply: entries_ext => v; apply: column_ext => w; rewrite [RHS]mxE !ler_nat.
have machine_lt (i : 'I_N) : (hardmax.machine i < N)%N = true by exact: (ltn_ord i).
case: (hardmax.nodeP v) => [j -> | ->]; rewrite ?machine_lt /= ?ltnn; case: (hardmax.nodeP w) => [i -> | ->]; rewrite ?machine_lt /= ?ltnn //.
  by rewrite -sent_count //; congr _%:R; apply: eq_count => t; rewrite eqr_nat eqSS val_eqE.
by rewrite size_map -[0%:R]/(0%N%:R) eqr_nat received_none; case: [exists j, _].
Qed.
Lemma call_attended defs r (z : 'I_s) (v : 'I_N.+1) : provides [:: attended_d; senders_d] defs -> hardmax.no_collision (sends r) ->
  call fs defs "attended" [:: routes r; Num N%:R; Num z.+1%:R; Num v.+1%:R] = Value (Num (hardmax.source (sends r) z v).+1%:R).
Proof.
move=> W single; enter; case: (hardmax.nodeP v) => [j -> | ->]; last first.
  apply: y_yes; first by apply: yields_eq; [value | rewrite ltr_nat ltnS leqnn].
  by apply: yields_eq; [value | rewrite next /hardmax.source hardmax.as_machine_sink].
apply: y_no; first by apply: yields_eq; [value | congr Bool; apply/negbTE; rewrite ltr_nat -leqNgt; exact: (ltn_ord j)].
apply: y_let; first by value.
case: (sourceP j z single) => [none | i l i_j].
  apply: y_yes; first by apply: yields_eq; [value | rewrite eqxx].
  by apply: yields_eq; [value | rewrite next].
apply: y_no; first by apply: yields_eq; [value | rewrite -[0%:R]/(0%N%:R) eqr_nat].
by rewrite /yields /= (integer_nat floor_int 1).
Qed.
Lemma call_repaired_WQ defs r (z : 'I_s) : provides [:: repaired_WQ_d; attended_d; senders_d; unique_pattern_d] defs -> hardmax.no_collision (sends r) ->
  call fs defs "repaired_WQ" [:: routes r; Num N%:R; Num z.+1%:R] = Value (table (hardmax.pattern F (hardmax.source (sends r) z))).
Proof.
move=> W single; enter; refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))) | reflexivity | apply: call_unique_pattern; provided].
  apply: y_list_over; first by value.
  by move=> v _; refine (y_call _ _ _); [values | reflexivity | apply: call_attended; [provided | ]].
by apply: yields_eq; [value | rewrite next].
Qed.
End Routes.
End Calls.
