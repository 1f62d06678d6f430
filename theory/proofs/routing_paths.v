(* SPDX-License-Identifier: Apache-2.0 *)
(* Positional Attention (Back de Luca et al. 2025), Definition A.4 and appendix B.2: paths within a half of a Benes network. *)
From mathcomp Require Import all_ssreflect.
From attest Require Import routing.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* p t is the path's label in layer t = l, ..., m. *)
Definition path_between k l m (p : nat -> label k) := forall t, l <= t < m -> edge t (p t) (p t.+1).
Definition reaches k l (i : label k) m (j : label k) := exists p, [/\ path_between l m p, p l = i & p m = j].

Lemma bit_unchanged k l m (p : nat -> label k) (w : 'I_k) t1 t2 : path_between l m p -> l <= t1 -> t1 <= t2 -> t2 <= m ->
  (forall t, t1 <= t < t2 -> w != column k t :> nat) -> p t2 w = p t1 w.
Proof.
move=> path l_le; elim: t2 => [|t2 IH]; first by rewrite leqn0 => /eqP ->.
rewrite leq_eqVlt => /orP[/eqP -> //|]; rewrite ltnS => t_le t2_lt other.
rewrite -IH ?(ltnW t2_lt) // => [|t /andP[t_ge t_lt]]; last by apply: other; rewrite t_ge ltnW.
have : edge t2 (p t2) (p t2.+1) by apply: path; rewrite t2_lt (leq_trans l_le).
case/orP => /eqP -> //; rewrite ffunE; have := other t2; rewrite t_le ltnSn => /(_ isT)/negbTE ->.
by rewrite addFb.
Qed.

(* Within the first half (layers 1 to k + 1) and within the second (k to 2k) there is one path between two nodes at most. *)
Theorem half_paths k l m (p q : nat -> label k) : m <= k.+1 \/ k <= l ->
  path_between l m p -> path_between l m q -> p l = q l -> p m = q m -> forall t, l <= t <= m -> p t = q t.
Proof.
move=> half path_p path_q same_l same_m t /andP[l_le t_le]; apply/ffunP => w.
have from_l r : path_between l m r -> (forall u, l <= u < t -> w != column k u :> nat) -> r t w = r l w.
  by move=> path_r; apply: bit_unchanged path_r _ _ _.
have to_m r : path_between l m r -> (forall u, t <= u < m -> w != column k u :> nat) -> r t w = r m w.
  by move=> path_r other; apply/esym/(bit_unchanged path_r).
case: half => [m_le|k_le].
  have col u : u < m -> column k u = k - u.
    by move=> u_lt; rewrite /column (eqP (_ : u <= k)) // -ltnS (leq_trans u_lt).
  case: (leqP t (k - w)) => [before|after].
    have other u : l <= u < t -> w != column k u :> nat.
      case/andP => _ u_lt; rewrite col ?(leq_trans u_lt) // ltn_eqF // ltn_subRL addnC -ltn_subRL.
      exact: leq_trans before.
    by rewrite (from_l p) // (from_l q) // same_l.
  have other u : t <= u < m -> w != column k u :> nat.
    case/andP => u_ge u_lt; rewrite col // gtn_eqF // ltn_subLR; last by rewrite -ltnS (leq_trans u_lt).
    by rewrite addnC -ltn_subLR ?(leq_trans after) // ltnW.
  by rewrite (to_m p) // (to_m q) // same_m.
have col u : l <= u -> column k u = u - k.
  by move=> u_ge; rewrite /column (eqP (leq_trans k_le u_ge)) addn0.
case: (leqP t (k + w)) => [before|after].
  have other u : l <= u < t -> w != column k u :> nat.
    by case/andP => u_ge u_lt; rewrite col // gtn_eqF // ltn_subLR ?(leq_trans k_le) // (leq_trans u_lt).
  by rewrite (from_l p) // (from_l q) // same_l.
have other u : t <= u < m -> w != column k u :> nat.
  by case/andP => u_ge _; rewrite col ?(leq_trans l_le) // ltn_eqF // ltn_subRL (leq_trans after).
by rewrite (to_m p) // (to_m q) // same_m.
Qed.

Lemma agree_sym k b (i j : label k) : agree b i j = agree b j i.
Proof. by apply/agreeP/agreeP => same w w_lt; rewrite same. Qed.

(* From layer l >= k a node reaches those of the last layer that agree with it on the l - k bits that no edge changes any more. *)
Lemma reaches_last k l (i j : label k) : k <= l <= k.*2 -> reaches l i k.*2 j <-> agree (l - k) i j.
Proof.
case/andP=> k_le l_le; split=> [[p [path <- <-]]|/agreeP same].
  apply/agreeP => w w_lt; apply/esym/(bit_unchanged path) => // t /andP[t_ge t_lt].
  by rewrite /column (eqP (leq_trans k_le t_ge)) addn0 ltn_eqF // (leq_trans w_lt) // leq_sub2r.
exists (fun t => [ffun w : 'I_k => if w < t - k then j w else i w]); split; last 2 first.
- by apply/ffunP => w; rewrite ffunE; case: ifP => // w_lt; rewrite same.
- by apply/ffunP => w; rewrite ffunE -addnn addnK ltn_ord.
move=> t /andP[t_ge t_lt]; have k_t := leq_trans k_le t_ge.
have b_lt : t - k < k by rewrite ltn_subLR // addnn.
have col : column k t = t - k by rewrite /column (eqP k_t) addn0.
rewrite /edge col; case equal: (j (Ordinal b_lt) == i (Ordinal b_lt)); [apply/orP; left | apply/orP; right];
  apply/eqP/ffunP => w; rewrite !ffunE subSn // ltnS leq_eqVlt.
  case: (eqVneq (w : nat) (t - k)) => [w_b|_] //=; rewrite w_b ltnn; have -> : w = Ordinal b_lt by apply: val_inj.
  exact/eqP.
case: (eqVneq (w : nat) (t - k)) => [w_b|_]; last by rewrite addFb.
rewrite w_b ltnn /=; have -> : w = Ordinal b_lt by apply: val_inj.
by move: equal; case: (j _) (i _) => [] [].
Qed.

(* In the collection phase exactly one of the two next nodes reaches a destination that the node itself reaches. *)
Theorem one_next_node k l (i j : label k) : k <= l < k.*2 -> reaches l i k.*2 j ->
  (reaches l.+1 i k.*2 j \/ reaches l.+1 (flip (column k l) i) k.*2 j) /\
  ~ (reaches l.+1 i k.*2 j /\ reaches l.+1 (flip (column k l) i) k.*2 j).
Proof.
case/andP=> k_le l_lt; rewrite !reaches_last ?k_le ?(ltnW l_lt) ?l_lt ?(leqW k_le) //.
have b_lt : l - k < k by rewrite ltn_subLR // addnn.
have -> : column k l = l - k by rewrite /column (eqP k_le) addn0.
rewrite subSn // !(agree_sym _ _ j); have [-> apart] := agree_split i j b_lt.
by move=> /orP one; split=> // -[two three]; rewrite two three in apart.
Qed.
