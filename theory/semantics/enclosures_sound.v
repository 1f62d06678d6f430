(* SPDX-License-Identifier: Apache-2.0 *)
(* What is known of numbers is true of the results of operations on them, in every ordered field with floors. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia.
From attest Require Import values evaluation rationals rationals_sound enclosures.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* An answer is true of a value, or of there being none. *)
Definition answers (A B : Type) (R : A -> B -> Prop) (a : answer A) (o : option B) : Prop :=
  match a with Yields x => exists2 y, o = Value y & R x y | NoValue => o = Undefined | NotKnown => True end.
Definition true_of (t : truth) (b : bool) : Prop := if t is Some c then c = b else True.

Lemma answers_bind A B (R : A -> B -> Prop) A' B' (R' : A' -> B' -> Prop) a o (f : A -> answer A') (g : B -> option B') :
  answers R a o -> (forall x y, R x y -> answers R' (f x) (g y)) -> answers R' (bind a f) (obind g o).
Proof. by case: a => [x [y -> Rxy] fg|->|]; rewrite //=; apply: fg. Qed.
Lemma true_opposite t b : true_of t b -> true_of (opposite t) (~~ b).
Proof. by case: t => //= c ->. Qed.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_law : forall x, (floor fs x)%:~R <= x < (floor fs x + 1)%:~R.
Variable bits : positive.
Local Notation embed := (embed_rational F).
Local Notation zr := (zr F).
Implicit Types (m n : known) (x y z : F) (p q a b : rational) (lo hi : option rational).

Definition above lo x : bool := if lo is Some a then embed a <= x else true.
Definition below hi x : bool := if hi is Some b then x <= embed b else true.
Definition near n x : bool := above (low n) x && below (high n) x.

Lemma near_exact q x : near (Exact q) x = (x == embed q).
Proof. by rewrite /near /= -eq_le eq_sym. Qed.
Lemma near_embed q : near (Exact q) (embed q).
Proof. by rewrite near_exact. Qed.

Lemma near_outward lo hi x : above lo x -> below hi x -> near (outward bits lo hi) x.
Proof.
case: lo hi => [a|] [b|] //= ax xb; last 1 first.
- by rewrite /near /= (le_trans xb) ?embed_round_up.
- case: ifP => [ab|_]; last by rewrite /near /= (le_trans _ ax) ?(le_trans xb) ?embed_round_up ?embed_round_down.
  by rewrite near_exact eq_le ax andbT; move: ab xb; rewrite -(embed_equal F) => /eqP->.
by rewrite /near /= (le_trans _ ax) ?embed_round_down.
Qed.

Lemma above_both f lo lo' x y z : (forall a b, embed a <= x -> embed b <= y -> embed (f a b) <= z) ->
  above lo x -> above lo' y -> above (both f lo lo') z.
Proof. by case: lo lo' => [a|] [b|] //= fz; apply: fz. Qed.
Lemma below_both f hi hi' x y z : (forall a b, x <= embed a -> y <= embed b -> z <= embed (f a b)) ->
  below hi x -> below hi' y -> below (both f hi hi') z.
Proof. by case: hi hi' => [a|] [b|] //= fz; apply: fz. Qed.

Lemma squeezed q x : embed q <= x -> x <= embed q -> x = embed q.
Proof. by move=> qx xq; apply/le_anti/andP. Qed.

Lemma near_add m n x y : near m x -> near n y -> near (k_add bits m n) (x + y).
Proof.
case: m n => [p|lo hi] [q|lo' hi'] /andP[lx xh] /andP[ly yh]; first by rewrite (squeezed lx xh) (squeezed ly yh) near_exact embed_add.
all: (apply: near_outward;
  [apply: above_both lx ly => a b ax b_y | apply: below_both xh yh => a b ax b_y]); by rewrite embed_add ler_add.
Qed.
Lemma near_negate n x : near n x -> near (k_negate n) (- x).
Proof.
case: n => [q|lo hi]; first by rewrite !near_exact embed_negate => /eqP->.
case/andP => lx xh; apply/andP; split.
  by case: hi xh {lx} => //= b; rewrite embed_negate ler_opp2.
by case: (lo) lx => //= b; rewrite embed_negate ler_opp2.
Qed.
Lemma near_subtract m n x y : near m x -> near n y -> near (k_subtract bits m n) (x - y).
Proof.
by move=> nx ny; have := near_add nx (near_negate ny); case: m nx => [p|lo hi] //; case: n ny => [q|lo hi] //.
Qed.

Lemma between_multiples (u v x y : F) : u <= x <= v -> Num.min (u * y) (v * y) <= x * y <= Num.max (u * y) (v * y).
Proof.
case/andP=> ux xv; case: (lerP 0 y) => [y_ge0|/ltW y_le0].
  by rewrite le_minl le_maxr (ler_wpmul2r y_ge0 ux) (ler_wpmul2r y_ge0 xv) orbT.
by rewrite le_minl le_maxr (ler_wnmul2r y_le0 ux) (ler_wnmul2r y_le0 xv) !orbT.
Qed.
Lemma near_zero n x : is_zero n -> near n x -> x = 0.
Proof. by case: n => [q|] //=; rewrite near_exact -(embed_is_zero F) => /eqP-> /eqP. Qed.
Lemma near_multiply m n x y : near m x -> near n y -> near (k_multiply bits m n) (x * y).
Proof.
case zero: (is_zero m || is_zero n).
  move=> mx ny; have -> : x * y = 0 by case/orP: zero => /near_zero; [move/(_ _ mx)-> | move/(_ _ ny)->]; rewrite ?mul0r ?mulr0.
  case: m n mx ny zero => [p|lo hi] [q|lo' hi'] mx ny zero; rewrite /k_multiply ?zero ?near_exact ?embed_int ?eqxx //.
  by rewrite embed_multiply eq_sym mulf_eq0 !(embed_is_zero F); case/orP: zero => /= ->; rewrite ?orbT.
case: m n zero => [p|lo hi] [q|lo' hi'] zero /andP[lx xh] /andP[ly yh]; first by rewrite (squeezed lx xh) (squeezed ly yh) near_exact embed_multiply.
all: rewrite /k_multiply zero; case E: (low _) lx => [a|] ax //; case E': (high _) xh => [b|] xb //.
all: case E1: (low _) ly => [c|] cy //; case E2: (high _) yh => [d|] yd //.
all: have/andP[lo_le le_hi] := between_multiples y (introT andP (conj ax xb)).
all: have/andP[c_a d_a] := between_multiples (embed a) (introT andP (conj cy yd)).
all: have/andP[c_b d_b] := between_multiples (embed b) (introT andP (conj cy yd)).
all: rewrite ![y * _]mulrC ![embed c * _]mulrC ![embed d * _]mulrC in c_a d_a c_b d_b.
all: apply: near_outward; rewrite /= /smallest_of /largest_of ?embed_minimum ?embed_maximum !embed_multiply.
all: try by apply: le_trans lo_le; rewrite le_minr !le_minl; move: c_a c_b; rewrite !le_minl => -> ->; rewrite orbT.
all: try by apply: (le_trans le_hi); rewrite le_maxl !le_maxr; move: d_a d_b; rewrite !le_maxr => -> ->; rewrite orbT.
Qed.

Lemma near_inverse n x : near n x -> answers near (k_inverse bits n) (if x == 0 then Undefined else Value x^-1).
Proof.
case: n => [q|lo hi].
  rewrite near_exact => /eqP->; rewrite /= (embed_is_zero F); case: ifP => //= _; exists (embed q)^-1 => //.
  by rewrite near_exact embed_inverse.
move=> /andP[/= lx xh]; case: orP => // signs; case: lo lx signs => [a|] //= ax signs; case: hi xh signs => [b|] //= xb.
rewrite -!(embed_less F) !(@embed_int F) => signs.
have ab : embed a <= embed b by apply: le_trans xb.
have [x_neq0 ok] : x != 0 /\ (embed b)^-1 <= x^-1 <= (embed a)^-1.
  case: signs => [a_gt0|b_lt0].
    have x_gt0 := lt_le_trans a_gt0 ax; have b_gt0 := lt_le_trans x_gt0 xb.
    by rewrite gt_eqF // !ler_pinv ?inE ?unitfE ?gt_eqF //; split=> //; apply/andP.
  have x_lt0 := le_lt_trans xb b_lt0; have a_lt0 := le_lt_trans ax x_lt0.
  by rewrite lt_eqF // !ler_ninv ?inE ?unitfE ?lt_eqF //; split=> //; apply/andP.
rewrite (negbTE x_neq0); exists x^-1 => //; case/andP: ok => ok1 ok2.
by apply: (@near_outward (Some (q_inverse b)) (Some (q_inverse a))); rewrite /= embed_inverse.
Qed.
Lemma near_divide m n x y : near m x -> near n y -> answers near (k_divide bits m n) (divide x y).
Proof.
move=> nx ny; have -> : divide x y = obind (fun i => Value (x * i)) (if y == 0 then Undefined else Value y^-1) by rewrite /divide; case: eqP.
by apply: answers_bind (near_inverse ny) _ => i z nz; exists (x * z) => //; apply: near_multiply.
Qed.

Lemma near_absolute n x : near n x -> near (k_absolute n) `|x|.
Proof.
case: n => [q|lo hi]; first by rewrite !near_exact embed_absolute => /eqP->.
move=> nx; have/andP[/= lx xh] := nx; case: ifP => [a_pos|_].
  rewrite ger0_norm //; move: a_pos lx; case: (lo) => //= a; rewrite -(embed_less F) (@embed_int F) => /ltW a_ge0.
  exact: le_trans.
case: ifP => [b_neg|_].
  rewrite ler0_norm; first exact: near_negate nx.
  by move: b_neg xh; case: (hi) => //= b; rewrite -(embed_less F) (@embed_int F) => /ltW b_le0 /le_trans; apply.
rewrite /near /= (@embed_int F) normr_ge0 /=.
case: lo lx {nx} => //= a ax; case: hi xh => //= b xb; rewrite embed_maximum embed_negate ler_norml oppr_max opprK.
by rewrite le_minl ax le_maxr xb orbT.
Qed.

Lemma above_either f lo lo' z x y : (forall a, embed a <= x -> forall b, embed b <= y -> embed (f a b) <= z) -> x <= z -> y <= z ->
  above lo x -> above lo' y -> above (either f lo lo') z.
Proof.
by move=> fz xz yz; case: lo lo' => [a|] [b|] //=; [move=> ax b_y; apply: fz | move=> ax _; apply: le_trans xz | move=> _ b_y; apply: le_trans yz].
Qed.
Lemma below_either f hi hi' z x y : (forall a, x <= embed a -> forall b, y <= embed b -> z <= embed (f a b)) -> z <= x -> z <= y ->
  below hi x -> below hi' y -> below (either f hi hi') z.
Proof.
by move=> fz zx zy; case: hi hi' => [a|] [b|] //=; [move=> xa yb; apply: fz | move=> xa _; apply: le_trans xa | move=> _ yb; apply: le_trans yb].
Qed.
Lemma near_maximum m n x y : near m x -> near n y -> near (k_maximum bits m n) (Num.max x y).
Proof.
case: m n => [p|lo hi] [q|lo' hi'] /andP[lx xh] /andP[ly yh]; first by rewrite (squeezed lx xh) (squeezed ly yh) near_exact embed_maximum.
all: apply: near_outward; [apply: above_either lx ly => [a ax b b_y||] | apply: below_both xh yh => a b xa yb].
all: by rewrite ?embed_maximum ?le_maxl ?le_maxr ?ax ?b_y ?xa ?yb ?lexx ?orbT.
Qed.
Lemma near_minimum m n x y : near m x -> near n y -> near (k_minimum bits m n) (Num.min x y).
Proof.
case: m n => [p|lo hi] [q|lo' hi'] /andP[lx xh] /andP[ly yh]; first by rewrite (squeezed lx xh) (squeezed ly yh) near_exact embed_minimum.
all: apply: near_outward; [apply: above_both lx ly => a b ax b_y | apply: below_either xh yh => [a xa b yb||]].
all: by rewrite ?embed_minimum ?le_minr ?le_minl ?ax ?b_y ?xa ?yb ?lexx ?orbT.
Qed.

(* --- Comparisons ------------------------------------------------------------------------------------------------------------ *)
Lemma certainly_at_most hi lo x y : below hi x -> above lo y -> certainly q_at_most hi lo -> x <= y.
Proof.
by case: hi lo => [a|] [b|] //= xa b_y; rewrite -(embed_at_most F) => ab; apply: (le_trans xa); apply: le_trans b_y.
Qed.
Lemma certainly_less hi lo x y : below hi x -> above lo y -> certainly q_less hi lo -> x < y.
Proof.
by case: hi lo => [a|] [b|] //= xa b_y; rewrite -(embed_less F) => ab; apply: (le_lt_trans xa); apply: lt_le_trans b_y.
Qed.
Lemma true_at_most m n x y : near m x -> near n y -> true_of (k_at_most m n) (x <= y).
Proof.
case: m n => [p|lo hi] [q|lo' hi'] /andP[lx xh] /andP[ly yh].
  by rewrite (squeezed lx xh) (squeezed ly yh) /= embed_at_most.
all: rewrite /k_at_most; case: ifP => [/(certainly_at_most xh ly)->//|_].
all: by case: ifP => //= /(certainly_less yh lx); rewrite ltNge => /negbTE->.
Qed.
Lemma true_less m n x y : near m x -> near n y -> true_of (k_less m n) (x < y).
Proof. by move=> nx ny; rewrite ltNge; exact: true_opposite (true_at_most ny nx). Qed.
Lemma true_equal m n x y : near m x -> near n y -> true_of (k_equal m n) (x == y).
Proof.
case: m n => [p|lo hi] [q|lo' hi'] /andP[lx xh] /andP[ly yh].
  by rewrite (squeezed lx xh) (squeezed ly yh) /= embed_equal.
all: rewrite /k_equal; case: orP => //= -[/(certainly_less xh ly)|/(certainly_less yh lx)] => [/lt_eqF->//|/gt_eqF->//].
Qed.

(* --- Integers ----------------------------------------------------------------------------------------------------------------- *)
Lemma floor_unique x (i : int) : i%:~R <= x < (i + 1)%:~R -> floor fs x = i.
Proof.
have /andP[lo hi] := floor_law x; case/andP => lo' hi'; have := le_lt_trans lo hi'; have := le_lt_trans lo' hi.
by rewrite !ltr_int !ltz_addr1 => h1 h2; apply/le_anti; rewrite h1 h2.
Qed.
Lemma floor_int (i : int) : floor fs i%:~R = i.
Proof. by apply: floor_unique; rewrite lexx ltr_int ltz_addr1 lexx. Qed.
Lemma floor_embed q : floor fs (embed q) = zint (q_floor q).
Proof. by apply: floor_unique; rewrite rmorphD; apply: embed_floor. Qed.
Lemma floor_le x y : x <= y -> floor fs x <= floor fs y.
Proof.
move=> xy; have /andP[lo _] := floor_law x; have /andP[_ hi] := floor_law y.
by have := le_lt_trans lo (le_lt_trans xy hi); rewrite ltr_int ltz_addr1.
Qed.
Lemma answers_floor n x : near n x -> answers (fun (k : Z) i => i = zint k) (k_floor n) (Value (floor fs x)).
Proof.
case: n => [q|[a|] [b|]] //=; first by rewrite near_exact => /eqP->; exists (floor fs (embed q)) => //; rewrite floor_embed.
case/andP => /= ax xb; case: Z.eqb_spec => //= ab; exists (floor fs x) => //; apply/le_anti.
by apply/andP; split; [rewrite ab -floor_embed; apply: floor_le | rewrite -floor_embed; apply: floor_le].
Qed.
Lemma answers_integer n x : near n x -> answers (fun (k : Z) i => i = zint k) (k_integer n) (integer fs x).
Proof.
case: n => [q|] //=; rewrite near_exact => /eqP->; have := embed_integer F q; rewrite /integer.
case: q_integer => [z ->|no]; first by rewrite /zr floor_int eqxx; exists (zint z).
by rewrite floor_embed; case: eqP => // /no.
Qed.

(* --- Powers --------------------------------------------------------------------------------------------------------------------- *)
Lemma near_repeated n x k : near n x -> near (repeated bits n k) (x ^+ k).
Proof.
move=> nx; elim: k => [|k IH]; first by rewrite near_exact expr0 embed_int.
by rewrite exprS; apply: near_multiply.
Qed.
Lemma near_power_nat n x k : near n x -> near (k_power_nat bits n k) (x ^+ k).
Proof.
case: n => [q|lo hi]; first by rewrite !near_exact embed_power => /eqP->.
move=> nx; rewrite /k_power_nat; case even_k: Nat.even; last exact: near_repeated.
have -> : x ^+ k = `|x| ^+ k.
  have [j ->] : exists j, k = muln 2 j by have /Nat.even_spec[j ->] := even_k; exists j.
  by rewrite !exprM real_normK // num_real.
by apply: near_repeated; apply: near_absolute.
Qed.
Lemma answers_power n x (k : Z) : near n x -> answers near (k_power bits n k) (power x (zint k)).
Proof.
move=> nx; rewrite /k_power; case: Z.ltb => //; case: k => [|k|k] /=.
- by exists (x ^+ 0) => //; apply: near_power_nat.
- by exists (x ^+ Pos.to_nat k) => //; apply: near_power_nat.
have [j kE] := Pos2Nat.is_succ k; rewrite kE -NegzE /power /divide.
by have := near_inverse (near_power_nat j.+1 nx); case: ifP => //; rewrite div1r.
Qed.
End Sound.
