(* SPDX-License-Identifier: Apache-2.0 *)
(* Numbers by their digits, the lowest one first, and which lists of digits a base tells apart (URPE, Luo et al. 2022, appendix A.4: tokens of
   a grid, read off their projections to powers). *)
From mathcomp Require Import all_ssreflect.
From attest Require Import evaluation.
From attest Require calls_srpe.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Lemma mem_lists_over (A : eqType) (l : seq A) d t : (t \in lists_over l d) = (size t == d) && all (mem l) t.
Proof.
elim: d t => [|d IH] [|x t] //=; first by apply/negbTE/negP => /allpairsP[[y s] /= [_ _]].
apply/allpairsP/idP => [[[y s] /= [y_l]] | /andP[size_t /andP[x_l t_l]]].
  by rewrite IH => /andP[/eqP size_s s_l] [-> ->]; rewrite size_s eqxx /= s_l andbT.
by exists (x, t); split=> //=; rewrite IH -eqSS size_t.
Qed.

Lemma uniq_map_inj (A B : eqType) (f : A -> B) l s t : uniq (map f l) -> s \in l -> t \in l -> f s = f t -> s = t.
Proof.
elim: l => //= a l IH /andP[fa f_uniq]; rewrite !inE => /orP[/eqP->|s_l] /orP[/eqP->|t_l] // E.
- by case/negP: fa; rewrite E map_f.
- by case/negP: fa; rewrite -E map_f.
exact: IH.
Qed.

(* Digits t of base b. *)
Fixpoint numeral (b : nat) (t : seq nat) : nat := if t is k :: r then numeral b r * b + k else 0.

Lemma numeral_inj b s t : all (fun k => k < b) s -> all (fun k => k < b) t -> size s = size t -> numeral b s = numeral b t -> s = t.
Proof.
elim: s t => [|k s IH] [|l t] //= /andP[k_b s_b] /andP[l_b t_b] [sizes] E.
have kl : k = l by have := congr1 (modn^~ b) E; rewrite !modnMDl !modn_small.
have b_gt0 : 0 < b by apply: leq_ltn_trans l_b.
move/eqP: E; rewrite kl eqn_add2r eqn_pmul2r // => /eqP E.
by congr (_ :: _); apply: IH.
Qed.

(* Digits that are all m, and the numbers up to them: in base m they have digits 0, ..., m. *)
Lemma numeral_const b m d : numeral b (nseq d m) = m * numeral b (nseq d 1).
Proof. by elim: d => [|d IH] /=; rewrite ?muln0 // IH mulnDr muln1 mulnA. Qed.
Lemma numeral_le b m t : all (fun k => k <= m) t -> numeral b t <= numeral b (nseq (size t) m).
Proof. by elim: t => //= k t IH /andP[k_m /IH t_m]; rewrite leq_add // leq_mul2r t_m orbT. Qed.
Lemma represented m d k : 0 < m -> k <= numeral m (nseq d m) -> exists2 t, size t = d & all (fun j => j <= m) t /\ numeral m t = k.
Proof.
move=> m_gt0; elim: d k => [|d IH] k /= k_le; first by exists [::]; move: k_le; rewrite ?leqn0 // => /eqP->.
set G := numeral m (nseq d m) in IH k_le *; pose q := minn G (k %/ m).
have q_k : q * m <= k by apply: leq_trans (leq_trunc_div k m); rewrite leq_mul2r geq_minr orbT.
have [t size_t [t_m tE]] := IH q (geq_minl _ _); exists (k - q * m :: t); rewrite /= ?size_t //.
split; last by rewrite tE subnKC.
rewrite t_m andbT leq_subLR /q; case: (leqP G (k %/ m)) => // _.
by rewrite {1}(divn_eq k m) leq_add2l ltnW // ltn_mod.
Qed.

(* All lists of d digits below N have different values exactly if the base is N at least. *)
Lemma values_uniq N b d : N <= b -> uniq [seq numeral b t | t <- lists_over (iota 0 N) d].
Proof.
move=> N_b; rewrite map_inj_in_uniq; first by apply: calls_srpe.lists_over_uniq; exact: iota_uniq.
have digits s : all (mem (iota 0 N)) s -> all (fun k => k < b) s.
  by apply: sub_all => k; rewrite /= mem_iota add0n => /leq_trans; apply.
move=> s t; rewrite !mem_lists_over => /andP[/eqP s_d /digits s_b] /andP[/eqP t_d /digits t_b].
by apply: numeral_inj => //; rewrite s_d t_d.
Qed.
Lemma values_distinct N b d : 0 < b -> 1 < d -> uniq [seq numeral b t | t <- lists_over (iota 0 N) d] = (N <= b).
Proof.
case: d => [|[|d]] // b_gt0 _; case: leqP => [|b_N]; first exact: values_uniq.
have N_gt1 : 1 < N by apply: leq_ltn_trans b_N.
have zeros : all (mem (iota 0 N)) (nseq d 0) by rewrite all_nseq /= mem_iota add0n (ltnW N_gt1) orbT.
have s_in : [:: b, 0 & nseq d 0] \in lists_over (iota 0 N) d.+2.
  by rewrite mem_lists_over /= size_nseq eqxx zeros !mem_iota !add0n b_N (ltnW N_gt1).
have t_in : [:: 0, 1 & nseq d 0] \in lists_over (iota 0 N) d.+2.
  by rewrite mem_lists_over /= size_nseq eqxx zeros !mem_iota !add0n N_gt1 (ltnW N_gt1).
apply/negP => distinct; have := uniq_map_inj distinct s_in t_in; rewrite /= !addn0 mulnDl mul1n => /(_ erefl) [b0].
by rewrite b0 in b_gt0.
Qed.
(* One digit needs no base. *)
Lemma values_of_one N b : uniq [seq numeral b t | t <- lists_over (iota 0 N) 1].
Proof.
rewrite map_inj_in_uniq; first by apply: calls_srpe.lists_over_uniq; exact: iota_uniq.
by move=> [|k [|k' s]] [|l [|l' t]]; rewrite !mem_lists_over //= => _ _ /addnI ->.
Qed.
