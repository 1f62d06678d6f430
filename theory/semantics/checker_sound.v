(* SPDX-License-Identifier: Apache-2.0 *)
(* What the checker accepts completely is so: the statement holds (or fails) over all numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation meaning numbers rationals rationals_sound enclosures enclosures_sound interpreter operations_sound loops_sound interpreter_sound checker.
From attest Require sanity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Exact values ------------------------------------------------------------------------------------------------------------ *)
Section Exact.
Variable F : realFieldType.
Local Notation stands := (@stands F).
Local Notation embed := (embed_rational F).

Fixpoint meant (d : datum) : value F :=
  match d with
  | DNumber n => Num (if n is Exact q then embed q else 0)
  | DTruth t => Bool (if t is Some b then b else true)
  | DSymbol s => Symb s
  | DList l => List (map meant l)
  | DRecord l => Rec [seq (f.1, meant f.2) | f <- l]
  end.

Lemma stands_meant d : exact d -> stands d (meant d).
Proof.
move: d; fix IH 1 => -[[q|lo hi]|[b|]|s|l|l] //=.
- by rewrite near_exact.
- by elim: l => //= d l IHl /andP[d_ok l_ok]; split; [apply: IH | apply: IHl].
by elim: l => //= -[s d] l IHl /andP[d_ok l_ok]; split; [split=> //; apply: IH | apply: IHl].
Qed.
Lemma identical_meant d e w : identical d e -> stands d w -> w = meant e.
Proof.
move: d e w; fix IH 1 => -[[p|lo hi]|[b|]|s|l|l] [[q|lo' hi']|[b'|]|s'|m|m] [x|c|t|k|k] //=.
- by rewrite near_exact -(embed_equal F) => /eqP-> /eqP->.
- by move=> /Bool.eqb_prop-> ->.
- by move=> st <-; move: st; case: String.eqb_spec => // ->.
- move=> lm lk; congr List; elim: l m k lm lk => [|d l IHl] [|e m] [|w k] //= /andP[de lm] [dw lk].
  by rewrite (IH _ _ _ de dw) (IHl m k lm lk).
move=> lm lk; congr Rec; elim: l m k lm lk => [|[s d] l IHl] [|[t e] m] [|[u w] k] //= /andP[/andP[st de] lm] [[/= <- dw] lk].
by rewrite (IH _ _ _ de dw) (IHl m k lm lk); move: st; case: String.eqb_spec => // ->.
Qed.

Lemma betweenE m n k : between m n k = (leq m n && leq n k).
Proof. by rewrite /between; congr (_ && _); apply/idP/idP => [/PeanoNat.Nat.leb_le/ssrnat.leP|/ssrnat.leP/PeanoNat.Nat.leb_le]. Qed.
Lemma letterE c : letter c = is_letter c.
Proof. by rewrite /letter !betweenE. Qed.
Lemma proper_nameE s : proper_name s = is_name s.
Proof.
case: s => // c rest; rewrite /proper_name /is_name letterE; congr [&& _, _ & _].
by elim: rest => //= d rest ->; rewrite letterE /digit betweenE.
Qed.
Lemma different_namesE l : different_names l = distinct_names l.
Proof. by elim: l => //= s l ->. Qed.
Lemma proper_value d : proper d -> is_value (meant d).
Proof.
move: d; fix IH 1 => -[n|t|s|l|l] //=.
  by elim: l => //= d l IHl /andP[d_ok l_ok]; rewrite (IH d d_ok) (IHl l_ok).
case/and3P => names_ok different values_ok; apply/and3P; split.
- by elim: l names_ok {different values_ok} => //= f l IHl /andP[f_ok /IHl ->]; rewrite -proper_nameE f_ok.
- by rewrite -map_comp -different_namesE.
by elim: l values_ok {names_ok different} => //= -[s d] l IHl /andP[d_ok l_ok]; rewrite (IH d d_ok) (IHl l_ok).
Qed.
End Exact.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_law : forall x, (floor fs x)%:~R <= x < (floor fs x + 1)%:~R.
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
    have table := @does_built_in F fs floor_law xH; have := @found_lookup _ _ (does (F := F)) f _ _ table.
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
case: p => [e|] //= env_ds; have := compile_sound floor_law defs_sound e env_ds; rewrite /condition /evaluates.
case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s|k|k]; case: v => [x|b|s'|k'|k'] //=; case: t => //= c ->; by case: b.
Qed.

Lemma exact_run names ds env e q : bound_in names ds env -> exact_of (run bits ds (compile bits defs names e)) = Some q ->
  evaluate env e = Value (Num (embed q)).
Proof.
move=> env_ds; have := compile_sound floor_law defs_sound e env_ds; rewrite /evaluates.
case: run => [d [v -> dv]|//|//]; case: d dv => [[p|]|t|s|k|k] //=; case: v => // x; rewrite near_exact => /eqP-> [->].
by [].
Qed.
Lemma limits_sound names ds env bounds inside : bound_in names ds env -> limits bits ds (ready_bounds bits defs names bounds) = Some inside ->
  exists2 within, interval fs call env bounds = Value within & forall q, inside q = within (embed q).
Proof.
move=> env_ds; case: bounds => [[a b]|] /=; last by case=> <-; eexists.
case Ea: exact_of => [p|] //; case Eb: exact_of => [q|] // [<-]; rewrite /interval (exact_run env_ds Ea) (exact_run env_ds Eb).
by eexists; first by []; move=> r /=; rewrite !embed_at_most.
Qed.
Lemma size_sound names ds env e k : bound_in names ds env -> size_at bits ds (compile bits defs names e) = Some k -> size_of fs call env e = Value k.
Proof.
move=> env_ds; rewrite /size_at; case E: exact_of => [q|] //; rewrite /size_of (exact_run env_ds E) /=.
have := answers_integer floor_law (near_embed F q); rewrite /=; case: q_integer => // z [i -> ->].
by case: z => [|p|p] //= [<-].
Qed.
Lemma vector_sound inside within n v : (forall q, inside q = within (embed q)) -> vector_in inside n v -> is_vector within n (meant F v).
Proof.
move=> inE; case: v => //= l /andP[/PeanoNat.Nat.eqb_eq <- l_in]; exists [seq (if d is DNumber (Exact q) then embed q else 0) | d <- l].
split; first by rewrite size_map.
  by elim: l l_in => //= -[[q|]|t|s|k|k] l IH //= /andP[q_in /IH ->]; rewrite -inE q_in.
by congr List; rewrite -map_comp; elim: l l_in => //= -[[q|]|t|s|k|k] l IH //= /andP[_ /IH ->].
Qed.
Lemma matrix_sound inside within m n v : (forall q, inside q = within (embed q)) -> matrix_in inside m n v -> is_matrix within m n (meant F v).
Proof.
move=> inE; case: v => //= l /andP[/PeanoNat.Nat.eqb_eq <- l_in].
suff [A [A_l A_in AE]] : exists A : seq (seq F), [/\ size A = size l, all (fun x => (size x == n) && all within x) A & map (meant F) l = [seq List (map (@Num F) x) | x <- A]].
  by exists A; split=> //; rewrite AE.
elim: l l_in => [|d l IH] /=; first by exists [::].
case/andP => d_in /IH[A [A_l A_in AE]]; have [x [x_n x_in xE]] := vector_sound inE d_in.
by exists (x :: A); split; rewrite /= ?A_l ?x_n ?eqxx ?x_in ?xE ?AE.
Qed.

Lemma element_sound names ds env d v : bound_in names ds env -> exact v -> element_at bits ds (ready_in bits defs names d) v = Some true ->
  exists2 element, elements fs call env d = Value element & element (meant F v).
Proof.
move=> env_ds v_exact; case: d => [l|a|bounds|n bounds|m n bounds|] //=.
- have := compile_sound floor_law defs_sound l env_ds; rewrite /evaluates; case: run => [[m|t|s|items|k] [[x|b|s'|k'|k'] -> dv]|//|//] //=.
  case: ifP => [found _|_]; last by case: ifP.
  eexists; first by [].
  elim: items k' dv found => [|d items IH] [|w k'] //= [dw dk] /orP[same|/(IH _ dk)]; [left | by right].
  by rewrite (identical_meant same dw).
- case E: exact_of => [q|] //; rewrite (exact_run env_ds E).
  case: v v_exact => [[[z|]|]|t|s|k|k] //= _ [le_q]; eexists; first by [].
  by exists (zint z); [move: le_q; rewrite -(embed_at_most F) embed_int | rewrite embed_int].
- case E: limits => [inside|] //= [v_in]; have [within -> inE] := limits_sound env_ds E; eexists; first by [].
  by case: v v_exact v_in => [[q|]|t|s|k|k] //= _ q_in; exists (embed q); rewrite -?inE.
- case En: size_at => [k|] //; case E: limits => [inside|] //= [v_in]; have [within -> inE] := limits_sound env_ds E.
  by rewrite (size_sound env_ds En); eexists; [by [] | apply: vector_sound inE v_in].
- case Em: size_at => [k|] //; case En: size_at => [l|] //; case E: limits => [inside|] //= [v_in]; have [within -> inE] := limits_sound env_ds E.
  by rewrite (size_sound env_ds Em) (size_sound env_ds En); eexists; [by [] | apply: matrix_sound inE v_in].
by case=> v_ok; eexists; [by [] | apply: proper_value].
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
case: s => [y v rest|y all steps|y values all steps|y from to all steps|parts|part rest||] //.
- case every_goal: Bool.eqb => //; case: andP => // -[_ v_exact].
  case in_d: element_at => [[]|] //=; case at_v: condition_at => [[]|] //= accepted.
  have [element -> v_in] := element_sound env_ds v_exact in_d; split; first by move=> w _; apply: condition_boolean.
  have dv := stands_meant F v_exact; exists (meant F v); split=> //; last exact: IH (bound _ _ dv) accepted.
  by have := condition_sound p (bound _ _ dv); rewrite at_v /=; case: condition => // -[] // [].
- case: andP => // -[every_goal _]; have {every_goal} <- := Bool.eqb_prop _ _ every_goal; rewrite Bool.eqb_reflx; case: d => // l /=.
  have := compile_sound floor_law defs_sound l env_ds; rewrite /evaluates.
  case: run => [[m|t|s|items|k] [[z|b|s'|k'|k'] -> dv]|//|//] //= accepted; split; first by move=> w _; apply: condition_boolean.
  move=> w w_in cond_w.
  have at_sound e u : stands e u -> true_of (condition_at bits (e :: ds) (ready_condition bits defs (x :: names) p)) (C u).
    by move=> eu; apply: condition_sound; apply: bound.
  have meets e u s : stands e u -> check bits every (e :: ds) (ready (x :: names) g) s = Accepted true -> Says fs call every ((x, u) :: env) g.
    by move=> eu; apply: IH; apply: bound.
  by apply: (@each_item_sound _ _ _ _ _ _ C (fun u => Says fs call every ((x, u) :: env) g) at_sound meets dv accepted w w_in); rewrite /C cond_w.
- by case: andP => // _; case: each_listed.
by case: andP => // _; case: ready_in => // a; case: exact_of => // q; case: q_at_most => //; case: List.existsb => //; case: each_item.
Qed.

Theorem check_sound f : sound_for f.
Proof.
elim/sanity.formula_induction: f => [e|x d p g IH|x d p g IH|parts IH] goal names ds env s env_ds.
- have := compile_sound floor_law defs_sound e env_ds; rewrite /= /evaluates; case: s => //.
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

Lemma boolean_calls_sound (F : realFieldType) (fs : functions F) (floor_law : forall x, (floor fs x)%:~R <= x < (floor fs x + 1)%:~R) latest_first :
  known_sound (call fs latest_first) (boolean_calls latest_first).
Proof.
elim: latest_first => [|d earlier IH] f vs v //=; case: String.eqb; last exact: IH.
by case: eqP => // _; apply: shape_sound.
Qed.

(* What is accepted completely is so, over all numbers. *)
Theorem check_statement_sound bits s goal steps : check_statement bits s goal steps = Accepted true -> if goal then Holds s else Fails s.
Proof.
move=> accepted; have says (S : numbers) : Says (functions_of S) (calls (functions_of S) s) goal [::] (asserted s).
  have floor_law := @floor_itv S; have revE : List.rev (definitions s) = rev (definitions s).
    by elim: (definitions s) => //= d l IH; rewrite IH rev_cons -cats1.
  rewrite /calls -revE; apply: (check_sound (fs := functions_of S) floor_law _ _ _ accepted) => //.
    exact: definitions_sound.
  exact: boolean_calls_sound.
by case: goal accepted says => _ says; split.
Qed.
