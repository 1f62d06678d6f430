(* SPDX-License-Identifier: Apache-2.0 *)
(* Theorems by computation: Coq runs the proved checker on a certificate, and what it accepts completely holds. A part of a statement
   that stands in the claim as a statement of its own may have that one's theorem. theory/proofs/reflect.py writes such proofs. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String PArith.
From attest Require Import syntax values evaluation meaning rationals enclosures quantities interpreter polynomials_sound interpreter_sound checker checker_sound.
From attest Require sanity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

(* Whether the checker accepts the steps for the whole of the statement, at the first of these precisions at which it is not undecided. *)
Fixpoint accepts_at (precisions : seq positive) (s : statement) (steps : step) : bool :=
  if precisions is bits :: more then
    match check_statement bits s true steps with
    | Accepted complete => complete
    | Rejected => false
    | Undecided => accepts_at more s steps
    end
  else false.
Definition accepts : statement -> step -> bool := accepts_at [:: 64; 128; 256; 512]%positive.

Theorem accepted s steps : accepts s steps = true -> Holds s.
Proof.
rewrite /accepts; elim: [:: _; _; _; _] => //= bits more IH; case E: check_statement => [[]||] // _.
exact: (check_statement_sound E).
Qed.

(* --- Parts ------------------------------------------------------------------------------------------------------------ *)
Fixpoint each_holds (defs : seq definition) (parts : seq (string * formula)) : Prop :=
  if parts is part :: rest then Holds (Statement defs part.2) /\ each_holds defs rest else True.

Theorem holds_in_parts defs parts : each_holds defs parts -> Holds (Statement defs (Parts parts)).
Proof.
by move=> holds; split=> S; rewrite /Holds_over /=; elim: parts holds => //= -[x g] parts IH [[holds_g] /IH]; split=> //; exact: holds_g.
Qed.

(* --- Another statement's theorem ------------------------------------------------------------------------------------------ *)
(* Whether every definition that is called by name satisfies ok. *)
Section Calls.
Variable ok : string -> bool.
Fixpoint calls_only (e : expr) : bool :=
  let generators gs := all (fun g => calls_only g.2) gs in
  let filter p := if p is Some a then calls_only a else true in
  match e with
  | Number _ | Truth _ | Sym _ => true
  | Name x => ok x
  | Call f l => ok f && all calls_only l
  | Over _ body gs p | ListOver body gs p => [&& calls_only body, generators gs & filter p]
  | ListOf l | And l | Or l => all calls_only l
  | RecordOf l => all (fun f => calls_only f.2) l
  | Index a b | Binary _ a b | Let _ a b => calls_only a && calls_only b
  | Field a _ | Negate a | Not a => calls_only a
  | Chain a l => calls_only a && all (fun f => calls_only f.2) l
  | If a b c | Fold _ a _ b c => [&& calls_only a, calls_only b & calls_only c]
  end.
Definition ends_only (bounds : option (expr * expr)) : bool := if bounds is Some (a, b) then calls_only a && calls_only b else true.
Definition domain_only (d : domain) : bool :=
  match d with
  | Elements l => calls_only l
  | Naturals a => calls_only a
  | Reals bounds => ends_only bounds
  | Vectors n bounds => calls_only n && ends_only bounds
  | Matrices m n bounds => [&& calls_only m, calls_only n & ends_only bounds]
  | Values => true
  end.
Fixpoint formula_only (f : formula) : bool :=
  match f with
  | Expression e => calls_only e
  | Forall _ d p g | Exists _ d p g => [&& domain_only d, (if p is Some a then calls_only a else true) & formula_only g]
  | Parts parts => all (fun part => formula_only part.2) parts
  end.
End Calls.

(* Those definitions whose names are in the list. *)
Definition named_in (names : seq string) (f : string) : bool := has (String.eqb f) names.
Definition kept (names : seq string) (defs : seq definition) : seq definition := [seq d <- defs | named_in names (name d)].
(* What calls another definition than those kept calls none of the others. *)
Definition closed (names : seq string) (defs : seq definition) (f : formula) : bool :=
  let ok g := named_in names g || ~~ named_in (map name defs) g in
  formula_only ok f && all (fun d => calls_only ok (body d)) (kept names defs).

Section Agreement.
Variable F : realFieldType.
Variable fs : functions F.
Variables call1 call2 : string -> seq (value F) -> option (value F).
Variable ok : string -> bool.
Hypothesis agree : forall f vs, ok f -> call1 f vs = call2 f vs.

Lemma eval_agrees e env : calls_only ok e -> eval fs call1 env e = eval fs call2 env e.
Proof.
have in_list l env' : every (fun a => forall env, calls_only ok a -> eval fs call1 env a = eval fs call2 env a) l -> all (calls_only ok) l ->
  [seq eval fs call1 env' a | a <- l] = [seq eval fs call2 env' a | a <- l].
  by elim: l => //= a l IH [IHa /IH IHl] /andP[/IHa -> /IHl ->].
have in_loop body p gs env' : (forall env, calls_only ok body -> eval fs call1 env body = eval fs call2 env body) ->
  every (fun g => forall env, calls_only ok g.2 -> eval fs call1 env g.2 = eval fs call2 env g.2) gs ->
  (if p is Some a then forall env, calls_only ok a -> eval fs call1 env a = eval fs call2 env a else True) ->
  [&& calls_only ok body, all (fun g => calls_only ok g.2) gs & if p is Some a then calls_only ok a else true] ->
  values_of fs call1 body p env' gs = values_of fs call2 body p env' gs.
  move=> IHb IHgs IHp /and3P[ok_b ok_gs ok_p]; elim: gs env' IHgs ok_gs => [|[x l] gs IH] env' /=.
    by move=> _ _; rewrite IHb //; case: p IHp ok_p => // a IHa /IHa ->.
  move=> [IHl IHgs] /andP[/IHl -> ok_gs]; case: eval => // -[] // items; congr flatten; apply: eq_map => v; exact: IH.
elim/expression_induction: e env => //.
- by move=> x env /= ok_x; case: (lookup x env) => //; exact: agree.
- move=> f l IH env; rewrite [calls_only _ _]/= => /andP[ok_f ok_l]; rewrite !evaluate_call (in_list _ _ IH ok_l); case: together => // vs; case: (lookup f (built_in fs)) => //; exact: agree.
- by move=> c body gs p IHb IHgs IHp env ok_e; rewrite !evaluate_over (in_loop _ _ _ _ IHb IHgs IHp ok_e).
- by move=> body gs p IHb IHgs IHp env ok_e; rewrite !evaluate_list (in_loop _ _ _ _ IHb IHgs IHp ok_e).
- by move=> l IH env /= ok_l; rewrite (in_list _ _ IH ok_l).
- move=> l IH env /= ok_l; congr (omap _ (together _)).
  by elim: l IH ok_l => //= -[f a] l IHl [/= IHa /IHl IH] /andP[/IHa -> /IH ->].
- by move=> a b IHa IHb env /= /andP[/IHa -> /IHb ->].
- by move=> a f IHa env /= /IHa ->.
- by move=> a IHa env /= /IHa ->.
- by move=> a IHa env /= /IHa ->.
- by move=> op a b IHa IHb env /= /andP[/IHa -> /IHb ->].
- by move=> l IH env /= ok_l; rewrite (in_list _ _ IH ok_l).
- by move=> l IH env /= ok_l; rewrite (in_list _ _ IH ok_l).
- move=> a l IHa IH env /= /andP[/IHa -> ok_l]; case: eval => // v.
  elim: l v IH ok_l => //= -[c b] l IHl v [/= IHb IH] /andP[/IHb -> ok_l]; case: eval => // w; case: compare => // -[] //; exact: IHl.
- by move=> x a b IHa IHb env /= /andP[/IHa -> ok_b]; case: eval => // v; exact: IHb.
- by move=> a b c IHa IHb IHc env /= /and3P[/IHa -> /IHb -> /IHc ->].
move=> s a x b c IHa IHb IHc env /= /and3P[/IHa -> /IHb -> ok_c]; case: eval => // v; case: eval => // -[] // items.
by elim: items (Some v) => //= w items IH [u|]; rewrite ?IHc.
Qed.

Lemma elements_agree d env : domain_only ok d -> elements fs call1 env d = elements fs call2 env d.
Proof.
have in_ends bounds : ends_only ok bounds -> interval fs call1 env bounds = interval fs call2 env bounds.
  by case: bounds => [[a b]|] //= /andP[ok_a ok_b]; rewrite /evaluates !eval_agrees.
case: d => [l|a|bounds|n bounds|m n bounds|] //=; rewrite /size_of /evaluates.
- by move=> ok_l; rewrite eval_agrees.
- by move=> ok_a; rewrite eval_agrees.
- by move=> /in_ends ->.
- by case/andP=> ok_n /in_ends ->; rewrite eval_agrees.
by case/and3P=> ok_m ok_n /in_ends ->; rewrite !eval_agrees.
Qed.

Lemma says_agrees f answer env : formula_only ok f -> Says fs call1 answer env f -> Says fs call2 answer env f.
Proof.
have conditions p env' : (if p is Some a then calls_only ok a else true) -> condition fs call1 env' p = condition fs call2 env' p.
  by case: p => //= a; exact: eval_agrees.
elim/sanity.formula_induction: f answer env => [e|x d p g IH|x d p g IH|parts IH] answer env.
- by move=> /= ok_e; rewrite /evaluates eval_agrees.
- move=> /= /and3P[/elements_agree -> ok_p ok_g]; case: elements => // element [any body].
  split=> [v /any|]; first by rewrite conditions.
  case: answer body => [body v v_in|[v [v_in]]]; first by rewrite -conditions // => /(body v v_in)/(IH _ _ ok_g).
  by rewrite conditions // => p_v /(IH _ _ ok_g); exists v.
- move=> /= /and3P[/elements_agree -> ok_p ok_g]; case: elements => // element [any body].
  split=> [v /any|]; first by rewrite conditions.
  case: answer body => /= [[v [v_in]]|body v v_in]; first by rewrite conditions // => p_v /(IH _ _ ok_g); exists v.
  by rewrite -conditions // => /(body v v_in)/(IH _ _ ok_g).
rewrite /=; case: answer; elim: parts IH => //= -[x g] parts IHp [IH_g IH] /andP[/= ok_g ok_parts].
  by case=> /(IH_g _ _ ok_g) says_g /(IHp IH ok_parts).
by case=> [/(IH_g _ _ ok_g)|/(IHp IH ok_parts)]; [left | right].
Qed.
End Agreement.

Lemma calls_agree (F : realFieldType) (fs : functions F) names defs (ok : string -> bool) :
  (forall g, ok g -> named_in names g || ~~ named_in (map name defs) g) -> all (fun d => calls_only ok (body d)) (kept names defs) ->
  forall f vs, ok f -> call fs (kept names defs) f vs = call fs defs f vs.
Proof.
elim: defs => //= d defs IH among bodies f vs ok_f.
have among' g : ok g -> named_in names g || ~~ named_in (map name defs) g.
  by move=> /among; rewrite negb_or; case/orP=> [->//|/andP[_ ->]]; rewrite orbT.
case: ifP bodies => [kept_d /= /andP[body_d bodies]|left_d bodies]; last first.
  rewrite (IH among' bodies) //; case E: String.eqb => //; move/String.eqb_eq: E => fE.
  by move: (among _ ok_f); rewrite fE left_d String.eqb_refl.
case: String.eqb; last exact: IH.
by case: eqP => // _; apply: (eval_agrees fs (ok := ok)) => // g ws; exact: IH.
Qed.

(* The statement s says the same as g, and what it calls is what g calls. *)
Theorem cited s defs g : Holds s -> asserted s = g -> kept (map name (definitions s)) defs = definitions s ->
  closed (map name (definitions s)) defs g = true -> Holds (Statement defs g).
Proof.
case=> holds <- {g} keptE; rewrite /closed; set names := map name (definitions s) in keptE *; set ok := fun g => _ => /andP[only bodies]; split=> S.
have := holds S; rewrite /Holds_over /calls -keptE /kept -filter_rev => says.
apply: says_agrees only says => f vs; apply: (@calls_agree _ _ names _ ok) => [h|]; first by rewrite map_rev /named_in has_rev.
by rewrite /kept filter_rev all_rev.
Qed.

(* --- For what reflect.py writes ------------------------------------------------------------------------------------------- *)
Definition d_rational (q : rational) : datum := DNumber (Plain (Exact q)).

(* The kernel computes at Qed, once. *)
Ltac compute_in_kernel := match goal with |- ?a = ?b => exact_no_check (@Logic.eq_refl _ b) end.
Tactic Notation "by_steps" constr(steps) := refine (@accepted _ steps _); compute_in_kernel.
Tactic Notation "by_theorem" constr(theorem) := refine (cited theorem _ _ _); compute_in_kernel.
Ltac into_parts := refine (@holds_in_parts _ _ _); repeat refine (conj _ _); try exact I.
