(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), the remark with eq. 22: the bound fails for every pair of constants. exp and ln are functions
   of which only the laws below are used. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import row_norms softmax_lipschitz bounded_layers bounded_networks depth depth_normalized learnability.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Packings.
Variables (F : rcfType) (exp ln : F -> F).
Hypothesis expD : forall x y, exp (x + y) = exp x * exp y.
Hypothesis exp_gt0 : forall x, 0 < exp x.
Hypothesis lnM : forall x y, 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Hypothesis ln_gt0 : forall x, 1 < x -> 0 < ln x.
Hypothesis ln_le : forall x, 0 < x -> ln x <= x - 1.

Definition norms_at_most (I J : finType) (W : I -> J -> F) (B2 B21 : F) : Prop :=
  \sum_i \sum_j W i j ^+ 2 <= B2 ^+ 2 /\ norm_2_1 W <= B21.
(* Networks with H = 1 and d_h = 1, that is one hidden unit; the output is w times the last layer's row. *)
Record scalar_network (D : finType) := Network { layers : seq (small_layer F D); weights : D -> F }.
Definition value (D : finType) (f : scalar_network D) (x : D -> F) : F :=
  dot (weights f) (normalized_network exp (layers f) (fun _ => x) tt).
Definition is_member (D : finType) (L : nat) (B2 B21 : F) (f : scalar_network D) : Prop :=
  [/\ size (layers f) = L, \sum_d weights f d ^+ 2 <= B2 ^+ 2 &
    all_layers (fun l => [/\ norms_at_most (W1 l) B2 B21, norms_at_most (W2 l) B2 B21,
      forall h, norms_at_most (WV (heads l h)) B2 B21 &
      forall h, norm_2_1 (product (WK (heads l h)) (transposed (WQ (heads l h)))) <= B21]) (layers f)].

Lemma frobenius_at_most (I J : finType) (W : I -> J -> F) : frobenius W <= 1 -> norm_2_1 W <= 1 -> norms_at_most W 1 1.
Proof.
move=> small; split=> //; rewrite -[X in X <= _]sqr_sqrtr; first by rewrite ler_sqr ?nnegrE ?sqrtr_ge0 ?ler01.
by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; rewrite sqr_ge0.
Qed.

Lemma all_layers_sub T (P Q : T -> Prop) s : (forall x, P x -> Q x) -> all_layers P s -> all_layers Q s.
Proof. by move=> sub; elim: s => //= x s IH [/sub ? /IH]. Qed.

Lemma small_member (D : finType) (o : D) L ls : size ls = L -> all_layers (@in_class F D) ls -> is_member L 1 1 (Network ls (at_o F o)).
Proof.
move=> size_ls class_ls; split=> //; first by rewrite sqr_at_o expr1n.
apply: all_layers_sub class_ls => l [WV_small scores_small [] W1_small1 W1_small2 [] W2_small1 W2_small2].
by split=> // [||h]; apply: frobenius_at_most => //; case: (WV_small h).
Qed.
Lemma value_at_o (D : finType) (o : D) ls (x : D -> F) : value (Network ls (at_o F o)) x = normalized_output exp ls o x.
Proof.
rewrite /value /dot (eq_bigr (fun d => normalized_network exp ls (fun _ => x) tt d * at_o F o d)); first by rewrite sum_at_o.
by move=> d _; rewrite mulrC.
Qed.

(* H = L_sigma = B2 = B21 = 1, m = d = 4^k, L = 3 k + 1, eps = 1/5: one network for each set of the unit vectors. n is any number above C. *)
Theorem eq_22_has_no_constants (C c : F) (n : nat) : 0 < C -> C <= n%:R -> 0 < c ->
  exists (L m d M : nat) (eps : F) (inputs : 'I_m -> 'I_d -> F) (packing : 'I_M -> scalar_network (ordinal_finType d)),
  [/\ (0 < L)%N, (0 < m)%N, (0 < d)%N, 0 < eps & forall i, norm2 (inputs i) = 1] /\
  [/\ (0 < M)%N, forall i, is_member L 1 1 (packing i),
      forall i j, i != j -> exists x, 2%:R * eps < `|value (packing i) (inputs x) - value (packing j) (inputs x)| &
      C * exp (c * L%:R * ln 1) * 1 ^+ 2 * 1 ^+ 2 / eps ^+ 2 * ln (1 * d * m)%:R < ln M%:R].
Proof.
move=> C_gt0 C_le c_gt0; have [k [k_gt0 large]] := no_constant_of_eq_22 lnM ln_gt0 n.
have d_gt0 : (0 < 4 ^ k)%N by rewrite expn_gt0.
pose o : 'I_(4 ^ k) := Ordinal d_gt0.
have every_set (S : {ffun 'I_(4 ^ k) -> bool}) : exists ls, [/\ size ls = (3 * k + 1)%N,
    all_layers (@in_class F (ordinal_finType (4 ^ k))) ls & forall j, normalized_output exp ls o (fun d => (d == j)%:R) = (S j)%:R / 2%:R].
  by apply: (normalized_shattering exp_gt0); rewrite card_ord.
have [g gP] := fin_all_exists every_set.
pose packing (i : 'I_#|{ffun 'I_(4 ^ k) -> bool}|) := Network (g (enum_val i)) (at_o F o).
have valueE i j : value (packing i) (fun d => (d == j)%:R) = (enum_val i j)%:R / 2%:R.
  by have [_ _ <-] := gP (enum_val i); rewrite value_at_o.
exists (3 * k + 1)%N, (4 ^ k)%N, (4 ^ k)%N, #|{ffun 'I_(4 ^ k) -> bool}|, (1 / 5%:R), (fun j d => (d == j)%:R), packing.
have cardM : #|{ffun 'I_(4 ^ k) -> bool}| = (2 ^ (4 ^ k))%N by rewrite card_ffun card_bool card_ord.
split; first split.
- by rewrite addn1.
- by [].
- by [].
- by rewrite divr_gt0 ?ltr01 ?ltr0n.
- by move=> i; rewrite /norm2 (sqr_at_o F i) sqrtr1.
split.
- by rewrite cardM expn_gt0.
- by move=> i; have [size_g class_g _] := gP (enum_val i); exact: small_member.
- move=> i j ij; have [x differ] : exists x, enum_val i x != enum_val j x.
    apply/existsP; rewrite -negb_forall; apply: contra ij => /forallP same.
    by apply/eqP/enum_val_inj/ffunP => x; apply/eqP.
  exists x; rewrite !valueE -mulrBl normrM.
  have -> : `|(enum_val i x)%:R - (enum_val j x)%:R| = 1 :> F.
    by move: differ; case: (enum_val i x); case: (enum_val j x) => // _; rewrite ?subr0 ?sub0r ?normrN normr1.
  rewrite ger0_norm ?invr_ge0 ?ler0n // !mul1r ltr_pdivr_mulr ?ltr0n // [X in _ < X]mulrC ltr_pdivl_mulr ?ltr0n //.
  by rewrite -natrM ltr_nat.
have ln1 : ln 1 = 0 by apply: (addrI (ln 1)); rewrite -lnM ?ltr01 // mulr1 addr0.
have exp0 : exp 0 = 1 by apply: (mulfI (lt0r_neq0 (exp_gt0 0))); rewrite -expD addr0 mulr1.
rewrite ln1 mulr0 exp0 !expr1n !mulr1 mul1n cardM.
have -> : ln (2 ^ (4 ^ k))%:R = (4 ^ k)%:R * ln 2%:R by rewrite -(prednK d_gt0) (ln_power lnM).
apply: le_lt_trans large; rewrite expr_div_n expr1n div1r invrK -natrX [C * _]mulrC.
have log_ge0 : 0 <= ln (4 ^ k * 4 ^ k)%:R.
  by rewrite ltW // ln_gt0 // ltr1n -expnD -[X in (X < _)%N](expn0 4) ltn_exp2l // addn_gt0 k_gt0.
by rewrite ler_wpmul2r // ler_wpmul2l // ler0n.
Qed.

End Packings.
