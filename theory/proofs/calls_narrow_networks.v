(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of approximation.stm give for the networks of narrow_networks.v, written out as blocks whose heads have their attention matrices: `run` gives their
   values at a list of points, and that they are affine where no hidden unit changes its sign. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks narrow_networks.
From attest Require statements_urpe_theorem_3.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_theorem_3.printed) f) (only parsing).
Definition mixed_d := Eval compute in the "mixed".
Definition hidden_units_d := Eval compute in the "hidden_units".
Definition no_sign_changes_d := Eval compute in the "no_sign_changes".
Definition run_d := Eval compute in the "run".
(* What `run` needs, the latest definition first. *)
Notation run_l := [:: run_d; no_sign_changes_d; hidden_units_d; mixed_d; head_d; relu_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d].

(* --- Lists whose elements have no decidable equality --------------------------------------------------------------------------- *)
Section Lists.
Variable F : realFieldType.
Variable fs : functions F.
Variable defs : seq definition.
Local Notation yields := (yields fs defs).
Implicit Types (env : environment F) (x z : string).

(* What holds of the state and of what is left of the list is kept by each step. *)
Lemma y_fold_while (T U : Type) (h : T -> value F) (k : U -> value F) (ok : seq T -> U -> Prop) (next : U -> T -> U) env z a x L body s l :
  yields env a (k s) -> yields env L (List (map h l)) -> ok l s ->
  (forall s t l, ok (t :: l) s -> yields ((x, h t) :: (z, k s) :: env) body (k (next s t)) /\ ok l (next s t)) ->
  yields env (Fold z a x L body) (k (foldl next s l)).
Proof.
rewrite /rules.yields /= => -> -> ok_l step_y; elim: l s ok_l => //= t l IH s /step_y[-> ok_l].
exact: IH.
Qed.
Lemma map_from_1 (T U : Type) (h : T -> U) t0 l : map h l = [seq h (nth t0 l a.-1) | a <- iota 1 (size l)].
Proof. by rewrite -[l in LHS](mkseq_nth t0) /mkseq -map_comp -[1%N]addn0 iotaDl -map_comp; apply: eq_map. Qed.
Lemma listed_seq (T : Type) (h : T -> value F) t0 l : List (map h l) = listed (size l) (fun a => h (nth t0 l a.-1)).
Proof. by rewrite (map_from_1 _ t0). Qed.
Lemma in_nth (T : Type) (t0 : T) l a : (0 < a <= size l)%N -> List.In (nth t0 l a.-1) l.
Proof. by case: a => // a /=; elim: l a => // t l IH [_|a a_l] /=; [left | right; exact: IH]. Qed.
End Lists.

Section Narrow.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation point := (nat -> nat -> F).
Variables (n d : nat).
Implicit Types (defs : seq definition) (A : attention -> nat -> nat -> F) (X Y : point) (Xs : seq point) (B : block F) (Bs : seq (block F)) (h : narrow_networks.head F).

Definition evaluated_head A h : value F :=
  Rec [:: ("A", mat n n (A (kind h))); ("WV", mat d 1 (fun k _ => WV h k)); ("bV", vec 1 (fun=> bV h)); ("WO", mat 1 d (fun _ k => WO h k))]%string.
Definition unit_at B (u : nat) : hidden_unit F := nth (Unit (fun=> 0) 0 (fun=> 0)) (units B) u.-1.
Definition evaluated_block A B : value F :=
  Rec [:: ("heads", List (map (evaluated_head A) (heads B))); ("bO", vec d (fun=> 0));
          ("W1", mat d (size (units B)) (fun k u => into (unit_at B u) k)); ("b1", vec (size (units B)) (fun u => shift (unit_at B u)));
          ("W2", mat (size (units B)) d (fun u k => out (unit_at B u) k)); ("b2", vec d (fun=> 0))]%string.
Definition points_value Xs : value F := List [seq mat n d X | X <- Xs].
Definition image_value (p : bool) Xs : value F := Rec [:: ("points", points_value Xs); ("affine", Bool p)]%string.

Lemma sum_units B (g : hidden_unit F -> F) : \sum_(u <- iota 1 (size (units B))) g (unit_at B u) = \sum_(u <- units B) g u.
Proof. by rewrite sum_from_1 (big_nth (Unit (fun=> 0) 0 (fun=> 0))) big_mkord. Qed.
Lemma unit_in B u : (0 < u <= size (units B))%N -> List.In (unit_at B u) (units B).
Proof. exact: in_nth. Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ _ _ = _ => enter_named; value
  end.

Lemma call_mixed defs A B X : provides [:: mixed_d; head_d; add_row_d; matadd_d; matmul_d; same_shape_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < d)%N ->
  call fs defs "mixed" [:: mat n d X; evaluated_block A B] = Value (mat n d (mixed n d A B X)).
Proof.
move=> P n_gt0 d_gt0; enter.
pose add Z h := (fun i k => Z i k + headed n d 1 (A (kind h)) (fun k _ => WV h k) (fun=> bV h) (fun _ k => WO h k) X i k) : point.
apply: (yields_eq (v := mat n d (foldl add (fun i k => X i k + 0) (heads B)))).
  apply: (@y_fold_while _ _ _ _ _ (evaluated_head A) (@mat _ n d) (fun _ _ => True)) => // [|Z h l _]; first by value.
  by split=> //; value.
apply: mat_ext => i k _ _; rewrite /mixed; suff -> Z hs : foldl add Z hs i k = Z i k + \sum_(h <- hs) averaged n d A h X i * WO h k by rewrite addr0.
elim: hs Z => [|h hs IH] Z /=; first by rewrite big_nil addr0.
by rewrite IH big_cons addrA /add /headed big_seq1.
Qed.
Lemma call_hidden_units defs A B X : provides [:: hidden_units_d; add_row_d; matmul_d; is_rectangular_d] defs -> (0 < d)%N ->
  call fs defs "hidden_units" [:: mat n d X; evaluated_block A B] = Value (mat n (size (units B)) (fun i u => hidden d (unit_at B u) (X i))).
Proof. by move=> P d_gt0; enter; value. Qed.
Lemma call_no_sign_changes defs q (G : point -> point) Xs : provides [:: no_sign_changes_d] defs -> (0 < n)%N -> (0 < size Xs)%N ->
  (forall i u, (0 < i <= n)%N -> (0 < u <= q)%N -> (forall X, List.In X Xs -> 0 <= G X i u) \/ (forall X, List.In X Xs -> G X i u <= 0)) ->
  call fs defs "no_sign_changes" [:: List [seq mat n q (G X) | X <- Xs]] = Value (Bool true).
Proof.
move=> P n_gt0 Xs_gt0 one; pose k := size Xs; pose P_at a := nth (fun _ _ => 0) Xs a.-1.
rewrite (listed_seq _ (fun _ _ => 0) Xs : _ = listed k (fun a => mat n q (G (P_at a)))).
enter; set env := [:: _]; have H_y : yields fs earlier env (Name "H") (listed k (fun a => mat n q (G (P_at a)))) by [].
have H1_y env' : lookup "H"%string env' = Some (listed k (fun a => mat n q (G (P_at a)))) ->
    yields fs earlier env' (Index (Name "H") (Number (BinNums.Npos BinNums.xH))) (mat n q (G (P_at 1%N))).
  move=> H_in; apply: (y_at floor_int (i := 1) (n := k) (h := fun a => mat n q (G (P_at a))) (y_name _ _ H_in)); [by value | by [] | by [] | by []].
have entry_y i u env' a : lookup "G"%string env' = Some (mat n q (G (P_at a))) -> lookup "i"%string env' = Some (Num i%:R) -> lookup "u"%string env' = Some (Num u%:R) ->
    (0 < i <= n)%N -> (0 < u <= q)%N -> yields fs earlier env' (Index (Index (Name "G") (Name "i")) (Name "u")) (Num (G (P_at a) i u)).
  move=> G_in i_in u_in i_n u_q; apply: (y_at floor_int (i := u) (n := q) (h := fun u => Num (G (P_at a) i u)) _ (y_name _ _ u_in)) => //.
  exact: (y_at floor_int (i := i) (n := n) (h := fun i => vec q (G (P_at a) i)) (y_name _ _ G_in) (y_name _ _ i_in)).
apply: (y_all2_true (h := fun i : nat => Num i%:R) (l := iota 1 n) (k := fun _ u : nat => Num u%:R) (m := fun=> iota 1 q)).
- by apply: (y_from_1 floor_int); [value | apply: y_len; exact: H1_y | ].
- move=> i _; apply: (y_from_1 floor_int); [value | apply: (y_len (h := fun u => Num (G (P_at 1%N) 1%N u))) | reflexivity].
  by apply: (y_at floor_int (i := 1) (n := n) (h := fun i => vec q (G (P_at 1%N) i)) (H1_y _ _)); [ | value | | | ].
move=> i u /in_from_1 i_n /in_from_1 u_q.
apply: (yields_eq (v := Bool (all (fun a => 0 <= G (P_at a) i u) (iota 1 k) || all (fun a => G (P_at a) i u <= 0) (iota 1 k)))).
  apply: y_or => [|_]; last apply: y_or1.
    by apply: (y_all (h := fun a => mat n q (G (P_at a)))) => [|a _]; [exact: y_name | apply: y_compare; [exact: entry_y | value | ]].
  by apply: (y_all (h := fun a => mat n q (G (P_at a)))) => [|a _]; [exact: y_name | apply: y_compare; [exact: entry_y | value | ]].
congr Bool; apply/orP; case: (one i u i_n u_q) => same; [left | right].
  by apply/allP => a /in_from_1 a_k; apply: same; apply: in_nth.
by apply/allP => a /in_from_1 a_k; apply: same; apply: in_nth.
Qed.

(* One block, and what blocks lead from one list of points to. *)
Definition run_block : expr := Eval compute in if body run_d is Fold _ _ _ _ e then e else Truth true.
Definition after A B Xs : seq point := map (step n d A B) Xs.
Definition leads (blocks : seq (value F)) Xs Ys : Prop := forall defs env, provides (behead run_l) defs ->
  foldl (fun so_far v => if so_far is Value s then eval fs (call fs defs) [:: ("B"%string, v), ("s"%string, s) & env] run_block else Undefined)
    (Value (image_value true Xs)) blocks = Value (image_value true Ys).
Lemma leads_cat a b Xs Ys Zs : leads a Xs Ys -> leads b Ys Zs -> leads (a ++ b) Xs Zs.
Proof. by move=> ab bc defs env P; rewrite foldl_cat ab // bc. Qed.
Lemma call_run defs blocks Xs Ys : provides run_l defs -> leads blocks Xs Ys -> call fs defs "run" [:: points_value Xs; List blocks] = Value (image_value true Ys).
Proof. by move=> P to; have [e found Pe] := provides_find P; apply: (call_yields found) => //; exact: (to e _ Pe). Qed.

Lemma leads_block A B Xs : (0 < n)%N -> (0 < d)%N -> (0 < size Xs)%N -> (0 < size (units B))%N -> one_sign n d A B Xs ->
  leads [:: evaluated_block A B] Xs (after A B Xs).
Proof.
move=> n_gt0 d_gt0 Xs_gt0 B_gt0 one defs env P; cbn [behead] in P; set q := size (units B).
pose env' := [:: ("B"%string, evaluated_block A B), ("s"%string, image_value true Xs) & env]; suff : yields fs defs env' run_block (image_value true (after A B Xs)) by [].
pose k := size Xs; pose at_ a := nth (fun _ _ => 0) Xs a.-1 : point.
pose Y a := mixed n d A B (at_ a); pose H a : point := fun i u => hidden d (unit_at B u) (Y a i).
have points_y : yields fs defs env' (Field (Name "s") "points") (listed k (fun a => mat n d (at_ a))).
  by rewrite -(listed_seq (@mat _ n d)); apply: (y_field (h := image_value true Xs)); [exact: y_name | reflexivity].
apply: (y_let (v := listed k (fun a => mat n d (Y a)))).
  apply: y_list_over; [exact: points_y | move=> a _].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_mixed; [provided | | ]].
apply: (y_let (v := listed k (fun a => mat n q (H a)))).
  apply: (y_list_over (h := fun a => mat n d (Y a))); [exact: y_name | move=> a _].
  by refine (y_call _ _ _); [values | reflexivity | apply: call_hidden_units; [provided | ]].
set env2 := _ :: _; have Y_y : yields fs defs env2 (Name "Y") (listed k (fun a => mat n d (Y a))) by exact: y_name.
have H_y : yields fs defs env2 (Name "H") (listed k (fun a => mat n q (H a))) by exact: y_name.
apply: y_record; apply: fields_cons; last apply: fields_cons; last exact: fields_nil.
- rewrite /points_value /after -map_comp (listed_seq _ (fun _ _ => 0)) -/k.
  apply: (y_list_over (h := fun a : nat => Num a%:R) (l := iota 1 k)); first by apply: (y_from_1 floor_int); [value | exact: y_len Y_y | ].
  move=> a a_k; apply: yields_eq; first by value.
  apply: mat_ext => i j _ _ /=; rewrite -/(at_ a) /step /fed -/(Y a) -sum_units addr0; congr (_ + _).
  by apply: eq_bigr => u _; rewrite /narrow_networks.relu maxC.
apply: (yields_eq (v := Bool (true && true))) => //; apply: y_and => [|_]; first by value.
apply: y_and1; refine (y_call (vs := [:: List [seq mat n q (fun i u => hidden d (unit_at B u) (mixed n d A B X i)) | X <- Xs]]) _ _ _); [ | reflexivity | ].
  by refine (all_cons _ (all_nil _ _ _)); rewrite (listed_seq _ (fun _ _ => 0) Xs).
apply: (@call_no_sign_changes _ _ (fun X i u => hidden d (unit_at B u) (mixed n d A B X i))) => //; first by provided.
by move=> i u i_n u_q; apply: one => //; exact: unit_in.
Qed.
Lemma leads_network A Bs Xs : (0 < n)%N -> (0 < d)%N -> (0 < size Xs)%N -> (forall B, List.In B Bs -> (0 < size (units B))%N) -> affine n d A Bs Xs ->
  leads (map (evaluated_block A) Bs) Xs [seq network n d A Bs X | X <- Xs].
Proof.
move=> n_gt0 d_gt0; elim: Bs Xs => [|B Bs IH] Xs Xs_gt0 have_units /=; first by rewrite map_id.
case=> one aff; rewrite -cat1s; apply: leads_cat (leads_block n_gt0 d_gt0 Xs_gt0 _ one) _; first by apply: have_units; left.
have -> : [seq network n d A (B :: Bs) X | X <- Xs] = [seq network n d A Bs X | X <- after A B Xs] by rewrite /after -map_comp.
by apply: IH => //; [rewrite size_map | move=> B' B'_in; apply: have_units; right].
Qed.
End Narrow.
