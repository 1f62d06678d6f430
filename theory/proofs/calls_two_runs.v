(* SPDX-License-Identifier: Apache-2.0 *)
(* Two runs of the same blocks side by side: what relates two inputs relates the outputs, if heads and what follows them keep it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_blocks.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The heads of a block, with the expression a for a head's attention matrix. *)
Definition heads_with (a : expr) : expr :=
  let part s := Field (Name "h") s in
  Fold "Z" (Call "add_row" [:: Name "X"; Field (Name "B") "bO"]) "h" (Field (Name "B") "heads")
    (Call "matadd" [:: Name "Z"; Call "head" [:: a; Name "X"; part "WV"; part "bV"; part "WO"]])%string.
Notation heads_l := [:: head_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  end.

Section TwoRuns.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (X Y Z A : nat -> nat -> F) (n d k : nat) (h v w B : value F).

(* --- Conditions ------------------------------------------------------------------------------------------------------------- *)
Lemma among_map (T : eqType) (f : T -> value F) l t : t \in l -> is_among (f t) (map f l).
Proof. by elim: l => //= u l IH; rewrite inE => /orP[/eqP-> | /IH]; [left | right]. Qed.
Lemma among_cat v (l m : seq (value F)) : is_among v (l ++ m) <-> is_among v l \/ is_among v m.
Proof. by elim: l => [|w l IH] /=; [split=> [|[]] //; right | rewrite IH; tauto]. Qed.
Lemma true_among2 defs env (x y : string) (L M a : expr) l : yields fs defs env L (List l) ->
  yields fs defs env (Over "all" a [:: (x, L); (y, M)] None) (Bool true) ->
  forall v, is_among v l -> yields fs defs ((x, v) :: env) (Over "all" a [:: (y, M)] None) (Bool true).
Proof.
have cat (s t : seq (option (value F))) : omap (@Bool F) (decided false (s ++ t)) = Value (Bool true) ->
    omap (@Bool F) (decided false s) = Value (Bool true) /\ omap (@Bool F) (decided false t) = Value (Bool true).
  by elim: s => [|[[z|p|z|z|z]|] s IH] //=; case: p.
by rewrite /yields /= => ->; elim: l => // v l IH /= /cat[at_v /IH others] w [-> // | /others].
Qed.

(* --- Folds ------------------------------------------------------------------------------------------------------------------ *)
Lemma y_fold_related (R : value F -> value F -> Prop) defs env env' (z : string) a a' (x : string) L L' body s s' l :
  yields fs defs env a s -> yields fs defs env' a' s' -> yields fs defs env L (List l) -> yields fs defs env' L' (List l) -> R s s' ->
  (forall s s' v, R s s' -> is_among v l -> exists t t',
    [/\ yields fs defs ((x, v) :: (z, s) :: env) body t, yields fs defs ((x, v) :: (z, s') :: env') body t' & R t t']) ->
  exists t t', [/\ yields fs defs env (Fold z a x L body) t, yields fs defs env' (Fold z a' x L' body) t' & R t t'].
Proof.
rewrite /yields /= => -> -> -> ->; elim: l s s' => [|v l IH] s s' Rs step /=; first by exists s, s'.
have [t [t' [-> -> Rt]]] := step s s' v Rs (or_introl erefl).
by apply: IH => // s2 s2' v2 Rs2 v2_l; apply: step => //; right.
Qed.

Section Blocks.
Variables (n d : nat) (R : value F -> value F -> Prop).
Hypotheses (n_gt0 : (0 < n)%N) (d_gt0 : (0 < d)%N).
Hypothesis R_mat : forall v w, R v w -> exists X X', v = mat n d X /\ w = mat n d X'.

(* What is asked of a head at two inputs. *)
Definition head_keeps defs a h X X' (rest : environment F) : Prop := exists k V b O A A',
  [/\ path_of h d k V b O,
      forall z, yields fs defs [:: ("h", h), ("Z", z), ("X", mat n d X) & rest]%string a (mat n n A),
      forall z, yields fs defs [:: ("h", h), ("Z", z), ("X", mat n d X') & rest]%string a (mat n n A') &
      forall Z Z', R (mat n d Z) (mat n d Z') ->
        R (mat n d (fun i j => Z i j + headed n d k A V b O X i j)) (mat n d (fun i j => Z' i j + headed n d k A' V b O X' i j))].

Lemma heads_related defs a B b hs X X' rest : provides heads_l defs -> field_at B "bO" = Value (vec d b) -> field_at B "heads" = Value (List hs) ->
  lookup "B"%string rest = Some B -> R (mat n d (fun i j => X i j + b j)) (mat n d (fun i j => X' i j + b j)) ->
  (forall h, is_among h hs -> head_keeps defs a h X X' rest) ->
  exists Y Y', [/\ yields fs defs (("X"%string, mat n d X) :: rest) (heads_with a) (mat n d Y),
    yields fs defs (("X"%string, mat n d X') :: rest) (heads_with a) (mat n d Y') & R (mat n d Y) (mat n d Y')].
Proof.
move=> W hb hhs B_in start heads.
have B_y env : lookup "B"%string env = lookup "B"%string rest -> yields fs defs env (Name "B") B by move=> E; apply: y_name; rewrite E.
have start_y Z : yields fs defs (("X"%string, mat n d Z) :: rest) (Call "add_row" [:: Name "X"; Field (Name "B") "bO"])%string (mat n d (fun i j => Z i j + b j)).
  refine (y_call _ _ _); [ | reflexivity | by apply: call_add_row; provided].
  by refine (all_cons _ (all_cons _ (all_nil _ _ _))); [value | exact: y_field (B_y _ _) hb].
have heads_y Z : yields fs defs (("X"%string, mat n d Z) :: rest) (Field (Name "B") "heads")%string (List hs) by exact: y_field (B_y _ _) hhs.
have [|t [t' [ty ty' Rt]]] := y_fold_related (R := R) (start_y X) (start_y X') (heads_y X) (heads_y X') start (z := "Z"%string) (x := "h"%string)
  (body := Call "matadd" [:: Name "Z"; Call "head" [:: a; Name "X"; Field (Name "h") "WV"; Field (Name "h") "bV"; Field (Name "h") "WO"]]%string).
  move=> z z' h Rz /heads[k [V [c [O [A [A' [[k_gt0 hV hc hO] Ay Ay' keep]]]]]]]; have [Z [Z' [zE zE']]] := R_mat Rz; subst z z'.
  exists (mat n d (fun i j => Z i j + headed n d k A V c O X i j)), (mat n d (fun i j => Z' i j + headed n d k A' V c O X' i j)).
  have step U U' D : (forall z, yields fs defs [:: ("h", h), ("Z", z), ("X", mat n d U) & rest]%string a (mat n n D)) ->
      yields fs defs [:: ("h", h), ("Z", mat n d U'), ("X", mat n d U) & rest]%string
        (Call "matadd" [:: Name "Z"; Call "head" [:: a; Name "X"; Field (Name "h") "WV"; Field (Name "h") "bV"; Field (Name "h") "WO"]]%string)
        (mat n d (fun i j => U' i j + headed n d k D V c O U i j)).
    move=> Dy; refine (y_call _ _ _); [ | reflexivity | by apply: (call_matadd floor_int); provided].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); first by value.
    refine (y_call _ _ _); [ | reflexivity | by apply: call_head => //; provided].
    by refine (all_cons (Dy _) _); values.
  by split; [exact: step Ay | exact: step Ay' | exact: keep].
have [Y [Y' [tE tE']]] := R_mat Rt; subst t t'.
by exists Y, Y'.
Qed.

(* A block of the form "let Y = heads in rowwise part". *)
Lemma block_related defs (q : string) ps a (D : definition) earlier B phi hs X X' rest : find_definition defs q = Some (D, earlier) ->
  parameters D = "X"%string :: ps -> body D = Let "Y" (heads_with a) rowwise_e ->
  provides heads_l earlier -> provides rowwise_l earlier -> rowwise_of B d phi -> field_at B "heads" = Value (List hs) ->
  size ps = size rest -> (exists rest', zip ps rest = ("B"%string, B) :: rest') ->
  (forall b, field_at B "bO" = Value (vec d b) -> R (mat n d (fun i j => X i j + b j)) (mat n d (fun i j => X' i j + b j))) ->
  (forall h, is_among h hs -> head_keeps earlier a h X X' (zip ps rest)) ->
  (forall Y Y', R (mat n d Y) (mat n d Y') -> R (mat n d (fun i => phi (Y i))) (mat n d (fun i => phi (Y' i)))) ->
  exists Y Y', [/\ call fs defs q (mat n d X :: rest) = Value (mat n d Y), call fs defs q (mat n d X' :: rest) = Value (mat n d Y') &
    R (mat n d Y) (mat n d Y')].
Proof.
move=> found psE bodyE Wh Wr row hhs sizes [rest' restE] start heads keeps; have [b hb] := rowwise_bO row.
have B_in : lookup "B"%string (zip ps rest) = Some B by rewrite restE.
have [Y [Y' [Yy Yy' RY]]] := heads_related Wh hb hhs B_in (start b hb) heads.
exists (fun i => phi (Y i)), (fun i => phi (Y' i)); split; last exact: keeps.
  apply: (call_yields found); rewrite psE ?bodyE /= ?sizes //.
  by apply: y_let Yy _; rewrite restE; apply: y_rowwise row Wr d_gt0.
apply: (call_yields found); rewrite psE ?bodyE /= ?sizes //.
by apply: y_let Yy' _; rewrite restE; apply: y_rowwise row Wr d_gt0.
Qed.
End Blocks.
End TwoRuns.
