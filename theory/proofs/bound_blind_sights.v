(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), figure 1: without positions a head gives equal rows where the token and the counts of all tokens are equal; as the
   meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require digits calls_grids calls_scores bound_without_C statements_urpe_synthetic_ceilings.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_naturals calls_softmax benes calls_whole.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Entries and ranges as in libraries.v: what follows has vectors as functions of their indices. *)
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].

Local Notation the f := (definition_in (definitions statements_urpe_synthetic_ceilings.finding_no_more_is_seen_without_positions) f) (only parsing).
Definition sequences_d := Eval compute in the "sequences".
Definition sights_nope_d := Eval compute in the "sights_nope".
Definition content_weights_d := Eval compute in the "content_weights".
Definition embed_d := Eval compute in the "embed".

Section Sights.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (G : nat -> nat -> F) (w : seq nat) (n V a b i : nat).

Definition word n V w : bool := (size w == n) && all (mem (from_to 1 V)) w.
Lemma word_item n V w i : word n V w -> (0 < i <= n)%N -> (0 < item 0%N w i <= V)%N.
Proof.
case/andP=> /eqP <- /allP w_V /andP[i_gt0 i_n]; rewrite -mem_from_to; apply: w_V.
by rewrite /item mem_nth // prednK.
Qed.
Lemma word_vec n V w : word n V w -> wholes w = vec n (fun i => (item 0%N w i)%:R) :> value F.
Proof.
case/andP=> /eqP <- _; rewrite /wholes /vec /listed -{1}[w](mkseq_nth 0%N) /mkseq -[1%N]addn0 iotaDl -!map_comp.
by congr List; apply: eq_map.
Qed.
Lemma sum_word n V w (f : nat -> F) : word n V w -> \sum_(j <- iota 1 n) f (item 0%N w j) = \sum_(c <- w) f c.
Proof.
case/andP=> /eqP <- _; rewrite -(big_map (item 0%N w) predT f); congr (\sum_(c <- _) _).
by rewrite -[RHS](mkseq_nth 0%N) /mkseq -[1%N]addn0 iotaDl -map_comp.
Qed.

(* --- Calls ---------------------------------------------------------------------------------------------------------------------------------- *)
Lemma y_sequences defs env (a b : string) n V : lookup a env = Some (Num n%:R) -> lookup b env = Some (Num V%:R) -> provides [:: sequences_d] defs ->
  yields fs defs env (Call "sequences" [:: Name a; Name b]) (List [seq wholes w | w <- lists_over (from_to 1 V) n]).
Proof.
move=> a_in b_in W; refine (y_call (vs := [:: Num n%:R; Num V%:R]) _ _ _); [ | reflexivity | ].
  by refine (all_cons (y_name _ _ a_in) (all_cons (y_name _ _ b_in) (all_nil _ _ _))).
by enter; apply: (calls_grids.y_tuples floor_int (h := whole) _ _ erefl); naturally.
Qed.
Definition share G w a b : F := G a b / \sum_(c <- w) G a c.
Lemma call_content_weights defs G n V w : provides [:: content_weights_d] defs -> word n V w -> (0 < n)%N ->
  (forall a b, (0 < a <= V)%N -> (0 < b <= V)%N -> 0 < G a b) ->
  call fs defs "content_weights" [:: mat V V G; wholes w] = Value (mat n n (fun i j => share G w (item 0%N w i) (item 0%N w j))).
Proof.
move=> W isw n_gt0 G_gt0; rewrite (word_vec isw); enter; set env := [:: _; _].
have entry_y e (x y : string) a b : lookup "G"%string e = Some (mat V V G) -> lookup x e = Some (Num a%:R) -> lookup y e = Some (Num b%:R) ->
    (0 < a <= V)%N -> (0 < b <= V)%N -> yields fs earlier e (Index (Index (Name "G") (Name x)) (Name y)) (Num (G a b)).
  move=> Gin xin yin a_V b_V; apply: (y_at floor_int (n := V) (i := b) (h := fun b => Num (G a b))); [ | exact: (y_name _ _ yin) | by [] | by [] | by []].
  by apply: (y_at floor_int (n := V) (i := a) (h := fun a => vec V (G a))); [exact: (y_name _ _ Gin) | exact: (y_name _ _ xin) | by [] | by [] | by []].
apply: y_list_over => [|i /in_from_1 i_n]; first by value.
have a_V := word_item isw i_n; apply: y_list_over => [|j /in_from_1 j_n]; first by value.
have b_V := word_item isw j_n; apply: y_divide; first by exact: entry_y.
  rewrite -(sum_word (fun c => G (item 0%N w i) c) isw); apply: (y_sum (h := fun k => Num (item 0%N w k)%:R) (l := iota 1 n)); first by value.
  by move=> k /in_from_1 k_n; apply: entry_y => //; exact: word_item k_n.
rewrite gt_eqF // -(sum_word (fun c => G (item 0%N w i) c) isw).
rewrite (eq_big_seq (fun k => if (0 < k <= n)%N then G (item 0%N w i) (item 0%N w k) else 1)) => [|k /in_from_1 ->] //.
by apply: sum_gt0 => // k; case: ifP => k_n; [apply: G_gt0 => //; exact: word_item k_n | exact: ltr01].
Qed.
Lemma call_embed defs n V w d : provides [:: embed_d; bound_without_C.one_hot_d] defs -> word n V w ->
  call fs defs "embed" [:: wholes w; Num d%:R] = Value (mat n d (fun i b => if b%:R == (item 0%N w i)%:R :> F then 1%:R else 0%:R)).
Proof.
move=> W isw; rewrite (word_vec isw); enter; apply: y_list_over => [|i _]; first by value.
by refine (y_call _ _ _); [values | reflexivity | apply: bound_without_C.call_one_hot; provided].
Qed.

(* The sight of a place and what is made there. *)
Definition sight V (p : seq nat * nat) : seq nat := item 0%N p.1 p.2 :: [seq count_mem b p.1 | b <- from_to 1 V].
Definition made G (p : seq nat * nat) b : F := \sum_(c <- p.1) share G p.1 (item 0%N p.1 p.2) c * (if b%:R == c%:R :> F then 1%:R else 0%:R).
Lemma same_sight G n V p q : word n V p.1 -> word n V q.1 -> sight V p = sight V q -> made G p =1 made G q.
Proof.
move=> /andP[_ /allP p_V] /andP[_ /allP q_V] [tokens counts] b.
have perm : perm_eq p.1 q.1.
  apply/allP => c; rewrite mem_cat => c_in; have c_V : c \in from_to 1 V by case/orP: c_in => [/p_V | /q_V].
  apply/eqP; move: counts; move/eq_in_map => /(_ c c_V); exact.
rewrite /made tokens (perm_big _ perm) /share; apply: eq_bigr => c _; congr (_ / _ * _).
exact: perm_big.
Qed.
Definition places n V : seq (seq nat * nat) := flatten [seq [seq (w, i) | i <- iota 1 n] | w <- lists_over (from_to 1 V) n].
Lemma place_word n V p : p \in places n V -> word n V p.1.
Proof. by case/flatten_mapP=> w; rewrite digits.mem_lists_over => w_in /mapP[i _ ->]. Qed.
Lemma over_places (T : Type) (f : seq nat -> nat -> T) n V :
  flatten [seq [seq f w i | i <- iota 1 n] | w <- lists_over (from_to 1 V) n] = [seq f p.1 p.2 | p <- places n V].
Proof. by rewrite /places map_flatten -map_comp; congr flatten; apply: eq_map => w /=; rewrite -map_comp. Qed.
Lemma call_sights_nope defs n V : provides [:: sights_nope_d; sequences_d] defs ->
  call fs defs "sights_nope" [:: Num n%:R; Num V%:R] = Value (List [seq wholes (sight V p) | p <- places n V]).
Proof.
move=> W; enter; rewrite -(over_places (fun w i => wholes (sight V (w, i)))).
apply: (y_list_over2 (h := wholes) (k := fun _ : seq nat => whole) (m := fun=> iota 1 n)); [by apply: y_sequences; try reflexivity; provided | by move=> w _; value | ].
move=> w; rewrite digits.mem_lists_over => isw i /in_from_1 i_n; have size_w : size w = n by case/andP: isw => /eqP.
apply: (yields_eq (v := List ([:: whole (item 0%N w i)] ++ [seq whole (count_mem b w) | b <- from_to 1 V]))); last by rewrite /sight /wholes /= -map_comp.
apply: y_concatenate.
  by apply: y_list; refine (all_cons _ (all_nil _ _ _)); apply: w_item; [by naturally | by naturally | rewrite size_w].
apply: (y_list_over (h := whole)); first by naturally.
by move=> b _; apply: (w_count (h := whole)); [by naturally | move=> c _; apply: (w_compare Equal); naturally].
Qed.
End Sights.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "sights_nope" _ = _ => apply: call_sights_nope; provided
  end.

(* attest: urpe.synthetic-ceilings finding_no_more_is_seen_without_positions sha256:06fb4cab2b1945b6acdd6f145ff1ad6057c7fcb550a31443eecc860ae507a41d theorem:no_more_is_seen *)
Theorem no_more_is_seen : Holds statements_urpe_synthetic_ceilings.finding_no_more_is_seen_without_positions.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => V V_gt0 _; meaning_for_all => G _ /allP G_pos.
have G_gt0 a b : (0 < a <= V)%N -> (0 < b <= V)%N -> 0 < G a b.
  move=> a_V b_V; have a_in : a \in iota 1 V by rewrite mem_iota add1n ltnS.
  by have /allP := G_pos a a_in; apply; rewrite mem_iota add1n ltnS.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_let (v := List [seq vec V (made G p) | p <- places n V])).
  rewrite -(over_places (fun w i => vec V (made G (w, i)))).
  apply: (y_list_over2 (h := wholes) (k := fun (w : seq nat) i => vec V (made G (w, i))) (m := fun=> iota 1 n)).
  - by apply: y_sequences; try reflexivity; provided.
  - move=> w; rewrite digits.mem_lists_over => isw; apply: yields_eq.
      refine (y_call (vs := [:: mat n n (fun i j => share G w (item 0%N w i) (item 0%N w j)); mat n V (fun i b => if b%:R == (item 0%N w i)%:R :> S then 1%:R else 0%:R)]) _ _ _);
        [ | reflexivity | by apply: (call_matmul (@floor_integer S)) => //; provided].
      refine (all_cons _ (all_cons _ (all_nil _ _ _))).
        by refine (y_call (vs := [:: mat V V G; wholes w]) _ _ _); [values | reflexivity | apply: call_content_weights isw n_gt0 G_gt0; provided].
      by refine (y_call (vs := [:: wholes w; Num V%:R]) _ _ _); [values | reflexivity | apply: call_embed isw; provided].
    apply: mat_ext => i b i_n b_V; rewrite /made /= -(sum_word (fun c => share G w (item 0%N w i) c * (if b%:R == c%:R :> S then 1%:R else 0%:R)) isw).
    by [].
  by move=> w _ i _; value.
apply: y_let; first by value.
set P := places n V.
have index_y env (x : string) (s : string) (f : seq nat * nat -> value S) k : lookup s env = Some (List [seq f p | p <- P]) -> lookup x env = Some (Num k%:R) ->
    (0 < k <= size P)%N -> yields (functions_of S) defs env (Index (Name s) (Name x)) (f (item ([::], 0%N) P k)).
  by move=> sin xin k_P; apply: (w_image _ (y_name _ _ sin) (y_name _ _ xin)).
apply: calls_scores.y_all2_true => [|k k_in|k l /in_from_1 k_P /in_from_1 l_k].
- by apply: (y_from_1 (@floor_integer S) (n := size P)); [value | apply: yields_eq; [apply: y_length; value | rewrite size_map] | ].
- by value.
have l_P : (0 < l <= size P)%N by case/andP: l_k => -> /leq_trans; apply; case/andP: k_P.
set p := item ([::], 0%N) P k; set q := item ([::], 0%N) P l.
have in_P m : (0 < m <= size P)%N -> item ([::], 0%N) P m \in P by case/andP=> m_gt0 m_P; rewrite /item mem_nth // prednK.
apply: (yields_eq (v := Bool ((sight V p != sight V q) || all (fun b => made G p b == made G q b) (iota 1 V)))); last first.
  congr Bool; case: eqP => //= same; apply/allP => b _; apply/eqP.
  exact: (same_sight G (place_word (in_P k k_P)) (place_word (in_P l l_P)) same).
apply: y_or => [|_]; first by apply: w_differ; apply: (index_y _ _ _ (fun p => wholes (sight V p))).
apply: y_or1; apply: (y_compare (v := vec V (made G p)) (w := vec V (made G q))); last exact: equal_vec.
  exact: (index_y _ _ _ (fun p => vec V (made G p))).
exact: (index_y _ _ _ (fun p => vec V (made G p))).
Qed.
