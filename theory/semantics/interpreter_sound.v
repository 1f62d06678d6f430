(* SPDX-License-Identifier: Apache-2.0 *)
(* What the interpreter answers, the meaning says: where it gives a value, evaluation has a value and the first stands for it; where it
   says that there is none, there is none. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith NArith Lia String.
From attest Require Import syntax values evaluation rationals rationals_sound enclosures enclosures_sound elementary_sound polynomials polynomials_sound quantities quantities_sound interpreter operations_sound loops_sound.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Expressions have lists of expressions in them: induction over both. *)
Lemma expression_induction (P : expr -> Prop) :
  (forall n, P (Number n)) -> (forall b, P (Truth b)) -> (forall s, P (Sym s)) -> (forall x, P (Name x)) ->
  (forall f l, every P l -> P (Call f l)) ->
  (forall c e gs p, P e -> every (fun g => P g.2) gs -> (if p is Some a then P a else True) -> P (Over c e gs p)) ->
  (forall e gs p, P e -> every (fun g => P g.2) gs -> (if p is Some a then P a else True) -> P (ListOver e gs p)) ->
  (forall l, every P l -> P (ListOf l)) -> (forall l, every (fun f => P f.2) l -> P (RecordOf l)) ->
  (forall a b, P a -> P b -> P (Index a b)) -> (forall a f, P a -> P (Field a f)) -> (forall a, P a -> P (Negate a)) -> (forall a, P a -> P (Not a)) ->
  (forall op a b, P a -> P b -> P (Binary op a b)) -> (forall l, every P l -> P (And l)) -> (forall l, every P l -> P (Or l)) ->
  (forall a l, P a -> every (fun f => P f.2) l -> P (Chain a l)) -> (forall x a b, P a -> P b -> P (Let x a b)) ->
  (forall a b c, P a -> P b -> P c -> P (If a b c)) -> (forall s a x b c, P a -> P b -> P c -> P (Fold s a x b c)) -> forall e, P e.
Proof.
move=> h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20; fix IH 1; case.
- exact: h1. - exact: h2. - exact: h3. - exact: h4.
- by move=> f l; apply: h5; elim: l => //= e l IHl; split.
- by move=> c e gs p; apply: h6; [apply: IH | elim: gs => //= -[x l] gs IHgs; split=> //; apply: IH | case: p => // a; apply: IH].
- by move=> e gs p; apply: h7; [apply: IH | elim: gs => //= -[x l] gs IHgs; split=> //; apply: IH | case: p => // a; apply: IH].
- by move=> l; apply: h8; elim: l => //= e l IHl; split.
- by move=> l; apply: h9; elim: l => //= -[x e] l IHl; split=> //; apply: IH.
- by move=> a b; apply: h10; apply: IH.
- by move=> a f; apply: h11; apply: IH.
- by move=> a; apply: h12; apply: IH.
- by move=> a; apply: h13; apply: IH.
- by move=> op a b; apply: h14; apply: IH.
- by move=> l; apply: h15; elim: l => //= e l IHl; split.
- by move=> l; apply: h16; elim: l => //= e l IHl; split.
- by move=> a l; apply: h17; [apply: IH | elim: l => //= -[c e] l IHl; split=> //; apply: IH].
- by move=> x a b; apply: h18; apply: IH.
- by move=> a b c; apply: h19; apply: IH.
by move=> s a x b c; apply: h20; apply: IH.
Qed.

Section Sound.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis laws : lawful fs.
Variable rho : Z -> F.
Variable ctx : context.
Hypothesis signs_ok : known_signs rho ctx.
Local Notation value := (value F).
Local Notation environment := (environment F).
Local Notation stands := (@stands F rho).
Local Notation leads := (@leads F rho).
Local Notation keeps := (@keeps F rho).
Local Notation answers_value := (answers stands).

(* Places of an environment: the names that are bound, what the interpreter has for them, and what the meaning has. *)
Fixpoint bound_in (names : seq string) (ds : seq datum) (env : environment) : Prop :=
  match names, ds, env with
  | [::], [::], [::] => True
  | x :: names', d :: ds', (y, v) :: env' => [/\ x = y, stands d v & bound_in names' ds' env']
  | _, _, _ => False
  end.
Lemma bound_place names ds env (x : string) : bound_in names ds env ->
  match place_of x names with
  | Some i => if List.nth_error ds i is Some d then exists2 v, lookup x env = Some v & stands d v else True
  | None => lookup x env = None
  end.
Proof.
elim: names ds env => [|y names IH] [|d ds] [|[z v] env] //= [<- dv /IH {IH} IH]; case: String.eqb => /=; first by exists v.
by case: place_of IH.
Qed.

Variable call : string -> seq value -> option value.
Variable defs : table.
Definition defined : Prop := forall f ds vs c, pairwise stands ds vs -> definition_of defs f (List.length ds) = Some c ->
  answers_value (run ctx ds c) (call f vs).
Hypothesis defs_sound : defined.
Local Notation evaluate := (eval fs call).
Local Notation compiled := (compile defs).

(* The body's values, as eval has them. *)
Section Values.
Variables (body : expr) (filter : option expr).
Fixpoint values_of env (generators : seq (string * expr)) : seq (option value) :=
  match generators with
  | [::] =>
    match (if filter is Some p then evaluate env p else Value (Bool true)) with
    | Value (Bool true) => [:: evaluate env body]
    | Value (Bool false) => [::]
    | _ => [:: Undefined]
    end
  | (x, l) :: inner =>
    if evaluate env l is Value (List items) then flatten [seq values_of ((x, v) :: env) inner | v <- items] else [:: Undefined]
  end.
End Values.
Lemma evaluate_over c body gs p env :
  evaluate env (Over c body gs p) = if lookup c (consumers F) is Some g then g (values_of body p env gs) else Undefined.
Proof. by []. Qed.
Lemma evaluate_list body gs p env : evaluate env (ListOver body gs p) = omap (@List F) (together (values_of body p env gs)).
Proof. by []. Qed.

Lemma evaluate_call f l env : evaluate env (Call f l) =
  if together [seq evaluate env a | a <- l] is Value vs then (if lookup f (built_in fs) is Some g then g vs else call f vs) else Undefined.
Proof. by []. Qed.
Lemma compile_call f l names : compiled names (Call f l) =
  let codes := [seq compiled names a | a <- l] in
  match found f the_built_in with
  | Some g => CBuiltIn g codes
  | None => match definition_of defs f (List.length l) with Some c => CCall c codes | None => CValue NotKnown end
  end.
Proof. by []. Qed.
Lemma compile_over k body gs p names : compiled names (Over k body gs p) =
  match found k the_consumers with
  | Some c => let all := bound_by gs names in
    COver c (compiled all body) (sources compiled gs names) (match p with Some a => Some (compiled all a) | None => None end)
  | None => CValue NotKnown
  end.
Proof. by []. Qed.

Definition good (e : expr) : Prop := forall names ds env, bound_in names ds env -> answers_value (run ctx ds (compiled names e)) (evaluate env e).

Lemma leads_done c l a m : leads c l (Done a) -> leads c (l ++ m) (Done a).
Proof. by move=> la k; rewrite -catA; apply: la. Qed.

Lemma step_none c s l : keeps c s l -> leads c (l ++ [:: Undefined]) (step ctx c s NoValue).
Proof. by move=> kept; apply: step_sound. Qed.

Section Loop.
Variables (c : consumer) (body : expr) (filter : option expr) (all : seq string).
Hypothesis body_good : good body.
Hypothesis filter_good : if filter is Some p then good p else True.
Local Notation inside := (fun env s =>
  match (match (match filter with Some p => Some (compiled all p) | None => None end) with Some p => run ctx env p | None => Yields (DTruth (Some true)) end) with
  | Yields (DTruth (Some true)) => step ctx c s (run ctx env (compiled all body))
  | Yields (DTruth (Some false)) => More s
  | Yields (DTruth None) | NotKnown => Done NotKnown
  | _ => step ctx c s NoValue
  end).

Lemma inside_sound names ds env s l : all = names -> bound_in names ds env -> keeps c s l ->
  leads c (l ++ values_of body filter env [::]) (inside ds s).
Proof.
move=> -> env_ds kept /=; have : answers_value (if (match filter with Some p => Some (compiled names p) | None => None end) is Some p then run ctx ds p else Yields (DTruth (Some true)))
    (if filter is Some p then evaluate env p else Value (Bool true)).
  by case: (filter) filter_good => [p|_] /=; [apply | exists (Bool true)].
case: (if _ is Some p then run ctx ds p else _) => [d [v -> dv]|->|//]; last exact: step_sound.
case: d dv => [m|t|s'|k|k]; case: v => [x|b|s2|k'|k'] //= dv; try by [exact: step_none | case: t dv].
case: t dv => [[] <-|_] //=; last by rewrite cats0.
by apply: step_sound => //; apply: body_good.
Qed.

Lemma loop_sound gs : every (fun g => good g.2) gs -> forall names ds env s l, all = bound_by gs names -> bound_in names ds env -> keeps c s l ->
  leads c (l ++ values_of body filter env gs) (loop ctx (run ctx) c inside (sources compiled gs names) ds s).
Proof.
elim: gs => [|[x e] gs IH] /= good_gs names ds env s l allE env_ds kept; first exact: (inside_sound allE env_ds kept).
case: good_gs => good_e /IH {IH} IH; have := good_e _ _ _ env_ds; rewrite /=; case: run => [d [v -> dv]|->|//]; last exact: step_sound.
case: d dv => [m|t|s'|k|k]; case: v => [y|b|s2|k'|k'] //= dv; try by [exact: step_none | case: t dv].
elim: k k' dv s l kept => [|d k IHk] [|v k'] //= kk1 s l kept; first by rewrite cats0.
case: kk1 => dv kk1.
have := IH (x :: names) (d :: ds) ((x, v) :: env) s l allE (And3 erefl dv env_ds) kept.
rewrite catA; case: loop => [s' kept'|a]; last exact: leads_done.
by move: kept'; apply: IHk.
Qed.
End Loop.

Lemma until_sound stop es : every good es -> forall names ds env s l, bound_in names ds env -> keeps (Until stop) s l ->
  leads (Until stop) (l ++ [seq evaluate env e | e <- es]) (until ctx (run ctx) stop [seq compiled names e | e <- es] ds s).
Proof.
elim: es => [|e es IH] good_es names ds env s l env_ds kept; first by rewrite cats0.
case: good_es => good_e /IH {IH} IH; have := step_sound signs_ok kept (good_e _ _ _ env_ds); 
have -> : l ++ [seq evaluate env x | x <- e :: es] = (l ++ [:: evaluate env e]) ++ [seq evaluate env x | x <- es] by rewrite -catA.
rewrite -[until _ _ _ _ _ _]/(match step ctx (Until stop) s (run ctx ds (compiled names e)) with
  | More s' => until ctx (run ctx) stop [seq compiled names x | x <- es] ds s' | Done a => Done a end); case: step => [s' kept'|a]; [exact: (IH names ds env s' _ env_ds kept') | exact: leads_done].
Qed.
Lemma finished_sound c l p : leads c l p -> answers_value (finished c p) (meaning_of c l).
Proof. by case: p => [s kept|a /(_ [::])]; [apply: finish_sound | rewrite cats0]. Qed.

Lemma chain_sound links : every (fun f => good f.2) links -> forall names ds env d v (u : bool), bound_in names ds env -> stands d v ->
  let a := chain ctx (run ctx) ds d [seq (f.1, compiled names f.2) | f <- links] u in
  let o := (fix chain v links := match links with
      | [::] => Value (Bool true)
      | (c, e) :: rest =>
        if evaluate env e is Value w then
          match compare c v w with
          | Value true => chain w rest
          | Value false => Value (Bool false)
          | Undefined => Undefined
          end
        else Undefined
      end) v links in
  answers_value a o /\ (u -> answers_value a (Value (Bool false))).
Proof.
elim: links => [|[c e] links IH] good_links names ds env d v u env_ds dv.
  by split=> [|u_true] /=; eexists=> //=; [case: (u) | rewrite u_true].
case: good_links => good_e /IH {IH} IH; rewrite /=; have := good_e _ _ _ env_ds; case: run => [d' [w -> dw]|->|] //=; last by split=> //; case: (u).
have := answers_compare signs_ok c dv dw; case: d_compare => [[[]|]|->|] //=; last by split; case: (u).
- by case=> b -> <-; apply: IH.
- by case=> b -> <-; split=> [|_]; exists (Bool false).
case=> b -> _; have [ok1 ok2] := IH names ds env d' w true env_ds dw.
by split; [case: b; [apply: ok1 | apply: ok2] | move=> _; apply: ok2].
Qed.

Lemma collect_size A (l : seq (answer A)) xs : collect l = Yields xs -> List.length xs = List.length l.
Proof. by elim: l xs => [|[a||] l IH] xs //=; [case=> <- | case: collect IH => //= ys IH [<-] /=; rewrite (IH ys)]. Qed.
Lemma consumers_mean : pairwise (fun f g => f.1 = g.1 /\ forall l, g.2 l = meaning_of f.2 l) the_consumers (consumers F).
Proof. by []. Qed.
Lemma answers_entry l m (z : Z) : pairwise stands l m -> answers_value (entry_at l z) (entry m (zint z)).
Proof.
move=> lm; rewrite /entry_at; case: Z.ltb_spec => [z_lt|z_ge].
  by case: z z_lt => [|p|p] //=; [lia | have [r ->] := Pos2Nat.is_succ p].
have [n ->] : exists n, z = Z.of_nat n.+1 by exists (Z.to_nat (Z.sub z 1)); lia.
rewrite zint_nat; have -> : Z.to_nat (Z.sub (Z.of_nat n.+1) 1) = n by lia.
have := pairwise_nth n lm; rewrite /entry; case: Z.ltb_spec => [lt _|_].
  have short : leq (size l) n by case: (leqP (size l) n) => // /ssrnat.ltP; rewrite -[size l]/(List.length l); lia.
  by rewrite /= nth_default // size_map -(pairwise_size lm).
by case: List.nth_error => [d [v -> dv]|->] //; exists v.
Qed.

Lemma collected_sound es names ds env : every good es -> bound_in names ds env ->
  answers (pairwise stands) (collect [seq run ctx ds c | c <- [seq compiled names e | e <- es]]) (together [seq evaluate env e | e <- es]).
Proof.
move=> good_es env_ds; apply: collect_together; rewrite -map_comp.
by apply: pairwise_every good_es => e; apply.
Qed.

Theorem compile_sound e : good e.
Proof.
elim/expression_induction: e => [n|b|s|x|f l IH|k e gs p IHe IHgs IHp|e gs p IHe IHgs IHp|l IH|l IH|a b IHa IHb|a f IHa|a IHa|a IHa|op a b IHa IHb|l IH|l IH|a l IHa IHl|x a b IHa IHb|a b c IHa IHb IHc|s a x b c IHa IHb IHc] names ds env env_ds.
- exists (Num (N.to_nat n)%:R) => //=; rewrite near_exact embed_int -zr_nat; apply/eqP; congr (zr _ _); lia.
- by exists (Bool b).
- by exists (Symb s).
- rewrite /=; have := bound_place x env_ds; case: place_of => [i|none] /=.
    by case: List.nth_error => // d [v -> dv]; exists v.
  rewrite none; case def: definition_of => [c|] //=; exact: (defs_sound (ds := [::]) (vs := [::]) I def).
- rewrite compile_call evaluate_call; have := collected_sound IH env_ds; have := does_built_in laws signs_ok => table.
  have := @found_lookup _ _ (fun g h => does rho (g ctx) h) f _ _ table; case: found => [g [h -> gh]|->]; rewrite [run _ _ _]/=.
    by case: collect => [ds' [vs -> dsvs]|->|] //=; apply: gh.
  case def: definition_of => [c|] //; rewrite [run _ _ _]/=; have := collected_sound IH env_ds; case E: collect => [ds' | |] //= => [[vs -> dsvs]|-> //] _.
  by apply: defs_sound dsvs _; rewrite (collect_size E) -def; congr (definition_of _ _ _); elim: (l) => //= ? ? ->.
- rewrite compile_over evaluate_over; have := @found_lookup _ _ (fun c g => forall l, g l = @meaning_of F c l) k _ _ consumers_mean; case: found => [c [g -> gc]|_] //.
  by rewrite gc; exact: (finished_sound (loop_sound IHe IHp IHgs erefl env_ds (keeps_start rho c))).
- rewrite evaluate_list; exact: (finished_sound (loop_sound IHe IHp IHgs erefl env_ds (keeps_start rho Collected))).
- rewrite /=; apply: answers_bind (collected_sound IH env_ds) _ => l' m' lm; by exists (List m').
- have : answers (pairwise (fun f g => f.1 = g.1 /\ stands f.2 g.2))
    (collect [seq bind (run ctx ds f.2) (fun v => Yields (f.1, v)) | f <- [seq (f.1, compiled names f.2) | f <- l]])
    (together [seq omap (pair f.1) (evaluate env f.2) | f <- l]).
    apply: collect_together; rewrite -map_comp; apply: pairwise_every IH => -[x e] /= good_e.
    by have := good_e _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; eexists.
  by move=> recs; rewrite /=; apply: answers_bind recs _ => l' m' lm; exists (Rec m').
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; have := IHb _ _ _ env_ds; case: run => [d' [w -> dw]|-> /=|] //=; last by case: v {dv}.
  case: d dv => [m|t|s'|k|k]; case: v => [y|b'|s2|k'|k'] //= dv.
  have := answers_integer_of laws dw; case: integer_of => [z [_ -> ->]|->|] //=; exact: answers_entry.
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s'|k|k]; case: v => [y|b'|s2|k'|k'] //= dv.
  by have := found_lookup f dv; case: found => [d [v -> dv']|->] //; exists v.
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s'|k|k]; case: v => [y|b|s2|k'|k'] //= dv.
  by exists (Num (- y)) => //; apply: amount_negate.
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s'|k|k]; case: v => [y|b|s2|k'|k'] //= dv.
  by exists (Bool (~~ b)) => //; apply: true_opposite.
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; have := IHb _ _ _ env_ds; case: run => [d' [w -> dw]|->|] //=.
  exact: answers_operate.
- exact: (finished_sound (until_sound IH env_ds (keeps_start rho (Until false)))).
- exact: (finished_sound (until_sound IH env_ds (keeps_start rho (Until true)))).
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; have [] := chain_sound IHl false env_ds dv.
  done.
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; exact: IHb.
- rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; case: d dv => [m|t|s'|k|k]; case: v => [y|b'|s2|k'|k'] //= dv; try by case: t dv.
  by case: t dv => [[] <-|] //; [apply: IHb | apply: IHc].
rewrite /=; have := IHa _ _ _ env_ds; case: run => [d [v -> dv]|->|] //=; have := IHb _ _ _ env_ds; case: run => [d' [w -> dw]|-> /=|] //=.
case: d' dw => [m|t|s'|k|k]; case: w => [y|b'|s2|k'|k'] //= dw.
elim: k k' dw d v dv => [|e' k IHk] [|w' k'] //= kk d v dv; first by exists v.
case: kk => ew kk; have := IHc [:: x, s & names] [:: e', d & ds] [:: (x, w'), (s, v) & env] (And3 erefl ew (And3 erefl dv env_ds)).
case: run => [d2 [v2 -> dv2]|->|] //=; first exact: IHk.
by elim: (k') => //=.
Qed.
End Sound.

(* The definitions of a file. *)
Lemma bound_arguments (F : realFieldType) (rho : Z -> F) (names : seq string) ds (vs : seq (value F)) : size names = size vs -> pairwise (stands rho) ds vs ->
  bound_in rho names ds (zip names vs).
Proof. by elim: names ds vs => [|x names IH] [|d ds] [|v vs] //= [sizes] [dv dsvs]; split=> //; apply: IH. Qed.

Theorem definitions_sound (F : realFieldType) (fs : functions F) (laws : lawful fs) bits latest_first rho ctx : known_signs rho ctx ->
  defined rho ctx (call fs latest_first) (compile_definitions bits latest_first).
Proof.
elim: latest_first rho ctx => [|d earlier IH] rho ctx signs_ok f ds vs c dsvs //; rewrite /definition_of /=.
case: String.eqb; last exact: IH.
case: Nat.eqb_spec => // sizes [<-]; have sizes' : size (parameters d) = size vs by rewrite -(pairwise_size dsvs).
rewrite sizes' eqxx; case E: (parameters d) sizes' => [|x names] sizes'; last first.
  by rewrite -E; apply: (compile_sound laws signs_ok (IH _ _ signs_ok)); apply: bound_arguments; rewrite ?E.
have no_signs : known_signs rho (Knowing bits [::]) by [].
by case: vs dsvs sizes' => //; case: ds {sizes} => // _ _; apply: (compile_sound laws no_signs (IH _ _ no_signs) (body d) (names := [::])).
Qed.
