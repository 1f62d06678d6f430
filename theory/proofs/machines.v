(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), appendices A and B: slots for the collection, binary digits, padding. *)
From mathcomp Require Import all_ssreflect.
From Coq Require Import Lia.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* lia, for the ordering and the sums of ssreflect's natural numbers. *)
Ltac arithmetic :=
  repeat match goal with
         | H : is_true (leq _ _) |- _ => move/ssrnat.leP: H => H
         | H : is_true (_ && _) |- _ => case/andP: H
         end;
  try apply/ssrnat.leP; unfold addn, addn_rec, subn, subn_rec in *; lia.

(* --- Slots for the collection ---------------------------------------------------------------------------------------------- *)
(* false: read by the machine itself, true: by its neighbour. *)
Definition serves_every_split s (wiring : seq bool) :=
  forall x y, x + y <= s -> x <= count negb wiring /\ y <= count id wiring.

Theorem two_s_slots_are_enough s : size (nseq s false ++ nseq s true) = 2 * s /\ serves_every_split s (nseq s false ++ nseq s true).
Proof.
split=> [|x y le]; first by rewrite size_cat !size_nseq mul2n addnn.
rewrite !count_cat !count_nseq /= !mul1n !mul0n addn0 add0n.
by split; apply: leq_trans le; [exact: leq_addr | exact: leq_addl].
Qed.

Theorem fewer_slots_are_not_enough s wiring : serves_every_split s wiring -> 2 * s <= size wiring.
Proof.
move=> serves; have [own _] := serves s 0 (eq_leq (addn0 s)); have [_ other] := serves 0 s (leqnn s).
by rewrite mul2n -addnn -(count_predC id wiring) addnC leq_add.
Qed.

(* --- Bits, padding, pairs -------------------------------------------------------------------------------------------------- *)
(* The number that the last k binary digits of x stand for. *)
Definition represented x k := \sum_(j < k) (x %/ 2 ^ j %% 2) * 2 ^ j.

Lemma represented_mod x k : represented x k = x %% 2 ^ k.
Proof.
elim: k => [|k IH]; first by rewrite /represented big_ord0 modn1.
rewrite /represented big_ord_recr /= -/(represented x k) IH expnSr.
set q := x %/ 2 ^ k; have x_eq : x = q %/ 2 * (2 ^ k * 2) + (q %% 2 * 2 ^ k + x %% 2 ^ k).
  by rewrite {1}(divn_eq x (2 ^ k)) -/q {1}(divn_eq q 2) mulnDl -mulnA [2 * _]mulnC addnA.
rewrite [in RHS]x_eq modnMDl [RHS]modn_small; first exact: addnC.
apply: (@leq_ltn_trans (1 * 2 ^ k + x %% 2 ^ k)); first by rewrite leq_add2r leq_mul2r -ltnS ltn_pmod // orbT.
by rewrite mul1n muln2 -addnn ltn_add2l ltn_pmod // expn_gt0.
Qed.

(* k bits represent exactly the numbers below 2^k; k = ceil(log2 n) is the least with n <= 2^k. *)
Theorem bits_represent_labels n k x : n <= 2 ^ k -> x < n -> represented x k = x.
Proof. by move=> n_le x_lt; rewrite represented_mod modn_small // (leq_trans x_lt). Qed.

Theorem one_more_label n k x : n.+1 <= 2 ^ k -> x <= n -> represented x k = x.
Proof. by move=> n_lt x_le; rewrite represented_mod modn_small // (leq_ltn_trans x_le). Qed.

Theorem fails_exactly_for_powers_of_two n k : n <= 2 ^ k -> (forall t, n <= 2 ^ t -> k <= t) ->
  (forall x, x <= n -> represented x k = x) <-> (forall t, n <> 2 ^ t).
Proof.
move=> n_le least; split=> [all_x t n_t|no_power x x_le]; last first.
  rewrite represented_mod modn_small // (leq_ltn_trans x_le) // ltn_neqAle n_le andbT.
  by apply/eqP; exact: no_power.
have k_t : k <= t by apply: least; rewrite n_t.
have := all_x n (leqnn n); rewrite represented_mod {2}n_t => small.
have : 2 ^ t < 2 ^ k by rewrite -small ltn_pmod // expn_gt0.
by rewrite ltn_exp2l // ltnNge k_t.
Qed.

Definition padded_size g e := g * ((e + g.-1) %/ g).   (* g ceil(e / g) *)

Lemma padded_bounds g e : 0 < g -> [/\ g %| padded_size g e, e <= padded_size g e, padded_size g e <= g * e & padded_size g e <= e + g.-1].
Proof.
move=> g_gt0; rewrite /padded_size; split; first exact: dvdn_mulr.
- have := ltn_pmod (e + g.-1) g_gt0; have := divn_eq (e + g.-1) g; rewrite mulnC.
  move: (_ %% _) (g * _) => r m e_eq; rewrite -(ltn_predK g_gt0) ltnS => r_le.
  by rewrite -(leq_add2r g.-1) e_eq leq_add2l.
- case: e => [|e]; first by rewrite add0n divn_small ?muln0 // prednK.
  by rewrite leq_mul2l -ltnS ltn_divLR // addSnnS prednK // mulSn addnC ltn_add2l leq_pmulr // orbC.
by rewrite mulnC leq_trunc_div.
Qed.

(* Messages padded to multiples of g: their sum grows by the factor g at most, and by g - 1 for each of them at most. *)
Lemma padded_sums (T : Type) (l : seq T) (f : T -> nat) g s : 0 < g -> \sum_(i <- l) f i <= s ->
  \sum_(i <- l) padded_size g (f i) <= g * s /\ \sum_(i <- l) padded_size g (f i) <= s + size l * g.-1.
Proof.
move=> g_gt0 f_le; split.
  apply: (@leq_trans (g * \sum_(i <- l) f i)); last by rewrite leq_mul2l f_le orbT.
  by rewrite big_distrr; apply: leq_sum => i _; have [] := padded_bounds (f i) g_gt0.
apply: (@leq_trans (\sum_(i <- l) (f i + g.-1))); first by apply: leq_sum => i _; have [] := padded_bounds (f i) g_gt0.
by rewrite big_split /= leq_add // big_const_seq count_predT iter_addn_0 mulnC.
Qed.

(* One tuple to each of s machines. *)
Lemma padded_ones g s n : 0 < g -> s <= n -> \sum_(j <- iota 0 n) (j < s) = s /\ \sum_(j <- iota 0 n) padded_size g (j < s) = g * s.
Proof.
move=> g_gt0 s_le; have ones : \sum_(j <- iota 0 n) (j < s) = s.
  rewrite -(subnKC s_le) iotaD big_cat /= big_seq (eq_bigr (fun=> 1)) => [|j]; last by rewrite mem_iota add0n /= => ->.
  rewrite -big_seq sum1_size size_iota big_seq big1 ?addn0 // => j; rewrite mem_iota add0n => /andP[s_j _].
  by rewrite ltnNge s_j.
split=> //; rewrite (eq_bigr (fun j => g * (j < s))) => [|j _]; first by rewrite -big_distrr ones.
rewrite /padded_size; case: (j < s); last by rewrite add0n divn_small ?muln0 // prednK.
by rewrite add1n prednK // divnn g_gt0.
Qed.

Theorem few_dummies N t : 1 < N -> 2 ^ t.-1 < N -> 2 ^ t - N <= N - 2.
Proof.
case: t => [|t] N_gt1 /=; first by move=> _; rewrite expn0; arithmetic.
by rewrite expnS mul2n -addnn; move: (2 ^ t) => p lt; arithmetic.
Qed.

Theorem dummies_attained t r : 2 ^ t < 2 ^ r -> (forall q, 2 ^ t < 2 ^ q -> r <= q) -> 2 ^ r - (2 ^ t).+1 = (2 ^ t).+1 - 2.
Proof.
move=> lt least; have r_eq : r = t.+1.
  by apply/eqP; rewrite eqn_leq least ?ltn_exp2l //= -(ltn_exp2l _ _ (ltnSn 1)).
have pos : 0 < 2 ^ t by rewrite expn_gt0.
by rewrite r_eq expnS mul2n -addnn; case: (2 ^ t) pos => // q _; rewrite addSnnS addnK subSS subn1.
Qed.

(* One number for two. *)
Theorem two_numbers_in_one a b c d : (a + b) ^ 2 + b = (c + d) ^ 2 + d <-> a = c /\ b = d.
Proof.
have below u v w : u < v -> w <= u -> u ^ 2 + w < v ^ 2.
  move=> lt w_le; apply: (@leq_trans (u.+1 ^ 2)); last by rewrite leq_exp2r.
  by rewrite -!mulnn mulSn mulnS addSn ltnS addnA addnC leq_add // (leq_trans w_le) ?leq_addr.
split=> [eq|[-> ->] //]; have sums : a + b = c + d.
  apply/eqP; case: ltngtP => // lt; have := below _ _ _ lt.
    by move/(_ b (leq_addl a b)); rewrite eq ltnNge leq_addr.
  by move/(_ d (leq_addl c d)); rewrite -eq ltnNge leq_addr.
by move: eq; rewrite sums => /addnI b_d; split=> //; apply: (@addIn b); rewrite sums b_d.
Qed.
