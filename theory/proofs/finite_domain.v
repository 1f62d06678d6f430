(* SPDX-License-Identifier: Apache-2.0 *)
(* A narrow network with one head of T5's kind (a positive family of weights, each row divided by its sum) is any function of finitely many inputs that sends identical rows to
   identical rows: numbers for tokens whose mean is a token's only where all tokens are that one, and weights near 1 that tell the other inputs, and their positions, apart. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic narrow_networks narrow_generic narrow_lists narrow_bumps narrow_table one_block.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* One element for all that have the same value. *)
Lemma representatives (K : finType) (T : eqType) (f : K -> T) : exists rep : K -> K, (forall a, f (rep a) = f a) /\ forall a b, f a = f b -> rep a = rep b.
Proof.
exists (fun a => odflt a [pick b | f b == f a]); split=> [a|a b ab]; first by case: pickP => [b /eqP|].
rewrite ab; case: pickP => //= none; by have := none b; rewrite eqxx.
Qed.

Section Small.
Variable F : realFieldType.
(* Near 0 a polynomial is not 0 whose lowest coefficients are not, and 1 + g q is positive. *)
Lemma small (K Q : finType) (p0 p1 p2 : K -> F) (q : Q -> F) : exists g, [/\ 0 < g, forall k, 0 < 1 + g * q k &
  forall k, p0 k + g * (p1 k + g * p2 k) = 0 -> p0 k = 0 /\ p1 k = 0].
Proof.
pose M k := `|p0 k| + `|p1 k| + `|p2 k| + 1.
have M_gt0 k : 0 < M k by rewrite ltr_paddl ?ltr01 // !addr_ge0.
pose r (kq : K + Q) := match kq with inl k => (if p0 k != 0 then `|p0 k| else if p1 k != 0 then `|p1 k| else 1) / M k | inr k => (`|q k| + 1)^-1 end.
have [|g g_gt0 g_le] := @least_gap F [finType of K + Q] r.
  case=> k /=; last by rewrite invr_gt0 ltr_paddl ?ltr01.
  by rewrite divr_gt0 //; case: ifP => [|_]; [rewrite normr_gt0 | case: ifP => [|_]; rewrite ?normr_gt0 ?ltr01].
exists g; split=> // k.
  have q1_gt0 : 0 < `|q k| + 1 by rewrite ltr_paddl ?ltr01.
  have : g * `|q k| < 1.
    apply: (@lt_le_trans _ _ (g * (`|q k| + 1))); first by rewrite ltr_pmul2l // ltr_addl ltr01.
    by rewrite -ler_pdivl_mulr // mul1r; exact: (g_le (inr k)).
  rewrite -ltr_subl_addr sub0r; apply: le_lt_trans.
  by rewrite -mulrN ler_pmul2l // -normrN ler_norm.
have := g_le (inl k); rewrite /= ler_pdivl_mulr // => g_M E.
have g_le1 : g <= 1.
  have : g * M k <= M k.
    apply: le_trans g_M _; rewrite /M; case: ifP => _; first by rewrite -!addrA ler_addl !addr_ge0 ?ler01.
    by case: ifP => _; [rewrite -!addrA addrCA ler_addl !addr_ge0 ?ler01 | rewrite ler_addr !addr_ge0].
  by rewrite ger_pmull.
have small1 : `|p1 k + g * p2 k| <= `|p1 k| + `|p2 k|.
  apply: le_trans (ler_norm_add _ _) _; rewrite ler_add2l normrM ger0_norm ?(ltW g_gt0) //.
  by rewrite ler_pimull.
have M_big : `|p1 k| + `|p2 k| < M k by rewrite /M -[_ + `|p1 k| + _]addrA -addrA ltr_paddl // ltr_addl ltr01.
have p2_big : `|p2 k| < M k by apply: le_lt_trans M_big; rewrite ler_addr.
have [p00|p0_neq0] := eqVneq (p0 k) 0; last first.
  have p0E : `|p0 k| = g * `|p1 k + g * p2 k|.
    by move/eqP: E; rewrite addr_eq0 => /eqP ->; rewrite normrN normrM ger0_norm ?(ltW g_gt0).
  by move: g_M; rewrite p0_neq0 p0E ler_pmul2l // leNgt => /negP[]; exact: le_lt_trans small1 M_big.
split=> //; move/eqP: E; rewrite p00 add0r mulf_eq0 gt_eqF //= addr_eq0 => /eqP p1E.
apply/eqP; apply: contraT => p1_neq0; move: g_M; rewrite p00 eqxx p1_neq0 /= p1E normrN normrM ger0_norm ?(ltW g_gt0) // ler_pmul2l //.
by rewrite leNgt p2_big.
Qed.
End Small.

Section Tokens.
Variables (F : realFieldType) (n d : nat).
Add Ring tokens_ring : (carrier_theory F).
Implicit Types (i j : 'I_n) (q : 'I_d).

Lemma all_of_them (b : 'I_n -> bool) : (\sum_j b j)%N = n -> forall j, b j.
Proof.
move=> sum_n j; have : (\sum_j b j + \sum_j ~~ b j)%N = n.
  by rewrite -big_split (eq_bigr (fun=> 1%N)) => [|k _]; [rewrite sum1_card card_ord | case: (b k)].
rewrite sum_n => /(congr1 (subn^~ n)); rewrite addKn subnn => /eqP; rewrite sum_nat_eq0 => /forallP/(_ j); by case: (b j).
Qed.

(* Numbers for tokens: equal ones for equal tokens alone, and the mean of an input's is a token's only where they are all its own. *)
Lemma token_numbers (E : finType) (x : E -> 'I_n -> 'I_d -> F) : exists z : E -> 'I_n -> F,
  [/\ forall e i e' i', z e i = z e' i' -> forall q, x e i q = x e' i' q,
      forall e i e' i', (forall q, x e i q = x e' i' q) -> z e i = z e' i' &
      forall e i, \sum_j z e j = n%:R * z e i -> forall j, z e j = z e i].
Proof.
have [rep [repK rep_eq]] := @representatives [finType of E * 'I_n] _ (fun a => [ffun q => x a.1 a.2 q]).
pose counts (u : E + E * 'I_n) (b : E * 'I_n) : F := match u with inl e => \sum_j (rep (e, j) == b)%:R | inr a => n%:R * (rep a == b)%:R end.
have [c c_works] := @functional_seq F _ (index_enum [finType of E * 'I_n]) [finType of (E + E * 'I_n) * (E + E * 'I_n)]
  (fun uv b => counts uv.1 b - counts uv.2 b) (index_enum_uniq _).
have tells u v : \sum_b c b * counts u b = \sum_b c b * counts v b -> forall b, counts u b = counts v b.
  move=> same b; apply/eqP; rewrite -subr_eq0; apply: contraT => neq.
  have /eqP[] := c_works (u, v) (ex_intro2 _ _ b (mem_index_enum b) neq).
  by under eq_bigr do rewrite mulrBr /=; rewrite sumrB same subrr.
have one a : \sum_b c b * (rep a == b)%:R = c (rep a).
  by rewrite (bigD1 (rep a)) //= eqxx mulr1 big1 ?addr0 // => b; rewrite eq_sym => /negbTE ->; rewrite mulr0.
have many a : \sum_b c b * counts (inr a) b = n%:R * c (rep a) by rewrite -one mulr_sumr; apply: eq_bigr => b _; rewrite mulrCA.
have all e : \sum_b c b * counts (inl e) b = \sum_j c (rep (e, j)).
  by under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => j _; exact: one.
exists (fun e i => c (rep (e, i))); split.
- move=> e i e' i' same q; have n_gt0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
  have := tells (inr (e, i)) (inr (e', i')); rewrite !many same => /(_ erefl (rep (e, i))) /=; rewrite eqxx.
  move=> /mulfI; rewrite pnatr_eq0 -lt0n => /(_ n_gt0) /eqP; rewrite eqr_nat.
  case: (rep (e', i') =P rep (e, i)) => // repE _; have /ffunP/(_ q) := repK (e, i); have /ffunP/(_ q) := repK (e', i').
  by rewrite repE !ffunE => -> ->.
- by move=> e i e' i' same; rewrite (@rep_eq (e, i) (e', i')) //; apply/ffunP => q; rewrite !ffunE.
move=> e i; rewrite -(many (e, i)) -all => /tells/(_ (rep (e, i))) /eqP; rewrite /counts eqxx mulr1 -natr_sum eqr_nat => /eqP/all_of_them same j.
by rewrite (eqP (same j)).
Qed.
End Tokens.
