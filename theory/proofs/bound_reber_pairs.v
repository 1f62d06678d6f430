(* SPDX-License-Identifier: Apache-2.0 *)
(* What the counts of adjacent letters tell, and what letters without their order do not: three findings about the embedded Reber task and its
   control, as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_reber bound_reber.
From attest Require reber digits calls_grids statements_srpe_reber.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition neighbours_seen_d := Eval compute in definition_in (definitions statements_srpe_reber.finding_which_pairs_settle_reber) "neighbours_seen".
Definition control_d := Eval compute in definition_in (definitions statements_srpe_reber.finding_pair_counts_settle_the_control) "control".
Definition control_pairs_d := Eval compute in definition_in (definitions statements_srpe_reber.finding_pair_counts_settle_the_control) "control_pairs".

(* --- Adjacent letters --------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Definition pairs (text : seq nat) a b : nat :=
  count (fun i => (item 0 text i == a) && (item 0 text (i + 1) == b)) (from_to 1 (size text - 1)).
Lemma pairs_cons a b x y text : pairs (x :: y :: text) a b = ((x == a) && (y == b)) + pairs (y :: text) a b.
Proof.
rewrite /pairs (_ : from_to 1 _ = 1 :: map (addn 1) (from_to 1 (size (y :: text) - 1))); last first.
  by rewrite /from_to !subSS !subn0 /= -iotaDl.
rewrite /= count_map; congr (_ + _); apply: eq_in_count => i; rewrite mem_from_to => /andP[i_gt0 _].
by case: i i_gt0.
Qed.
Lemma pairs_one a b x : pairs [:: x] a b = 0.
Proof. by []. Qed.
Lemma pairs_after_E text b : (0 < pairs text reber.E b) = reber.after_E text b.
Proof. by rewrite -has_count; exact: after_E_places. Qed.

(* P is 0, T is 1, and the sign that closes a word is 2. A word that begins with T passes from T to P, or to the end, once more than from P to T. *)
Lemma first_letter x w : {subset x :: w <= [:: 0; 1]} ->
  pairs (x :: w ++ [:: 2]) 0 1 + (x == 1) = pairs (x :: w ++ [:: 2]) 1 0 + pairs (x :: w ++ [:: 2]) 1 2.
Proof.
have two y : y \in [:: 0; 1] -> y = 0 \/ y = 1 by rewrite !inE => /orP[] /eqP; [left | right].
elim: w x => [|y w IH] x letters.
  by rewrite !pairs_cons !pairs_one; have [-> | ->] := two x (letters x (mem_head _ _)).
have /IH{}IH : {subset y :: w <= [:: 0; 1]} by move=> z z_in; apply: letters; rewrite inE z_in orbT.
have := letters y; rewrite inE mem_head orbT => /(_ isT)/two y_is; have /two x_is := letters x (mem_head _ _).
rewrite [_ ++ _]/= !pairs_cons; move: IH; rewrite [_ ++ _]/=; move: (pairs _ 0 1) (pairs _ 1 0) (pairs _ 1 2) => p q r.
case: y_is => ->; case: x_is => -> /= IH; apply/eqP; arith.
Qed.
Lemma same_first_letter x w y v : {subset x :: w <= [:: 0; 1]} -> {subset y :: v <= [:: 0; 1]} ->
  (forall a b, a < 2 -> b < 3 -> pairs (x :: w ++ [:: 2]) a b = pairs (y :: v ++ [:: 2]) a b) -> x = y.
Proof.
move=> xw yv same; have := first_letter xw; rewrite !same // -(first_letter yv) => /addnI.
have := xw x (mem_head _ _); have := yv y (mem_head _ _); rewrite !inE => /orP[] /eqP-> /orP[] /eqP->; by [].
Qed.

Definition letters_of (text : seq nat) : seq nat := [seq count_mem b text | b <- iota 0 7].
Lemma other_order a first second : a = reber.P \/ a = reber.T ->
  letters_of (reber.shown (reber.other a) first second) = letters_of (reber.shown a first second).
Proof.
case=> ->; apply: eq_map => b; rewrite /reber.shown /= !count_cat /=; case: (_ == b); case: (_ == b); rewrite ?add0n ?add1n ?addnS //.
Qed.
Local Close Scope nat_scope.

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Local Notation sym := (@sym S).
Local Notation syms := (@syms S).
Implicit Types (defs : seq definition) (env : environment F) (n a b : nat) (text w : seq nat).

Definition mark a : string := nth ""%string [:: "P"; "T"; "#"]%string a.
Definition mark_value a : value F := Symb (mark a).
Lemma equal_marks a b : (a < 3)%N -> (b < 3)%N -> compare Equal (mark_value a) (mark_value b) = Some (a == b).
Proof. by case: a => [|[|[|a]]] // _; case: b => [|[|[|b]]]. Qed.
(* Counts of neighbours, for letters whose symbols tell them apart. *)
Lemma y_neighbours (h : nat -> value F) k defs env (x y z : string) t text a b : (forall a b, (a < k)%N -> (b < k)%N -> compare Equal (h a) (h b) = Some (a == b)) ->
  (0 < k)%N -> {subset text <= iota 0 k} -> (a < k)%N -> (b < k)%N -> (0 < size text)%N ->
  lookup t env = Some (List (map h text)) -> lookup x env = Some (h a) -> lookup y env = Some (h b) ->
  String.eqb t z = false -> String.eqb x z = false -> String.eqb y z = false ->
  yields fs defs env (Over "count" (And [:: Chain (Index (Name t) (Name z)) [:: (Equal, Name x)];
      Chain (Index (Name t) (Binary Add (Name z) (Number (BinNums.Npos BinNums.xH)))) [:: (Equal, Name y)]])
    [:: (z, Binary Range (Number (BinNums.Npos BinNums.xH)) (Binary Subtract (Call "len" [:: Name t]) (Number (BinNums.Npos BinNums.xH))))] None)
    (whole (pairs text a b)).
Proof.
move=> hE k_gt0 small a_lt b_lt text_gt0 t_in x_in y_in tz xz yz; apply: (w_count (h := whole)).
  by apply: w_range; [naturally | apply: w_subtract; [apply: (w_length (h := h)); exact: y_name | naturally | exact: text_gt0]].
move=> i; rewrite mem_from_to => /andP[i_gt0 i_le]; have i_lt : (i < size text)%N by rewrite -(prednK text_gt0) ltnS -subn1.
have letter j : (0 < j <= size text)%N -> (item 0%N text j < k)%N.
  case: j => // j /andP[_ j_lt]; have := small (nth 0%N text j) (mem_nth _ j_lt); by rewrite mem_iota add0n.
have look s v : lookup s env = Some v -> String.eqb s z = false -> lookup s ((z, whole i) :: env) = Some v by move=> E ne; rewrite /= ne.
have z_in : lookup z ((z, whole i) :: env) = Some (whole i) by rewrite /= String.eqb_refl.
refine (y_and (y_compare (w_image (h := h) 0%N (y_name _ _ (look _ _ t_in tz)) (y_name _ _ z_in) _) (y_name _ _ (look _ _ x_in xz)) (hE _ _ _ a_lt)) (fun _ => y_and1
  (y_compare (w_image (h := h) 0%N (n := (i + 1)%N) (y_name _ _ (look _ _ t_in tz)) (w_add (y_name _ _ z_in) (w_number _ _ _)) _) (y_name _ _ (look _ _ y_in yz)) (hE _ _ _ b_lt)))) => //.
- by rewrite i_gt0 ltnW.
- by apply: letter; rewrite i_gt0 ltnW.
- by rewrite addn1.
by apply: letter; rewrite addn1.
Qed.
Lemma equal_truths (s t : seq bool) : equal (List (map (@Bool F) s)) (List (map (@Bool F) t)) = Value (s == t).
Proof. by apply: equal_images. Qed.

(* --- The control ---------------------------------------------------------------------------------------------------------------- *)
Definition closed w : seq nat := w ++ [:: 2%N].
Definition marks w : value F := List (map mark_value w).
Definition counts w : seq nat := flatten [seq [seq pairs w a b | b <- iota 0 3] | a <- iota 0 2].
Lemma call_control defs n : provides [:: control_d] defs -> call fs defs "control" [:: whole n] = Value (List [seq marks (closed w) | w <- lists_over [:: 0; 1]%N n]).
Proof.
move=> W; enter; apply: (y_list_over (h := marks)).
  by apply: (calls_grids.y_tuples (@floor_integer S) (h := mark_value) (l := [:: 0; 1]%N) (d := n)); [ by [] | exact: y_name | reflexivity].
move=> w _; refine (w_concatenate (h := mark_value) (l' := [:: 2%N]) _ _); first exact: y_name.
by [].
Qed.
Lemma closed_small w n : w \in lists_over [:: 0; 1]%N n -> {subset closed w <= iota 0 3}.
Proof.
rewrite digits.mem_lists_over => /andP[_ /allP small] a; rewrite mem_cat => /orP[/small|]; rewrite !inE; first by case/orP=> /eqP->.
by move/eqP->.
Qed.
Lemma call_control_pairs defs w n : provides [:: control_pairs_d] defs -> w \in lists_over [:: 0; 1]%N n ->
  call fs defs "control_pairs" [:: marks (closed w)] = Value (wholes (counts (closed w))).
Proof.
move=> W w_in; enter; apply: yields_eq.
  apply: (y_list_over2 (h := mark_value) (l := iota 0 2) (k := fun _ => mark_value) (m := fun=> iota 0 3)) => [|a _|a a_in b b_in]; [by [] | by [] | ].
  apply: (@y_neighbours mark_value 3 _ _ _ _ _ _ (closed w) a b); first exact: equal_marks.
  all: try reflexivity.
  - exact: closed_small w_in.
  - by move: a_in; rewrite mem_iota; case: (a) => [|[|a']].
  - by move: b_in; rewrite mem_iota.
  by rewrite size_cat addn1.
Qed.
Lemma counts_tell w v n : (0 < n)%N -> w \in lists_over [:: 0; 1]%N n -> v \in lists_over [:: 0; 1]%N n -> counts (closed w) = counts (closed v) ->
  item 0%N (closed w) 1 = item 0%N (closed v) 1.
Proof.
rewrite !digits.mem_lists_over => n_gt0 /andP[/eqP w_n /allP w_small] /andP[/eqP v_n /allP v_small].
case: w v w_n v_n w_small v_small => [|x w] [|y v] //= w_n v_n w_small v_small; try by rewrite -w_n in n_gt0.
  by rewrite -v_n in n_gt0.
move=> same; apply: (same_first_letter (w := w) (v := v)) => // a b; move: same; rewrite /counts /= => -[E00 E01 E02 E10 E11 E12].
by case: a => [|[|a]] // _; case: b => [|[|[|b]]] // _.
Qed.
End Calls.

(* attest: srpe.reber finding_pair_counts_settle_the_control sha256:1349a12ddfb7c68b470b6b633ee82955c8c27df2bdd5ad483c934a7067950e68 theorem:pair_counts_settle_the_control *)
Theorem pair_counts_settle_the_control : Holds statements_srpe_reber.finding_pair_counts_settle_the_control.
Proof.
opening S W; natural_for_all => n n_gt0 _.
pose record w : value S := Rec [:: ("seen", wholes (counts (closed w))); ("label", mark_value S (item 0%N (closed w) 1))]%string.
pose same w v := (counts (closed w) != counts (closed v)) || (item 0%N (closed w) 1 == item 0%N (closed v) 1).
refine (says_expression (p := all (fun w => all (same w) (lists_over [:: 0; 1]%N n)) (lists_over [:: 0; 1]%N n)) _ _); last first.
  apply/allP => w w_in; apply/allP => v v_in; rewrite /same -implybE; apply/implyP => /eqP E; apply/eqP; exact: counts_tell w_in v_in E.
have first_small w : w \in lists_over [:: 0; 1]%N n -> (item 0%N (closed w) 1 < 3)%N.
  move=> w_in; have := closed_small w_in (mem_nth 0%N (_ : 0 < size (closed w))%N); rewrite mem_iota add0n; apply.
  by rewrite size_cat addn1.
refine (y_let (v := List [seq record w | w <- lists_over [:: 0; 1]%N n]) _ _).
  apply: (y_list_over (h := fun w => marks S (closed w))).
    by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_control; provided].
  move=> w w_in; refine (y_record (fields_cons "seen" _ (fields_cons "label" _ (fields_nil _ _ _)))).
    by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_control_pairs w_in; provided].
  refine (w_image (h := mark_value S) 0%N (y_name _ _ _) (w_number _ _ _) _) => //.
  by rewrite size_cat addn1.
refine (y_all2 (h := record) (k := fun _ => record) (m := fun=> lists_over [:: 0; 1]%N n) _ _ _); [exact: y_name | by move=> w _; exact: y_name | ].
move=> w w_in v v_in; refine (y_or (w_differ _ _) (fun _ => y_or1 (y_compare _ _ (equal_marks _ (first_small w w_in) (first_small v v_in)))));
  by refine (y_field (y_name _ _ _) _).
Qed.

(* --- Reber strings ---------------------------------------------------------------------------------------------------------------- *)
Section Neighbours.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Implicit Types (defs : seq definition) (text : seq nat).
Definition neighbours text : seq nat := flatten [seq [seq pairs text a b | b <- iota 0 7] | a <- iota 0 7].
Lemma call_neighbours_seen defs text : provides [:: neighbours_seen_d; letters_d] defs -> (0 < size text)%N -> {subset text <= iota 0 7} ->
  call fs defs "neighbours_seen" [:: syms S text] = Value (wholes (neighbours text)).
Proof.
move=> W text_gt0 small; enter; have letters_y env : lookup "letters" env = None -> yields fs earlier env (Name "letters") (List (map (@sym S) (iota 0 7))).
  by move=> none; refine (y_constant none _); enter.
apply: yields_eq.
  apply: (y_list_over2 (h := @sym S) (l := iota 0 7) (k := fun _ => @sym S) (m := fun=> iota 0 7)) => [|a _|a a_in b b_in]; [exact: letters_y | exact: letters_y | ].
  apply: (@y_neighbours S (@sym S) 7 _ _ _ _ _ _ text a b) => //; first by move=> c e _ e_lt; exact: equal_sym.
  - by move: a_in; rewrite mem_iota.
  by move: b_in; rewrite mem_iota.
by rewrite /calls_whole.wholes /neighbours map_flatten -map_comp; congr (List (flatten _)); apply: eq_map => a; rewrite /= -map_comp.
Qed.
Lemma shown_small N (x : example S) : reber.is_example N x.1.1 x.1.2.1.1 x.2.1.1 -> {subset shown_of x <= iota 0 7}.
Proof.
have small q text : reber.begun q text -> {subset text <= iota 0 7}.
  elim=> [|q' t a q'' _ IH e_in] b; first by rewrite inE => /eqP->.
  rewrite mem_rcons inE => /orP[/eqP->|/IH //].
  have /allP/(_ _ e_in) : all (fun e : nat * nat * nat => (e.1.2 < 7)%N) reber.grammar by [].
  by rewrite mem_iota.
case=> a_in [/small f_in _] [/small g_in _] b; rewrite /shown_of /reber.shown inE mem_cat inE => /orP[/eqP->|/orP[/f_in //|/orP[/eqP->|/g_in //]]].
  by case: a_in => ->.
by case: a_in => ->.
Qed.
End Neighbours.

(* attest: srpe.reber finding_which_pairs_settle_reber sha256:d21f17ecd443cab2f310bd5f91ecd015f9cf1fba532da442a9128be3f7067ec2 theorem:which_pairs_settle_reber *)
Theorem which_pairs_settle_reber : Holds statements_srpe_reber.finding_which_pairs_settle_reber.
Proof.
opening S W; natural_for_all => N N_ge5 _; have N_gt0 : (0 < N)%N by apply: leq_trans N_ge5.
pose occur (x : example S) := [seq (0 < c)%N | c <- neighbours (shown_of x)].
pose record (x : example S) : value S := Rec [:: ("seen", List (map (@Bool S) (occur x))); ("label", sym S x.1.1)]%string.
pose same (x y : example S) := (occur x != occur y) || (x.1.1 == y.1.1).
refine (says_expression (p := all (fun x => all (same x) (examples S N)) (examples S N)) _ _); last first.
  apply/allP => x x_in; apply/allP => y y_in; rewrite /same -implybE; apply/implyP => /eqP E.
  have is_x := examples_are N_gt0 x_in; have is_y := examples_are N_gt0 y_in.
  have [x_tells x_not] := reber.neighbours_tell N_ge5 is_x; have [y_tells y_not] := reber.neighbours_tell N_ge5 is_y.
  have tell b : b \in [:: reber.P; reber.T] -> reber.after_E (shown_of x) b = reber.after_E (shown_of y) b.
    by rewrite -!pairs_after_E !inE => /orP[] /eqP->; [have := congr1 (nth false ^~ 46%N) E | have := congr1 (nth false ^~ 43%N) E].
  have [a_in _ _] := is_x; have [b_in _ _] := is_y; move: x_tells x_not y_tells y_not; rewrite -!/(shown_of _) !tell; last 2 first.
  - by case: a_in => ->.
  - by case: a_in => ->.
  by case: a_in => ->; case: b_in => -> //; rewrite /reber.other /= => -> // _ _ /negP.
refine (y_let (v := List [seq record x | x <- examples S N]) _ _).
  apply: (y_list_over (h := @example_value S)).
    by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_examples; provided].
  move=> x x_in; have is_x := examples_are N_gt0 x_in; refine (y_record (fields_cons "seen" _ (fields_cons "label" _ (fields_nil _ _ _)))).
    apply: yields_eq.
      refine (y_list_over (h := whole) (l := neighbours (shown_of x)) (g := fun c => Bool (0 < c)%N) _ _).
        refine (y_call (all_cons (y_field (y_name _ _ _) _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | reflexivity | ].
        by apply: call_neighbours_seen; [provided | | exact: shown_small is_x].
      by move=> c _; refine (w_compare Greater _ _); [exact: y_name | naturally].
    by rewrite /occur -map_comp.
  by refine (y_field (y_name _ _ _) _).
refine (y_all2 (h := record) (k := fun _ => record) (m := fun=> examples S N) _ _ _); [exact: y_name | by move=> x _; exact: y_name | ].
move=> x x_in y y_in; have is_y := examples_are N_gt0 y_in; have [b_lt _] := letters_lt is_y.
refine (y_or (y_compare (v := List (map (@Bool S) (occur x))) (w := List (map (@Bool S) (occur y))) _ _ _) (fun _ => y_or1 (y_compare _ _ (equal_sym _ _ b_lt)))).
- by refine (y_field (y_name _ _ _) _).
- by refine (y_field (y_name _ _ _) _).
- by rewrite /compare equal_truths.
- by refine (y_field (y_name _ _ _) _).
by refine (y_field (y_name _ _ _) _).
Qed.

(* attest: srpe.reber finding_without_order_it_is_chance sha256:02a400302c86fb5d1706757573f0cfbe51fae815ae451f1c9f1d8c175dbeb003 theorem:without_order_it_is_chance *)
Theorem without_order_it_is_chance : Holds statements_srpe_reber.finding_without_order_it_is_chance.
Proof.
opening S W; natural_for_all => N N_ge5 _.
pose seen (x : example S) := letters_of (shown_of x); pose p (x : example S) : S := x.1.2.2 * x.2.2 / 2%:R.
pose record (x : example S) : value S := Rec [:: ("seen", wholes (seen x)); ("label", sym S x.1.1); ("p", Num (p x))]%string.
have sums b (s : seq nat) : b \in [:: reber.P; reber.T] ->
    \sum_(x <- examples S N | (seen x == s) && (x.1.1 == b)) p x =
    \sum_(f <- strings S N) \sum_(g <- strings S N) if letters_of (reber.shown reber.P f.1.1 g.1.1) == s then f.2 * g.2 / 2%:R else 0.
  move=> b_in; rewrite big_mkcond /examples big_flatten big_map !big_cons big_nil /= addr0 !big_flatten !big_map.
  have part a : a \in [:: reber.P; reber.T] -> \sum_(f <- strings S N) \sum_(x <- [seq ((a, f, g) : example S) | g : entry S <- strings S N])
      (if (seen x == s) && (x.1.1 == b) then p x else 0) =
      if a == b then \sum_(f <- strings S N) \sum_(g <- strings S N) if letters_of (reber.shown reber.P f.1.1 g.1.1) == s then f.2 * g.2 / 2%:R else 0 else 0.
    move=> a_in; case: (eqVneq a b) => [ab|/negbTE ab].
      apply: eq_bigr => f _; rewrite big_map; apply: eq_bigr => g _; rewrite /seen /shown_of /= ab eqxx andbT.
      suff -> : letters_of (reber.shown b f.1.1 g.1.1) = letters_of (reber.shown reber.P f.1.1 g.1.1) by [].
      by move: b_in; rewrite !inE => /orP[] /eqP-> //; rewrite -[reber.T]/(reber.other reber.P) other_order //; left.
    by rewrite big1 // => f _; rewrite big_map big1 // => g _; rewrite /= ab andbF.
  by rewrite !part ?inE ?eqxx ?orbT //; move: b_in; rewrite !inE => /orP[] /eqP->; rewrite /= ?addr0 ?add0r.
pose fair (x : example S) := \sum_(y <- examples S N | (seen y == seen x) && (y.1.1 == reber.P)) p y == \sum_(y <- examples S N | (seen y == seen x) && (y.1.1 == reber.T)) p y.
refine (says_expression (p := all fair (examples S N)) _ _); last by apply/allP => x _; rewrite /fair !sums ?inE ?eqxx ?orbT.
refine (y_let (v := List [seq record x | x <- examples S N]) _ _).
  apply: (y_list_over (h := @example_value S)).
    by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_examples; provided].
  move=> x _; refine (y_record (fields_cons "seen" _ (fields_cons "label" _ (fields_cons "p" _ (fields_nil _ _ _))))).
  - by refine (y_call (all_cons (y_field (y_name _ _ _) _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | reflexivity | apply: call_letters_seen; provided].
  - by refine (y_field (y_name _ _ _) _).
  by refine (y_field (y_name _ _ _) _).
refine (y_all (h := record) _ _); [exact: y_name | move=> x _].
have half b (l : string) : (b < 7)%N -> l = symbol b -> yields (functions_of S) defs [:: ("s", record x); ("every", List [seq record x | x <- examples S N]); ("N", whole N)]%string
    (Over "sum" (Field (Name "t") "p") [:: ("t"%string, Name "every")]
      (Some (And [:: Chain (Field (Name "t") "seen") [:: (Equal, Field (Name "s") "seen")]; Chain (Field (Name "t") "label") [:: (Equal, Sym l)]])))
    (Num (\sum_(y <- examples S N | (seen y == seen x) && (y.1.1 == b)) p y)).
  move=> b_lt ->; refine (y_sum_if (h := record) _ _ _); [exact: y_name | move=> y _ | move=> y _ _].
    refine (y_and (w_same _ _) (fun _ => y_and1 (y_compare _ (y_sym _ _ _ _) (equal_sym _ _ b_lt)))).
    - by refine (y_field (y_name _ _ _) _).
    - by refine (y_field (y_name _ _ _) _).
    by refine (y_field (y_name _ _ _) _).
  by refine (y_field (y_name _ _ _) _).
by refine (y_compare (half reber.P "P"%string _ _) (half reber.T "T"%string _ _) _).
Qed.
