(* SPDX-License-Identifier: Apache-2.0 *)
(* The interpreter's numbers say what is so where variables of polynomials have the values that they have. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia.
From attest Require Import values evaluation rationals rationals_sound enclosures enclosures_sound elementary_sound polynomials polynomials_sound quantities.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis laws : lawful fs.
Let floor_law := proj1 laws.
Variable rho : Z -> F.
Local Notation worth := (worth rho).
Local Notation embed := (embed_rational F).
Implicit Types (a b : quantity) (x y : F).

Definition amount a x : bool := match a with Plain n => near n x | Poly n p => near n x && (worth p == x) end.
Definition known_signs (ctx : context) : Prop := every (sign_true rho) (signs ctx).

Lemma amount_near a x : amount a x -> near (bounds a) x.
Proof. by case: a => [n|n p] //= /andP[]. Qed.
Lemma amount_polynomial a x p : amount a x -> as_polynomial a = Some p -> worth p = x.
Proof.
case: a => [[q|lo hi]|n p'] //=; first by rewrite near_exact => /eqP-> [<-]; rewrite worth_constant.
by case/andP => _ /eqP <- [<-].
Qed.
Lemma amount_exact q x : amount (Plain (Exact q)) x = (x == embed q).
Proof. exact: near_exact. Qed.
Lemma amount_made n p x : near n x -> (if p is Some q then worth q = x else True) -> amount (made n p) x.
Proof.
case: n => [q|lo hi] //=; case: p => [p|] //= nx px; case E: constant_of => [c|] /=; last by rewrite nx px eqxx.
by rewrite near_exact -px (worth_constant_of rho E).
Qed.

Lemma amount_combined f g (h : F -> F -> F) a b x y : (forall m n u v, near m u -> near n v -> near (f m n) (h u v)) ->
  (forall p q, worth (g p q) = h (worth p) (worth q)) -> amount a x -> amount b y -> amount (combined f g a b) (h x y).
Proof.
move=> fh gh ax b_y; have ok : amount (made (f (bounds a) (bounds b))
    (match as_polynomial a, as_polynomial b with Some p, Some q => Some (g p q) | _, _ => None end)) (h x y).
  apply: amount_made; first by apply: fh; apply: amount_near.
  case E: (as_polynomial a) => [p|] //; case E': (as_polynomial b) => [q|] //.
  by rewrite gh (amount_polynomial ax E) (amount_polynomial b_y E').
by case: a b ax b_y ok => [m|m p] [n|n q] //= mx ny _; apply: fh.
Qed.

Variable ctx : context.
Hypothesis signs_ok : known_signs ctx.
Local Notation bits := (precision ctx).

Lemma amount_add a b x y : amount a x -> amount b y -> amount (a_add ctx a b) (x + y).
Proof. by apply: amount_combined; [apply: near_add | apply: worth_add]. Qed.
Lemma amount_subtract a b x y : amount a x -> amount b y -> amount (a_subtract ctx a b) (x - y).
Proof. by apply: (amount_combined (h := fun u v => u - v)); [apply: near_subtract | apply: worth_subtract]. Qed.
Lemma amount_multiply a b x y : amount a x -> amount b y -> amount (a_multiply ctx a b) (x * y).
Proof. by apply: amount_combined; [apply: near_multiply | apply: worth_multiply]. Qed.
Lemma amount_negate a x : amount a x -> amount (a_negate a) (- x).
Proof. by case: a => [n|n p] /= => [|/andP[]]; [apply: near_negate | move=> nx /eqP px; rewrite near_negate //= worth_negate px]. Qed.

Lemma answers_plainly (a : answer known) o : answers (@near F) a o -> answers amount (plainly a) o.
Proof. by case: a => [n [x -> nx]|->|] //=; exists x. Qed.
Lemma amount_divide a b x y : amount a x -> amount b y -> answers amount (a_divide ctx a b) (divide x y).
Proof.
move=> ax b_y; have plain := answers_plainly (near_divide bits (amount_near ax) (amount_near b_y)).
case: a ax plain => [m|m p] ax plain //; case: b b_y plain => [[q|lo hi]|n p'] b_y plain //.
rewrite amount_exact in b_y; move/eqP: b_y => ->; rewrite /a_divide /divide (embed_is_zero F); case: ifP => // _.
by exists (x / embed q) => //; apply: amount_multiply => //; rewrite amount_exact embed_inverse.
Qed.
Lemma amount_repeated a x k : amount a x -> amount (a_repeated ctx a k) (x ^+ k).
Proof.
move=> ax; elim: k => [|k IH]; first by rewrite expr0 amount_exact embed_int.
by rewrite exprS; apply: amount_multiply.
Qed.
Lemma answers_raised a x (k : Z) : amount a x -> answers amount (a_power ctx a k) (power x (zint k)).
Proof.
move=> ax; have plain := answers_plainly (answers_power bits k (amount_near ax)).
case: a ax plain => [m|m p] ax plain //; rewrite /a_power; case: Z.ltb_spec => // k_gt0; case: Z.ltb => //.
have -> : zint k = Posz (Z.to_nat k) by case: (k) k_gt0.
by exists (x ^+ Z.to_nat k) => //; apply: amount_repeated.
Qed.
Lemma amount_absolute a x : amount a x -> amount (a_absolute a) `|x|.
Proof. by move=> /amount_near; apply: near_absolute. Qed.

(* --- Comparisons -------------------------------------------------------------------------------------------------------------------- *)
Lemma less_sound a b x y : amount a x -> amount b y -> true_of (a_less ctx a b) (x < y).
Proof.
move=> ax b_y; have plain := true_less (amount_near ax) (amount_near b_y).
have ok : true_of (match k_less (bounds a) (bounds b) with
    | Some t => Some t
    | None => match as_polynomial a, as_polynomial b with Some p, Some q => above_zero (signs ctx) (p_subtract q p) | _, _ => None end
    end) (x < y).
  case: k_less plain => // _; case E: (as_polynomial a) => [p|] //; case E': (as_polynomial b) => [q|] //.
  by have := above_zero_sound (p_subtract q p) signs_ok; rewrite worth_subtract subr_gt0 (amount_polynomial ax E) (amount_polynomial b_y E').
by case: a b ax b_y plain ok => [m|m p] [n|n q].
Qed.
Lemma at_most_sound a b x y : amount a x -> amount b y -> true_of (a_at_most ctx a b) (x <= y).
Proof. by move=> ax b_y; rewrite leNgt; exact: true_opposite (less_sound b_y ax). Qed.
Lemma equal_sound a b x y : amount a x -> amount b y -> true_of (a_equal ctx a b) (x == y).
Proof.
move=> ax b_y; have plain := true_equal (amount_near ax) (amount_near b_y).
have ok : true_of (match a_less ctx a b, a_less ctx b a with
    | Some true, _ | _, Some true => Some false
    | Some false, Some false => Some true
    | _, _ => None
    end) (x == y).
  have ab := less_sound ax b_y; have ba := less_sound b_y ax; rewrite eq_le !leNgt; case: (a_less ctx a b) ab => [[]|] /= ab.
  - by rewrite -ab andbF.
  - by rewrite -ab andbT; case: (a_less ctx b a) ba => [[]|] //= <-.
  by case: (a_less ctx b a) ba => [[]|] //= <-.
by case: a b ax b_y plain ok => [m|m p] [n|n q].
Qed.
Lemma amount_maximum a b x y : amount a x -> amount b y -> amount (a_maximum ctx a b) (Num.max x y).
Proof.
move=> ax b_y; have plain := near_maximum bits (amount_near ax) (amount_near b_y).
have ok : amount (match a_less ctx a b with Some true => b | Some false => a | None => Plain (k_maximum bits (bounds a) (bounds b)) end) (Num.max x y).
  by have := less_sound ax b_y; rewrite maxElt; case: a_less plain => [[]|] //= _ <-.
by case: a b ax b_y plain ok => [m|m p] [n|n q].
Qed.
Lemma amount_minimum a b x y : amount a x -> amount b y -> amount (a_minimum ctx a b) (Num.min x y).
Proof.
move=> ax b_y; have plain := near_minimum bits (amount_near ax) (amount_near b_y).
have ok : amount (match a_less ctx a b with Some true => a | Some false => b | None => Plain (k_minimum bits (bounds a) (bounds b)) end) (Num.min x y).
  by have := less_sound ax b_y; rewrite minElt; case: a_less plain => [[]|] //= _ <-.
by case: a b ax b_y plain ok => [m|m p] [n|n q].
Qed.

(* --- Signs ---------------------------------------------------------------------------------------------------------------------------- *)
Lemma difference_sound a b x y (strict : bool) : amount a x -> amount b y -> (if strict then y < x else y <= x) ->
  every (sign_true rho) (difference_sign ctx a b strict).
Proof.
move=> ax b_y xy; rewrite /difference_sign; case E: as_polynomial => [p|] //=; split=> //.
by rewrite /sign_true /= (amount_polynomial (amount_subtract ax b_y) E) subr_gt0 subr_ge0.
Qed.
End Sound.
