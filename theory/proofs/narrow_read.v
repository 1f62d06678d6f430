(* SPDX-License-Identifier: Apache-2.0 *)
(* One narrow head with any matrix brings each token a weighted sum of numbers that tell the tokens apart; where that sum, with the own number, tells the input and the
   position, a value is written for each. Elsewhere it is the value of some other input. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import narrow_networks narrow_generic narrow_lists narrow_bumps narrow_table.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* At most one head. *)
Definition single (F : realFieldType) (B : block F) : Prop := narrow B /\ (size (heads B) <= 1)%N.
Lemma headless_single (F : realFieldType) (B : block F) : headless B -> single B.
Proof. by move=> B_headless; split; [exact: headless_narrow | case: B_headless => ->]. Qed.
Lemma head_block_single (F : realFieldType) (h : head F) : blind h -> single (head_block h).
Proof. by move=> h_blind; split; first exact: head_block_narrow. Qed.

Section Reading.
Variables (F : realFieldType) (n' d' : nat).
Local Notation n := n'.+1.
Local Notation d := d'.+1.
Variables (key : finType) (L : key -> nat -> F) (M : nat -> nat -> F).
Local Notation configuration := ('I_n * {ffun 'I_n -> key})%type.
Variables (good : pred configuration) (T : configuration -> nat -> F).
Hypothesis L_inj : injective (fun x => L x 1%N).
Implicit Types (a b : configuration) (Q R : {ffun 'I_n -> key}) (x : key).

(* What a token is brought of each key, once more of its own. *)
Definition weighed a x : F := \sum_(j < n) M a.1.+1 j.+1 * (a.2 j == x)%:R + (a.2 a.1 == x)%:R.
Hypothesis weighed_inj : forall a b, good a -> good b -> weighed a =1 weighed b -> a = b.

Lemma weighed_at i Q l : injective Q -> weighed (i, Q) (Q l) = M i.+1 l.+1 + (i == l)%:R.
Proof.
move=> Q_inj; rewrite /weighed /= (inj_eq Q_inj) (bigD1 l) //= eqxx mulr1 big1 ?addr0 // => j /negbTE jl.
by rewrite (inj_eq Q_inj) jl mulr0.
Qed.
Lemma weighed_none i Q x : (forall j, Q j != x) -> weighed (i, Q) x = 0.
Proof. by move=> none; rewrite /weighed /= (negbTE (none i)) addr0 big1 // => j _; rewrite (negbTE (none j)) mulr0. Qed.

Lemma weighed_sum (c : key -> F) i Q : \sum_x c x * weighed (i, Q) x = c (Q i) + \sum_(j < n) M i.+1 j.+1 * c (Q j).
Proof.
have only j (g : F) : \sum_x c x * (g * (Q j == x)%:R) = g * c (Q j).
  rewrite (bigD1 (Q j)) //= eqxx mulr1 mulrC big1 ?addr0 // => x; rewrite eq_sym => /negbTE ->.
  by rewrite !mulr0.
rewrite /weighed; under eq_bigr do rewrite mulrDr; rewrite big_split /= addrC; congr (_ + _).
  by rewrite -[RHS]mul1r -only; apply: eq_bigr => x _; rewrite mul1r.
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=; apply: eq_bigr => j _; exact: only.
Qed.

Lemma read_blocks : exists (canon : configuration -> configuration) (Bs : seq (block F)),
  [/\ forall a, good a -> canon a = a, forall B, List.In B Bs -> single B &
    forall A, (forall i j, (0 < i <= n)%N -> (0 < j <= n)%N -> A Mean i j = M i j) ->
    forall Q Y, alike n d Y (fun i => L (Q (row_of n' i))) -> alike n d (network n d A Bs Y) (fun i => T (canon (row_of n' i, Q)))].
Proof.
have [|c c_inj] := @functional F key [finType of {a : configuration | good a}] (fun u => weighed (val u)).
  by move=> a b ab; apply: val_inj; apply: weighed_inj ab; exact: valP.
pose s a := \sum_x c x * weighed a x.
have s_inj a b : good a -> good b -> s a = s b -> a = b.
  by move=> a_good b_good ab; have := c_inj (Sub a a_good : {a : configuration | good a}) (Sub b b_good : {a : configuration | good a}) ab; move/(congr1 val).
pose canon a := if [pick b | good b && (s b == s a)] is Some b then b else odflt a [pick b | s b == s a].
have canon_s a : s (canon a) = s a.
  by rewrite /canon; case: pickP => [b /andP[_ /eqP]|_] //; case: pickP => [b /eqP|].
have canon_eq a b : s a = s b -> canon a = canon b.
  by rewrite /canon => ->; case: pickP => // _; case: pickP => // /(_ b); rewrite eqxx.
have canon_good a : good a -> canon a = a.
  by move=> a_good; rewrite /canon; case: pickP => [b /andP[b_good /eqP ba]|/(_ a)]; [exact: s_inj | rewrite a_good eqxx].
pose W x k := c x * coordinate F 1%N k.
pose L' (u : {a : configuration | canon a == a}) k := s (val u) * coordinate F 1%N k.
pose W' (u : {a : configuration | canon a == a}) := T (val u).
have L'_inj : injective (fun u => L' u 1%N).
  move=> u w; rewrite /L' /coordinate eqxx !mulr1 => uw; apply: val_inj.
  by rewrite /= -(eqP (valP u)) -(eqP (valP w)); exact: canon_eq.
have [Bs [Bs_headless Bs_table]] := @table_blocks F d (ltn0Sn d') _ L W L_inj.
have [Bs' [Bs'_headless Bs'_table]] := @table_blocks F d (ltn0Sn d') _ L' W' L'_inj.
exists canon, (Bs ++ [:: head_block (Head Mean (coordinate F 1%N) 0 (coordinate F 1%N))] ++ Bs'); split=> //.
  apply: all_cat => [B /Bs_headless|]; first exact: headless_single.
  by apply: all_cat => [B [<-|[]]|B /Bs'_headless]; [exact: head_block_single | exact: headless_single].
move=> A A_M Q Y Y_L; rewrite !network_cat.
have Y1 : alike n d (network n d A Bs Y) (fun i => W (Q (row_of n' i))).
  by move=> i i_in k k_in; rewrite headless_network //; apply: Bs_table => //; apply: Y_L.
move=> i i_in k k_in; rewrite headless_network //.
have canonP a : canon (canon a) == canon a by apply/eqP/canon_eq/canon_s.
rewrite (Bs'_table (exist _ (canon (row_of n' i, Q)) (canonP _))) // => l l_in.
rewrite [LHS]head_block_step /L' [val _]/= canon_s /s weighed_sum mulrDl Y1 //; congr (_ + _ * _).
rewrite /averaged sum_ord_iota; apply: eq_bigr => j _; rewrite [kind _]/= A_M ?ltn_ord // row_ofK //; congr (_ * _).
by rewrite [bV _]/= addr0 [WV _]/= sum_coordinate // Y1 ?ltn_ord // /W /coordinate eqxx mulr1 row_ofS.
Qed.
End Reading.
