(* SPDX-License-Identifier: Apache-2.0 *)
(* What the checker accepts completely is so: the statement holds (or fails) over all numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation meaning numbers rationals rationals_sound enclosures enclosures_sound elementary_sound.
From attest Require Import polynomials polynomials_sound quantities quantities_sound interpreter operations_sound loops_sound interpreter_sound.
From attest Require Import domains domains_sound variables variables_sound checker.
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
Local Notation value := (value F).
Local Notation environment := (environment F).
Local Notation embed := (embed_rational F).
Variable call : string -> seq value -> option value.
Variable defs : table.
Hypothesis defs_sound : forall rho ctx, known_signs rho ctx -> defined rho ctx call defs.
Local Notation evaluate := (evaluates fs call).

Definition is_boolean (v : value) : Prop := boolean v <> Undefined.
Variable known : string -> bool.
Definition known_sound : Prop := forall f vs v, known f -> call f vs = Value v -> is_boolean v.
Hypothesis known_ok : known_sound.

Lemma shape_call f l : boolean_shape known (Call f l) =
  List.existsb (String.eqb f) tests || (if found f the_built_in is Some _ then false else known f).
Proof. by []. Qed.
Lemma shape_sound e env v : boolean_shape known e -> evaluate env e = Value v -> is_boolean v.
Proof.
elim/expression_induction: e env v; try by [].
- by move=> b env v _ [<-].
- move=> f l _ env v; rewrite shape_call => /orP shape; rewrite /evaluates evaluate_call; case: together => // vs.
  case: shape => [|]; last first.
    pose rho (x : Z) : F := 0; pose ctx := Knowing xH [::]; have table := does_built_in laws (I : known_signs rho ctx).
    have := @found_lookup _ _ (fun g h => does rho (g ctx) h) f _ _ table.
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

Section Place.
Variable rho : Z -> F.
Variable ctx : context.
Hypothesis signs_ok : known_signs rho ctx.
Let defs_ok := defs_sound signs_ok.

Lemma condition_sound names ds env p : bound_in rho names ds env ->
  true_of (condition_at ctx ds (ready_condition defs names p)) (if condition fs call env p is Value (Bool true) then true else false).
Proof.
case: p => [e|] //= env_ds; have := compile_sound laws signs_ok defs_ok e env_ds; rewrite /condition /evaluates.
case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s|k|k]; case: v => [x|b|s'|k'|k'] //=; case: t => //= c ->; by case: b.
Qed.
Lemma evaluated_sound names ds env e goal : bound_in rho names ds env -> evaluated goal (run ctx ds (compile defs names e)) = Accepted true ->
  evaluate env e = Value (Bool goal).
Proof.
move=> env_ds; have := compile_sound laws signs_ok defs_ok e env_ds; rewrite /evaluates.
case: run => [d [v -> dv]|_|_] //; case: d dv => [m|t|s|k|k] //; case: v => // b; case: t => // c /= ->.
by case E: Bool.eqb => // _; rewrite (Bool.eqb_prop _ _ E).
Qed.
End Place.

Lemma and_then_complete v w : and_then v w = Accepted true -> v = Accepted true /\ w tt = Accepted true.
Proof. by case: v => [[]||] //=; case: (w tt) => [[]||]. Qed.

Lemma perhaps_accepted v : perhaps v = Accepted true -> v = Accepted true.
Proof. by case: v. Qed.

Lemma each_item_sound rho meet at_ all steps items ks (C : value -> bool) (P : value -> Prop) :
  (forall d v, stands rho d v -> true_of (at_ d) (C v)) -> (forall d v s, stands rho d v -> meet d s = Accepted true -> P v) -> pairwise (stands rho) items ks ->
  each_item meet at_ all steps items = Accepted true -> forall v, is_among v ks -> C v -> P v.
Proof.
move=> atC meetP; elim: items ks steps => [|d items IH] [|w ks] steps //= [dw itemsks].
have := atC _ _ dw; case: (at_ d) => [[]|] //= wC; last first.
  by move=> accepted v [->|v_in]; [rewrite -wC | apply: IH itemsks accepted v v_in].
case: steps => [|s others] // /and_then_complete[meet_s accepted] v [->|v_in] Cv; first exact: meetP dw meet_s.
exact: IH itemsks accepted v v_in Cv.
Qed.

Lemma each_cell_sound rho meet at_ all steps cells (C : value -> bool) (P : value -> Prop) :
  (forall d v, stands rho d v -> true_of (at_ d) (C v)) -> (forall d v s, stands rho d v -> meet d s = Accepted true -> P v) ->
  each_cell meet at_ all steps cells = Accepted true -> forall d, List.In d cells -> forall v, stands rho d v -> C v -> P v.
Proof.
move=> atC meetP; elim: cells steps => [|d cells IH] [|s others] //= accepted e [<- v dv Cv|e_in]; last first.
  apply: (IH (if all then s :: others else others)) e_in.
  by move: accepted; case: (at_ d) => [[]|] => [/and_then_complete[]||/and_then_complete[]].
have := atC _ _ dv; rewrite Cv; case: (at_ d) accepted => [[]|] //= /and_then_complete[meet_s _] _; first exact: meetP dv meet_s.
by apply: meetP dv (_ : meet d s = _); case: (meet d s) meet_s.
Qed.

Local Notation ready := (ready_formula defs known).
Definition sound_for (g : formula) : Prop := forall goal rho here names ds env s, known_signs rho (known_here here) -> bound_in rho names ds env ->
  check goal here ds (ready names g) s = Accepted true -> Says fs call goal env g.

Lemma quantified_sound every x d p g goal rho here names ds env s : sound_for g -> known_signs rho (known_here here) -> bound_in rho names ds env ->
  check goal here ds (RQuantified every x (ready_in defs names d) (ready_condition defs (x :: names) p) (condition_shape known p)
    (ready_facts defs (x :: names) p) (ready (x :: names) g)) s = Accepted true ->
  if elements fs call env d is Value element then
    (forall v, element v -> boolean_if_any (condition fs call ((x, v) :: env) p)) /\
    (if Bool.eqb every goal then forall v, element v -> condition fs call ((x, v) :: env) p = Value (Bool true) -> Says fs call goal ((x, v) :: env) g
     else exists v, [/\ element v, condition fs call ((x, v) :: env) p = Value (Bool true) & Says fs call goal ((x, v) :: env) g])
  else False.
Proof.
move=> IH signs_ok env_ds; rewrite [check _ _ _ _ _]/=; set ctx := known_here here in signs_ok *; have defs_ok := defs_sound signs_ok.
case shape: condition_shape => //=.
have bound v w : stands rho v w -> bound_in rho (x :: names) (v :: ds) ((x, w) :: env) by [].
pose C w := if condition fs call ((x, w) :: env) p is Value (Bool true) then true else false.
have CE w : C w -> condition fs call ((x, w) :: env) p = Value (Bool true) by rewrite /C; case: condition => // -[] // [].
case: s => [y v rest|y all steps|y values all steps|y from to all steps|y cells all steps|y rest|parts|part rest||sums|] //.
- case every_goal: Bool.eqb => //; case: andP => // -[_ v_exact].
  case in_d: element_at => [[]|] //=; case at_v: condition_at => [[]|] //= accepted.
  have [element -> v_in] := element_sound laws signs_ok defs_ok env_ds v_exact in_d; split; first by move=> w _; apply: condition_boolean.
  have dv := stands_meant rho v_exact; exists (meant F v); split=> //; last exact: IH signs_ok (bound _ _ dv) accepted.
  by have := condition_sound signs_ok p (bound _ _ dv); rewrite at_v /=; case: condition => // -[] // [].
- case: andP => // -[every_goal _]; have {every_goal} <- := Bool.eqb_prop _ _ every_goal; rewrite Bool.eqb_reflx; case: d => // l /=.
  have := compile_sound laws signs_ok defs_ok l env_ds; rewrite /evaluates.
  case: run => [[m|t|s|items|k] [[z|b|s'|k'|k'] -> dv]|//|//] //= accepted; split; first by move=> w _; apply: condition_boolean.
  move=> w w_in cond_w.
  have at_sound e u : stands rho e u -> true_of (condition_at ctx (e :: ds) (ready_condition defs (x :: names) p)) (C u).
    by move=> eu; have := condition_sound signs_ok p (bound _ _ eu).
  have meets e u s : stands rho e u -> check every here (e :: ds) (ready (x :: names) g) s = Accepted true -> Says fs call every ((x, u) :: env) g.
    by move=> eu; exact: IH signs_ok (bound _ _ eu).
  by apply: (@each_item_sound rho _ _ _ _ _ _ C (fun u => Says fs call every ((x, u) :: env) g) at_sound meets dv accepted w w_in); rewrite /C cond_w.
- by case: andP => // _; case: each_listed.
- by case: andP => // _; case: ready_in => // a; case: exact_of => // q; case: q_at_most => //; case: List.existsb => //; case: each_item.
- case: andP => // -[every_goal _]; have {every_goal} <- := Bool.eqb_prop _ _ every_goal; rewrite Bool.eqb_reflx.
  case in_f: frame_of => [f||] //; case: ifP => // cells_ok accepted; have [element -> in_cell] := frame_sound laws signs_ok defs_ok env_ds in_f.
  split; first by move=> w _; apply: condition_boolean.
  move=> w w_in cond_w; have [c c_in dw] := in_cell cells w cells_ok w_in.
  have at_sound e u : stands rho e u -> true_of (condition_at ctx (e :: ds) (ready_condition defs (x :: names) p)) (C u).
    by move=> eu; have := condition_sound signs_ok p (bound _ _ eu).
  have meets e u s : stands rho e u -> check every here (e :: ds) (ready (x :: names) g) s = Accepted true -> Says fs call every ((x, u) :: env) g.
    by move=> eu; exact: IH signs_ok (bound _ _ eu).
  apply: (each_cell_sound at_sound meets accepted _ dw); last by rewrite /C cond_w.
  exact: List.in_map c_in.
case: andP => // -[every_goal _]; have {every_goal} <- := Bool.eqb_prop _ _ every_goal; rewrite Bool.eqb_reflx.
case in_reals: reals_of => [[e sizes]||] //; case: ifP => // _; case: andP => // -[ds_below signs_below] accepted.
have [element -> in_fits] := reals_sound laws (defs_sound (rho := rho)) signs_ok env_ds in_reals.
split; first by move=> w _; apply: condition_boolean.
move=> w /in_fits {in_fits} w_fits cond_w; have ends_ok (u : F) : above e.1 u && below e.2 u -> above e.1 u /\ below e.2 u by move/andP.
have [rho' [same dw _ _]] := fresh_sound ends_ok rho (next_variable here) w_fits; case: fresh accepted dw => v next accepted dw.
have bound' : bound_in rho' (x :: names) (v :: ds) ((x, w) :: env) by split=> //; exact: settled_bound same ds_below env_ds.
have at_ends := with_ends_sound ends_ok (settled_signs same signs_below signs_ok : known_signs rho' ctx) w_fits dw.
have facts_ok := ready_facts_sound laws (defs_sound (rho := rho')) at_ends bound' cond_w.
have := condition_sound at_ends p bound'; rewrite cond_w; case: condition_at accepted => [[]|] //= accepted _; first exact: (IH _ rho' (Scope _ _ _) _ _ _ _ facts_ok bound' accepted).
exact: (IH _ rho' (Scope _ _ _) _ _ _ _ facts_ok bound' (perhaps_accepted accepted)).
Qed.

Theorem check_sound f : sound_for f.
Proof.
elim/sanity.formula_induction: f => [e|x d p g IH|x d p g IH|parts IH] goal rho here names ds env s signs_ok env_ds.
- rewrite /=; case: s => // [|sums]; first exact: (evaluated_sound signs_ok env_ds).
  by case E: with_sums => [more|] //; exact: (evaluated_sound (with_sums_sound signs_ok E) env_ds).
- by move=> accepted; have := quantified_sound IH signs_ok env_ds accepted; rewrite /=; case: elements => // element; case: (goal).
- by move=> accepted; have := quantified_sound IH signs_ok env_ds accepted; rewrite /=; case: elements => // element; case: (goal).
rewrite /=; case: s => //.
  move=> steps; case: goal => //=; case: ifP => // _; elim: parts IH => //= -[name g] parts IHp [IHg IHparts].
  case: found => // s /and_then_complete[accepted rest]; split; first exact: IHg signs_ok env_ds accepted.
  exact: IHp.
move=> name rest; case: goal => //; elim: parts IH => //= -[name' g] parts IHp [IHg IHparts].
by case: String.eqb => [accepted|rest_accepted]; [left; apply: IHg signs_ok env_ds accepted | right; apply: IHp].
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
  rewrite /calls -revE; apply: (check_sound (fs := functions_of S) laws _ _ (rho := fun=> 0) _ _ accepted) => //.
    by move=> rho ctx; apply: definitions_sound.
  exact: boolean_calls_sound.
by case: goal accepted says => _ says; split.
Qed.
