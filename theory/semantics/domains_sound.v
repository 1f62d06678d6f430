(* SPDX-License-Identifier: Apache-2.0 *)
(* What the checker takes for an element is one, and cells that follow each other hold every element. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import ZArith Lia String.
From attest Require Import syntax values evaluation meaning numbers rationals rationals_sound enclosures enclosures_sound elementary_sound polynomials polynomials_sound quantities quantities_sound interpreter operations_sound loops_sound interpreter_sound domains.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Exact values ------------------------------------------------------------------------------------------------------------ *)
Section Exact.
Variable F : realFieldType.
Variable rho : Z -> F.
Local Notation stands := (@stands F rho).
Local Notation embed := (embed_rational F).

Fixpoint meant (d : datum) : value F :=
  match d with
  | DNumber n => Num (if n is Plain (Exact q) then embed q else 0)
  | DTruth t => Bool (if t is Some b then b else true)
  | DSymbol s => Symb s
  | DList l => List (map meant l)
  | DRecord l => Rec [seq (f.1, meant f.2) | f <- l]
  end.

Lemma stands_meant d : exact d -> stands d (meant d).
Proof.
move: d; fix IH 1 => -[[[q|lo hi]|n p]|[b|]|s|l|l] //=.
- by rewrite near_exact.
- by elim: l => //= d l IHl /andP[d_ok l_ok]; split; [apply: IH | apply: IHl].
by elim: l => //= -[s d] l IHl /andP[d_ok l_ok]; split; [split=> //; apply: IH | apply: IHl].
Qed.
Lemma identical_meant d e w : identical d e -> stands d w -> w = meant e.
Proof.
move: d e w; fix IH 1 => -[[[p|lo hi]|n1 p1]|[b|]|s|l|l] [[[q|lo' hi']|n2 p2]|[b'|]|s'|m|m] [x|c|t|k|k] //=.
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
Hypothesis laws : lawful fs.
Variable rho : Z -> F.
Variable ctx : context.
Hypothesis signs_ok : known_signs rho ctx.
Local Notation value := (value F).
Local Notation environment := (environment F).
Local Notation stands := (@stands F rho).
Local Notation bound_in := (bound_in rho).
Local Notation embed := (embed_rational F).
Variable call : string -> seq value -> option value.
Variable defs : table.
Hypothesis defs_sound : defined rho ctx call defs.
Local Notation evaluate := (evaluates fs call).

Lemma exact_run names ds env e q : bound_in names ds env -> exact_of (run ctx ds (compile defs names e)) = Some q ->
  evaluate env e = Value (Num (embed q)).
Proof.
move=> env_ds; have := compile_sound laws signs_ok defs_sound e env_ds; rewrite /evaluates.
case: run => [d [v -> dv]|//|//]; case: d dv => [[[p|]|]|t|s|k|k] //=; case: v => // x; rewrite near_exact => /eqP-> [->].
by [].
Qed.
Lemma limits_sound names ds env bounds inside : bound_in names ds env -> limits ctx ds (ready_bounds defs names bounds) = Some inside ->
  exists2 within, interval fs call env bounds = Value within & forall q, inside q = within (embed q).
Proof.
move=> env_ds; case: bounds => [[a b]|] /=; last by case=> <-; eexists.
case Ea: exact_of => [p|] //; case Eb: exact_of => [q|] // [<-]; rewrite /interval (exact_run env_ds Ea) (exact_run env_ds Eb).
by eexists; first by []; move=> r /=; rewrite !embed_at_most.
Qed.
Lemma size_sound names ds env e k : bound_in names ds env -> size_at ctx ds (compile defs names e) = Some k -> size_of fs call env e = Value k.
Proof.
move=> env_ds; rewrite /size_at; case E: exact_of => [q|] //; rewrite /size_of (exact_run env_ds E) /=.
have := answers_integer (proj1 laws) (near_embed F q); rewrite /=; case: q_integer => // z [i -> ->].
by case: z => [|p|p] //; case: andb => // -[<-].
Qed.
Lemma vector_sound inside within n v : (forall q, inside q = within (embed q)) -> vector_in inside n v -> is_vector within n (meant F v).
Proof.
move=> inE; case: v => //= l /andP[/PeanoNat.Nat.eqb_eq <- l_in]; exists [seq (if d is DNumber (Plain (Exact q)) then embed q else 0) | d <- l].
split; first by rewrite size_map.
  by elim: l l_in => //= -[[[q|]|]|t|s|k|k] l IH //= /andP[q_in /IH ->]; rewrite -inE q_in.
by congr List; rewrite -map_comp; elim: l l_in => //= -[[[q|]|]|t|s|k|k] l IH //= /andP[_ /IH ->].
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

Lemma element_sound names ds env d v : bound_in names ds env -> exact v -> element_at ctx ds (ready_in defs names d) v = Some true ->
  exists2 element, elements fs call env d = Value element & element (meant F v).
Proof.
move=> env_ds v_exact; case: d => [l|a|bounds|n bounds|m n bounds|] //=.
- have := compile_sound laws signs_ok defs_sound l env_ds; rewrite /evaluates; case: run => [[m|t|s|items|k] [[x|b|s'|k'|k'] -> dv]|//|//] //=.
  case: ifP => [found _|_]; last by case: ifP.
  eexists; first by [].
  elim: items k' dv found => [|d items IH] [|w k'] //= [dw dk] /orP[same|/(IH _ dk)]; [left | by right].
  by rewrite (identical_meant same dw).
- case E: exact_of => [q|] //; rewrite (exact_run env_ds E).
  case: v v_exact => [[[[z|]|]|]|t|s|k|k] //= _ [le_q]; eexists; first by [].
  by exists (zint z); [move: le_q; rewrite -(embed_at_most F) embed_int | rewrite embed_int].
- case E: limits => [inside|] //= [v_in]; have [within -> inE] := limits_sound env_ds E; eexists; first by [].
  by case: v v_exact v_in => [[[q|]|]|t|s|k|k] //= _ q_in; exists (embed q); rewrite -?inE.
- case En: size_at => [k|] //; case E: limits => [inside|] //= [v_in]; have [within -> inE] := limits_sound env_ds E.
  by rewrite (size_sound env_ds En); eexists; [by [] | apply: vector_sound inE v_in].
- case Em: size_at => [k|] //; case En: size_at => [l|] //; case E: limits => [inside|] //= [v_in]; have [within -> inE] := limits_sound env_ds E.
  by rewrite (size_sound env_ds Em) (size_sound env_ds En); eexists; [by [] | apply: matrix_sound inE v_in].
by case=> v_ok; eexists; [by [] | apply: proper_value].
Qed.


(* --- Cells --------------------------------------------------------------------------------------------------------------------- *)
Lemma near_known_in (c : cell) (x : F) : above c.1 x -> below c.2 x -> near (known_in c) x.
Proof.
case: c => [[a|] [b|]] //= lo_x x_hi; rewrite /near /= ?lo_x ?x_hi //; case: ifP => [ab|_]; last by rewrite /= lo_x x_hi.
by rewrite -/(near (Exact a) x) near_exact eq_le lo_x andbT; move: ab x_hi; rewrite -(embed_equal F) => /eqP->.
Qed.
Lemma same_above p q (x : F) : same_end p q -> above p x -> above q x.
Proof. by case: p q => [a|] [b|] //=; rewrite -(embed_equal F) => /eqP->. Qed.
Lemma same_below p q (x : F) : same_end p q -> below q x -> below p x.
Proof. by case: p q => [a|] [b|] //=; rewrite -(embed_equal F) => /eqP->. Qed.

(* Cells that follow each other from lo to hi hold every number between them. *)
Lemma follow_covers lo cells hi (x : F) : follow lo cells hi -> above lo x -> below hi x ->
  exists2 c, List.In c cells & near (known_in c) x.
Proof.
elim: cells lo => [|c rest IH] lo //= /andP[lo_c ok] lo_x x_hi; have c_x := same_above lo_c lo_x.
case: rest IH ok => [|c' rest] IH ok.
  by exists c; [left | apply: near_known_in c_x (same_below ok x_hi)].
case E: c.2 ok => [b|] // ok; case: (lerP x (embed b)) => [x_b|/ltW b_x].
  by exists c; [left | apply: near_known_in c_x _; rewrite E].
by have [c2 c2_in near_c2] := IH _ ok b_x x_hi; exists c2 => //; right.
Qed.

Lemma ends_sound names ds env bounds e : bound_in names ds env -> ends ctx ds (ready_bounds defs names bounds) = Yields e ->
  exists2 within, interval fs call env bounds = Value within & forall x, within x -> above e.1 x /\ below e.2 x.
Proof.
move=> env_ds; case: bounds => [[a b]|] /=; last by case=> <-; eexists.
case Ea: exact_of => [p|] //; case Eb: exact_of => [q|] // [<-]; rewrite /interval (exact_run env_ds Ea) (exact_run env_ds Eb).
by eexists; first by []; move=> x /= /andP.
Qed.
Lemma sized_sound names ds env e k : bound_in names ds env -> sized ctx ds (compile defs names e) = Yields k -> size_of fs call env e = Value k.
Proof. by move=> env_ds; rewrite /sized; case E: size_at => [j|] // [<-]; apply: size_sound env_ds E. Qed.
Lemma filled_vector n (inside : F -> bool) k v : (forall x, inside x -> near k x) -> is_vector inside n v -> stands (DList (List.repeat (DNumber (Plain k)) n)) v.
Proof.
move=> near_k [x [<- x_in ->]] /=; elim: x x_in => //= y x IH /andP[y_in /IH x_in]; split=> //; exact: near_k.
Qed.

(* Every element has its numbers in a cell. *)
Lemma frame_sound names ds env d f : bound_in names ds env -> frame_of ctx ds (ready_in defs names d) = Yields f ->
  exists2 element, elements fs call env d = Value element &
    forall cells v, covers f cells -> element v -> exists2 c, List.In c cells & stands (filled f (known_in c)) v.
Proof.
move=> env_ds; have one (f' : frame) cells : several f' = false -> covers f' cells ->
    exists2 c, cells = [:: c] & forall x : F, above (from_to f').1 x -> below (from_to f').2 x -> near (known_in c) x.
  rewrite /covers => -> /andP[/orP[//|/PeanoNat.Nat.eqb_eq]]; case: cells => [|c [|? ?]] // _ /andP[same_lo same_hi]; exists c => // x lo_x x_hi.
  exact: near_known_in (same_above same_lo lo_x) (same_below same_hi x_hi).
case: d => [l|a|bounds|n bounds|m n bounds|] //=.
- case E: ends => [e||] //= [<-]; have [within -> inE] := ends_sound env_ds E; eexists; first by [].
  move=> cells _ /andP[_ cells_ok] [x /inE[lo_x x_hi] ->]; exact: follow_covers cells_ok lo_x x_hi.
- case En: sized => [k||] //=; case E: ends => [e||] //= [<-]; have [within -> inE] := ends_sound env_ds E.
  rewrite (sized_sound env_ds En); eexists; first by []; move=> cells v /one[//|c -> near_c] v_in; exists c; first by left.
  by apply: filled_vector v_in => x /inE[lo_x x_hi]; apply: near_c.
case Em: sized => [k||] //=; case En: sized => [l||] //=; case E: ends => [e||] //= [<-]; have [within -> inE] := ends_sound env_ds E.
rewrite (sized_sound env_ds Em) (sized_sound env_ds En); eexists; first by []; move=> cells v /one[//|c -> near_c] [A [<- A_in ->]].
exists c; first by left.
elim: A A_in => //= x A IH /andP[/andP[/eqP x_size x_in] /IH A_in]; split=> //.
apply: (@filled_vector l within (known_in c) (List (map (@Num F) x))) => [y /inE[lo_y y_hi]|]; first exact: near_c.
by exists x; split=> //; apply/eqP.
Qed.
End Sound.
