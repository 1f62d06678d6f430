(* SPDX-License-Identifier: Apache-2.0 *)
(* The sweep of selective shifts in URPE's Lemma 10 (Luo et al. 2022, appendix A.4, after Lemma 6 of Yun et al. 2020): what each shift does to the
   tokens' values. Tokens are named by their rank, 0, ..., n - 1 in the order of u; the token of rank r begins at c r + l r e, one of the K values
   c r, c r + e, ...; windows have the half width w around these. Before window (r, k) all tokens of rank below r have been shifted, and that of
   rank r if l r < k (state); so the shift at rank r is a (M r - Y r), where M r is the value of the token that was shifted last. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import Ring.
From attest Require Import ring_tactic.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sweep.
Variable F : realFieldType.
Add Ring carrier_ring : (carrier_theory F).
Variables (n K : nat) (a w e : F) (c : nat -> F) (l : nat -> nat).
Implicit Types (r q k : nat).

Definition at_window r k : F := c r + k%:R * e.
Definition first_value r : F := at_window r (l r).
Local Notation Y := first_value.
Fixpoint shifted r : F := if r is r'.+1 then Y r + a * (shifted r' - Y r) else Y 0 + a * (Y n.-1 - Y 0).
Local Notation v := shifted.
Definition top_before r : F := if r is r'.+1 then v r' else Y n.-1.
Local Notation M := top_before.
Lemma shiftedE r : v r = Y r + a * (M r - Y r). Proof. by case: r. Qed.

Definition caught (y t : F) : bool := `|y - t| < w.
Definition done r k q : bool := (q < r)%N || ((q == r) && (l r < k)%N).
Definition state r k q : F := if done r k q then v q else Y q.

(* What is asked: every window catches its own value alone, and no token that has been shifted, unless the shift is 0. *)
Definition windows_apart : Prop :=
  forall r q k k', (r < q)%N -> (q < n)%N -> (k < K)%N -> (k' < K)%N -> at_window r k + w <= at_window q k'.
Definition all_inside : Prop := forall r, (r < n)%N -> (l r < K)%N.
Definition not_again : Prop := forall r k q, (r < n)%N -> (k < K)%N -> done r k q -> caught (v q) (at_window r k) -> (k <= l r)%N && (M r == Y r).
Definition once : Prop := forall r k q, (r < n)%N -> (k < K)%N -> done r k q -> ~~ caught (v q) (at_window r k).
Lemma once_not_again : once -> not_again.
Proof. by move=> no r k q r_n k_K was /(negP (no r k q r_n k_K was)). Qed.

Hypothesis n_gt0 : (0 < n)%N.
Hypothesis w_gt0 : 0 < w.
Hypothesis w_e : w <= e.
Hypothesis a_ge1 : 1 <= a.
Hypothesis inside : all_inside.
Hypothesis apart : windows_apart.

Lemma e_gt0 : 0 < e. Proof. exact: lt_le_trans w_e. Qed.
Lemma firsts_lt r q : (r < q)%N -> (q < n)%N -> Y r < Y q.
Proof.
move=> r_q q_n; have r_n := ltn_trans r_q q_n.
by apply: lt_le_trans (apart r_q q_n (inside r_n) (inside q_n)); rewrite ltr_addl.
Qed.
Lemma firsts_le r q : (r <= q)%N -> (q < n)%N -> Y r <= Y q.
Proof. by rewrite leq_eqVlt => /orP[/eqP-> //|r_q q_n]; exact/ltW/firsts_lt. Qed.
Lemma last_rank : (n.-1 < n)%N. Proof. by rewrite prednK. Qed.
Lemma le_last r : (r < n)%N -> Y r <= Y n.-1.
Proof. by move=> r_n; apply: firsts_le last_rank; rewrite -ltnS prednK. Qed.

Lemma over (x y : F) : y <= x -> x <= y + a * (x - y).
Proof. by move=> y_x; rewrite -{1}(subrK y x) addrC ler_add2l ler_pemull // subr_ge0. Qed.
Lemma tops r : (r < n)%N -> Y n.-1 <= M r /\ M r <= v r.
Proof.
have up q : (q < n)%N -> Y n.-1 <= M q -> M q <= v q.
  by move=> q_n top; rewrite shiftedE; apply: over; apply: le_trans top; exact: le_last.
elim: r => [|r IH] r_n; first by split=> //; apply: up.
have [top next] := IH (ltnW r_n); have top' := le_trans top next.
by split; last exact: up.
Qed.
Lemma shifted_le r q : (r <= q)%N -> (q < n)%N -> v r <= v q.
Proof.
elim: q => [|q IH]; first by rewrite leqn0 => /eqP->.
rewrite leq_eqVlt => /orP[/eqP-> //|r_q] q_n; apply: le_trans (IH r_q (ltnW q_n)) _.
by have [_] := tops q_n.
Qed.
Lemma last_le_shifted r : (r < n)%N -> Y n.-1 <= v r.
Proof. by move=> /tops[top]; exact: le_trans. Qed.

Lemma caught_own r k : caught (Y r) (at_window r k) = (k == l r).
Proof.
rewrite /caught /first_value /at_window opprD addrACA subrr add0r -mulrBl normrM (gtr0_norm e_gt0).
case: eqP => [-> | ne]; first by rewrite subrr normr0 mul0r w_gt0.
apply/negbTE; rewrite -leNgt; apply: le_trans w_e _; rewrite ler_pemull ?(ltW e_gt0) //.
rewrite [(l r)%:R]pmulrn [k%:R]pmulrn -rmorphB -intr_norm -[1]/(1%:~R) ler_int.
by rewrite -gtz0_ge1 normr_gt0 subr_eq0; apply/eqP => -[E]; apply: ne.
Qed.
Lemma not_caught_above r q k : (r < q)%N -> (q < n)%N -> (k < K)%N -> caught (Y q) (at_window r k) = false.
Proof.
move=> r_q q_n k_K; apply/negbTE; rewrite -leNgt.
have := apart r_q q_n k_K (inside q_n); rewrite -/(Y q) addrC -ler_subr_addr => le.
by apply: le_trans le _; exact: ler_norm.
Qed.

Lemma state_top r k : (r < n)%N -> (k <= l r)%N -> (exists2 q, (q < n)%N & state r k q = M r) /\ forall q, (q < n)%N -> state r k q <= M r.
Proof.
move=> r_n k_l; have doneE q : done r k q = (q < r)%N by rewrite /done (leq_gtF k_l) andbF orbF.
have [top _] := tops r_n; split=> [|q q_n].
  case: r r_n k_l doneE {top} => [|r] r_n k_l doneE.
    by exists n.-1; [exact: last_rank | rewrite /state doneE].
  by exists r; [exact: ltnW | rewrite /state doneE ltnSn].
rewrite /state doneE; case: ltnP => [q_r | _]; last by apply: le_trans top; exact: le_last.
case: r r_n q_r {k_l doneE top} => // r r_n q_r; rewrite /=; apply: shifted_le => //; exact: ltnW.
Qed.
Lemma state_bottom r k : (r < n)%N -> (k <= l r)%N -> state r k r = Y r /\ forall q, (q < n)%N -> Y r <= state r k q.
Proof.
move=> r_n k_l; have doneE q : done r k q = (q < r)%N by rewrite /done (leq_gtF k_l) andbF orbF.
split=> [|q q_n]; rewrite /state doneE ?ltnn //; case: ltnP => [q_r | r_q]; last exact: firsts_le.
by apply: le_trans (le_last r_n) _; exact: last_le_shifted.
Qed.

(* One shift, with the greatest and the least value where they matter. *)
Definition step (most fewest t y : F) : F := if caught y t then y + a * (most - fewest) else y.
Lemma state_next r k q : done r k.+1 q = done r k q || ((q == r) && (k == l r)).
Proof.
rewrite /done [(l r < k.+1)%N]ltnS [(l r <= k)%N]leq_eqVlt; case: (ltngtP q r) => //= _.
by rewrite orbC [l r == k]eq_sym.
Qed.
Lemma step_state r k q most fewest : not_again -> (r < n)%N -> (k < K)%N -> (q < n)%N ->
  ((k <= l r)%N -> most = M r /\ fewest = Y r) ->
  step most fewest (at_window r k) (state r k q) = state r k.+1 q.
Proof.
move=> again r_n k_K q_n ends; rewrite /step /state state_next; case: (boolP (done r k q)) => [was | was_not] /=.
  by case: ifP => // /(again _ _ _ r_n k_K was)/andP[k_l /eqP same]; have [-> ->] := ends k_l; rewrite same subrr mulr0 addr0.
have r_q : (r <= q)%N by move: was_not; rewrite negb_or -leqNgt => /andP[].
case: (ltngtP r q) r_q => // [r_q _ | rq _]; first by rewrite (not_caught_above r_q q_n k_K).
rewrite -rq caught_own /=; case: eqP => // k_l.
by have [|-> ->] := ends; rewrite ?k_l // -shiftedE.
Qed.
Lemma state_first q : (q < n)%N -> state 0 0 q = Y q.
Proof. by rewrite /state /done ltn0 andbF. Qed.
Lemma state_group r q : (r < n)%N -> state r K q = state r.+1 0 q.
Proof. by move=> r_n; rewrite /state /done ltnS (inside r_n) andbT ltn0 andbF orbF [(q <= r)%N]leq_eqVlt orbC. Qed.
Lemma state_last q : (q < n)%N -> state n 0 q = v q.
Proof. by rewrite /state /done => ->. Qed.

(* Each token is caught once. *)
Lemma caught_now r k q : once -> (r < n)%N -> (k < K)%N -> (q < n)%N ->
  caught (state r k q) (at_window r k) = (q == r) && (k == l r).
Proof.
move=> no r_n k_K q_n; rewrite /state; case: (boolP (done r k q)) => [was | was_not].
  rewrite (negbTE (no r k q r_n k_K was)); symmetry; apply/negbTE/negP => /andP[/eqP qr /eqP kl].
  by move: was; rewrite /done qr kl !ltnn andbF.
have r_q : (r <= q)%N by move: was_not; rewrite negb_or -leqNgt => /andP[].
case: (ltngtP r q) r_q => // [r_q _ | rq _]; first by rewrite (not_caught_above r_q q_n k_K).
by rewrite -rq caught_own.
Qed.

(* Shifted tokens lie beyond every window if the first one does; the shift of the only token is 0. *)
Lemma window_le r k : (r < n)%N -> (k < K)%N -> at_window r k <= at_window n.-1 K.-1.
Proof.
move=> r_n k_K; have K_gt0 : (0 < K)%N by apply: leq_ltn_trans k_K.
have e_ge0 := ltW e_gt0; case: (ltngtP r n.-1) => [r_last | | ->].
- by apply: le_trans (apart r_last last_rank k_K (_ : K.-1 < K)%N); rewrite ?prednK // ler_addl ltW.
- by rewrite ltnNge -ltnS prednK // r_n.
by rewrite ler_add2l ler_wpmul2r // ler_nat -ltnS prednK.
Qed.
Lemma beyond_once : ((1 < n)%N -> at_window n.-1 K.-1 + w <= v 0) -> once.
Proof.
move=> beyond r k q r_n k_K was; case: (ltnP 1 n) => [n_gt1 | n_le1].
  have q_n : (q < n)%N by case/orP: was => [q_r | /andP[/eqP-> _]] //; exact: ltn_trans r_n.
  rewrite /caught -leNgt; apply: le_trans (ler_norm _); rewrite ler_subr_addl.
  apply: le_trans (shifted_le (leq0n q) q_n); apply: le_trans (beyond n_gt1).
  by rewrite ler_add2r window_le.
have n1 : n = 1%N by apply/eqP; rewrite eqn_leq n_le1 n_gt0.
move: r_n was; rewrite n1 ltnS leqn0 => /eqP->; rewrite /done ltn0 /= => /andP[/eqP-> l_k].
have -> : v 0 = Y 0 by rewrite /= n1 subrr mulr0 addr0.
by rewrite caught_own; apply/eqP => kl; rewrite kl ltnn in l_k.
Qed.

(* With a = 1 every token goes to the greatest first value; there the shift is 0. *)
Lemma meet r : a = 1 -> v r = Y n.-1.
Proof. by move=> a1; elim: r => [|r IH] /=; rewrite ?IH a1 mul1r addrC subrK. Qed.
Lemma meet_not_again : a = 1 -> not_again.
Proof.
move=> a1 r k q r_n k_K was; rewrite meet //; case: (ltngtP r n.-1) => [r_last | | E].
- by rewrite (not_caught_above r_last last_rank k_K).
- by rewrite ltnNge -ltnS prednK // r_n.
have -> : M r = Y n.-1 by case: (r) => [|r'] //=; exact: meet.
by rewrite -E caught_own => /eqP->; rewrite leqnn eqxx.
Qed.

(* With a above 1 they are all different, and above what was not shifted. *)
Lemma shifted_above_last r : 1 < a -> (1 < n)%N -> (r < n)%N -> Y n.-1 < v r.
Proof.
move=> a_gt1 n_gt1 r_n; apply: lt_le_trans (shifted_le (leq0n r) r_n) => /=.
have lt0 : Y 0 < Y n.-1 by apply: firsts_lt; [rewrite -ltnS prednK | exact: last_rank].
by rewrite -{1}(subrK (Y 0) (Y n.-1)) addrC ltr_add2l ltr_pmull // subr_gt0.
Qed.
Lemma shifted_lt r q : 1 < a -> (r < q)%N -> (q < n)%N -> v r < v q.
Proof.
move=> a_gt1; case: q => // q; rewrite ltnS => r_q q_n; have n_gt1 : (1 < n)%N by apply: leq_ltn_trans q_n.
apply: le_lt_trans (shifted_le r_q (ltnW q_n)) _ => /=.
have above : Y q.+1 < v q by apply: le_lt_trans (le_last q_n) (shifted_above_last a_gt1 n_gt1 (ltnW q_n)).
by rewrite -{1}(subrK (Y q.+1) (v q)) addrC ltr_add2l ltr_pmull // subr_gt0.
Qed.
Lemma shifted_inj r q : 1 < a -> (r < n)%N -> (q < n)%N -> v r = v q -> r = q.
Proof.
move=> a_gt1 r_n q_n E; case: (ltngtP r q) => // [r_q | q_r].
  by have := shifted_lt a_gt1 r_q q_n; rewrite E ltxx.
by have := shifted_lt a_gt1 q_r r_n; rewrite E ltxx.
Qed.

(* How far they are shifted. *)
Lemma first_between r : (r < n)%N -> c 0 <= Y r /\ Y r <= at_window n.-1 K.-1.
Proof.
move=> r_n; split; last by apply: window_le => //; exact: inside.
by apply: le_trans (firsts_le (leq0n r) r_n); rewrite /first_value /at_window ler_addl mulr_ge0 ?ler0n ?(ltW e_gt0).
Qed.
Lemma shifted_bound r : (r < n)%N -> v r - c 0 <= a ^+ r.+1 * (at_window n.-1 K.-1 - c 0).
Proof.
have a_ge0 : 0 <= a by apply: le_trans ler01 a_ge1.
have less q : (q < n)%N -> v q - c 0 <= a * (M q - c 0).
  move=> q_n; rewrite shiftedE; have -> : Y q + a * (M q - Y q) - c 0 = a * (M q - c 0) - (a - 1) * (Y q - c 0).
    by move: (Y q) (M q) (c 0%N) => p r' s; ring_in F.
  by rewrite ler_subl_addr ler_addl mulr_ge0 // subr_ge0 //; case: (first_between q_n).
elim: r => [|r IH] r_n; apply: le_trans (less _ r_n) _.
  by rewrite expr1 ler_wpmul2l // ler_sub // ?lexx //; case: (first_between last_rank).
by rewrite exprS -mulrA ler_wpmul2l //; apply: IH; exact: ltnW.
Qed.
End Sweep.

(* --- The last value tells the first values of all tokens ---------------------------------------------------------------------- *)
Section Code.
Variables (n K A : nat).
Hypothesis n_gt0 : (0 < n)%N.
Hypothesis K_A : (K <= A)%N.
Implicit Types (l : nat -> nat) (r : nat).

Fixpoint code l r : int :=
  if r is r'.+1 then (l r)%:Z + A%:Z * (code l r' - (l r)%:Z) else (l 0%N)%:Z + A%:Z * ((l n.-1)%:Z - (l 0%N)%:Z).

Lemma code_step l l' (x x' : int) r : all_inside n K l -> all_inside n K l' -> (r < n)%N ->
  (l r)%:Z + A%:Z * x = (l' r)%:Z + A%:Z * x' -> l r = l' r /\ x = x'.
Proof.
move=> in_l in_l' r_n E; have lt := leq_trans (in_l r r_n) K_A; have lt' := leq_trans (in_l' r r_n) K_A.
have A_neq0 : A%:Z != 0 by case: A lt.
have same : l r = l' r.
  have := congr1 (modz^~ A%:Z) E; rewrite /= ![_ + A%:Z * _]addrC ![A%:Z * _]mulrC !modzMDl !modz_small; try by rewrite lez_nat ltz_nat.
  by case.
by split=> //; move: E; rewrite same => /addrI /(mulfI A_neq0).
Qed.
Lemma code_inj l l' : all_inside n K l -> all_inside n K l' -> code l n.-1 = code l' n.-1 -> forall r, (r < n)%N -> l r = l' r.
Proof.
move=> in_l in_l' E; have last : (n.-1 < n)%N by rewrite prednK.
have one r : (r < n)%N -> code l r = code l' r -> l r = l' r /\ (forall r', r = r'.+1 -> code l r' = code l' r').
  case: r => [|r] r_n /= /(code_step in_l in_l' r_n)[same x]; split=> // r' [<-].
  by move: x; rewrite same => /addIr.
have down k : (k <= n.-1)%N -> code l (n.-1 - k) = code l' (n.-1 - k).
  elim: k => [|k IH] k_n; first by rewrite subn0.
  have [_ next] := one (n.-1 - k)%N (leq_ltn_trans (leq_subr _ _) last) (IH (ltnW k_n)).
  by apply: next; rewrite subnS prednK // subn_gt0.
move=> r r_n; have r_last : (r <= n.-1)%N by rewrite -ltnS prednK.
by have [] := one r r_n; rewrite // -(subKn r_last); apply: down; exact: leq_subr.
Qed.

Variables (F : realFieldType) (e : F) (c : nat -> F).
Add Ring code_ring : (carrier_theory F).
Lemma shifted_code l r : shifted n A%:R e c l r = shifted n A%:R e c (fun=> 0%N) r + e * (code l r)%:~R.
Proof.
have split_code (p q r' s t v : F) : p + q * r' + s * (t + r' * v - (p + q * r')) = p + s * (t - p) + r' * (q + s * (v - q)).
  by ring_in F.
elim: r => [|r IH]; rewrite /= /first_value /at_window ?IH !mul0r !addr0 rmorphD rmorphM rmorphB /= -!pmulrn.
  by rewrite [(l n.-1)%:R * e]mulrC split_code.
by rewrite split_code.
Qed.
(* Different inputs end e apart at least. *)
Lemma last_apart l l' : 0 < e -> all_inside n K l -> all_inside n K l' -> (exists2 r, (r < n)%N & l r <> l' r) ->
  e <= `|shifted n A%:R e c l n.-1 - shifted n A%:R e c l' n.-1|.
Proof.
move=> e_gt0 in_l in_l' [r r_n differ]; rewrite (shifted_code l) (shifted_code l') opprD addrACA subrr add0r -mulrBr -rmorphB normrM (gtr0_norm e_gt0).
rewrite ler_pemulr ?(ltW e_gt0) // -intr_norm -[1]/(1%:~R) ler_int -gtz0_ge1 normr_gt0 subr_eq0.
by apply/eqP => E; apply: differ; exact: code_inj E _ r_n.
Qed.
End Code.
