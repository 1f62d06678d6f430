(* SPDX-License-Identifier: Apache-2.0 *)
(* What polynomials are worth where their variables have values, and that known signs say what they say. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia.
From attest Require Import values rationals rationals_sound enclosures enclosures_sound polynomials.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What holds of every entry. *)
Fixpoint every (A : Type) (P : A -> Prop) (l : seq A) : Prop := if l is x :: rest then P x /\ every P rest else True.
Lemma every_cat A (P : A -> Prop) l m : every P l -> every P m -> every P (l ++ m).
Proof. by elim: l => //= x l IH [Px /IH Pl] /Pl. Qed.
Lemma every_nth A (P : A -> Prop) l n x : every P l -> List.nth_error l n = Some x -> P x.
Proof. by elim: l n => [|y l IH] [|n] //= [Py Pl]; [case=> <- | apply: IH]. Qed.

Section Sound.
Variable F : realFieldType.
Variable rho : Z -> F.
Local Notation embed := (embed_rational F).
Implicit Types (m n : monomial) (p q : polynomial) (s : sign).

Definition m_worth m : F := foldr (fun x v => rho x * v) 1 m.
Definition worth p : F := foldr (fun t v => embed t.2 * m_worth t.1 + v) 0 p.

Lemma worth_constant c : worth (constant c) = embed c.
Proof. by rewrite /constant -(embed_is_zero F); case: eqP => [->|_] //=; rewrite mulr1 addr0. Qed.
Lemma worth_variable x : worth (variable x) = rho x.
Proof. by rewrite /= embed_int mul1r mulr1 addr0. Qed.
Lemma worth_constant_of p c : constant_of p = Some c -> worth p = embed c.
Proof. by case: p => [[<-]|[[|x m] a] [|t p]] //=; [rewrite embed_int | case=> ->; rewrite mulr1 addr0]. Qed.

Lemma m_worth_multiply m n : m_worth (m_multiply m n) = m_worth m * m_worth n.
Proof.
elim: m n => [|x m IH] n; first by rewrite mul1r.
elim: n => [|y n IHn]; first by rewrite mulr1.
rewrite [m_multiply _ _]/=; case: Z.leb; first by rewrite /= -/(m_worth _) IH mulrA.
by change (rho y * m_worth (m_multiply (x :: m) n) = m_worth (x :: m) * (rho y * m_worth n)); rewrite IHn mulrCA.
Qed.
Lemma m_compare_eq m n : m_compare m n = Eq -> m = n.
Proof.
elim: m n => [|x m IH] [|y n] //=; case: Z.ltb_spec => // yx; case: Z.ltb_spec => // xy /IH->.
by congr (_ :: _); lia.
Qed.

Lemma worth_add p q : worth (p_add p q) = worth p + worth q.
Proof.
elim: p q => [|[m a] p IH] q; first by rewrite add0r.
elim: q => [|[n b] q IHq]; first by rewrite addr0.
rewrite [p_add _ _]/=; case E: m_compare.
- have <- := m_compare_eq E; rewrite addrACA -mulrDl -embed_add -IH.
  by rewrite -(embed_is_zero F); case: eqP => [->|_] //=; rewrite mul0r add0r.
- by rewrite /= IH /= -!addrA.
by change (embed b * m_worth n + worth (p_add ((m, a) :: p) q) = worth ((m, a) :: p) + (embed b * m_worth n + worth q)); rewrite IHq addrCA.
Qed.
Lemma worth_negate p : worth (p_negate p) = - worth p.
Proof. by elim: p => [|[m a] p IH] /=; rewrite ?oppr0 // IH embed_negate mulNr opprD. Qed.
Lemma worth_subtract p q : worth (p_subtract p q) = worth p - worth q.
Proof. by rewrite worth_add worth_negate. Qed.
Lemma worth_scale m a p : worth (p_scale m a p) = embed a * m_worth m * worth p.
Proof.
by elim: p => [|[n b] p IH] /=; rewrite ?mulr0 // IH m_worth_multiply embed_multiply mulrDr mulrACA.
Qed.
Lemma worth_multiply p q : worth (p_multiply p q) = worth p * worth q.
Proof. by elim: p => [|[m a] p IH] /=; rewrite ?mul0r // worth_add worth_scale IH mulrDl. Qed.

(* --- Signs ------------------------------------------------------------------------------------------------------------------------ *)
Definition sign_true s : Prop := if s.2 then 0 < worth s.1 else 0 <= worth s.1.
Lemma sign_ge0 s : sign_true s -> 0 <= worth s.1.
Proof. by case: s => p [] //= /ltW. Qed.

Lemma constant_suchP p t : constant_such p t -> exists2 c, worth p = embed c & t c.
Proof. by rewrite /constant_such; case E: constant_of => [c|] // tc; exists c; first exact: worth_constant_of. Qed.

Lemma above_by_sound signs p : every sign_true signs -> true_of (above_by signs p) (0 < worth p).
Proof.
elim: signs => [|[s strict] signs IH] //= [s_true /IH {IH} IH].
case: ifP => [/constant_suchP[c]|_].
  have at_least b : q_at_most (Int 0) b -> 0 <= embed b by rewrite -(embed_at_most F) embed_int.
  have more b : q_less (Int 0) b -> 0 < embed b by rewrite -(embed_less F) embed_int.
  rewrite worth_subtract => /(canRL (subrK _)) -> ct; apply/esym; case: strict s_true ct => s_true.
    by move/at_least => c_ge0; apply: ltr_paddl.
  by move/more => c_gt0; apply: (ltr_spaddl c_gt0 (sign_ge0 s_true)).
case: ifP => [/constant_suchP[c]|_] //.
rewrite worth_add -(embed_at_most F) embed_int => /(canRL (addrK _)) -> c_le0; apply/esym/negbTE; rewrite -leNgt subr_le0.
exact: le_trans c_le0 (sign_ge0 s_true).
Qed.
Lemma above_zero_sound signs p : every sign_true signs -> true_of (above_zero signs p) (0 < worth p).
Proof.
rewrite /above_zero; case E: constant_of => [c|]; last exact: above_by_sound.
by rewrite (worth_constant_of E) /= -(embed_less F) embed_int.
Qed.

(* --- Sums of squares ---------------------------------------------------------------------------------------------------------------- *)
Lemma sign_product_sound signs start numbers s : every sign_true signs -> sign_true start -> sign_product signs start numbers = Some s -> sign_true s.
Proof.
move=> signs_true; elim: numbers start => [|n numbers IH] start start_true /=; first by case=> <-.
rewrite /sign_at; case: ifP => // _; case E: List.nth_error => [t|] //; have t_true := every_nth signs_true E; apply: IH.
rewrite /sign_true /= worth_multiply; have := sign_ge0 start_true; have := sign_ge0 t_true.
by move: start_true t_true; rewrite /sign_true; case: start t {E} => [p []] [q []] /= *; rewrite ?mulr_gt0 ?mulr_ge0.
Qed.
Lemma square_sign_sound signs t s : every sign_true signs -> square_sign signs t = Some s -> sign_true s.
Proof.
move=> signs_true; case: t => [[weight numbers] root]; rewrite /square_sign; case: ifP => //; rewrite -(embed_at_most F) embed_int => weight_ge0.
case E: sign_product => [[p strict]|] // [<-].
have : sign_true (p, strict).
  apply: sign_product_sound signs_true _ E; rewrite /sign_true /= worth_constant; case: ifP => //.
  by rewrite -(embed_is_zero F) lt_neqAle eq_sym weight_ge0 andbT.
rewrite /sign_true /= !worth_multiply -mulrA -expr2 => p_true.
have p_ge0 : 0 <= worth p by case: (strict) p_true => // /ltW.
case: ifP => [/andP[is_strict /constant_suchP[c rootE c_neq0]]|_]; last by rewrite mulr_ge0 // sqr_ge0.
rewrite is_strict in p_true; rewrite pmulr_rgt0 // exprn_even_gt0 //= rootE.
by rewrite -(embed_is_zero F) in c_neq0.
Qed.
Lemma squares_sum_sound signs terms s : every sign_true signs -> squares_sum signs terms = Some s -> sign_true s.
Proof.
move=> signs_true; elim: terms s => [|t terms IH] s /=; first by case=> <-; rewrite /sign_true /= lexx.
case E: square_sign => [[p strict]|] //; have := square_sign_sound signs_true E; case E': squares_sum IH => [[q strict']|] // IH p_true.
have q_true : sign_true (q, strict') by apply: IH.
have p_ge0 : 0 <= worth p := sign_ge0 p_true; have q_ge0 : 0 <= worth q := sign_ge0 q_true.
case=> <-; move: p_true q_true; rewrite /sign_true /= worth_add; clear E E' IH.
case: strict strict' => [] [] /= p_true q_true; [exact: addr_gt0 | exact: ltr_paddr | exact: ltr_paddl | exact: addr_ge0].
Qed.
Lemma with_squares_sound signs sums signs' : every sign_true signs -> with_squares signs sums = Some signs' -> every sign_true signs'.
Proof.
elim: sums signs => [|terms sums IH] signs signs_true /=; first by case=> <-.
case E: squares_sum => [s|] //; apply: IH; apply: every_cat => //=; split=> //; exact: squares_sum_sound E.
Qed.
End Sound.

(* Variables of other numbers may have other values. *)
Lemma worth_below (F : realFieldType) (rho rho' : Z -> F) k p : (forall x, Z.lt x k -> rho' x = rho x) -> p_below k p -> worth rho' p = worth rho p.
Proof.
move=> same; elim: p => [|[m a] p IH] //= /andP[m_below /IH->]; congr (_ * _ + _).
by elim: m m_below => [|x m IHm] //= /andP[/Z.ltb_lt/same-> /IHm->].
Qed.
