(* SPDX-License-Identifier: Apache-2.0 *)
(* Targets of approximation.stm: maps whose entries are polynomials in the n x d entries of an input, or maxima of minima of such of degree at most 1. They are Lipschitz on the cube, and
   bounded by the sums of their coefficients. Inputs are functions of natural numbers, rows 1, ..., n, coordinates 1, ..., d, of which nothing else is read. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Largest and smallest numbers of lists; 0 where there is none --------------------------------------------------------------------- *)
Section Extremes.
Variable F : realFieldType.
Implicit Types (x y : F) (s : seq F).
Definition top s : F := if s is x :: r then foldl Num.max x r else 0.
Definition bottom s : F := if s is x :: r then foldl Num.min x r else 0.

Lemma le_foldl_max s x y : (x <= foldl Num.max y s) = (x <= y) || has (fun z => x <= z) s.
Proof. by elim: s y => [|z s IH] y /=; rewrite ?orbF // IH le_maxr orbA. Qed.
Lemma foldl_max_le s x y : (foldl Num.max y s <= x) = (y <= x) && all (fun z => z <= x) s.
Proof. by elim: s y => [|z s IH] y /=; rewrite ?andbT // IH le_maxl andbA. Qed.
Lemma le_foldl_min s x y : (x <= foldl Num.min y s) = (x <= y) && all (fun z => x <= z) s.
Proof. by elim: s y => [|z s IH] y /=; rewrite ?andbT // IH le_minr andbA. Qed.
Lemma foldl_min_le s x y : (foldl Num.min y s <= x) = (y <= x) || has (fun z => z <= x) s.
Proof. by elim: s y => [|z s IH] y /=; rewrite ?orbF // IH le_minl orbA. Qed.
Lemma le_top s x : x \in s -> x <= top s.
Proof. by case: s => //= y s; rewrite inE le_foldl_max => /orP[/eqP->|x_s]; rewrite ?lexx //; apply/orP; right; apply/hasP; exists x. Qed.
Lemma top_ge0 s : all (fun y => 0 <= y) s -> 0 <= top s.
Proof. by case: s => //= y s /andP[y_ge0 _]; rewrite le_foldl_max y_ge0. Qed.
Lemma top_norm s x : 0 <= x -> all (fun y => `|y| <= x) s -> `|top s| <= x.
Proof.
case: s => [x_ge0 _|y s _]; rewrite /= ?normr0 // !ler_norml => /andP[/andP[ge_y le_y] le_s].
rewrite le_foldl_max ge_y foldl_max_le le_y /=; apply: sub_all le_s => z; by rewrite ler_norml => /andP[].
Qed.
Lemma bottom_norm s x : 0 <= x -> all (fun y => `|y| <= x) s -> `|bottom s| <= x.
Proof.
case: s => [x_ge0 _|y s _]; rewrite /= ?normr0 // !ler_norml => /andP[/andP[ge_y le_y] le_s].
rewrite foldl_min_le le_y le_foldl_min ge_y andbT /=; apply: sub_all le_s => z; by rewrite ler_norml => /andP[].
Qed.
End Extremes.

Section Targets.
Variable F : realFieldType.
(* A monomial is its coefficient and its exponents, a polynomial the list of its monomials. *)
Definition monomials := (F * (nat -> nat -> nat))%type.
Definition polynomials := seq monomials.
Definition entries := seq (seq polynomials).
Variables (n d : nat).
Implicit Types (t : monomials) (q : polynomials) (e : entries) (f : nat -> nat -> entries) (X Y : nat -> nat -> F) (Xs : seq (nat -> nat -> F)) (g : (nat -> nat -> F) -> F).

Definition degree t : nat := \sum_(i <- iota 1 n) \sum_(j <- iota 1 d) t.2 i j.
Definition monomial t X : F := t.1 * \prod_(i <- iota 1 n) \prod_(j <- iota 1 d) X i j ^+ t.2 i j.
Definition polynomial q X : F := \sum_(t <- q) monomial t X.
Definition pieces e : seq polynomials := flatten e.
Definition entry_at e X : F := top [seq bottom [seq polynomial q X | q <- choice] | choice <- e].
Definition weight q : F := \sum_(t <- q) `|t.1|.
Definition largest f : F := top (flatten [seq flatten [seq [seq weight q | q <- pieces (f i j)] | j <- iota 1 d] | i <- iota 1 n]).
Definition bending q : F := \sum_(t <- q) `|t.1| * (degree t)%:R * ((degree t)%:R - 1).
Definition curvature e : F := top [seq bending q | q <- pieces e].
Definition bend e side : F := curvature e * side ^+ 2 / 8%:R.
(* Several pieces have degree at most 1 each. *)
Definition plain e : bool := (size (pieces e) == 1%N) || all (all (fun t => (degree t <= 1)%N)) (pieces e).
Definition is_entry e : bool := [&& (0 < size e)%N, all (fun choice => (0 < size choice)%N) e & plain e].
Definition one_order Xs q r : bool := all (fun X => polynomial r X <= polynomial q X) Xs || all (fun X => polynomial q X <= polynomial r X) Xs.
Definition keeps_order e Xs : bool := pairwise (one_order Xs) (pieces e).
Definition keep_order f Xs : bool := all (fun i => all (fun j => keeps_order (f i j) Xs) (iota 1 d)) (iota 1 n).

Definition in_cube X : Prop := forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> 0 <= X i j <= 1.
Definition near h X Y : Prop := forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> `|X i j - Y i j| <= h.
Definition lipschitz g : Prop := exists2 K, 0 <= K & forall X Y h, in_cube X -> in_cube Y -> 0 <= h -> near h X Y -> `|g X - g Y| <= K * h.

(* --- Lipschitz ----------------------------------------------------------------------------------------------------------------------------- *)
Lemma lipschitz_const c : lipschitz (fun=> c).
Proof. by exists 0 => // X Y h _ _ _ _; rewrite subrr normr0 mul0r. Qed.
Lemma lipschitz_scale c g : lipschitz g -> lipschitz (fun X => c * g X).
Proof.
move=> [K K_ge0 gK]; exists (`|c| * K) => [|X Y h cX cY h_ge0 XY]; first exact: mulr_ge0.
by rewrite -mulrBr normrM -mulrA ler_wpmul2l ?gK.
Qed.
Lemma lipschitz_sum (T : Type) (l : seq T) (G : T -> (nat -> nat -> F) -> F) : (forall u, lipschitz (G u)) -> lipschitz (fun X => \sum_(u <- l) G u X).
Proof.
move=> each; elim: l => [|t l [K K_ge0 lK]].
  by exists 0 => // X Y h _ _ _ _; rewrite !big_nil subrr normr0 mul0r.
have [K' K'_ge0 tK] := each t; exists (K' + K) => [|X Y h cX cY h_ge0 XY]; first exact: addr_ge0.
by rewrite !big_cons opprD addrACA mulrDl; apply: le_trans (ler_norm_add _ _) _; rewrite ler_add ?tK ?lK.
Qed.

(* Products of functions with values between 0 and 1. *)
Definition within g : Prop := lipschitz g /\ forall X, in_cube X -> 0 <= g X <= 1.
Lemma within_1 : within (fun=> 1).
Proof. by split=> [|X _]; [exact: lipschitz_const | rewrite ler01 lexx]. Qed.
Lemma within_mul g g' : within g -> within g' -> within (fun X => g X * g' X).
Proof.
move=> [[K K_ge0 gK] g01] [[K' K'_ge0 gK'] g01']; split=> [|X cX]; last first.
  by have [/andP[? ?] /andP[? ?]] := (g01 X cX, g01' X cX); rewrite mulr_ge0 //= mulr_ile1.
exists (K + K') => [|X Y h cX cY h_ge0 XY]; first exact: addr_ge0.
have [/andP[gX0 gX1] /andP[gY0 gY1]] := (g01' X cX, g01 Y cY).
have -> : g X * g' X - g Y * g' Y = (g X - g Y) * g' X + g Y * (g' X - g' Y) by rewrite mulrBl mulrBr addrA subrK.
apply: le_trans (ler_norm_add _ _) _; rewrite [(K + K') * h]mulrDl !normrM (ger0_norm gX0) (ger0_norm gY0).
by apply: ler_add; [rewrite -[X in _ <= X]mulr1 | rewrite -[X in _ <= X]mul1r]; apply: ler_pmul; rewrite ?gK ?gK'.
Qed.
Lemma within_prod (T : eqType) (l : seq T) (G : T -> (nat -> nat -> F) -> F) : (forall u, u \in l -> within (G u)) -> within (fun X => \prod_(u <- l) G u X).
Proof.
have ext g g' : (forall X, g X = g' X) -> within g -> within g'.
  move=> gg' [[K K_ge0 gK] g01]; split=> [|X cX]; last by rewrite -gg' g01.
  by exists K => // X Y h cX cY h_ge0 XY; rewrite -!gg' gK.
elim: l => [|t l IH] each; first by apply: ext within_1 => X; rewrite big_nil.
apply: (@ext (fun X => G t X * \prod_(u <- l) G u X)) => [X|]; first by rewrite big_cons.
by apply: within_mul; [apply: each; exact: mem_head | apply: IH => u u_l; apply: each; rewrite inE u_l orbT].
Qed.
Lemma within_power i j k : (0 < i <= n)%N -> (0 < j <= d)%N -> within (fun X => X i j ^+ k).
Proof.
move=> i_n j_d; have entry : within (fun X => X i j).
  by split=> [|X]; [exists 1 => // X Y h _ _ _ XY; rewrite mul1r XY | exact].
elim: k => [|k IH]; first by split=> [|X _]; [exact: (lipschitz_const 1) | rewrite expr0 ler01 lexx].
have [[K K_ge0 sK] s01] := within_mul entry IH; split=> [|X cX]; last by rewrite exprS s01.
by exists K => // X Y h cX cY h_ge0 XY; rewrite !exprS sK.
Qed.

Lemma in_iota i m : i \in iota 1 m -> (0 < i <= m)%N.
Proof. by rewrite mem_iota add1n ltnS. Qed.
Lemma within_monic t : within (fun X => \prod_(i <- iota 1 n) \prod_(j <- iota 1 d) X i j ^+ t.2 i j).
Proof.
apply: (@within_prod _ _ (fun i X => \prod_(j <- iota 1 d) X i j ^+ t.2 i j)) => i /in_iota i_n.
by apply: (@within_prod _ _ (fun j X => X i j ^+ t.2 i j)) => j /in_iota j_d; exact: within_power.
Qed.
Lemma lipschitz_polynomial q : lipschitz (polynomial q).
Proof. by apply: lipschitz_sum => t; apply: lipschitz_scale; have [] := within_monic t. Qed.

(* Maxima and minima. *)
Lemma max_near (x y z w h : F) : `|x - y| <= h -> `|z - w| <= h -> `|Num.max x z - Num.max y w| <= h.
Proof.
rewrite !ler_distl !ler_subl_addr => /andP[yx xy] /andP[wz zw]; have le_l (a b : F) : a + h <= Num.max a b + h by rewrite ler_add2r le_maxr lexx.
have le_r (a b : F) : b + h <= Num.max a b + h by rewrite ler_add2r le_maxr lexx orbT.
by rewrite !le_maxl (le_trans yx) ?(le_trans wz) ?(le_trans xy) ?(le_trans zw).
Qed.
Lemma min_near (x y z w h : F) : `|x - y| <= h -> `|z - w| <= h -> `|Num.min x z - Num.min y w| <= h.
Proof.
rewrite !ler_distl !ler_subl_addr => /andP[yx xy] /andP[wz zw]; have le_l (a b c : F) : a <= c + h -> Num.min a b <= c + h by rewrite le_minl => ->.
have le_r (a b c : F) : b <= c + h -> Num.min a b <= c + h by rewrite le_minl orbC => ->.
have add a b : Num.min a b + h = Num.min (a + h) (b + h) by rewrite addr_minl.
by rewrite !add !le_minr le_l // le_r // le_l // le_r.
Qed.
Lemma lipschitz_best (op : F -> F -> F) (T : Type) (l : seq T) g (G : T -> (nat -> nat -> F) -> F) :
  (forall x y z w h : F, `|x - y| <= h -> `|z - w| <= h -> `|op x z - op y w| <= h) -> lipschitz g -> (forall u, lipschitz (G u)) ->
  lipschitz (fun X => foldl op (g X) [seq G u X | u <- l]).
Proof.
move=> op_near; elim: l g => [//|u l IH] g gL each /=; apply: (IH (fun X => op (g X) (G u X))) => //.
have [K K_ge0 gK] := gL; have [K' K'_ge0 uK] := each u; exists (K + K') => [|X Y h cX cY h_ge0 XY]; first exact: addr_ge0.
apply: op_near; rewrite mulrDl; first by rewrite ler_paddr ?gK // mulr_ge0.
by rewrite ler_paddl ?uK // mulr_ge0.
Qed.
Lemma lipschitz_top (T : Type) (l : seq T) (G : T -> (nat -> nat -> F) -> F) : (forall u, lipschitz (G u)) -> lipschitz (fun X => top [seq G u X | u <- l]).
Proof. by case: l => [|u l] each; [exact: (lipschitz_const 0) | apply: lipschitz_best => //; exact: max_near]. Qed.
Lemma lipschitz_bottom (T : Type) (l : seq T) (G : T -> (nat -> nat -> F) -> F) : (forall u, lipschitz (G u)) -> lipschitz (fun X => bottom [seq G u X | u <- l]).
Proof. by case: l => [|u l] each; [exact: (lipschitz_const 0) | apply: lipschitz_best => //; exact: min_near]. Qed.
Lemma lipschitz_entry e : lipschitz (entry_at e).
Proof. by apply: lipschitz_top => choice; apply: lipschitz_bottom; exact: lipschitz_polynomial. Qed.

(* Finitely many numbers have an upper bound. *)
Lemma common_bound (P : nat -> nat -> F -> Prop) a b : (forall i j, exists2 K, 0 <= K & forall K', K <= K' -> P i j K') ->
  exists2 K, 0 <= K & forall K', K <= K' -> forall i j, (i <= a)%N -> (j <= b)%N -> P i j K'.
Proof.
move=> each; have row i : exists2 K, 0 <= K & forall K', K <= K' -> forall j, (j <= b)%N -> P i j K'.
  elim: b => [|c [K K_ge0 IH]].
    have [K K_ge0 PK] := each i 0%N; exists K => // K' KK' j; rewrite leqn0 => /eqP->; exact: PK.
  have [L L_ge0 PL] := each i c.+1; exists (K + L) => [|K' KK' j]; first exact: addr_ge0.
  rewrite leq_eqVlt => /orP[/eqP->|j_c]; [apply: PL | apply: IH j_c]; apply: le_trans KK'; by rewrite ?ler_addl ?ler_addr.
elim: a => [|c [K K_ge0 IH]].
  have [K K_ge0 PK] := row 0%N; exists K => // K' KK' i j; rewrite leqn0 => /eqP->; exact: PK.
have [L L_ge0 PL] := row c.+1; exists (K + L) => [|K' KK' i j]; first exact: addr_ge0.
rewrite leq_eqVlt => /orP[/eqP->|i_c]; [apply: PL | apply: IH i_c]; apply: le_trans KK'; by rewrite ?ler_addl ?ler_addr.
Qed.

(* --- Bounds --------------------------------------------------------------------------------------------------------------------------------- *)
Lemma polynomial_le q X : in_cube X -> `|polynomial q X| <= weight q.
Proof.
move=> cX; apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => t _; rewrite normrM -[X in _ <= X]mulr1 ler_wpmul2l //.
by have [_ /(_ X cX)/andP[ge0 le1]] := within_monic t; rewrite ger0_norm.
Qed.
Lemma weight_ge0 q : 0 <= weight q.
Proof. exact: sumr_ge0. Qed.
Lemma entry_le e X (w : F) : in_cube X -> 0 <= w -> all (fun q => weight q <= w) (pieces e) -> `|entry_at e X| <= w.
Proof.
move=> cX w_ge0 le_w; apply: top_norm => //; rewrite all_map; elim: e le_w => //= choice e IH; rewrite /pieces /= all_cat => /andP[le_w /IH->].
rewrite andbT; apply: bottom_norm => //; rewrite all_map; apply: sub_all le_w => q /=; exact: le_trans (polynomial_le _ cX).
Qed.
Lemma largest_ge0 f : 0 <= largest f.
Proof.
apply: top_ge0; apply/allP => x /flattenP[s /mapP[i _ ->] /flattenP[r /mapP[j _ ->]]]; elim: (pieces _) => //= q l IH.
by rewrite inE => /orP[/eqP->|/IH//]; exact: weight_ge0.
Qed.
Lemma target_le f X i j : in_cube X -> (0 < i <= n)%N -> (0 < j <= d)%N -> `|entry_at (f i j) X| <= largest f.
Proof.
move=> cX i_n j_d; apply: entry_le => //; first exact: largest_ge0.
have in_l k m : (0 < k <= m)%N -> k \in iota 1 m by rewrite mem_iota add1n ltnS.
suff : all (fun w => w <= largest f) [seq weight q | q <- pieces (f i j)] by rewrite all_map.
apply/allP => w w_in; apply: le_top; apply/flattenP; eexists; first by apply: map_f; exact: in_l i_n.
by apply/flattenP; eexists; first by apply: map_f; exact: in_l j_d.
Qed.
Lemma curvature_ge0 e : 0 <= curvature e.
Proof.
apply: top_ge0; rewrite all_map; elim: (pieces e) => //= q l ->; rewrite andbT; apply: sumr_ge0 => t _.
by rewrite -mulrA mulr_ge0 //; case: (degree t) => [|k]; rewrite ?mul0r // mulr_ge0 // subr_ge0 ler1n.
Qed.
End Targets.
