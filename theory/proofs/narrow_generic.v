(* SPDX-License-Identifier: Apache-2.0 *)
(* Finitely many positive numbers have a positive lower bound, a number solves none of finitely many linear equations, and a linear functional tells finitely many
   vectors apart. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Generic.
Variable F : realFieldType.

Lemma le_sum_norms (K : finType) (p : K -> F) k : p k <= \sum_j `|p j|.
Proof. by apply: le_trans (ler_norm _) _; rewrite (bigD1 k) //= ler_addl sumr_ge0. Qed.

Lemma least_gap (K : finType) (p : K -> F) : (forall k, 0 < p k) -> exists2 g, 0 < g & forall k, g <= p k.
Proof.
move=> p_gt0; pose G := 1 + \sum_k `|(p k)^-1|; have G_gt0 : 0 < G by rewrite ltr_paddr ?ltr01 ?sumr_ge0.
exists G^-1 => [|k]; first by rewrite invr_gt0.
rewrite -[p k]invrK lef_pinv ?posrE ?invr_gt0 //; apply: le_trans (le_sum_norms (fun j => (p j)^-1) k) _.
by rewrite ler_addr ler01.
Qed.

Lemma avoid (K : finType) (p q : K -> F) : exists g, forall k, q k != 0 -> p k + g * q k != 0.
Proof.
exists (1 + \sum_k `|- (p k / q k)|) => k q_neq0; apply/eqP => E.
have := le_sum_norms (fun j => - (p j / q j)) k; rewrite -(ler_add2l 1) leNgt => /negP; apply.
have -> : - (p k / q k) = 1 + \sum_j `|- (p j / q j)|.
  by apply: (mulIf q_neq0); rewrite mulNr divfK //; apply/eqP; rewrite eq_sym -addr_eq0 addrC; apply/eqP.
by rewrite ltr_addr ltr01.
Qed.

(* A linear functional that is not 0 at any of finitely many vectors that are not 0. *)
Lemma functional_seq (I : eqType) (r : seq I) (K : finType) (x : K -> I -> F) : uniq r ->
  exists c : I -> F, forall k, (exists2 i, i \in r & x k i != 0) -> \sum_(i <- r) c i * x k i != 0.
Proof.
elim: r => [_|i r IH /= /andP[i_r /IH[c c_works]]]; first by exists (fun=> 0) => k [].
have [g g_works] := avoid (fun k => \sum_(j <- r) c j * x k j) (x^~ i).
exists (fun j => if j == i then g else c j) => k k_neq0; rewrite big_cons eqxx.
have -> : \sum_(j <- r) (if j == i then g else c j) * x k j = \sum_(j <- r) c j * x k j.
  by apply: eq_big_seq => j j_r; case: eqP j_r i_r => // -> ->.
have [xi0|] := eqVneq (x k i) 0; last by rewrite addrC; apply: g_works.
rewrite xi0 mulr0 add0r; apply: c_works; case: k_neq0 => j; rewrite inE => /predU1P[-> /negP[]|]; first by rewrite xi0.
by exists j.
Qed.

(* A linear functional tells finitely many vectors apart. *)
Lemma functional (I K : finType) (x : K -> I -> F) : (forall k l, x k =1 x l -> k = l) -> exists c : I -> F, injective (fun k => \sum_i c i * x k i).
Proof.
move=> x_inj.
have [c c_works] := @functional_seq I (index_enum I) [finType of K * K] (fun kl i => x kl.1 i - x kl.2 i) (index_enum_uniq I).
exists c => k l /= E; apply: x_inj => i; apply/eqP; rewrite -subr_eq0; apply: contraT => neq.
have /eqP[] := c_works (k, l) (ex_intro2 _ _ i (mem_index_enum i) neq).
by under eq_bigr do rewrite mulrBr /=; rewrite sumrB; apply/eqP; rewrite subr_eq0; apply/eqP.
Qed.
End Generic.
