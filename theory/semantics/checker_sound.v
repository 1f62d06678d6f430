(* SPDX-License-Identifier: Apache-2.0 *)
(* What the checker accepts completely is so: the statement holds (or fails) over all numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation meaning numbers rationals rationals_sound enclosures enclosures_sound elementary_sound interpreter operations_sound loops_sound interpreter_sound domains domains_sound checker.
From attest Require sanity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis laws : lawful fs.
Variable bits : positive.
Local Notation value := (value F).
Local Notation environment := (environment F).
Local Notation stands := (@stands F).
Local Notation embed := (embed_rational F).
Variable call : string -> seq value -> option value.
Variable defs : table.
Hypothesis defs_sound : defined bits call defs.
Local Notation evaluate := (evaluates fs call).

Definition is_boolean (v : value) : Prop := boolean v <> Undefined.
Variable known : string -> bool.
Definition known_sound : Prop := forall f vs v, known f -> call f vs = Value v -> is_boolean v.
Hypothesis known_ok : known_sound.

Lemma shape_call f l : boolean_shape known (Call f l) =
  List.existsb (String.eqb f) tests || (if found f (the_built_in 1) is Some _ then false else known f).
Proof. by []. Qed.
Lemma shape_sound e env v : boolean_shape known e -> evaluate env e = Value v -> is_boolean v.
Proof.
elim/expression_induction: e env v; try by [].
- by move=> b env v _ [<-].
- move=> f l _ env v; rewrite shape_call => /orP shape; rewrite /evaluates evaluate_call; case: together => // vs.
  case: shape => [|]; last first.
    have table := @does_built_in F fs laws xH; have := @found_lookup _ _ (does (F := F)) f _ _ table.
    by case: found => [g _|-> kf callE] //; exact: (known_ok kf callE).
  have boolean_of (g : seq value -> option value) : (forall ws w, g ws = Value w -> is_boolean w) -> g vs = Value v -> is_boolean v by apply.
  have test_boolean (h : value -> bool) ws w : test h ws = Value w -> is_boolean w by case: ws => [|u [|? ?]] //= [<-].
  rewrite /tests /=; do 6 (case/orP; first by move/String.eqb_eq => -> /=; apply: test_boolean).
  rewrite orbF => /String.eqb_eq -> /=.
  by case: vs {boolean_of} => [|[x|b|s|k|k] [|[y|c|t|m|m] [|? ?]]] //= [<-].
- move=> k e gs p _ _ _ env v; rewrite [boolean_shape _ _]/= /evaluates evaluate_over => /orP[] /String.eqb_eq -> /=; by case: decided => //= b [<-].
- by move=> a _ env v _; rewrite /evaluates /=; case: eval => // -[] // b [<-].
- by move=> l _ env v _; rewrite /evaluates /=; case: decided => //= b [<-].
- by move=> l _ env v _; rewrite /evaluates /=; case: decided => //= b [<-].
- move=> a l _ _ env v _; rewrite /evaluates /=; case: eval => // w0.
  elim: l w0 => [|[c e] l IH] w0 /=; first by case=> <-.
  by case: eval => // w; case: compare => // -[]; [apply: IH | case=> <-].
- by move=> x a b _ IHb env v shape; rewrite /evaluates /=; case: eval => // w; apply: IHb.
by move=> a b c _ IHb IHc env v; rewrite [boolean_shape _ _]/= => /andP[sb sc]; rewrite /evaluates /=; case: eval => // -[] // [] /=; [apply: IHb | apply: IHc].
Qed.
Lemma condition_boolean env p : condition_shape known p -> boolean_if_any (condition fs call env p).
Proof. by case: p => [e|] //= shape; case E: (evaluates fs call env e) => [v|] //=; apply: shape_sound E. Qed.

Lemma condition_sound names ds env p : bound_in names ds env ->
  true_of (condition_at bits ds (ready_condition bits defs names p)) (if condition fs call env p is Value (Bool true) then true else false).
Proof.
case: p => [e|] //= env_ds; have := compile_sound laws defs_sound e env_ds; rewrite /condition /evaluates.
case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s|k|k]; case: v => [x|b|s'|k'|k'] //=; case: t => //= c ->; by case: b.
Qed.

Lemma and_then_complete v w : and_then v w = Accepted true -> v = Accepted true /\ w tt = Accepted true.
Proof. by case: v => [[]||] //=; case: (w tt) => [[]||]. Qed.

Lemma each_item_sound meet at_ all steps items ks (C : value -> bool) (P : value -> Prop) :
  (forall d v, stands d v -> true_of (at_ d) (C v)) -> (forall d v s, stands d v -> meet d s = Accepted true -> P v) -> pairwise stands items ks ->
  each_item meet at_ all steps items = Accepted true -> forall v, is_among v ks -> C v -> P v.
Proof.
move=> atC meetP; elim: items ks steps => [|d items IH] [|w ks] steps //= [dw itemsks].
have := atC _ _ dw; case: (at_ d) => [[]|] //= wC; last first.
  by move=> accepted v [->|v_in]; [rewrite -wC | apply: IH itemsks accepted v v_in].
case: steps => [|s others] // /and_then_complete[meet_s accepted] v [->|v_in] Cv; first exact: meetP dw meet_s.
exact: IH itemsks accepted v v_in Cv.
Qed.

Lemma each_cell_sound meet at_ all steps cells (C : value -> bool) (P : value -> Prop) :
  (forall d v, stands d v -> true_of (at_ d) (C v)) -> (forall d v s, stands d v -> meet d s = Accepted true -> P v) ->
  each_cell meet at_ all steps cells = Accepted true -> forall d, List.In d cells -> forall v, stands d v -> C v -> P v.
Proof.
move=> atC meetP; elim: cells steps => [|d cells IH] [|s others] //= accepted e [<- v dv Cv|e_in]; last first.
  apply: (IH (if all then s :: others else others)) e_in.
  by move: accepted; case: (at_ d) => [[]|] => [/and_then_complete[]||/and_then_complete[]].
have := atC _ _ dv; rewrite Cv; case: (at_ d) accepted => [[]|] //= /and_then_complete[meet_s _] _; first exact: meetP dv meet_s.
by apply: meetP dv (_ : meet d s = _); case: (meet d s) meet_s.
Qed.

Local Notation ready := (ready_formula bits defs known).
Definition sound_for (g : formula) : Prop := forall goal names ds env s, bound_in names ds env ->
  check bits goal ds (ready names g) s = Accepted true -> Says fs call goal env g.

Lemma quantified_sound every x d p g goal names ds env s : sound_for g -> bound_in names ds env ->
  check bits goal ds (RQuantified every x (ready_in bits defs names d) (ready_condition bits defs (x :: names) p) (condition_shape known p) (ready (x :: names) g)) s
    = Accepted true ->
  if elements fs call env d is Value element then
    (forall v, element v -> boolean_if_any (condition fs call ((x, v) :: env) p)) /\
    (if Bool.eqb every goal then forall v, element v -> condition fs call ((x, v) :: env) p = Value (Bool true) -> Says fs call goal ((x, v) :: env) g
     else exists v, [/\ element v, condition fs call ((x, v) :: env) p = Value (Bool true) & Says fs call goal ((x, v) :: env) g])
  else False.
Proof.
move=> IH env_ds /=; case shape: condition_shape => //=.
have bound v w : stands v w -> bound_in (x :: names) (v :: ds) ((x, w) :: env) by [].
pose C w := if condition fs call ((x, w) :: env) p is Value (Bool true) then true else false.
have CE w : C w -> condition fs call ((x, w) :: env) p = Value (Bool true) by rewrite /C; case: condition => // -[] // [].
case: s => [y v rest|y all steps|y values all steps|y from to all steps|y cells all steps|parts|part rest||] //.
- case every_goal: Bool.eqb => //; case: andP => // -[_ v_exact].
  case in_d: element_at => [[]|] //=; case at_v: condition_at => [[]|] //= accepted.
  have [element -> v_in] := element_sound laws defs_sound env_ds v_exact in_d; split; first by move=> w _; apply: condition_boolean.
  have dv := stands_meant F v_exact; exists (meant F v); split=> //; last exact: IH (bound _ _ dv) accepted.
  by have := condition_sound p (bound _ _ dv); rewrite at_v /=; case: condition => // -[] // [].
- case: andP => // -[every_goal _]; have {every_goal} <- := Bool.eqb_prop _ _ every_goal; rewrite Bool.eqb_reflx; case: d => // l /=.
  have := compile_sound laws defs_sound l env_ds; rewrite /evaluates.
  case: run => [[m|t|s|items|k] [[z|b|s'|k'|k'] -> dv]|//|//] //= accepted; split; first by move=> w _; apply: condition_boolean.
  move=> w w_in cond_w.
  have at_sound e u : stands e u -> true_of (condition_at bits (e :: ds) (ready_condition bits defs (x :: names) p)) (C u).
    by move=> eu; apply: condition_sound; apply: bound.
  have meets e u s : stands e u -> check bits every (e :: ds) (ready (x :: names) g) s = Accepted true -> Says fs call every ((x, u) :: env) g.
    by move=> eu; apply: IH; apply: bound.
  by apply: (@each_item_sound _ _ _ _ _ _ C (fun u => Says fs call every ((x, u) :: env) g) at_sound meets dv accepted w w_in); rewrite /C cond_w.
- by case: andP => // _; case: each_listed.
- by case: andP => // _; case: ready_in => // a; case: exact_of => // q; case: q_at_most => //; case: List.existsb => //; case: each_item.
case: andP => // -[every_goal _]; have {every_goal} <- := Bool.eqb_prop _ _ every_goal; rewrite Bool.eqb_reflx.
case in_f: frame_of => [f||] //; case: ifP => // cells_ok accepted; have [element -> in_cell] := frame_sound laws defs_sound env_ds in_f.
split; first by move=> w _; apply: condition_boolean.
move=> w w_in cond_w; have [c c_in dw] := in_cell cells w cells_ok w_in.
have at_sound e u : stands e u -> true_of (condition_at bits (e :: ds) (ready_condition bits defs (x :: names) p)) (C u).
  by move=> eu; apply: condition_sound; apply: bound.
have meets e u s : stands e u -> check bits every (e :: ds) (ready (x :: names) g) s = Accepted true -> Says fs call every ((x, u) :: env) g.
  by move=> eu; apply: IH; apply: bound.
apply: (each_cell_sound at_sound meets accepted _ dw); last by rewrite /C cond_w.
exact: List.in_map c_in.
Qed.

Theorem check_sound f : sound_for f.
Proof.
elim/sanity.formula_induction: f => [e|x d p g IH|x d p g IH|parts IH] goal names ds env s env_ds.
- have := compile_sound laws defs_sound e env_ds; rewrite /= /evaluates; case: s => //.
  case: run => [d [v -> dv]|_|_] //; case: d dv => [m|t|s|k|k] //; case: v => // b; case: t => // c /= ->.
  by case E: Bool.eqb => // _; rewrite (Bool.eqb_prop _ _ E).
- by move=> accepted; have := quantified_sound IH env_ds accepted; rewrite /=; case: elements => // element; case: (goal).
- by move=> accepted; have := quantified_sound IH env_ds accepted; rewrite /=; case: elements => // element; case: (goal).
rewrite /=; case: s => //.
  move=> steps; case: goal => //=; case: ifP => // _; elim: parts IH => //= -[name g] parts IHp [IHg IHparts].
  case: found => // s /and_then_complete[accepted rest]; split; first exact: IHg accepted.
  exact: IHp.
move=> name rest; case: goal => //; elim: parts IH => //= -[name' g] parts IHp [IHg IHparts].
by case: String.eqb => [accepted|rest_accepted]; [left; apply: IHg accepted | right; apply: IHp].
Qed.
End Sound.

Lemma boolean_calls_sound (F : realFieldType) (fs : functions F) (laws : lawful fs) latest_first :
  known_sound (call fs latest_first) (boolean_calls latest_first).
Proof.
elim: latest_first => [|d earlier IH] f vs v //=; case: String.eqb; last exact: IH.
by case: eqP => // _; apply: shape_sound.
Qed.

(* What is accepted completely is so, over all numbers. *)
Theorem check_statement_sound bits s goal steps : check_statement bits s goal steps = Accepted true -> if goal then Holds s else Fails s.
Proof.
move=> accepted; have says (S : numbers) : Says (functions_of S) (calls (functions_of S) s) goal [::] (asserted s).
  have laws := numbers_lawful S; have revE : List.rev (definitions s) = rev (definitions s).
    by elim: (definitions s) => //= d l IH; rewrite IH rev_cons -cats1.
  rewrite /calls -revE; apply: (check_sound (fs := functions_of S) laws _ _ _ accepted) => //.
    exact: definitions_sound.
  exact: boolean_calls_sound.
by case: goal accepted says => _ says; split.
Qed.
