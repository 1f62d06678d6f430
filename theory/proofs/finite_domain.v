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

Section Weights.
Variables (F : realFieldType) (n : nat).
Add Ring weights_ring : (carrier_theory F).
Implicit Types (i j : 'I_n).
Local Notation at_ i j := (Ordinal (diagonal_lt i j)).

(* Weights near 1 tell the inputs, and the positions but where all tokens are one. *)
Lemma t5_weights (E : finType) (z : E -> 'I_n -> F) : (forall e i, \sum_j z e j = n%:R * z e i -> forall j, z e j = z e i) ->
  exists t : 'I_(n + n) -> F, (forall p, 0 < t p) /\
    forall e i e' i', (\sum_j t (at_ i j) * z e j) / (\sum_j t (at_ i j)) = (\sum_j t (at_ i' j) * z e' j) / (\sum_j t (at_ i' j)) ->
      (forall j, z e j = z e' j) /\ (i = i' \/ forall j k, z e j = z e k).
Proof.
move=> z_means; pose mean e := (\sum_j z e j) / n%:R; pose dev e j := z e j - mean e.
have [v v_works] := @functional_seq F _ (index_enum [finType of 'I_(n + n)]) [finType of (E * 'I_n) * (E * 'I_n)]
  (fun ab p => diagonal (dev ab.1.1) ab.1.2 p - diagonal (dev ab.2.1) ab.2.2 p) (index_enum_uniq _).
pose L (a : E * 'I_n) := \sum_p v p * diagonal (dev a.1) a.2 p; pose V i := \sum_j v (at_ i j).
have L_tells a b : L a = L b -> diagonal (dev a.1) a.2 =1 diagonal (dev b.1) b.2.
  move=> same p; apply/eqP; rewrite -subr_eq0; apply: contraT => neq.
  have /eqP[] := v_works (a, b) (ex_intro2 _ _ p (mem_index_enum p) neq).
  by under eq_bigr do rewrite mulrBr /=; rewrite sumrB -/(L a) same subrr.
pose m (ab : (E * 'I_n) * (E * 'I_n)) := mean ab.1.1 - mean ab.2.1.
have [g [g_gt0 t_gt0 g_tells]] := @small F [finType of (E * 'I_n) * (E * 'I_n)] [finType of 'I_(n + n)] (fun ab => n%:R * n%:R * m ab)
  (fun ab => n%:R * m ab * (V ab.1.2 + V ab.2.2) + n%:R * (L ab.1 - L ab.2)) (fun ab => m ab * (V ab.1.2 * V ab.2.2) + (L ab.1 * V ab.2.2 - L ab.2 * V ab.1.2)) v.
exists (fun p => 1 + g * v p); split=> // e i e' i'; have n_gt0 : (0 < n)%N by apply: leq_ltn_trans (ltn_ord i).
have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
have dev_sum e0 : \sum_j dev e0 j = 0 by rewrite /dev sumrB sumr_const card_ord -[_ *+ n]mulr_natr divfK // subrr.
have s_E i0 : \sum_j (1 + g * v (at_ i0 j)) = n%:R + g * V i0.
  by rewrite big_split /= sumr_const card_ord -mulr_sumr.
have s_gt0 i0 : 0 < n%:R + g * V i0.
  rewrite -s_E (bigD1 i0) //=; apply: ltr_paddr; last exact: t_gt0.
  by apply: sumr_ge0 => j _; rewrite ltW.
have numE e0 i0 : \sum_j (1 + g * v (at_ i0 j)) * z e0 j = g * L (e0, i0) + mean e0 * (n%:R + g * V i0).
  rewrite /L diagonals_sum -s_E !mulr_sumr -[RHS]add0r -[X in X + _](dev_sum e0) -!big_split; apply: eq_bigr => j _.
  by rewrite /= /dev; move: (z e0 j) (v _) (mean e0) => a b c; ring_in F.
have s_neq0 i0 : n%:R + g * V i0 != 0 by rewrite gt_eqF.
rewrite !numE !s_E => /eqP; rewrite (eqr_div _ _ (s_neq0 i) (s_neq0 i')) => /eqP E1.
have [|m0 L0] := g_tells ((e, i), (e', i')).
  rewrite /m /=; move: (L (e, i)) (L (e', i')) (mean e) (mean e') (V i) (V i') (n%:R) E1 => a b c c' p q r E1.
  have {E1} : (g * a + c * (r + g * p)) * (r + g * q) - (g * b + c' * (r + g * q)) * (r + g * p) = 0 by rewrite E1 subrr.
  by move=> E1; rewrite -[RHS]E1; ring_in F.
have {m0} mE : mean e = mean e'.
  by move/eqP: m0; rewrite /m /= mulf_eq0 mulf_eq0 (negbTE n_neq0) /= subr_eq0 => /eqP.
have {L0} diagE : diagonal (dev e) i =1 diagonal (dev e') i'.
  apply: (L_tells (e, i) (e', i')); move/eqP: L0; rewrite /m /= mE subrr mulr0 mul0r add0r mulf_eq0 (negbTE n_neq0) /= subr_eq0.
  by move/eqP.
have flat e0 j0 : dev e0 j0 = 0 -> forall j, dev e0 j = 0.
  move=> /eqP; rewrite subr_eq0 => /eqP zE j; apply/eqP; rewrite /dev subr_eq0 -zE; apply/eqP; apply: z_means.
  by rewrite zE /mean mulrC divfK.
have z_of j : dev e j = dev e' j -> z e j = z e' j by rewrite /dev mE => /addIr.
have [/existsP[j0 /eqP dev0]|/existsPn no0] := boolP [exists j, dev e j == 0].
  have e_flat := flat e j0 dev0; have e'_flat j : dev e' j = 0.
    by rewrite -(diagonal_at (dev e') i') -diagE /diagonal big1.
  by split=> [j|]; [apply: z_of; rewrite e_flat e'_flat | right=> j k; have := e_flat j; rewrite -(e_flat k) => /addIr].
have no0' j : dev e' j != 0.
  apply/eqP => /flat e'_flat; have /negP[] := no0 i; apply/eqP.
  by rewrite -(diagonal_at (dev e) i) diagE /diagonal big1.
have ii' : i = i'.
  by apply/val_inj/eqP; rewrite eqn_leq (diagonal_position no0' (fsym diagE)) (diagonal_position no0 diagE).
subst i'; split=> [j|]; last by left.
by apply: z_of; rewrite -(diagonal_at (dev e) i) diagE diagonal_at.
Qed.
End Weights.

Section Network.
Variables (F : realFieldType) (n d : nat).
Implicit Types (t : nat -> F).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).

(* Tokens L a become W a, where equal first columns mean equal tokens and equal values. *)
Lemma table_values (K : finType) (L W : K -> nat -> F) : (forall a b, L a 1%N = L b 1%N -> alike_tokens d (L a) (L b) /\ alike_tokens d (W a) (W b)) ->
  exists Bs : seq (block F), (forall B, List.In B Bs -> headless B) /\ forall a x, alike_tokens d x (L a) -> alike_tokens d (run_token d Bs x) (W a).
Proof.
move=> L_W; have [rep [repK rep_eq]] := @representatives K _ (fun a => L a 1%N).
have rep_rep a : rep (rep a) == rep a by apply/eqP/rep_eq.
have [|Bs [Bs_headless Bs_table]] := @table_blocks F d d_gt0 [finType of {a | rep a == a}] (fun a => L (val a)) (fun a => W (val a)).
  by move=> a b /rep_eq same; apply: val_inj; rewrite -(eqP (valP a)) -(eqP (valP b)).
exists Bs; split=> // a x xL k k_d; have [LE WE] := L_W a (rep a) (esym (repK a)).
rewrite (Bs_table (exist _ (rep a) (rep_rep a))) //= => [|l l_d]; first by rewrite WE.
by rewrite xL // LE.
Qed.

(* T5's attention by its weights. *)
Definition t5_matrix t i j : F := t (i + n - j)%N / \sum_(k <- iota 1 n) t (i + n - k)%N.
Theorem finite_domain (E : finType) (X Y : E -> nat -> nat -> F) : (forall e e', alike n d (X e) (X e') -> e = e') ->
  (forall e, (forall i, (0 < i <= n)%N -> alike_tokens d (X e i) (X e 1%N)) -> forall i, (0 < i <= n)%N -> alike_tokens d (Y e i) (Y e 1%N)) ->
  exists t, (forall p, 0 < t p) /\ exists Bs : seq (block F), (forall B, List.In B Bs -> narrow B) /\
    forall e, alike n d (network n d (fun _ => t5_matrix t) Bs (X e)) (Y e).
Proof.
move=> X_inj lawful; pose x e (i : 'I_n) (q : 'I_d) := X e i.+1 q.+1.
have X_row e i e' i' : (forall q, x e i q = x e' i' q) -> alike_tokens d (X e i.+1) (X e' i'.+1).
  by move=> same [|q] // q_d; exact: (same (Ordinal q_d)).
have [z [z_row row_z z_means]] := token_numbers x; have [w [_ [_ w_row]]] := tell_tokens x; have [t0 [t0_gt0 t0_tells]] := t5_weights z_means.
pose t p := if insub p is Some p' then t0 p' else 1; have t_gt0 p : 0 < t p by rewrite /t; case: insub => [p'|]; [exact: t0_gt0 | exact: ltr01].
have tE (i j : 'I_n) : t (i.+1 + n - j.+1)%N = t0 (Ordinal (diagonal_lt i j)).
  by rewrite /t addSn subSS (insubT (fun p => p < n + n)%N (diagonal_lt i j)).
pose S (a : E * 'I_n) := (\sum_j t0 (Ordinal (diagonal_lt a.2 j)) * z a.1 j) / \sum_j t0 (Ordinal (diagonal_lt a.2 j)).
have [lam lam_works] := @avoid F [finType of (E * 'I_n) * (E * 'I_n)] (fun ab => z ab.1.1 ab.1.2 - z ab.2.1 ab.2.2) (fun ab => S ab.1 - S ab.2).
pose y a := z a.1 a.2 + lam * S a.
have y_tells a b : y a = y b -> alike_tokens d (Y a.1 a.2.+1) (Y b.1 b.2.+1).
  move=> /eqP; rewrite -subr_eq0 /y opprD addrACA -mulrBr => /eqP y0.
  have /t0_tells[zE split_i] : S a = S b.
    by apply/eqP; rewrite -subr_eq0; apply: contraT => /(lam_works (a, b)) /eqP[].
  have ab : a.1 = b.1 by apply: X_inj => -[|i] // i_n; apply: (X_row a.1 (Ordinal i_n) b.1 (Ordinal i_n)); exact: z_row (zE _).
  case: split_i => [->|z_flat]; rewrite ab // => k k_d.
  have Y1 (i : 'I_n) : Y b.1 i.+1 k = Y b.1 1%N k.
    apply: (lawful b.1) => //; last by rewrite /= ltn_ord.
    move=> [|j] // j_n l l_d; rewrite -ab.
    exact: (X_row a.1 (Ordinal j_n) a.1 (Ordinal n_gt0) (z_row _ _ _ _ (z_flat _ _)) l l_d).
  by rewrite !Y1.
pose c k := extended w k.-1; pose L0 (a : E * 'I_n) k := if k == 1%N then \sum_q x a.1 a.2 q * w q else X a.1 a.2.+1 k.
have [|B1 [B1_headless B1_table]] := @table_values [finType of E * 'I_n] L0 (fun a k => z a.1 a.2 * coordinate F 1%N k).
  move=> [e i] [e' i']; rewrite /L0 eqxx /= => same; have rows := w_row _ _ _ _ same; split=> k k_d; last by rewrite (row_z e i e' i').
  by case: eqP => // _; exact: X_row.
have [|B2 [B2_headless B2_table]] := @table_values [finType of E * 'I_n] (fun a k => y a * coordinate F 1%N k) (fun a k => Y a.1 a.2.+1 k).
  by move=> a b; rewrite /coordinate eqxx !mulr1 => same; split; [move=> k _; rewrite same | exact: y_tells].
exists t; split=> //; exists ([:: linear_block c] ++ B1 ++ [:: head_block (Head Mean (coordinate F 1%N) 0 (fun k => lam * coordinate F 1%N k))] ++ B2); split.
  apply: all_cat => [B [<-|[]]|]; first exact: headless_narrow (linear_block_headless _).
  apply: all_cat => [B /B1_headless|]; first exact: headless_narrow.
  by apply: all_cat => [B [<-|[]]|B /B2_headless]; [exact: head_block_narrow | exact: headless_narrow].
pose pos i : 'I_n := insubd (Ordinal n_gt0) i.-1; have posE (i : 'I_n) : pos i.+1 = i by apply: val_inj; rewrite val_insubd /= ltn_ord.
move=> e; rewrite !network_cat; set A := fun _ => _.
have Y0 : alike n d (network n d A [:: linear_block c] (X e)) (fun i => L0 (e, pos i)).
  move=> [|i] // i_n k k_d; rewrite (_ : network n d A _ _ _ _ = fed d (linear_block c) (X e i.+1) k); last by apply: headless_step.
  rewrite /L0 /= (posE (Ordinal i_n)).
  have [->|k1] := eqVneq k 1%N; last by rewrite linear_block_other.
  by rewrite linear_block_1 // sum_ord_iota; apply: eq_bigr => q _; rewrite /c extendedE.
have Y1 : alike n d (network n d A B1 (network n d A [:: linear_block c] (X e))) (fun i k => z e (pos i) * coordinate F 1%N k).
  by move=> i i_n k k_d; rewrite headless_network // (B1_table (e, pos i)) //; exact: Y0.
set Z := network n d A B1 _ in Y1 *.
have Y2 : alike n d (network n d A [:: head_block (Head Mean (coordinate F 1%N) 0 (fun k => lam * coordinate F 1%N k))] Z) (fun i k => y (e, pos i) * coordinate F 1%N k).
  move=> [|i] // i_n k k_d; rewrite [LHS]head_block_step Y1 //= (posE (Ordinal i_n)).
  rewrite /y mulrDl mulrA [_ * lam]mulrC; congr (_ + lam * _ * _).
  rewrite /averaged sum_ord_iota /S /= [RHS]mulr_suml; apply: eq_bigr => j _.
  rewrite addr0 sum_coordinate ?d_gt0 // Y1 ?ltn_ord // /coordinate eqxx mulr1 /A /t5_matrix sum_ord_iota /= posE.
  rewrite (tE (Ordinal i_n) j) mulrAC; congr (_ / _); apply: eq_bigr => l _; exact: (tE (Ordinal i_n) l).
move=> [|i] // i_n k k_d; rewrite headless_network // (B2_table (e, Ordinal i_n)) // => l l_d.
by rewrite Y2 //= (posE (Ordinal i_n)).
Qed.
End Network.
