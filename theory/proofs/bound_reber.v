(* SPDX-License-Identifier: Apache-2.0 *)
(* The embedded Reber task (reber.v), as the meaning of its statements: the strings that are listed are exactly the Reber strings of at most
   N letters, so what reber.v shows of every string is shown of every example. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_reber.
From attest Require reber statements_srpe_reber.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition after_E_d := Eval compute in definition_in (definitions statements_srpe_reber.finding_neighbours_tell) "after_E".
Notation examples_l := [:: examples_d; other_d; reber_strings_d; choices_d; grammar_d].

(* --- What is listed --------------------------------------------------------------------------------------------------------- *)
Local Open Scope nat_scope.
Lemma foldl_iter (A B : Type) (f : A -> A) c (s : seq B) : foldl (fun l _ => f l) c s = iter (size s) f c.
Proof. by elim: s c => //= b s IH c; rewrite IH -iterSr. Qed.
Lemma after_E_places text b :
  has (fun i => (item 0 text i == reber.E) && (item 0 text (i + 1) == b)) (from_to 1 (size text - 1)) = reber.after_E text b.
Proof.
elim: text => // a [_|c text IH]; first by rewrite /= andbF.
rewrite (_ : from_to 1 _ = 1 :: map (addn 1) (from_to 1 (size (c :: text) - 1))); last first.
  by rewrite /from_to !subSS !subn0 /= -iotaDl.
rewrite [LHS]/= has_map [RHS]/= -[(c == reber.E) && _ || _]/(reber.after_E (c :: text) b) -IH; congr (_ || _).
by apply: eq_in_has => i; rewrite mem_from_to => /andP[i_gt0 _]; case: i i_gt0.
Qed.
Section Listed.
Variable S : numbers.
Local Notation entry := (entry S).
Local Notation after k := (iter k (@round S) [:: first_entry S]).
Lemma after_begun k (x : entry) : x \in after k -> reber.begun x.1.2 x.1.1 /\ size x.1.1 <= k.+1.
Proof.
elim: k x => [|k IH] x; first by rewrite inE => /eqP->; split; [exact: reber.start | ].
rewrite iterS mem_cat mem_filter => /orP[/andP[_ /IH[begun le]]|/flatten_mapP[y /IH[begun le] /mapP[e]]].
  by split=> //; exact: leqW.
rewrite mem_filter => /andP[/eqP eE e_in] ->; split; rewrite /= cats1 ?size_rcons //.
by apply: (reber.step begun); rewrite -eE; case: e {eE} e_in => -[].
Qed.
Lemma begun_after q text : reber.begun q text -> exists p : S, ((text, q, p) : entry) \in after (size text).-1.
Proof.
elim=> [|q' t a q'' begun [p p_in] e_in]; first by exists 1%R; rewrite mem_head.
have t_gt0 : 0 < size t by case: begun => // *; rewrite size_rcons.
exists (p / (choices q')%:R)%R; rewrite size_rcons /= -(prednK t_gt0) iterS mem_cat; apply/orP; right.
apply/flatten_mapP; exists ((t, q', p) : entry) => //; apply/mapP; exists (q', a, q''); first by rewrite mem_filter e_in eqxx.
by rewrite /grow /= cats1.
Qed.
Lemma stays_listed k m text (p : S) : k <= m -> ((text, 9, p) : entry) \in after k -> ((text, 9, p) : entry) \in after m.
Proof. by move/subnK => <-; elim: (m - k) => // d IH /IH in_d; rewrite addSn iterS mem_cat mem_filter in_d. Qed.
Lemma stringsE N : strings S N = [seq x : entry <- after N.-1 | x.1.2 == 9].
Proof. by rewrite /strings foldl_iter size_iota subSS subn1. Qed.
Lemma listed N text : reber.reber N text -> exists p : S, ((text, 9, p) : entry) \in strings S N.
Proof.
case=> /begun_after[p p_in] le; exists p; rewrite stringsE mem_filter eqxx; apply: stays_listed p_in.
by rewrite -!subn1 leq_sub2r.
Qed.
Lemma listed_reber N (x : entry) : 0 < N -> x \in strings S N -> reber.reber N x.1.1.
Proof.
by move=> N_gt0; rewrite stringsE mem_filter => /andP[/eqP nine /after_begun]; rewrite nine prednK.
Qed.

(* A label with the two strings. *)
Definition example : eqType := [eqType of (nat * entry * entry)%type].
Definition examples N : seq example :=
  flatten [seq flatten [seq [seq ((a, f, g) : example) | g : entry <- strings S N] | f : entry <- strings S N] | a <- [:: reber.P; reber.T]].
Lemma examples_are N (x : example) : 0 < N -> x \in examples N -> reber.is_example N x.1.1 x.1.2.1.1 x.2.1.1.
Proof.
move=> N_gt0 /flatten_mapP[a a_in /flatten_mapP[f f_in /mapP[g g_in ->]]].
by split; [move: a_in; rewrite !inE => /orP[/eqP->|/eqP->]; [left | right] | exact: listed_reber | exact: listed_reber].
Qed.
Lemma are_examples N a first second : reber.is_example N a first second -> exists x : example,
  [/\ x \in examples N, x.1.1 = a, x.1.2.1.1 = first & x.2.1.1 = second].
Proof.
case=> a_in /listed[p f_in] /listed[q g_in]; exists (a, (first, 9, p), (second, 9, q)); split=> //.
apply/flatten_mapP; exists a; first by rewrite !inE; case: a_in => ->.
by apply/flatten_mapP; exists (first, 9, p) => //; apply/mapP; exists (second, 9, q).
Qed.
End Listed.
Local Close Scope nat_scope.

(* --- Calls ------------------------------------------------------------------------------------------------------------------ *)
Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Local Notation whole := (@whole S).
Local Notation sym := (@sym S).
Local Notation syms := (@syms S).
Implicit Types (defs : seq definition) (env : environment F) (N a b : nat) (text : seq nat).

Definition whole_of (x : example S) := reber.whole x.1.1 x.1.2.1.1 x.2.1.1.
Definition shown_of (x : example S) := reber.shown x.1.1 x.1.2.1.1 x.2.1.1.
Definition example_value (x : example S) : value F :=
  Rec [:: ("string", syms (whole_of x)); ("text", syms (shown_of x)); ("label", sym x.1.1); ("p", Num (x.1.2.2 * x.2.2 / 2%:R))]%string.

Lemma call_other defs a : provides [:: other_d] defs -> call fs defs "other" [:: sym a] = Value (sym (reber.other a)).
Proof.
move=> W; enter; have asked : yields fs earlier [:: ("label"%string, sym a)] (Chain (Name "label") [:: (Equal, Sym "P")]) (Bool (a == reber.P)).
  by refine (y_compare (y_name _ _ _) (y_sym _ _ _ _) (equal_sym _ _ (b := reber.P) _)).
by rewrite /reber.other; case: eqP asked => _ asked; [exact: y_yes asked (y_sym _ _ _ _) | exact: y_no asked (y_sym _ _ _ _)].
Qed.
Lemma call_examples defs N : provides examples_l defs -> call fs defs "examples" [:: whole N] = Value (List (map example_value (examples S N))).
Proof.
move=> W; enter; refine (y_let _ _).
  by refine (y_call (all_cons (y_name _ _ _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | apply: call_reber_strings; provided].
apply: yields_eq.
  apply: (y_list_over3 (h := sym) (l := [:: reber.P; reber.T]) (k := @entry_value S) (m := strings S N) (f := @entry_value S) (n := strings S N)
    (g := fun a f g => example_value (a, f, g))) => [|a _|a f _ _|a f g _ _ _]; [by [] | exact: y_name | exact: y_name | ].
  set env := (_ :: _); have label_y : yields fs earlier env (Name "label") (sym a) by exact: y_name.
  have first_y : yields fs earlier env (Field (Name "first") "text") (syms f.1.1) by refine (y_field (y_name _ _ _) _).
  have second_y : yields fs earlier env (Field (Name "second") "text") (syms g.1.1) by refine (y_field (y_name _ _ _) _).
  have other_y : yields fs earlier env (ListOf [:: Call "other" [:: Name "label"%string]]) (syms [:: reber.other a]).
    refine (y_list (all_cons _ (all_nil _ _ _))).
    by refine (y_call (all_cons label_y (all_nil _ _ _)) _ _); [reflexivity | apply: call_other; provided].
  have alone_y : yields fs earlier env (ListOf [:: Name "label"%string]) (syms [:: a]) by exact: y_list (all_cons label_y (all_nil _ _ _)).
  refine (y_record (fields_cons "string" _ (fields_cons "text" _ (fields_cons "label" label_y (fields_cons "p" (y_divide (y_multiply _ _) _ _) (fields_nil _ _ _)))))).
  - refine (yields_eq (w_concatenate (w_concatenate (w_concatenate (w_concatenate (h := sym) (l := [:: reber.B; a]) _ first_y) other_y) second_y) alone_y) _).
      exact: y_list (all_cons (y_sym _ _ _ _) (all_cons label_y (all_nil _ _ _))).
    by rewrite /whole_of /reber.whole /reber.shown /= -cats1 -!catA.
  - refine (yields_eq (w_concatenate (w_concatenate (w_concatenate (h := sym) alone_y first_y) other_y) second_y) _).
    by rewrite /shown_of /reber.shown /= -!catA.
  - by refine (y_field (y_name _ _ _) _).
  - by refine (y_field (y_name _ _ _) _).
  - by naturally.
  by rewrite pnatr_eq0.
congr List; rewrite map_flatten -map_comp; congr flatten; apply: eq_map => a; rewrite /= map_flatten -map_comp; congr flatten.
by apply: eq_map => f; rewrite /= -map_comp.
Qed.
Lemma in_examples defs env N : provides examples_l defs -> lookup "N" env = Some (whole N) ->
  holds_in fs defs env (Elements (Call "examples" [:: Name "N"%string])) (fun x => x \in examples S N) example_value.
Proof.
move=> W look; apply: in_list; refine (y_call (all_cons (y_name _ _ look) (all_nil _ _ _)) _ _); first reflexivity.
by apply: call_examples; provided.
Qed.
Lemma letters_lt N a first second : reber.is_example N a first second -> (a < 7)%N /\ (reber.other a < 7)%N.
Proof. by case=> [[->|->] _ _]. Qed.

Lemma call_after_E defs text b : provides [:: after_E_d] defs -> (0 < size text)%N -> (b < 7)%N ->
  call fs defs "after_E" [:: syms text; sym b] = Value (Bool (reber.after_E text b)).
Proof.
move=> W text_gt0 b_lt; enter; rewrite -after_E_places; apply: (y_any (h := whole)).
  apply: w_range; [naturally | apply: w_subtract; [ | naturally | exact: text_gt0]].
  by refine (w_length (h := sym) _); exact: y_name.
move=> i; rewrite mem_from_to => /andP[i_gt0 i_le]; have i_lt : (i < size text)%N by rewrite -(prednK text_gt0) ltnS -subn1.
refine (y_and _ (fun _ => y_and1 _)).
  refine (y_compare (w_image (h := sym) 0%N (y_name _ _ _) (y_name _ _ _) _) (y_sym _ _ _ _) (equal_sym _ _ (b := reber.E) _)) => //.
  by rewrite i_gt0 ltnW.
refine (y_compare (w_image (h := sym) 0%N (n := (i + 1)%N) (y_name _ _ _) _ _) (y_name _ _ _) (equal_sym _ _ b_lt)) => //.
  by naturally.
by rewrite addn1.
Qed.
Lemma call_letters_seen defs text : provides [:: letters_seen_d; letters_d] defs ->
  call fs defs "letters_seen" [:: syms text] = Value (wholes [seq count_mem b text | b <- iota 0 7]).
Proof.
move=> W; enter; apply: (w_list (h := sym)) => [|b]; first by refine (y_constant _ _); [reflexivity | enter].
rewrite mem_iota => b_lt; apply: (w_count (h := sym)) => [|a _]; first exact: y_name.
by refine (y_compare (y_name _ _ _) (y_name _ _ _) (equal_sym _ _ b_lt)).
Qed.
End Calls.

(* attest: srpe.reber printed sha256:65c10ee263b4762f64236caedf2e2b9973c89264baf600230d73c4d4b12deaa1 theorem:label_and_order *)
Theorem label_and_order : Holds statements_srpe_reber.printed.
Proof.
opening S W; have [label order] := reber.label_and_order; meaning_parts.
  natural_for_all => N N_ge5 _; have N_gt0 : (0 < N)%N by apply: leq_trans N_ge5.
  refine (says_forall (P := xpredT) (in_examples _ _) _ _); [provided | reflexivity | by [] | move=> x x_in _].
  have is_x := examples_are N_gt0 x_in; have [a_lt _] := letters_lt is_x; have [last second] := label N _ _ _ N_ge5 is_x.
  have string_y : yields (functions_of S) defs [:: ("s", example_value x); ("N", whole N)]%string (Field (Name "s") "string") (syms S (whole_of x)).
    by refine (y_field (y_name _ _ _) _).
  have last_y := w_image (h := @sym S) 0%N string_y (w_length (h := @sym S) string_y) _.
  have two_y : yields (functions_of S) defs [:: ("s", example_value x); ("N", whole N)]%string (Number (BinNums.Npos 2%AC)) (whole 2) by naturally.
  have second_y := w_image (h := @sym S) 0%N string_y two_y _.
  refine (says_expression (y_chain (last_y _) (second_y _) (equal_sym _ _ _) (fun _ => y_compare (second_y _) (y_field (y_name _ _ _) _) (equal_sym _ _ a_lt))) _) => //.
    by rewrite leqnn.
  by rewrite /item nth_last -[0%N]/reber.B /whole_of last second eqxx.
natural_for_all => N N_ge5 _; have [a [first [second [b [first' [second' [ex ex' same differ]]]]]]] := order N N_ge5.
have [x [x_in xa xf xg]] := are_examples S ex; have [y [y_in ya yf yg]] := are_examples S ex'.
refine (says_exists (P := xpredT) (t := x) (in_examples _ _) _ x_in _ _); [provided | reflexivity | by [] | by [] | ].
refine (says_exists (P := xpredT) (t := y) (in_examples _ _) _ y_in _ _); [provided | reflexivity | by [] | by [] | ].
have [a_lt _] := letters_lt ex; have [b_lt _] := letters_lt ex'.
refine (says_expression (y_and (w_same _ _) (fun _ => y_and1 (y_compare (p := a != b) _ _ _))) _).
- refine (y_call (all_cons (y_field (y_name _ _ _) _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | reflexivity | by apply: call_letters_seen; provided].
- refine (y_call (all_cons (y_field (y_name _ _ _) _) (all_nil _ _ _)) _ _); [reflexivity | reflexivity | reflexivity | by apply: call_letters_seen; provided].
- by refine (y_field (y_name _ _ _) _).
- by refine (y_field (y_name _ _ _) _).
- by rewrite /= symbol_is ?xa ?ya.
rewrite differ andbT; apply/eqP/eq_map => c; rewrite /shown_of xa xf xg ya yf yg; exact: same.
Qed.

(* attest: srpe.reber finding_neighbours_tell sha256:e473135253a433ca74f10ec0a0bf6d87bbbf9f8284a018d7800e18b02aae3a83 theorem:neighbours_tell *)
Theorem neighbours_tell : Holds statements_srpe_reber.finding_neighbours_tell.
Proof.
opening S W; natural_for_all => N N_ge5 _; have N_gt0 : (0 < N)%N by apply: leq_trans N_ge5.
refine (says_forall (P := xpredT) (in_examples _ _) _ _); [provided | reflexivity | by [] | move=> x x_in _].
have is_x := examples_are N_gt0 x_in; have [a_lt other_lt] := letters_lt is_x; have [tells not] := reber.neighbours_tell N_ge5 is_x.
set env := (_ :: _); have text_y : yields (functions_of S) defs env (Field (Name "s") "text") (syms S (shown_of x)) by refine (y_field (y_name _ _ _) _).
have label_y : yields (functions_of S) defs env (Field (Name "s") "label") (sym S x.1.1) by refine (y_field (y_name _ _ _) _).
have other_y : yields (functions_of S) defs env (Call "other" [:: Field (Name "s") "label"]) (sym S (reber.other x.1.1)).
  by refine (y_call (all_cons label_y (all_nil _ _ _)) _ _); [reflexivity | apply: call_other; provided].
refine (says_expression (y_and _ (fun _ => y_and1 (y_not _))) _).
- by refine (y_call (all_cons text_y (all_cons other_y (all_nil _ _ _))) _ _); [reflexivity | apply: call_after_E; [provided | | ]].
- by refine (y_call (all_cons text_y (all_cons label_y (all_nil _ _ _))) _ _); [reflexivity | apply: call_after_E; [provided | | ]].
by apply/andP.
Qed.
