(* SPDX-License-Identifier: Apache-2.0 *)
(* The interpreter's loops: what takes their values, one after the other, does what the language's functions do of all of them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation rationals rationals_sound enclosures enclosures_sound polynomials polynomials_sound quantities quantities_sound interpreter operations_sound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sound.
Variable F : realFieldType.
Variable rho : Z -> F.
Variable ctx : context.
Hypothesis signs_ok : known_signs rho ctx.
Local Notation amount := (amount rho).
Local Notation stands := (@stands F rho).
Local Notation value := (value F).
Local Notation answers_value := (answers stands).

(* --- What takes a loop's values ------------------------------------------------------------------------------------------------ *)
Definition meaning_of (c : consumer) : seq (option value) -> option value :=
  match c with
  | Total => fun l => omap (fun xs => Num (foldr +%R 0 xs)) (numbers_in l)
  | Multiple => fun l => omap (fun xs => Num (foldr *%R 1 xs)) (numbers_in l)
  | Largest => fun l => omap (@Num F) (obind (@largest F) (numbers_in l))
  | Smallest => fun l => omap (@Num F) (obind (@smallest F) (numbers_in l))
  | Until stop => fun l => omap Bool (decided stop l)
  | Number_of => fun l => omap (fun bs => of_integer F (count id bs)%:Z) (together (map (obind (@boolean F)) l))
  | Collected => fun l => omap (@List F) (together l)
  end.

(* What a state says of the values so far. *)
Definition keeps (c : consumer) (s : state) (l : seq (option value)) : Prop :=
  match c, s with
  | Total, SNumber n => exists2 xs, numbers_in l = Value xs & amount n (foldr +%R 0 xs)
  | Multiple, SNumber n => exists2 xs, numbers_in l = Value xs & amount n (foldr *%R 1 xs)
  | Largest, SBest best => exists2 xs, numbers_in l = Value xs & if best is Some n then exists2 x, largest xs = Value x & amount n x else xs = [::]
  | Smallest, SBest best => exists2 xs, numbers_in l = Value xs & if best is Some n then exists2 x, smallest xs = Value x & amount n x else xs = [::]
  | Until stop, SUndecided u => forall m, decided stop (l ++ m) = decided stop m \/ (u /\ decided stop (l ++ m) = Value stop)
  | Number_of, SCount z => exists2 bs, together (map (obind (@boolean F)) l) = Value bs & z = Z.of_nat (count id bs)
  | Collected, SList r => exists2 vs, together l = Value vs & pairwise stands (rev r) vs
  | _, _ => False
  end.
Definition leads (c : consumer) (l : seq (option value)) (p : progress) : Prop :=
  match p with More s => keeps c s l | Done a => forall m, answers_value a (meaning_of c (l ++ m)) end.

Lemma keeps_start c : keeps c (start c) [::].
Proof. by case: c => [||||stop||] /=; [exists [::] => //; rewrite near_exact embed_int | exists [::] => //; rewrite near_exact embed_int | exists [::] | exists [::] | left | exists [::] | exists [::]]. Qed.

Lemma together_cat A (l m : seq (option A)) : together (l ++ m) = obind (fun xs => omap (cat xs) (together m)) (together l).
Proof. by elim: l => [|[x|] l IH] //=; [case: together | rewrite IH; case: (together l) => //= xs; case: together]. Qed.
Lemma numbers_cat (l m : seq (option value)) : numbers_in (l ++ m) = obind (fun xs => omap (cat xs) (numbers_in m)) (numbers_in l).
Proof. by rewrite /numbers_in map_cat together_cat. Qed.

Lemma finish_sound c s l : keeps c s l -> answers_value (finish c s) (meaning_of c l).
Proof.
case: c => [||||stop||]; case: s => [n|best|u|z|r] //=.
- by case=> xs -> nx; eexists.
- by case=> xs -> nx; eexists.
- by case=> xs ->; case: best => [n [x /= ->] nx|-> //]; eexists.
- by case=> xs ->; case: best => [n [x /= ->] nx|-> //]; eexists.
- by move=> /(_ [::]); rewrite cats0 => -[->|[-> ->]] /=; eexists=> //; case: (u).
- by case=> bs -> ->; eexists; [by [] | have := stands_integer rho (Z.of_nat (count id bs)); rewrite zint_nat].
by case=> vs -> rv; exists (List vs) => //=; rewrite -/(rev r) in rv *; have -> : List.rev r = rev r by elim: (r) => //= x r' IH; rewrite IH rev_cons -cats1.
Qed.

Lemma step_sound c s l a o : keeps c s l -> answers_value a o -> leads c (l ++ [:: o]) (step ctx c s a).
Proof.
have snoc1 (xs : seq F) x : foldr +%R 0 (xs ++ [:: x]) = foldr +%R 0 xs + x by rewrite !foldrE big_cat big_seq1.
have snoc2 (xs : seq F) x : foldr *%R 1 (xs ++ [:: x]) = foldr *%R 1 xs * x by rewrite !foldrE big_cat big_seq1.
case: c => [||||stop||]; case: s => [n|best|u|z|r] //= kept.
- case: a => [d [v -> dv]|->|//]; last by move=> m /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: d dv => [m|t|s'|k|k]; case: v => [x|b|s2|k'|k'] //= dv; try by move=> m' /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: kept => xs xsE nxs; exists (xs ++ [:: x]); first by rewrite numbers_cat xsE.
  by rewrite snoc1; apply: amount_add.
- case: a => [d [v -> dv]|->|//]; last by move=> m /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: d dv => [m|t|s'|k|k]; case: v => [x|b|s2|k'|k'] //= dv; try by move=> m' /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: kept => xs xsE nxs; exists (xs ++ [:: x]); first by rewrite numbers_cat xsE.
  by rewrite snoc2; apply: amount_multiply.
- case: a => [d [v -> dv]|->|//]; last by move=> m /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: d dv => [m|t|s'|k|k]; case: v => [x|b|s2|k'|k'] //= dv; try by move=> m' /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: kept => xs xsE best_x; exists (xs ++ [:: x]); first by rewrite numbers_cat xsE.
  case: best best_x => [n|->] /=; last by exists x.
  case=> y; case: xs {xsE} => //= x0 xs [<-] ny; exists (Num.max (foldl Num.max x0 xs) x); first by rewrite foldl_cat.
  exact: (amount_maximum signs_ok).
- case: a => [d [v -> dv]|->|//]; last by move=> m /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: d dv => [m|t|s'|k|k]; case: v => [x|b|s2|k'|k'] //= dv; try by move=> m' /=; rewrite -catA numbers_cat; case: (numbers_in l).
  case: kept => xs xsE best_x; exists (xs ++ [:: x]); first by rewrite numbers_cat xsE.
  case: best best_x => [n|->] /=; last by exists x.
  case=> y; case: xs {xsE} => //= x0 xs [<-] ny; exists (Num.min (foldl Num.min x0 xs) x); first by rewrite foldl_cat.
  exact: (amount_minimum signs_ok).
- have wrong : (forall m, decided stop (o :: m) = None) -> forall m, answers_value (if u then NotKnown else NoValue) (omap Bool (decided stop ((l ++ [:: o]) ++ m))).
    by move=> o_bad m; rewrite -catA; case: (kept (o :: m)) => [->|[-> _]] //; rewrite o_bad; case: (u).
  case: a => [d [v oE dv]|oE|//]; last by move=> m; apply: wrong; rewrite oE.
  case: d dv => [m|t|s'|k|k]; case: v oE => [x|b|s2|k'|k'] oE //= dv; try by [move=> m'; apply: wrong; rewrite oE | case: t dv].
  case: t dv => [b'|] /= dv; last first.
    move=> m; rewrite -catA; case: (kept (o :: m)) => [->|[_ ->]]; last by right.
    by rewrite oE /=; case: eqP => _; [right | left].
  rewrite {}dv; case E: (Bool.eqb b stop).
    move/Bool.eqb_prop: E => bE m; rewrite /= -catA /=; exists (Bool stop) => //.
    by case: (kept (o :: m)) => [->|[_ ->]] //; rewrite oE /= bE eqxx.
  move=> m; rewrite -catA; case: (kept (o :: m)) => [->|[-> ->]]; last by right.
  by left; rewrite oE /=; move: E; case: (b) (stop) => [] [].
- have wrong : obind (@boolean F) o = None -> forall m, together (map (obind (@boolean F)) ((l ++ [:: o]) ++ m)) = None.
    by move=> o_bad m; rewrite -catA map_cat together_cat /= o_bad; case: (together _) => //.
  case: a => [d [v oE dv]|oE|//]; last by move=> m /=; rewrite wrong ?oE.
  case: d dv => [m|t|s'|k|k]; case: v oE => [x|b|s2|k'|k'] oE //= dv; try by [move=> m' /=; rewrite wrong ?oE | case: t dv].
  case: t dv => [b'|] //= ->; case: kept => bs bsE zE; exists (bs ++ [:: b]); first by rewrite map_cat together_cat bsE oE.
  by rewrite count_cat /= addn0 zE; case: (b); rewrite ?addn1 ?addn0 ?Nat2Z.inj_succ.
case: a => [d [v -> dv]|->|//].
  case: kept => vs vsE rv; exists (vs ++ [:: v]); first by rewrite together_cat vsE.
  by rewrite rev_cons -cats1; apply: pairwise_cat.
by move=> m /=; rewrite -catA together_cat; case: (together l).
Qed.
End Sound.
