(* SPDX-License-Identifier: Apache-2.0 *)
(* The interpreter's operators and built-in functions do what the language's do: where they give a value, these have a value and the
   first stands for it; where they say that there is none, there is none. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation rationals rationals_sound enclosures enclosures_sound elementary elementary_sound polynomials polynomials_sound quantities quantities_sound interpreter.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Lists, entry by entry ---------------------------------------------------------------------------------------------------- *)
Section Pairwise.
Variables (A B : Type) (R : A -> B -> Prop).
Fixpoint pairwise (l : seq A) (m : seq B) : Prop :=
  match l, m with [::], [::] => True | x :: l', y :: m' => R x y /\ pairwise l' m' | _, _ => False end.

Lemma pairwise_size l m : pairwise l m -> size l = size m.
Proof. by elim: l m => [|x l IH] [|y m] //= [_ /IH->]. Qed.
Lemma pairwise_cat l m l' m' : pairwise l m -> pairwise l' m' -> pairwise (l ++ l') (m ++ m').
Proof. by elim: l m => [|x l IH] [|y m] //= [Rxy lm] lm'; split=> //; apply: IH. Qed.
Lemma pairwise_rev l m : pairwise l m -> pairwise (rev l) (rev m).
Proof. by elim: l m => [|x l IH] [|y m] //= [Rxy /IH lm]; rewrite !rev_cons -!cats1; apply: pairwise_cat. Qed.
Lemma pairwise_nth l m i : pairwise l m ->
  match List.nth_error l i with Some x => exists2 y, nth None (map Some m) i = Some y & R x y | None => nth None (map Some m) i = None end.
Proof. by elim: l m i => [|x l IH] [|y m] [|i] //= [Rxy lm]; [exists y | apply: IH]. Qed.
End Pairwise.

Lemma pairwise_map A B A' B' (R : A -> B -> Prop) (R' : A' -> B' -> Prop) f g l m :
  (forall x y, R x y -> R' (f x) (g y)) -> pairwise R l m -> pairwise R' (map f l) (map g m).
Proof. by move=> fg; elim: l m => [|x l IH] [|y m] //= [/fg ? /IH]. Qed.
Lemma pairwise_flatten A B A' B' (R : A -> B -> Prop) (R' : A' -> B' -> Prop) (f : A -> seq A') (g : B -> seq B') l m :
  (forall x y, R x y -> pairwise R' (f x) (g y)) -> pairwise R l m -> pairwise R' (List.flat_map f l) (flatten (map g m)).
Proof. by move=> fg; elim: l m => [|x l IH] [|y m] //= [/fg ? /IH]; apply: pairwise_cat. Qed.
Lemma collect_together A B (R : A -> B -> Prop) l m : pairwise (answers R) l m -> answers (pairwise R) (collect l) (together m).
Proof.
elim: l m => [|a l IH] [|o m] //=; first by exists [::].
case=> ao /IH; case: a ao => [x [y -> Rxy] /=|-> //|] //=; case: collect => //= [xs [ys -> lm]|->] //=.
by exists (y :: ys).
Qed.
Lemma pairwise_every A A' B' (R : A' -> B' -> Prop) (P : A -> Prop) (f : A -> A') g l :
  (forall x, P x -> R (f x) (g x)) -> every P l -> pairwise R (map f l) (map g l).
Proof. by move=> fg; elim: l => //= x l IH [/fg ? /IH]. Qed.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis laws : lawful fs.
Let floor_law := proj1 laws.
Variable rho : Z -> F.
Variable ctx : context.
Hypothesis signs_ok : known_signs rho ctx.
Local Notation amount := (amount rho).
Local Notation value := (value F).
Local Notation zr := (zr F).
Implicit Types (v w : value) (d : datum).

Fixpoint stands (d : datum) (v : value) {struct d} : Prop :=
  match d, v with
  | DNumber n, Num x => amount n x
  | DTruth t, Bool b => true_of t b
  | DSymbol s, Symb t => s = t
  | DList l, List m => pairwise stands l m
  | DRecord l, Rec m => pairwise (fun f g => f.1 = g.1 /\ stands f.2 g.2) l m
  | _, _ => False
  end.
Local Notation answers_value := (answers stands).

Lemma stands_number d x : stands d (Num x) -> exists2 n, d = DNumber n & amount n x.
Proof. by case: d => //= n; exists n. Qed.
Lemma stands_integer (z : Z) : stands (d_integer z) (of_integer F (zint z)).
Proof. by rewrite /= near_exact embed_int. Qed.

Lemma found_lookup A B (R : A -> B -> Prop) (s : string) l m : pairwise (fun f g => f.1 = g.1 /\ R f.2 g.2) l m ->
  match found s l with Some x => exists2 y, lookup s m = Some y & R x y | None => lookup s m = None end.
Proof.
elim: l m => [|[t x] l IH] [|[u y] m] //= [[/= <- Rxy] lm]; case: String.eqb; first by exists y.
exact: IH.
Qed.

(* --- Operators ---------------------------------------------------------------------------------------------------------------- *)
Lemma answers_truthful (a : answer truth) o : answers true_of a o -> answers_value (truthful a) (omap Bool o).
Proof. by case: a => [t [b -> tb]|->|] //=; exists (Bool b). Qed.

(* What a sequence of comparisons answers, where one before them that is not known (u) may have decided. *)
Definition answers_after (u : bool) (a : answer truth) (o : option bool) : Prop :=
  answers true_of a o /\ (u -> answers true_of a (Value false)).

Lemma answers_equal d e v w : stands d v -> stands e w -> answers true_of (d_equal ctx d e) (equal v w).
Proof.
move: d e v w; fix IH 1 => d e v w; case: d => [m|t|s|l|l]; case: v => [x|b|s'|k|k] //= dv; case: e => [n|t'|s2|l'|l']; case: w => [y|b'|s3|k'|k'] //= ew.
all: try by case: t dv.
- by exists (x == y) => //; apply: (equal_sound signs_ok).
- case: t t' dv ew => [c|] [c'|] /= tb tb'; exists (b == b') => //=; rewrite tb tb'.
  by case: (b) (b') => [] [].
- by rewrite dv ew; eexists.
have -> : List.length l = size k by exact: pairwise_size dv.
have -> : List.length l' = size k' by exact: pairwise_size ew.
case: (Nat.eqb_spec (size k) (size k')) => [->|/eqP/negbTE->]; last by exists false.
rewrite eqxx; match goal with |- answers _ (?f l l' false) (?g k k') => suff go : forall u, answers_after u (f l l' u) (g k k') by case: (go false) end.
elim: l l' k k' dv ew => [|x l IHl] [|x' l'] [|y k] [|y' k'] // dv ew u; try by split=> [|u_true]; [exists true => //=; case: (u) | exists false => //=; rewrite u_true].
case: dv ew => xy lk [xy1 lk1]; have := IH x x' y y' xy xy1; rewrite /=; case: (d_equal ctx x x') => [[[]|]||] /=.
- by case=> b -> /= <-; apply: IHl.
- by case=> b -> /= <-; split=> [|_] /=; exists false.
- case=> b -> _; have [ok1 ok2] := IHl l' k k' lk lk1 true.
  by split; [case: b; [apply: ok1 | apply: ok2] | move=> _; apply: ok2].
- by move=> ->; split; case: u.
by split.
Qed.

Lemma answers_compare c d e v w : stands d v -> stands e w -> answers true_of (d_compare ctx c d e) (compare c v w).
Proof.
move=> dv ew; case: c; first exact: answers_equal.
  by apply: answers_bind (answers_equal dv ew) _ => t b tb; exists (~~ b) => //; apply: true_opposite.
all: case: d dv => [m|t|s|l|l]; case: v => [x|b|s'|k|k] //= dv; case: e ew => [n|t'|s2|l'|l']; case: w => [y|b'|s3|k'|k'] //= ew.
- by exists (x < y) => //; apply: (less_sound signs_ok).
- by exists (x <= y) => //; apply: (at_most_sound signs_ok).
- by exists (y < x) => //; apply: (less_sound signs_ok).
by exists (y <= x) => //; apply: (at_most_sound signs_ok).
Qed.

Definition same_integer (z : Z) (i : int) : Prop := i = zint z.
Lemma answers_integer_of d v : stands d v -> answers same_integer (integer_of d) (integer_in fs v).
Proof. by case: d v => [n|t|s|l|l] [x|b|s'|k|k] //= /amount_near nx; apply: answers_integer. Qed.
Lemma answers_on_integers f g d e v w : (forall i j, answers_value (f i j) (g (zint i) (zint j))) -> stands d v -> stands e w ->
  answers_value (interpreter.on_integers f d e) (evaluation.on_integers fs g v w).
Proof.
move=> fg dv ew; rewrite /evaluation.on_integers /interpreter.on_integers.
have := answers_integer_of dv; case: integer_of => [i [_ -> ->] /=|->|] //.
by have := answers_integer_of ew; case: integer_of => [j [_ -> ->] /=|-> /=|] //.
Qed.
Lemma zint_quotient i j : Z.eqb j 0 = false -> quotient fs (zint i) (zint j) = zint (Z.div i j).
Proof.
move/Z.eqb_neq => j0; apply: (floor_unique floor_law).
have zr_j : (zint j)%:~R != 0 :> F by rewrite intr_eq0 -[0]/(zint 0) zint_eq; case: Z.eqb_spec.
have divE := Z.div_mod i j j0; set q := Z.div i j in divE *; have -> : zint q + 1 = zint (Z.add q 1) by rewrite zint_add.
have [j_gt|j_lt] : Z.lt 0 j \/ Z.lt j 0 by lia.
  have jF : 0 < (zint j)%:~R :> F by rewrite ltr0z (zint_lt 0); apply/Z.ltb_lt.
  have := Z.mod_pos_bound i j j_gt => ij; rewrite ler_pdivl_mulr // ltr_pdivr_mulr // -!rmorphM -!zint_mul ler_int ltr_int zint_le zint_lt.
  by apply/andP; split; [apply/Z.leb_le | apply/Z.ltb_lt]; nia.
have jF : (zint j)%:~R < 0 :> F by rewrite ltrz0 (zint_lt _ 0); apply/Z.ltb_lt.
have := Z.mod_neg_bound i j j_lt => ij; rewrite ler_ndivl_mulr // ltr_ndivr_mulr // -!rmorphM -!zint_mul ler_int ltr_int zint_le zint_lt.
by apply/andP; split; [apply/Z.leb_le | apply/Z.ltb_lt]; nia.
Qed.
Lemma stands_counted (i : Z) n : pairwise stands (counted i n) [seq of_integer F (zint i + k%:Z) | k <- iota 0 n].
Proof.
elim: n i => [|n IH] i //=; rewrite addr0; split; first exact: stands_integer.
rewrite (iotaDl 1 0) -map_comp (@eq_map _ _ _ (fun k => of_integer F (zint (Z.succ i) + k%:Z))); first exact: IH.
by move=> k /=; rewrite zint_succ PoszD addrA.
Qed.

Lemma answers_operate op d e v w : stands d v -> stands e w -> answers_value (d_operate ctx op d e) (operate fs op v w).
Proof.
move=> dv ew; case: op; [ | | | | | | | | ]; rewrite /d_operate /operate.
- case: d v dv => [m|t|s|l|l] [x|b|s'|k|k] //= dv; case: e w ew => [n|t'|s2|l'|l'] [y|b'|s3|k'|k'] //= ew.
  by exists (Num (x + y)) => //=; apply: amount_add.
- case: d v dv => [m|t|s|l|l] [x|b|s'|k|k] //= dv; case: e w ew => [n|t'|s2|l'|l'] [y|b'|s3|k'|k'] //= ew.
  by exists (Num (x - y)) => //=; apply: amount_subtract.
- case: d v dv => [m|t|s|l|l] [x|b|s'|k|k] //= dv; case: e w ew => [n|t'|s2|l'|l'] [y|b'|s3|k'|k'] //= ew.
  by exists (Num (x * y)) => //=; apply: amount_multiply.
- case: d v dv => [m|t|s|l|l] [x|b|s'|k|k] //= dv; case: e w ew => [n|t'|s2|l'|l'] [y|b'|s3|k'|k'] //= ew.
  rewrite -/(omap _ _) /on_numbers; have := amount_divide ctx dv ew; case: a_divide => [r [z -> rz]|->|] //=.
  by exists (Num z).
- apply: answers_on_integers dv ew => i j; rewrite -[_ == 0]/(zint j == zint 0) zint_eq; case E: Z.eqb => //.
  by rewrite zint_quotient //; eexists; [by [] | apply: stands_integer].
- apply: answers_on_integers dv ew => i j; rewrite -[_ == 0]/(zint j == zint 0) zint_eq; case E: Z.eqb => //.
  by rewrite zint_quotient // -zint_mul -zint_sub; eexists; [by [] | apply: stands_integer].
- case: d v dv => [n|t|s|l|l] [x|b|s'|k|k] //= nx; have := answers_integer_of ew; case: integer_of => [i [_ -> ->] /=|-> //|] //.
  have := answers_raised ctx i nx; case: a_power => [r [z -> rz]|->|] //=; by exists (Num z).
- apply: answers_on_integers dv ew => i j; case: Z.ltb => //; eexists; first by [].
  rewrite /integers /=; have -> : zint j - zint i + 1 = zint (Z.add (Z.sub j i) 1) by rewrite zint_add zint_sub.
  case E: (Z.add (Z.sub j i) 1) => [|p|p]; [by [] | | by have [r] := Pos2Nat.is_succ p; rewrite /= => ->].
  by rewrite /= -map_comp; apply: stands_counted.
case: d v dv => [m|t|s|l|l] [x|b|s'|k|k] //= dv; case: e w ew => [n|t'|s2|l'|l'] [y|b'|s3|k'|k'] //= ew.
by exists (List (k ++ k')) => //=; apply: pairwise_cat.
Qed.

(* --- Built-in functions ----------------------------------------------------------------------------------------------------------- *)
Definition does (f : seq datum -> answer datum) (g : seq value -> option value) : Prop :=
  forall l m, pairwise stands l m -> answers_value (f l) (g m).

Lemma numbers_collected l m : pairwise stands l m ->
  answers (pairwise amount) (collect (List.map (fun d => match d with DNumber n => Yields n | _ => NoValue end) l)) (together (map (@number F) m)).
Proof.
move=> lm; apply: collect_together; apply: pairwise_map lm => d v.
by case: d => [n|t|s|l'|l']; case: v => [x|b|s'|k|k] //= nx; exists x.
Qed.
Lemma amount_folded (k : quantity -> quantity -> quantity) (f : F -> F -> F) ns xs n x :
  (forall m n x y, amount m x -> amount n y -> amount (k m n) (f x y)) -> pairwise amount ns xs -> amount n x ->
  amount (List.fold_left k ns n) (foldl f x xs).
Proof. by move=> kf; elim: ns xs n x => [|m ns IH] [|y xs] n x //= [my nsxs] nx; apply: IH => //; apply: kf. Qed.
Lemma numbers_in_list (m : seq value) : numbers_in (map Value m) = together (map (@number F) m).
Proof. by rewrite /numbers_in -map_comp. Qed.

Lemma does_extreme k f : (forall m n x y, amount m x -> amount n y -> amount (k m n) (f x y)) -> does (extreme_of k) (extreme f).
Proof.
move=> kf [|d l] [|v m] //= [dv]; case: l m => [|e l] [|w m] //=.
- case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|m|m] //= dv _.
  rewrite numbers_in_list; case: l m dv => [|d l] [|v m] //= [dv lm].
  case: d dv => [n|t|s|l'|l']; case: v => [x|b|s'|m'|m'] //= nx.
  have := numbers_collected lm; case: collect => [ns [xs -> nsxs] /=|->|] //=.
  by exists (Num (foldl f x xs)) => //; apply: amount_folded.
case=> ew; case: l m => [|d3 l] [|v3 m] //= _; last first.
  case: d dv => [n|t|s|l'|l']; case: v => [x|b|s'|k'|k'] //= mx; case: e ew => [n2|t'|s2|l2|l2]; case: w => [y|b'|s3|k2|k2] //= ny;
  by case: (l') mx => [|[]].
case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|k'|k'] //= mx; case: e ew => [n2|t'|s2|l2|l2]; case: w => [y|b'|s3|k2|k2] //= ny;
  first by exists (Num (f x y)) => //; apply: kf.
all: by case: (l) mx => [|[]].
Qed.
Lemma does_of_quantity f g : (forall n x, amount n x -> answers_value (f n) (g x)) -> does (of_quantity f) (of_number g).
Proof.
move=> fg [|d l] [|v m] //= [dv]; case: l m => [|e l] [|w m] //= _.
  by case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|m|m] //=; apply: fg.
by case: d dv => [n|t|s|l'|l']; case: v => [x|b|s'|m'|m'].
Qed.
Lemma does_test f g : (forall d v, stands d v -> true_of (f d) (g v)) -> does (tested f) (test g).
Proof. by move=> fg [|d [|e l]] [|v [|w m]] //= [dv //= _]; exists (Bool (g v)) => //; apply: fg. Qed.

Lemma pairwise_lists l m n : pairwise stands l m -> pairwise (pairwise stands) (all_lists l n) (lists_over m n).
Proof.
move=> lm; elim: n => [|n IH] //=; apply: pairwise_flatten lm => d v dv.
by apply: pairwise_map IH => l' m' lm'.
Qed.

Section Places.
Variable A : Type.
Fixpoint picks (l : seq A) : seq (A * seq A) :=
  if l is x :: rest then (x, rest) :: [seq (p.1, x :: p.2) | p <- picks rest] else [::].
Lemma picks_places B (G : A -> seq A -> seq B) l :
  flatten [seq (if nth None (map some l) i is Some x then G x (without_place l i) else [::]) | i <- iota 0 (size l)] =
  flatten [seq G p.1 p.2 | p <- picks l].
Proof.
elim: l G => //= x l IH G; congr (_ ++ _); rewrite -map_comp (iotaDl 1 0) -map_comp.
by rewrite -[RHS](IH (fun y m => G y (x :: m))).
Qed.
End Places.
Lemma picked_picks b l : picked b l = [seq (p.1, rev b ++ p.2) | p <- picks l].
Proof.
elim: l b => //= x l IH b; rewrite IH -map_comp; have -> : List.rev_append b l = rev b ++ l by rewrite -catrevE.
congr (_ :: _).
by apply: eq_map => p /=; rewrite rev_cons cat_rcons.
Qed.
Lemma pairwise_picks l m : pairwise stands l m ->
  pairwise (fun p q => stands p.1 q.1 /\ pairwise stands p.2 q.2) (picks l) (picks m).
Proof.
elim: l m => [|d l IH] [|v m] //= [dv lm]; split=> //.
by apply: pairwise_map (IH _ lm) => p q [pq1 pq2].
Qed.
Lemma pairwise_arranged n l m : pairwise stands l m -> pairwise (pairwise stands) (arranged n l) (arrangements n m).
Proof.
elim: n l m => [|n IH] l m lm //=; rewrite picked_picks (picks_places (fun x m => [seq x :: rest | rest <- arrangements n m])).
have -> : [seq (p.1, rev [::] ++ p.2) | p <- picks l] = picks l by rewrite -[RHS]map_id; apply: eq_map => -[].
by apply: pairwise_flatten (pairwise_picks lm) => p q [pq1 /IH]; apply: pairwise_map => l' m'.
Qed.
Lemma pairwise_DList l m : pairwise (pairwise stands) l m -> pairwise stands (List.map DList l) (map (@List F) m).
Proof. exact: pairwise_map. Qed.

Lemma does_permutations : does (fun l => match l with
      | [:: d] => bind (integer_of d) (fun n => if Z.ltb n 0 then NoValue else if Z.ltb 10 n then NotKnown
          else Yields (DList (List.map DList (arranged (Z.to_nat n) (counted 1 (Z.to_nat n))))))
      | _ => NoValue
      end)
  (fun l => if map (integer_in fs) l is [:: Value (Posz n)]
     then Value (List (map (@List F) (arrangements n [seq of_integer F k%:Z | k <- iota 1 n]))) else Undefined).
Proof.
move=> [|d l] [|v m] //= [dv]; case: l m => [|e l] [|w m] //= _; last by case: integer_in => [[]|].
have := answers_integer_of dv; case: integer_of => [z [_ -> ->]|->|] //=.
case: z => [|p|p] //=; last by have [r ->] := Pos2Nat.is_succ p.
  by eexists; [by [] | split].
case: Z.ltb => //; eexists; first by []; apply: pairwise_DList; apply: pairwise_arranged.
rewrite (iotaDl 1 0) -map_comp; have := stands_counted 1 (Pos.to_nat p).
by congr (pairwise _ _ _); apply: eq_map => k /=; rewrite PoszD.
Qed.
Lemma does_tuples : does (fun l => match l with
      | [:: DList items; d] => bind (integer_of d) (fun n => if Z.ltb n 0 then NoValue
          else if Z.ltb 64 n then NotKnown else if Z.ltb many (Z.pow (Z.of_nat (List.length items)) n) then NotKnown
          else Yields (DList (List.map DList (all_lists items (Z.to_nat n)))))
      | _ => NoValue
      end)
  (fun l => if l is [:: List items; m]
     then (if integer_in fs m is Value (Posz n) then Value (List (map (@List F) (lists_over items n))) else Undefined) else Undefined).
Proof.
move=> [|d l] [|v m] //= [dv]; case: l m => [|e l] [|w m] //=; first by case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|m|m].
case=> ew; case: l m => [|d3 l] [|v3 m] //= _; last by case: d dv => [n|t|s|l'|l']; case: v => [x|b|s'|m'|m'].
case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|m|m] //= lm.
have := answers_integer_of ew; case: integer_of => [z [_ -> ->]|->|] //=.
case: z => [|p|p] //=; last by have [r ->] := Pos2Nat.is_succ p.
by exists (List [:: List [::]]).
case: Z.ltb => //; case: Z.ltb => //; eexists; first by []; apply: pairwise_DList; apply: pairwise_lists.
exact: lm.
Qed.
Lemma does_built_in : pairwise (fun f g => f.1 = g.1 /\ does (f.2 ctx) g.2) the_built_in (built_in fs).
Proof.
rewrite /the_built_in /built_in; refine (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) (conj (conj erefl _) I)))))))))))))))))).
- exact: does_extreme (amount_maximum signs_ok).
- exact: does_extreme (amount_minimum signs_ok).
- move=> [|d l] [|v m] //= [dv]; case: l m => [|e l] [|w m] //= _; case: d dv => [n|t|s|l'|l']; case: v => [x|b|s'|m'|m'] //= lm.
  eexists; first by []; rewrite -(pairwise_size lm); have := stands_integer (Z.of_nat (List.length l')); by rewrite zint_nat.
- by apply: does_of_quantity => n x nx; exists (Num `|x|) => //; apply: amount_absolute.
- apply: does_of_quantity => n x /amount_near nx; have := answers_floor floor_law nx; case: k_floor => [z [_ [<-] ->] /=|//|//].
  by eexists; [by [] | apply: stands_integer].
- apply: does_of_quantity => n x /amount_near nx; have := answers_floor floor_law (near_negate nx); case: k_floor => [z [_ [<-] ->] /=|//|//].
  by eexists; [by [] | rewrite -zint_opp; apply: stands_integer].
- apply: does_of_quantity => n x /amount_near /(proj2 laws (precision ctx))[sound _ _]; case: k_sqrt sound => [r [y]||//]; case: ifP => // _ [<-] ry.
  by exists (Num (sqrt fs x)).
- apply: does_of_quantity => n x /amount_near /(proj2 laws (precision ctx))[_ sound _]; case: k_exp sound => [r [y [<-] ry]|//|//].
  by exists (Num (exp fs x)).
- apply: does_of_quantity => n x /amount_near /(proj2 laws (precision ctx))[_ _ sound]; case: k_log sound => [r [y]||//]; case: ifP => // _ [<-] ry.
  by exists (Num (log fs x)).
- exact: does_permutations.
- exact: does_tuples.
- by apply: does_test => -[n|t|s|l|l] [x|b|s'|m|m].
- by apply: does_test => d v dv; have := answers_integer_of dv; case: integer_of => [z [_ -> ->]|->|].
- by apply: does_test => -[n|t|s|l|l] [x|b|s'|m|m].
- by apply: does_test => -[n|t|s|l|l] [x|b|s'|m|m].
- by apply: does_test => -[n|t|s|l|l] [x|b|s'|m|m].
- by apply: does_test => -[n|t|s|l|l] [x|b|s'|m|m].
move=> [|d l] [|v m] //= [dv]; case: l m => [|e l] [|w m] //=; first by case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|m|m].
case=> ew; case: l m => [|d3 l] [|v3 m] //= _.
  case: d dv => [n|t|s|l|l]; case: v => [x|b|s'|m|m] //= lm; case: e ew => [n2|t'|s2|l2|l2]; case: w => [y|b'|s3|k2|k2] //= ->.
  by have := found_lookup s3 lm; case: found => [d [v -> _]|->]; eexists.
case: d dv => [n|t|s|l'|l']; case: v => [x|b|s'|k'|k'] //= mx; by case: e ew => [n2|t'|s2|l2|l2]; case: w => [y|b'|s3|k2|k2].
Qed.
End Sound.
