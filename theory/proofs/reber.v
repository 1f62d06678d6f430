(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021), the embedded Reber task: the label is the second letter, order is needed, and the letter after an E tells the label,
   for strings of every length. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* The letters B, T, S, X, P, V, E; the grammar's edges (state, letter, next state). *)
Definition B := 0. Definition T := 1. Definition S := 2. Definition X := 3. Definition P := 4. Definition V := 5. Definition E := 6.
Definition grammar : seq (nat * nat * nat) :=
  [:: (1, T, 2); (1, P, 4); (2, S, 2); (2, X, 3); (3, X, 4); (3, S, 8); (4, T, 5); (5, T, 5); (5, V, 6); (6, P, 7); (6, V, 8);
      (7, X, 4); (7, S, 8); (8, E, 9)].
Inductive begun : nat -> seq nat -> Prop :=
| start : begun 1 [:: B]
| step state text letter next : begun state text -> (state, letter, next) \in grammar -> begun next (rcons text letter).
(* A Reber string of at most N letters. *)
Definition reber N text := begun 9 text /\ size text <= N.

Definition other label := if label == P then T else P.
Definition shown label first second : seq nat := label :: first ++ other label :: second.
Definition whole label first second : seq nat := B :: rcons (shown label first second) label.
Definition is_example N label first second := [/\ label = P \/ label = T, reber N first & reber N second].

Lemma end_of_string state text : begun state text ->
  if state == 9 then exists2 t, text = rcons t E & E \notin t else E \notin text.
Proof.
elim=> // s t letter next _ IH; rewrite !inE => /or4P [| | |/or4P [| | |/or4P [| | |/or4P [| | |/orP []]]]] /eqP [s_ l_ n_];
  subst; rewrite /= in IH *; rewrite ?mem_rcons ?inE ?negb_or /= ?IH //.
by exists t.
Qed.

Lemma shortest N : 5 <= N -> reber N [:: B; T; X; S; E].
Proof.
move=> N_ge5; split=> //.
have s2 : begun 2 [:: B; T] by apply: (step (letter := T) start).
have s3 : begun 3 [:: B; T; X] by apply: (step (letter := X) s2).
have s8 : begun 8 [:: B; T; X; S] by apply: (step (letter := S) s3).
by apply: (step (letter := E) s8).
Qed.

Theorem label_and_order :
  (forall N label first second, 5 <= N -> is_example N label first second ->
     last B (whole label first second) = nth B (whole label first second) 1 /\ nth B (whole label first second) 1 = label) /\
  (forall N, 5 <= N -> exists label first second label' first' second',
     [/\ is_example N label first second, is_example N label' first' second',
         forall letter, count_mem letter (shown label first second) = count_mem letter (shown label' first' second') & label != label']).
Proof.
split=> [N label first second _ _|N N_ge5]; first by rewrite /whole /= last_rcons.
have short := shortest N_ge5.
exists P, [:: B; T; X; S; E], [:: B; T; X; S; E], T, [:: B; T; X; S; E], [:: B; T; X; S; E].
split=> //; [by split=> //; left | by split=> //; right |].
by move=> letter; apply/permP.
Qed.

(* Whether the letter stands right after an E. *)
Fixpoint after_E (text : seq nat) letter :=
  if text is a :: rest then ((a == E) && (if rest is b :: _ then b == letter else false)) || after_E rest letter else false.
Lemma after_E_without t s letter : E \notin t -> after_E (t ++ s) letter = after_E s letter.
Proof. by elim: t => //= a t IH; rewrite inE negb_or eq_sym => /andP [/negbTE -> /IH]. Qed.

Theorem neighbours_tell N label first second : 5 <= N -> is_example N label first second ->
  after_E (shown label first second) (other label) /\ ~~ after_E (shown label first second) label.
Proof.
move=> _ [labels [R_first _] [R_second _]].
have [t -> E_t] : exists2 t, first = rcons t E & E \notin t by exact: (end_of_string R_first).
have [s -> E_s] : exists2 s, second = rcons s E & E \notin s by exact: (end_of_string R_second).
have all_of letter : after_E (shown label (rcons t E) (rcons s E)) letter = (other label == letter).
  have -> : shown label (rcons t E) (rcons s E) = (label :: t) ++ E :: (other label :: s) ++ [:: E].
    by rewrite /shown -!cats1 -!catA.
  rewrite after_E_without; last by rewrite inE negb_or E_t andbT; case: labels => ->.
  have rest : after_E ((other label :: s) ++ [:: E]) letter = false.
    by rewrite after_E_without // inE negb_or E_s andbT; case: labels => ->.
  by rewrite [LHS]/= -/(after_E _ _) in rest *; rewrite /= in rest *; rewrite rest orbF.
by rewrite !all_of; split=> //; case: labels => ->.
Qed.
