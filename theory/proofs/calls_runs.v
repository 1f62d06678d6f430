(* SPDX-License-Identifier: Apache-2.0 *)
(* Runs of message_routing.stm, in the terms of routing.v: a tuple is its place in the list of all tuples, and `place l t` the label, in bits,
   at which it stands in layer l. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_benes calls_routing calls_loads.
From attest Require routing routing_claims statements_positional_fact_1 statements_positional_fact_2 statements_positional_memory_s.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_positional_fact_1.printed ++ definitions statements_positional_fact_1.finding_numbers_by_destination ++
  definitions statements_positional_fact_2.printed ++ definitions statements_positional_memory_s.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition runs_d := Eval compute in the "runs_along_edges".
Definition by_destination_d := Eval compute in the "halves_by_destination".
Definition by_message_d := Eval compute in the "halves_by_message".
Definition collects_d := Eval compute in the "collects".
Definition held_d := Eval compute in the "held".
Definition held_for_d := Eval compute in the "held_for".
Definition held_of_d := Eval compute in the "held_of".

Local Open Scope nat_scope.
Lemma fragmentation_layer k l : 0 < l < k -> [/\ 0 < l <= 2 * k, 0 < l + 1 <= 2 * k & l \in from_to 1 (k - 1)].
Proof. by move=> l_in; rewrite mem_from_to; split; arith. Qed.
Lemma number_lt k (i : routing.label k) : number i < 2 ^ k.
Proof. by have [] := bitsK i. Qed.
Lemma number_is k (i : routing.label k) : bits k (number i) = i.
Proof. by have [] := bitsK i. Qed.
Lemma number_in k (i : routing.label k) : number i \in labels k.
Proof. by rewrite mem_labels number_lt. Qed.

Section Runs.
Variables (k : nat) (load : nat -> nat -> nat) (run : seq (seq nat)).
Let T := tuples k load.
Let n := size T.
(* The label of the x-th tuple in layer l, its source and its destination. *)
Definition at_layer x l := item 0 (item [::] run x) l.
Definition source_of x := item 0 (item [::] T x) 1.
Definition destination_of x := item 0 (item [::] T x) 2.
Definition starts := all (fun x => at_layer x 1 == source_of x) (from_to 1 (size run)).
Definition steps := all (fun p => all (fun l => (item 0 p (l + 1) == item 0 p l) || (item 0 p (l + 1) == other (item 0 p l) l k)) (from_to 1 (2 * k - 1))) run.
Definition labelled := all (fun p => (size p == 2 * k) && all (fun x => x < 2 ^ k) p) run.
Definition is_run := [&& size run == n, labelled, starts & steps].
Definition halved_by_destination := all (fun l => all (fun i => all (fun j =>
  2 * count (fun x => (at_layer x l == i) && ((at_layer x (l + 1) == i) && (destination_of x == j))) (from_to 1 n) ==
  count (fun x => (at_layer x l == i) && (destination_of x == j)) (from_to 1 n)) (labels k)) (labels k)) (from_to 1 (k - 1)).
Definition halved_by_message := all (fun l => all (fun i => all (fun h => all (fun j => (0 < item 0 (item [::] (matrix k load) (h + 1)) (j + 1)) ==>
  (2 * count (fun x => (at_layer x l == i) && ((at_layer x (l + 1) == i) && ((source_of x == h) && (destination_of x == j)))) (from_to 1 n) ==
  count (fun x => (at_layer x l == i) && ((source_of x == h) && (destination_of x == j))) (from_to 1 n))) (labels k)) (labels k)) (labels k)) (from_to 1 (k - 1)).
Definition collecting := all (fun x => all (fun l => digit (at_layer x (l + 1)) (column_digit l k) k == digit (destination_of x) (column_digit l k) k)
  (from_to k (2 * k - 1))) (from_to 1 n).

Definition place l (t : 'I_n) : routing.label k := bits k (at_layer t.+1 l).
Definition src (t : 'I_n) : routing.label k := bits k (source_of t.+1).
Definition dst (t : 'I_n) : routing.label k := bits k (destination_of t.+1).

Lemma count_cards (P : pred nat) : count P (from_to 1 n) = #|[pred t : 'I_n | P t.+1]|.
Proof.
rewrite /from_to subSS subn0 -[1]addn0 iotaDl count_map -sum1_count -{1}[n]subn0 big_mkord -sum1_card.
by apply: eq_bigl => t; rewrite inE /= add1n.
Qed.
Lemma ends_lt x : 0 < x <= n -> source_of x < 2 ^ k /\ destination_of x < 2 ^ k.
Proof.
case: x => // x /(@mem_nth _ [::] T x)/in_tuples[i [j [p [tE i_lt j_lt _]]]].
by rewrite /source_of /destination_of /item /= tE.
Qed.

Hypothesis good : is_run.
Lemma size_run : size run = n. Proof. by case/and4P: good => /eqP. Qed.
Lemma size_path p : p \in run -> size p = 2 * k.
Proof. by case/and4P: good => _ /allP each _ _ /each/andP[/eqP]. Qed.
Lemma path_at x : 0 < x <= n -> item [::] run x \in run.
Proof. by case: x => // x x_le; rewrite mem_nth // size_run. Qed.
Lemma size_path_at x : 0 < x <= n -> size (item [::] run x) = 2 * k.
Proof. by move/path_at/size_path. Qed.
Lemma at_layer_lt x l : 0 < x <= n -> 0 < l <= 2 * k -> at_layer x l < 2 ^ k.
Proof.
move=> x_in; case: l => // l l_le; have in_run := path_at x_in; case/and4P: good => _ /allP/(_ _ in_run)/andP[_ /allP below] _ _.
by apply: below; rewrite mem_nth // (size_path_at x_in).
Qed.
Lemma run_starts : place 1 =1 src.
Proof.
move=> t; rewrite /place /src; case/and4P: good => _ _ /allP/(_ t.+1) + _.
by rewrite mem_from_to size_run ltn_ord => /(_ isT)/eqP ->.
Qed.
Lemma run_edges : routing.along_edges place.
Proof.
move=> l t l_in; have t_in : 0 < t.+1 <= n by rewrite ltn_ord.
have l_le : 0 < l <= 2 * k by case/andP: l_in => ->; rewrite mul2n => /ltnW.
have here := at_layer_lt t_in l_le; have [_ there] := other_bits l_in here.
have l_from : l \in from_to 1 (2 * k - 1) by rewrite mem_from_to; case/andP: l_in => -> l_lt /=; rewrite -mul2n in l_lt; arith.
case/and4P: good => _ _ _ /allP/(_ _ (path_at t_in))/allP/(_ l l_from); rewrite addn1 /routing.edge /place -there.
by case/orP=> /eqP next; rewrite /at_layer next eqxx ?orbT.
Qed.
Lemma at_place l (t : 'I_n) i : 0 < l <= 2 * k -> i < 2 ^ k -> (at_layer t.+1 l == i) = (place l t == bits k i).
Proof. by move=> l_in i_lt; rewrite bits_eq // at_layer_lt // ltn_ord. Qed.
Lemma at_source (t : 'I_n) h : h < 2 ^ k -> (source_of t.+1 == h) = (src t == bits k h).
Proof. by move=> h_lt; have [s_lt _] := @ends_lt t.+1 (ltn_ord t); rewrite bits_eq. Qed.
Lemma at_destination (t : 'I_n) j : j < 2 ^ k -> (destination_of t.+1 == j) = (dst t == bits k j).
Proof. by move=> j_lt; have [_ d_lt] := @ends_lt t.+1 (ltn_ord t); rewrite bits_eq. Qed.

Lemma run_halves : halved_by_destination -> routing.halves place dst.
Proof.
move=> /allP halves l l_in i c; have [l_le l1_le l_from] := fragmentation_layer l_in.
have /allP/(_ _ (number_in i))/allP/(_ _ (number_in c))/eqP := halves l l_from; rewrite !count_cards addn1 in l1_le *.
move=> half; rewrite -[RHS](etrans half); last by apply: eq_card => t; rewrite !inE at_place ?at_destination ?number_lt // !number_is.
by congr (2 * _); apply: eq_card => t; rewrite !inE !at_place ?at_destination ?number_lt // !number_is.
Qed.
Lemma run_collects : collecting -> routing.collects place dst.
Proof.
move=> /allP ends l t l_in w w_col; have t_in : t.+1 \in from_to 1 n by rewrite mem_from_to ltn_ord.
have l_from : l \in from_to k (2 * k - 1) by rewrite mem_from_to; case/andP: l_in => -> l_lt /=; rewrite -mul2n in l_lt; arith.
have := ends _ t_in => /allP/(_ l l_from)/eqP; rewrite addn1 (_ : column_digit l k = k - w); last by rewrite w_col.
by rewrite !digit_bits /place /dst; case: (bits k _ w) (bits k _ w) => [] [].
Qed.
(* Numbers of tuples. *)
Lemma held_cards l i (P : pred nat) : 0 < l <= 2 * k -> i < 2 ^ k ->
  count (fun x => (at_layer x l == i) && P x) (from_to 1 n) = #|[pred t : 'I_n | (place l t == bits k i) && P t.+1]|.
Proof. by move=> l_in i_lt; rewrite count_cards; apply: eq_card => t; rewrite !inE at_place. Qed.
End Runs.

Lemma count_items k load (P : pred (seq nat)) : count (fun x => P (item [::] (tuples k load) x)) (from_to 1 (size (tuples k load))) = count P (tuples k load).
Proof.
rewrite /from_to subSS subn0 -[1]addn0 iotaDl count_map -sum1_count -[X in iota _ X]subn0.
by rewrite -/(index_iota 0 _) -[RHS]sum1_count (big_nth [::]); apply: eq_bigl => x; rewrite /= add1n.
Qed.
Lemma message_cards k load h j : h < 2 ^ k -> j < 2 ^ k -> routing_claims.message (@src k load) (@dst k load) (bits k h) (bits k j) = load h j.
Proof.
move=> h_lt j_lt; rewrite -(message_size load h_lt j_lt) -(count_items k load (fun t => (item 0 t 1 == h) && (item 0 t 2 == j))) count_cards.
by apply: eq_card => t; rewrite !inE -at_source // -at_destination.
Qed.
Lemma received_cards k load j : j < 2 ^ k -> #|[pred t | @dst k load t == bits k j]| = \sum_(h <- labels k) load h j.
Proof.
move=> j_lt; rewrite -(destination_size load j_lt) -(count_items k load (fun t => item 0 t 2 == j)) count_cards.
by apply: eq_card => t; rewrite !inE -at_destination.
Qed.
Lemma sent_cards k load h : h < 2 ^ k -> #|[pred t | @src k load t == bits k h]| = \sum_(j <- labels k) load h j.
Proof.
move=> h_lt; rewrite -(source_size load h_lt) -(count_items k load (fun t => item 0 t 1 == h)) count_cards.
by apply: eq_card => t; rewrite !inE -at_source.
Qed.
Lemma run_halves_messages k load run : is_run k load run -> halved_by_message k load run ->
  routing.halves (@place k load run) (routing_claims.sources_and_destinations (@src k load) (@dst k load)).
Proof.
move=> good /allP halves l l_in i [h j]; have [l_le l1_le l_from] := fragmentation_layer l_in.
have /allP/(_ _ (number_in i))/allP/(_ _ (number_in h))/allP/(_ _ (number_in j))/implyP half := halves l l_from.
rewrite !addn1 item_matrix ?number_lt // item_map ?number_lt // in half l1_le.
have [none|some] := posnP (load (number h) (number j)); last first.
  move/eqP: (half some); rewrite !count_cards => {}half; rewrite -[RHS](etrans half); last first.
    by apply: eq_card => t; rewrite !inE ?xpair_eqE !(at_place good) ?at_source ?at_destination ?number_lt // !number_is.
  by congr (2 * _); apply: eq_card => t; rewrite !inE ?xpair_eqE !(at_place good) ?at_source ?at_destination ?number_lt // !number_is.
have no_tuple t : ((@src k load t, @dst k load t) == (h, j)) = false.
  have := message_cards load (number_lt h) (number_lt j); rewrite none !number_is => /card0_eq/(_ t).
  by rewrite !inE xpair_eqE.
by rewrite !eq_card0 ?muln0 // => t; rewrite !inE /routing_claims.sources_and_destinations no_tuple ?andbF.
Qed.
Local Close Scope nat_scope.

(* --- Calls ------------------------------------------------------------------------------------------------------------------ *)
Ltac image_index ::= refine (w_image [::] _ _ _); [naturally | naturally | met].
Ltac side ::= first [by rewrite expn_gt0
  | solve [match goal with good : is_true (is_run _ _ ?r), H : is_true (_ \in ?r) |- _ => rewrite (size_path good H) end; arith]
  | solve [rewrite ?size_matrix; arith]
  | match goal with good : is_true (is_run _ _ _) |- _ => solve [rewrite ?(size_run good); arith | rewrite (size_path_at good); arith] end
  | solve [rewrite ?addn1 item_matrix ?size_map ?size_labels; arith]
  | solve [rewrite size_item_tuples; arith] | idtac].
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Implicit Types (defs : seq definition) (i j k : nat) (load : nat -> nat -> nat) (run : seq (seq nat)).
Ltac known_call ::= lazymatch goal with
  | |- call _ _ "labels" _ = _ => apply: call_labels; provided
  | |- call _ _ "digit" _ = _ => apply: call_digit; [provided | first [exact: leq_subr | met]]
  | |- call _ _ "column_digit" _ = _ => apply: call_column_digit; [provided | met]
  | |- call _ _ "source" _ = _ => apply: call_source; [provided | met]
  | |- call _ _ "destination" _ = _ => apply: call_destination; [provided | met]
  | |- call _ _ "all_tuples" _ = _ => apply: call_all_tuples; provided
  | |- call _ _ "other_label" _ = _ => apply: call_other_label; [provided | met]
  | |- call _ _ "is_natural" _ = _ => apply: call_is_natural; provided
  end.
Local Notation load_value k load := (rows_of_wholes (matrix k load)).
Definition runs_needed := [:: runs_d; other_label_d; all_tuples_d; source_d; is_natural_d; column_digit_d; digit_d].

Lemma call_runs defs k load run : provides runs_needed defs -> (0 < k)%N -> is_run k load run ->
  call fs defs "runs_along_edges" [:: rows_of_wholes run; load_value k load; whole k] = Value (Bool true).
Proof.
rewrite /runs_needed => W k_gt0 good; have sizes := size_run good; enter; apply: yields_eq; first by naturally.
by case/and4P: good => same fine start step; congr Bool; apply/and5P.
Qed.
Lemma runs_true defs v k load : provides runs_needed defs -> (0 < k)%N ->
  call fs defs "runs_along_edges" [:: v; load_value k load; whole k] = Value (Bool true) ->
  exists2 run, v = rows_of_wholes run & is_run k load run.
Proof.
move=> W k_gt0; have [e found W'] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_let=> sent ysent; have computed : yields fs e [:: ("run"%string, v); ("load"%string, load_value k load); ("k"%string, whole k)]
  (Call "all_tuples" [:: Name "load"%string]) (rows_of_wholes (tuples k load)) by naturally.
rewrite (yields_inj ysent computed) => {sent ysent computed} all_of; have := all_of.
case/true_and=> /list_true[l ly] /true_and[sizes /true_and[each rest]].
have [vE] : Some v = Some (List l) := ly.
have size_l : size l = size (tuples k load) by apply: (length_true ly) sizes; naturally.
have [|run lE fine] := @images_true S (seq nat) wholes (fun p => (size p == 2 * k) && all (fun x => x < 2 ^ k) p)%N _ _ _ _ _ l ly each.
  move=> path /true_and[/list_true[r ry] /true_and[size_r /true_and[below _]]].
  have [rE] : Some path = Some (List r) := ry.
  have {}size_r : size r = (2 * k)%N by apply: (length_true ry) size_r; naturally.
  have [|p pE p_below] := @images_true S nat whole (fun x => x < 2 ^ k)%N _ _ _ _ _ r ry below.
    move=> u /true_and[/true_call[//|vs /true_cons[u' [vs' [yu /true_nil-> ->]]] natural] /true_and[less _]].
    have [uE] : Some u = Some u' := yu; rewrite -uE in natural.
    have [x xE] : exists x, u = whole x by apply: natural_true natural; provided.
    by exists x => //; rewrite xE in less; apply: (told_by less); [naturally | ].
  exists p; first by rewrite rE pE.
  by rewrite -size_r pE size_map eqxx; apply/(all_nthP 0%N) => x x_lt; exact: p_below.
have size_run : size run = size (tuples k load) by rewrite -size_l lE size_map.
have runE : v = rows_of_wholes run by rewrite vE lE.
have {}fine : labelled k run by apply/(all_nthP [::]) => x x_lt; exact: fine.
exists run => //; rewrite /is_run size_run eqxx fine /=.
have path_size p : p \in run -> size p = (2 * k)%N by move/(allP fine)/andP=> [/eqP].
have path_size_at x : (0 < x <= size run)%N -> size (item [::] run x) = (2 * k)%N by case: x => // x x_le; apply: path_size; exact: mem_nth.
rewrite runE in rest *.
have side1 : forall t, t \in from_to 1 (size run) -> (0 < 1 <= size (item [::] run t))%N.
  by move=> t; rewrite mem_from_to => /path_size_at ->; arith.
apply: (told_by rest).
  naturally.
  all: try by rewrite path_size_at; arith.
  all: try by match goal with H : is_true (_ \in _) |- _ => rewrite (path_size _ H); arith end.
  all: try by rewrite size_item_tuples //; arith.
by [].
Qed.

(* Conditions on a run, and what it holds. *)
Section Held.
Variables (k : nat) (load : nat -> nat -> nat) (run : seq (seq nat)).
Hypothesis good : is_run k load run.
Let sizes := size_run good.
Lemma call_by_destination defs : provides [:: by_destination_d; all_tuples_d; destination_d; labels_d] defs -> (0 < k)%N ->
  call fs defs "halves_by_destination" [:: rows_of_wholes run; load_value k load; whole k] = Value (Bool (halved_by_destination k load run)).
Proof. by move=> W k_gt0; have same := sizes; enter; naturally. Qed.
Lemma call_by_message defs : provides [:: by_message_d; all_tuples_d; labels_d] defs -> (0 < k)%N ->
  call fs defs "halves_by_message" [:: rows_of_wholes run; load_value k load; whole k] = Value (Bool (halved_by_message k load run)).
Proof. by move=> W k_gt0; have same := sizes; enter; naturally. Qed.
Lemma call_collects defs : provides [:: collects_d; all_tuples_d; destination_d; column_digit_d; digit_d] defs -> (0 < k)%N ->
  call fs defs "collects" [:: rows_of_wholes run; load_value k load; whole k] = Value (Bool (collecting k load run)).
Proof. by move=> W k_gt0; have same := sizes; enter; naturally. Qed.
Lemma call_held defs i L : provides [:: held_d] defs -> (L < 2 * k)%N ->
  call fs defs "held" [:: rows_of_wholes run; whole i; whole L] = Value (whole (count (fun x => at_layer run x (L + 1) == i) (from_to 1 (size (tuples k load))))).
Proof.
move=> W L_lt; enter; apply: yields_eq; first by naturally.
congr calls_whole.whole; rewrite -sizes /from_to subSS subn0 -[1%N]addn0 iotaDl count_map -!sum1_count.
by rewrite (big_nth [::]) /index_iota subn0; apply: eq_bigl => x; rewrite /= add1n.
Qed.
Lemma call_held_for defs i L j : provides [:: held_for_d; destination_d] defs -> (L < 2 * k)%N ->
  call fs defs "held_for" [:: rows_of_wholes run; rows_of_wholes (tuples k load); whole i; whole L; whole j] =
  Value (whole (count (fun x => (at_layer run x (L + 1) == i) && (destination_of k load x == j)) (from_to 1 (size (tuples k load))))).
Proof. by move=> W L_lt; have same := sizes; enter; naturally. Qed.
Lemma call_held_of defs i L h j : provides [:: held_of_d; destination_d; source_d] defs -> (L < 2 * k)%N ->
  call fs defs "held_of" [:: rows_of_wholes run; rows_of_wholes (tuples k load); whole i; whole L; whole h; whole j] =
  Value (whole (count (fun x => (at_layer run x (L + 1) == i) && ((source_of k load x == h) && (destination_of k load x == j))) (from_to 1 (size (tuples k load))))).
Proof. by move=> W L_lt; have same := sizes; enter; naturally. Qed.
End Held.

(* Statements about every run. *)
Definition runs_e : expr := Call "runs_along_edges" [:: Name "run"; Name "load"; Name "k"]%string.
Lemma says_for_runs defs env k load (p : expr) l (g : formula) : provides runs_needed defs -> (0 < k)%N ->
  lookup "k" env = Some (whole k) -> lookup "load" env = Some (load_value k load) ->
  (forall run, is_run k load run -> yields fs defs (("run"%string, rows_of_wholes run) :: env) (And (p :: l)) (Bool true) ->
    Says fs (call fs defs) true (("run"%string, rows_of_wholes run) :: env) g) ->
  Says fs (call fs defs) true env (Forall "run" Values (Some (And (runs_e :: p :: l))) g).
Proof.
move=> W k_gt0 kE loadE body; apply: says_for_values => [v | v /true_and[yv rest]]; first exact: any_and.
case/true_call: yv => [//|vs /true_cons[u [vs1 [yu /true_cons[w [vs2 [yw /true_cons[x [vs3 [yx /true_nil-> ->]]] ->]]] ->]]] runs].
have [uE] : Some v = Some u := yu.
have [wE] : Some (load_value k load) = Some w by rewrite -loadE; move: yw; rewrite /rules.yields /= loadE.
have [xE] : Some (whole k) = Some x by rewrite -kE; move: yx; rewrite /rules.yields /= kE.
rewrite -uE -wE -xE in runs; have [run vE good] := runs_true W k_gt0 runs.
by rewrite vE in rest *; exact: body.
Qed.
End Calls.
