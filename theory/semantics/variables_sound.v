(* SPDX-License-Identifier: Apache-2.0 *)
(* Rules 'polynomial' and 'squares': for each element its numbers are values of the new variables, the values of those before stay, and
   the signs that are added say what is so. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation meaning rationals rationals_sound enclosures enclosures_sound elementary_sound.
From attest Require Import polynomials polynomials_sound quantities quantities_sound interpreter operations_sound loops_sound interpreter_sound.
From attest Require Import domains domains_sound variables.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Assignments.
Variable F : realFieldType.
Implicit Types (rho : Z -> F) (v : value F).

(* --- The same values below a number ---------------------------------------------------------------------------------------------- *)
Definition agree (k : Z) rho rho' : Prop := forall x, Z.lt x k -> rho' x = rho x.

Lemma settled_stands k rho rho' d v : agree k rho rho' -> settled k d -> stands rho d v -> stands rho' d v.
Proof.
move=> same; move: d v; fix IH 1 => -[[n|n p]|t|s|l|l] [x|b|s'|m|m] //=.
- by move=> below /andP[-> /eqP <-]; rewrite (worth_below same below) eqxx.
- by elim: l m => [|d l IHl] [|v m] //= /andP[d_below l_below] [dv lm]; split; [apply: IH dv | apply: IHl].
by elim: l m => [|[s d] l IHl] [|[t v] m] //= /andP[d_below l_below] [[st dv] lm]; split; [split=> //; apply: IH dv | apply: IHl].
Qed.
Lemma settled_bound k rho rho' names ds env : agree k rho rho' -> List.forallb (settled k) ds -> bound_in rho names ds env -> bound_in rho' names ds env.
Proof.
move=> same; elim: names ds env => [|x names IH] [|d ds] [|[y v] env] //= /andP[d_below ds_below] [xy dv bound].
by split=> //; [apply: settled_stands same d_below dv | apply: IH].
Qed.
Lemma settled_signs k rho rho' (l : seq sign) : agree k rho rho' -> List.forallb (fun s => p_below k s.1) l ->
  every (sign_true rho) l -> every (sign_true rho') l.
Proof.
move=> same; elim: l => [|[p strict] l IH] //= /andP[p_below_k l_below] [p_true l_true]; split; last exact: IH.
by rewrite /sign_true /= (worth_below same p_below_k).
Qed.

Lemma below_le k k' p : Z.le k k' -> p_below k p -> p_below k' p.
Proof.
move=> kk'; elim: p => [|[m a] p IH] //= /andP[m_below /IH->]; rewrite andbT.
by elim: m m_below => [|x m IHm] //= /andP[/Z.ltb_lt xk /IHm->]; rewrite andbT; apply/Z.ltb_lt; lia.
Qed.
Lemma settled_le k k' d : Z.le k k' -> settled k d -> settled k' d.
Proof.
move=> kk'; move: d; fix IH 1 => -[[n|n p]|t|s|l|l] //=; first exact: below_le.
- by elim: l => [|d l IHl] //= /andP[/IH-> /IHl->].
by elim: l => [|[s d] l IHl] //= /andP[/IH-> /IHl->].
Qed.

(* --- Elements of new variables ------------------------------------------------------------------------------------------------------ *)
Variable inside : F -> bool.
Fixpoint fits (shape : seq nat) v : Prop :=
  match shape with
  | [::] => exists2 x, inside x & v = Num x
  | n :: inner => exists l, [/\ size l = n, every (fits inner) l & v = List l]
  end.

Variable e : cell.
Hypothesis inside_ends : forall x, inside x -> above e.1 x /\ below e.2 x.

Definition renews rho k (d : datum) (k' : Z) v : Prop :=
  exists rho', [/\ agree k rho rho', stands rho' d v, Z.le k k' & settled k' d].
Lemma fresh_sound shape rho k v : fits shape v -> renews rho k (fresh e shape k).1 (fresh e shape k).2 v.
Proof.
elim: shape rho k v => [|n shape IH] rho k v.
  case=> x x_in ->; exists (fun y => if Z.eqb y k then x else rho y); split=> /=; [ | | lia |].
  - by move=> y yk; case: Z.eqb_spec => // ?; lia.
  - have [lo_x x_hi] := inside_ends x_in; apply: amount_made; first exact: near_known_in.
    by rewrite worth_variable Z.eqb_refl.
  by case: known_in => //= lo hi; rewrite andbT andbT; apply/Z.ltb_lt; lia.
case=> l [<- l_fits ->].
suff [rho' [same lv kk' below]] : exists rho', [/\ agree k rho rho', pairwise (stands rho') (several (fresh e shape) (size l) k).1 l,
    Z.le k (several (fresh e shape) (size l) k).2 & List.forallb (settled (several (fresh e shape) (size l) k).2) (several (fresh e shape) (size l) k).1].
  by exists rho'; rewrite /=; case: several lv kk' below.
elim: l rho k l_fits => [|w l IHl] rho k /=; first by exists rho; split=> //; lia.
case=> w_fits /IHl {IHl} IHl; have [rho1] := IH rho k w w_fits; case: fresh => d k1 /= [same1 dw le1 below1].
have [rho2] := IHl rho1 k1; case: several => ds k2 /= [same2 dsl le2 below2]; exists rho2; split=> /=.
- by move=> x xk; rewrite same2 ?same1 //; lia.
- by split=> //; apply: settled_stands same2 below1 dw.
- by lia.
by rewrite (settled_le le2 below1).
Qed.

(* --- The signs of a domain's ends ------------------------------------------------------------------------------------------------- *)
Lemma numbers_fit shape rho d v : fits shape v -> stands rho d v -> every (fun a => exists2 x, inside x & amount rho a x) (numbers_of d).
Proof.
elim: shape d v => [|n shape IH] d v /=; first by case=> x x_in ->; case: d => //= a ax; split=> //; exists x.
case=> l [_ l_fits ->]; case: d => //= ds; elim: ds l l_fits => [|d ds IHd] [|w l] //= [w_fits l_fits] [dw dsl].
by apply: every_cat; [apply: IH w_fits dw | apply: IHd dsl].
Qed.
Lemma with_ends_sound shape rho ctx d v : known_signs rho ctx -> fits shape v -> stands rho d v -> known_signs rho (with_ends ctx e d).
Proof.
move=> signs_ok v_fits dv; apply: every_cat => //; have := numbers_fit v_fits dv.
elim: (numbers_of d) => [|a l IH] //= [[x x_in ax] /IH l_true]; apply: every_cat => //.
have exactly q : amount rho (Plain (Exact q)) (embed_rational F q) by rewrite amount_exact.
have [lo_x x_hi] := inside_ends x_in; apply: every_cat.
  by case: e.1 lo_x => //= q qx; apply: difference_sound ax (exactly q) _.
by case: e.2 x_hi => //= q qx; apply: difference_sound (exactly q) ax _.
Qed.
End Assignments.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis laws : lawful fs.
Variable rho : Z -> F.
Local Notation value := (value F).
Local Notation environment := (environment F).
Variable call : string -> seq value -> option value.
Variable defs : table.
Hypothesis defs_sound : forall ctx, known_signs rho ctx -> defined rho ctx call defs.
Local Notation evaluate := (evaluates fs call).

Lemma reals_sound ctx names ds env d e shape : known_signs rho ctx -> bound_in rho names ds env ->
  reals_of ctx ds (ready_in defs names d) = Yields (e, shape) ->
  exists2 element, elements fs call env d = Value element &
    forall v, element v -> fits (fun x => above e.1 x && below e.2 x) shape v.
Proof.
move=> signs_ok env_ds; have defs_ok := defs_sound signs_ok; have vector (within : F -> bool) k v :
    (forall x : F, within x -> above e.1 x /\ below e.2 x) -> is_vector within k v -> fits (fun x => above e.1 x && below e.2 x) [:: k] v.
  move=> inE [x [<- x_in ->]]; exists (map (@Num F) x); split=> //; first by rewrite size_map.
  by elim: x x_in => //= y x IH /andP[/inE[lo_y y_hi] /IH x_in]; split=> //; exists y => //; apply/andP.
case: d => [l|a|bounds|n bounds|m n bounds|] //=.
- case E: exact_of => [q|] //= -[<- <-]; rewrite (exact_run laws signs_ok defs_ok env_ds E); eexists; first by [].
  by move=> v [i qi ->]; exists i%:~R; rewrite //= qi.
- case E: ends => [c||] //= -[cE <-]; have [within -> inE] := ends_sound laws signs_ok defs_ok env_ds E; eexists; first by [].
  by move=> v [x /inE[lo_x x_hi] ->]; exists x => //; rewrite -cE; apply/andP.
- case En: sized => [k||] //=; case E: ends => [c||] //= -[cE <-]; have [within -> inE] := ends_sound laws signs_ok defs_ok env_ds E.
  rewrite (sized_sound laws signs_ok defs_ok env_ds En); eexists; first by []; move=> v; apply: vector; by rewrite -cE.
case Em: sized => [k||] //=; case En: sized => [l||] //=; case E: ends => [c||] //= -[cE <-].
have [within -> inE] := ends_sound laws signs_ok defs_ok env_ds E.
rewrite (sized_sound laws signs_ok defs_ok env_ds Em) (sized_sound laws signs_ok defs_ok env_ds En); eexists; first by [].
move=> v [A [<- A_in ->]]; exists [seq List (map (@Num F) x) | x <- A]; split=> //; first by rewrite size_map.
elim: A A_in => //= x A IH /andP[/andP[/eqP x_size x_in] /IH A_in]; split=> //.
by apply: (vector within); [rewrite -cE | exists x].
Qed.

(* --- The comparisons in a condition --------------------------------------------------------------------------------------------------- *)
Definition link_true (env : environment) (l : comparison * expr * expr) : Prop :=
  exists v w, [/\ evaluate env l.1.2 = Value v, evaluate env l.2 = Value w & compare l.1.1 v w = Value true].
Lemma links_sound e env : evaluate env e = Value (Bool true) -> every (link_true env) (links_of e).
Proof.
elim/expression_induction: e env; try by [].
- move=> l IH env; rewrite /evaluates /=; elim: l IH => [|e l IHl] //= [IHe /IHl {IHl} IHl].
  case E: eval => [[x|[]|s|k|k]|] //= decided_l; apply: every_cat; [exact: IHe | exact: IHl].
move=> a links _ _ env; rewrite /evaluates /=; case E: eval => [v|] //.
elim: links a v E => [|[c b] links IH] a v E //=; case E': eval => [w|] //; case E'': compare => [[]|] // rest.
by split; [exists v, w | apply: IH E' rest].
Qed.
Lemma with_facts_sound ctx names ds env links : known_signs rho ctx -> bound_in rho names ds env -> every (link_true env) links ->
  known_signs rho (with_facts ds [seq (l.1.1, compile defs names l.1.2, compile defs names l.2) | l <- links] ctx).
Proof.
move=> + env_ds; elim: links ctx => [|[[c a] b] links IH] ctx //= signs_ok [[v [w [/= aE bE cE]]] /IH {IH}]; apply.
have defs_ok := defs_sound signs_ok.
have := compile_sound laws signs_ok defs_ok a env_ds; have := compile_sound laws signs_ok defs_ok b env_ds; rewrite /with_fact /=.
rewrite /evaluates in aE bE; case: run => [d' [w' wE dw]|_|_]; [ | by case: run => // -[] | by case: run => // -[]].
case: run => [d [v' vE dv]|//|//]; case: d dv => [m|t|s|k|k] //; case: d' dw => [n|t'|s'|k'|k'] //.
rewrite aE in vE; rewrite bE in wE; case: vE wE => <- [<-]; case: w cE {bE} => [y|b'|s'|k'|k'] // cE ny; case: v cE {aE} => [x|b''|s''|k''|k''] // cE mx.
have {}ny : amount rho n y := ny; have {}mx : amount rho m x := mx; apply: every_cat => //; case: c cE => //= -[cmp].
- by apply: every_cat; [apply: difference_sound ny mx _ | apply: difference_sound mx ny _]; rewrite /= (eqP cmp).
- by apply: difference_sound ny mx _.
- by apply: difference_sound ny mx _.
- by apply: difference_sound mx ny _.
by apply: difference_sound mx ny _.
Qed.
Lemma ready_facts_sound ctx names ds env p : known_signs rho ctx -> bound_in rho names ds env -> condition fs call env p = Value (Bool true) ->
  known_signs rho (with_facts ds (ready_facts defs names p) ctx).
Proof. by case: p => [e|] //= signs_ok env_ds /links_sound; apply: with_facts_sound. Qed.

(* --- Squares ------------------------------------------------------------------------------------------------------------------------------ *)
Lemma with_sums_sound names sums ctx ctx' : known_signs rho ctx -> with_sums names sums ctx = Some ctx' -> known_signs rho ctx'.
Proof.
rewrite /with_sums /known_signs => signs_ok; case: every_some => // terms; case E: with_squares => [all|] // [<-].
exact: with_squares_sound E.
Qed.
End Sound.
