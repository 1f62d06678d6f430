(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3, eq. 21: cells that are fine enough for a Lipschitz constant, as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From attest Require Import syntax values evaluation meaning rules generators formulas numbers.
From attest Require statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma fine_enough (S : numbers) (n d p : nat) (K eps : S) : (0 < n)%N -> (0 < d)%N -> (0 < p)%N -> 0 <= K -> 0 < eps ->
  exists2 m : nat, (0 < m)%N & n%:R * d%:R * (K / m%:R) ^+ p < (eps / 2%:R) ^+ p.
Proof.
move=> n_gt0 d_gt0 p_gt0 K_ge0 eps_gt0; have nd_ge1 : 1 <= n%:R * d%:R :> S by rewrite -natrM ler1n muln_gt0 n_gt0.
have half_gt0 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
have [m m_large] := archimedean (n%:R * d%:R * K / (eps / 2%:R)).
have m_gt0 : 0 < m%:R :> S by apply: le_lt_trans m_large.
exists m; first by move: m_gt0; rewrite ltr0n.
have KM_ge0 : 0 <= K / m%:R by rewrite divr_ge0 // ltW.
apply: (@le_lt_trans _ _ ((n%:R * d%:R * (K / m%:R)) ^+ p)).
  by rewrite [X in _ <= X]exprMn ler_wpmul2r ?exprn_ge0 // ler_eexpr.
rewrite ltr_pexpn2r ?nnegrE ?(ltW half_gt0) ?mulr_ge0 ?(ltW half_gt0) ?ler0n //.
rewrite mulrA ltr_pdivr_mulr // [X in _ < X]mulrC -ltr_pdivr_mulr //.
  exact: le_lt_trans (ler_norm _) m_large.
by rewrite invr_ge0 ltW.
Qed.

Ltac side ::= eassumption.

(* attest: urpe.theorem-3 step_equation_21 sha256:9b2be73b8deb5940d48edfae1efdfd2ab1e169a0c77874c71a4e6862b182ad55 theorem:equation_21 *)
Theorem equation_21 : Holds statements_urpe_theorem_3.step_equation_21.
Proof.
split=> S; have floor_int := @floor_integer S; start_meaning.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => p p_gt0 _.
meaning_for_all => K _ K_ge0; meaning_for_all => eps _ eps_gt0.
have [m m_gt0 fine] := fine_enough n_gt0 d_gt0 p_gt0 K_ge0 eps_gt0.
have m_neq0 : m%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
have two_neq0 : 2%:R != 0 :> S by rewrite pnatr_eq0.
by meaning_exists m; meaning_value.
Qed.
