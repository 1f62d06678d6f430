(* SPDX-License-Identifier: Apache-2.0 *)
(* Where all tokens are equal, an RPE network is off by half the difference between two rows of a target: a statement of urpe.headline. A target is any
   value that meets is_target, polynomials and maxima of minima of affine functions; that it has a matrix of numbers as its value at every input is shown here. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks bound_identical_rows.
From attest Require calls_routing calls_cubes calls_encodings calls_two_runs statements_urpe_headline.
From attest Require rules_from_1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_headline.finding_sup_norm_of_the_targets) f) (only parsing).
Definition is_monomial_d := Eval compute in the "is_monomial".
Definition monomial_d := Eval compute in the "monomial".
Definition degree_d := Eval compute in the "degree".
Definition pieces_d := Eval compute in the "pieces".
Definition is_entry_d := Eval compute in the "is_entry".
Definition is_target_d := Eval compute in the "is_target".
Definition polynomial_d := Eval compute in the "polynomial".
Definition entry_at_d := Eval compute in the "entry_at".
Definition target_at_d := Eval compute in the "target_at".

Section Lists.
Variable F : realFieldType.
Variable fs : functions F.
Variable defs : seq definition.
Local Notation value := (value F).
Local Notation yields := (yields fs defs).
Local Notation evaluate := (eval fs (call fs defs)).
Implicit Types (env : environment F) (x : string) (v : value) (vs : seq value).

(* The body's values, if each is the image h t of some t with Q. *)
Lemma images_over (T : Type) (h : T -> value) (Q : T -> bool) env x body vs :
  (forall v, is_among v vs -> exists2 t, Q t & yields ((x, v) :: env) body (h t)) ->
  exists ts, [/\ size ts = size vs, all Q ts & flatten [seq [:: evaluate ((x, v) :: env) body] | v <- vs] = [seq Value (h t) | t <- ts]].
Proof.
elim: vs => [|v vs IH] each; first by exists [::].
have [t Qt tE] := each v (or_introl erefl); have [|ts [size_ts Q_ts E]] := IH; first by move=> w w_in; apply: each; right.
by exists (t :: ts); split; rewrite /= ?size_ts ?Qt ?Q_ts // E -[evaluate _ _]/(evaluate ((x, v) :: env) body) (tE : evaluate _ _ = _).
Qed.
Lemma together_values (T : Type) (h : T -> value) ts : together [seq Value (h t) | t <- ts] = Value (map h ts).
Proof. by elim: ts => //= t ts ->. Qed.
Lemma numbers_in_values (ys : seq F) : numbers_in [seq Value (Num y) | y <- ys] = Value ys.
Proof. by rewrite /numbers_in; elim: ys => //= y ys ->. Qed.

Lemma list_of_images (T : Type) (h : T -> value) (Q : T -> bool) env x L body vs : yields env L (List vs) ->
  (forall v, is_among v vs -> exists2 t, Q t & yields ((x, v) :: env) body (h t)) ->
  exists ts, [/\ size ts = size vs, all Q ts & yields env (ListOver body [:: (x, L)] None) (List (map h ts))].
Proof.
move=> Ly /images_over[ts [size_ts Q_ts E]]; exists ts; split=> //.
by rewrite /rules.yields /= (Ly : evaluate _ _ = _) E together_values.
Qed.
Lemma sum_of_numbers env x L body vs : yields env L (List vs) -> (forall v, is_among v vs -> exists y, yields ((x, v) :: env) body (Num y)) ->
  exists y, yields env (Over "sum" body [:: (x, L)] None) (Num y).
Proof.
move=> Ly each; have [|ys [_ _ E]] := @images_over F (@Num F) xpredT env x body vs; first by move=> v /each[y]; exists y.
by exists (foldr +%R 0 ys); rewrite /rules.yields /= (Ly : evaluate _ _ = _) E numbers_in_values.
Qed.
Lemma largest_of_numbers env x L body vs : yields env L (List vs) -> (0 < size vs)%N -> (forall v, is_among v vs -> exists y, yields ((x, v) :: env) body (Num y)) ->
  exists y, yields env (Over "max" body [:: (x, L)] None) (Num y).
Proof.
move=> Ly vs_gt0 each; have [|ys [size_ys _ E]] := @images_over F (@Num F) xpredT env x body vs; first by move=> v /each[y]; exists y.
case: ys size_ys E => [/esym/eqP|y ys _ E]; first by rewrite gtn_eqF.
by exists (foldl Num.max y ys); rewrite /rules.yields /= (Ly : evaluate _ _ = _) E numbers_in_values.
Qed.
Lemma smallest_of_numbers env x L body vs : yields env L (List vs) -> (0 < size vs)%N -> (forall v, is_among v vs -> exists y, yields ((x, v) :: env) body (Num y)) ->
  exists y, yields env (Over "min" body [:: (x, L)] None) (Num y).
Proof.
move=> Ly vs_gt0 each; have [|ys [size_ys _ E]] := @images_over F (@Num F) xpredT env x body vs; first by move=> v /each[y]; exists y.
case: ys size_ys E => [/esym/eqP|y ys _ E]; first by rewrite gtn_eqF.
by exists (foldl Num.min y ys); rewrite /rules.yields /= (Ly : evaluate _ _ = _) E numbers_in_values.
Qed.
Lemma product_of_two (T U : eqType) (h : T -> value) (l : seq T) (k : T -> U -> value) (m : T -> seq U) env x (y : string) L M body (f : T -> U -> F) :
  yields env L (List (map h l)) -> (forall t, t \in l -> yields ((x, h t) :: env) M (List (map (k t) (m t)))) ->
  (forall t, t \in l -> forall u, u \in m t -> yields ((y, k t u) :: (x, h t) :: env) body (Num (f t u))) ->
  exists z, yields env (Over "product" body [:: (x, L); (y, M)] None) (Num z).
Proof.
move=> outer inner bodyE; pose pairs : seq (T * U) := flatten [seq [seq (t, u) | u <- m t] | t <- l].
exists (foldr *%R 1 [seq f tu.1 tu.2 | tu <- pairs]); rewrite /rules.yields.
rewrite [LHS](@over_pairs F fs defs T U h l k m env x y L M body outer inner (fun t u => Value (Num (f t u))) _
  (fun s => omap (fun xs => Num (foldr *%R 1 xs)) (numbers_in s))) => [|t u t_l u_m]; last exact: bodyE.
by rewrite -/pairs (map_comp (fun y => Value (Num y)) (fun tu => f tu.1 tu.2)) numbers_in_values.
Qed.
End Lists.

Section Targets.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (env : environment F) (f h q t v : value F) (X Y Z : nat -> nat -> F) (n d i j k : nat).

(* --- What the conditions tell ---------------------------------------------------------------------------------------------------------- *)
Definition monomial_of t n d : Prop := exists c (E : nat -> nat -> nat), field_at t "c" = Value (Num c) /\ field_at t "e" = Value (mat n d (fun i j => (E i j)%:R)).
Definition is_list_of (P : value F -> Prop) v : Prop := exists2 vs, v = List vs & forall u, is_among u vs -> P u.
Definition some_list_of (P : value F -> Prop) v : Prop := exists vs, [/\ v = List vs, (0 < size vs)%N & forall u, is_among u vs -> P u].
Definition sized_list_of (P : value F -> Prop) m v : Prop := exists vs, [/\ v = List vs, size vs = m & forall u, is_among u vs -> P u].
Definition entry_of n d : value F -> Prop := some_list_of (some_list_of (is_list_of (fun t => monomial_of t n d))).
Definition target_of n d : value F -> Prop := sized_list_of (sized_list_of (entry_of n d) d) n.

Lemma natural_entry defs env e : yields fs defs env (And [:: Call "is_integer" [:: e]; Chain e [:: (AtLeast, Number BinNums.N0)]]) (Bool true) ->
  exists k : nat, yields fs defs env e (Num k%:R).
Proof.
case/true_and=> is_int /true_and[ge0 _]; move: is_int ge0; rewrite /yields /=; case: (eval _ _ _ e) => //= -[x||||] //=.
rewrite /integer; case: eqP => // xE _; rewrite xE; case: leP => // ge0 _; move: ge0; case: (floor fs x) => i; last by rewrite ler0z.
by move=> _; exists i; rewrite pmulrn.
Qed.
Lemma is_monomial_true defs t n d : provides [:: is_monomial_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_monomial" [:: t; Num n%:R; Num d%:R] = Value (Bool true) -> monomial_of t n d.
Proof.
move=> P; have [e found Pe] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; have t_y : yields fs e env (Name "t") t by [].
case/true_and=> isc /true_and[isE /true_and[whole _]].
have [c hc] := calls_encodings.is_number_field t_y isc.
have [E hE] := calls_encodings.is_matrix_known Pe t_y isE (erefl : yields fs e env (Name "n") (Num n%:R)) (erefl : yields fs e env (Name "d") (Num d%:R)).
have rows_y := y_field t_y hE.
have natural i j : (0 < i <= n)%N -> (0 < j <= d)%N -> exists k : nat, E i j = k%:R.
  move=> i_n j_d; have in_row : is_among (vec d (E i)) [seq vec d (E i) | i <- iota 1 n].
    by apply: calls_two_runs.among_map; rewrite mem_iota add1n ltnS.
  have row_y : yields fs e (("row"%string, vec d (E i)) :: env) (Name "row") (vec d (E i)) by [].
  have in_entries : is_among (Num (E i j)) [seq Num (E i j) | j <- iota 1 d].
    by apply: (calls_two_runs.among_map (fun j => Num (E i j))); rewrite mem_iota add1n ltnS.
  have [k [kE]] := natural_entry (true_among row_y (calls_two_runs.true_among2 rows_y whole in_row) in_entries).
  by exists k.
pose G i j := if (0 < i <= n)%N && (0 < j <= d)%N then `|floor_of (E i j)|%N else 0%N.
exists c, G; split=> //; rewrite hE; congr Value; apply: mat_ext => i j i_n j_d; have [k kE] := natural i j i_n j_d.
have floorE : floor_of (k%:R : F) = k%:Z by exact: (floor_int k%:Z).
by rewrite /G i_n j_d kE floorE.
Qed.
Lemma true_long defs env a vs : yields fs defs env a (List vs) -> yields fs defs env (Chain (Call "len" [:: a]) [:: (AtLeast, Number (BinNums.Npos BinNums.xH))]) (Bool true) ->
  (0 < size vs)%N.
Proof. by move=> /y_length ya /(at_least_1 (k := size vs))/(_ ya). Qed.
Lemma true_length defs env a b vs m : yields fs defs env a (List vs) -> yields fs defs env b (Num m%:R) ->
  yields fs defs env (Chain (Call "len" [:: a]) [:: (Equal, b)]) (Bool true) -> size vs = m.
Proof.
move=> /y_length ya yb told; have /(yields_inj told)[/esym] : yields fs defs env (Chain (Call "len" [:: a]) [:: (Equal, b)]) (Bool ((size vs)%:R == m%:R :> F)).
  exact: (y_compare ya yb).
by rewrite eqr_nat => /eqP.
Qed.
Lemma is_entry_true defs v n d : provides [:: is_entry_d; pieces_d; degree_d; is_monomial_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_entry" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> entry_of n d v.
Proof.
move=> P; have [e found Pe] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> /calls_routing.list_true[vs v_y] /true_and[long_v /true_and[all_choices _]].
have vE : v = List vs by case: v_y.
exists vs; split=> //; first exact: true_long v_y long_v.
move=> u /(true_among v_y all_choices)/true_and[/calls_routing.list_true[us u_y] /true_and[long_u /true_and[all_q _]]].
exists us; split; [by case: u_y | exact: true_long u_y long_u | ].
move=> q /(true_among u_y all_q)/true_and[/calls_routing.list_true[ts q_y] /true_and[all_t _]].
exists ts; first by case: q_y.
move=> t /(true_among q_y all_t)/true_named_call-is_t; apply: is_monomial_true (is_t _ _ _); [provided | reflexivity | by []].
Qed.
Lemma is_target_true defs v n d : provides [:: is_target_d; is_entry_d; pieces_d; degree_d; is_monomial_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_target" [:: v; Num n%:R; Num d%:R] = Value (Bool true) -> target_of n d v.
Proof.
move=> P; have [e found Pe] := provides_find P => /(call_body found); rewrite [zip _ _]/= [body _]/=.
set env := [:: _; _; _]; case/true_and=> /calls_routing.list_true[vs v_y] /true_and[len_v /true_and[all_rows _]].
exists vs; split; [by case: v_y | exact: true_length v_y _ len_v | ].
move=> u /(true_among v_y all_rows)/true_and[/calls_routing.list_true[us u_y] /true_and[len_u /true_and[all_e _]]].
exists us; split; [by case: u_y | exact: true_length u_y _ len_u | ].
move=> q /(true_among u_y all_e)/true_named_call-is_q; apply: is_entry_true (is_q _ _ _); [provided | reflexivity | by []].
Qed.

(* --- Values -------------------------------------------------------------------------------------------------------------------------------- *)
Lemma call_monomial defs t n d X : provides [:: monomial_d] defs -> (0 < n)%N -> monomial_of t n d -> exists y, call fs defs "monomial" [:: t; mat n d X] = Value (Num y).
Proof.
move=> P n_gt0 [c [E [hc hE]]]; have [e found _] := provides_find P; have one_n : (0 < 1 <= n)%N by [].
have [z z_y] : exists z, yields fs e [:: ("t"%string, t); ("X"%string, mat n d X)] (if body monomial_d is Binary _ _ p then p else Truth true) (Num z).
  rewrite [body _]/=; apply: (@product_of_two F fs e _ _ (fun i : nat => Num i%:R) (iota 1 n) (fun _ j : nat => Num j%:R) (fun=> iota 1 d) _ _ _ _ _ _ (fun i j => X i j ^+ E i j)).
  - by value.
  - by move=> i _; value.
  move=> i /in_from_1 i_n j /in_from_1 j_d.
  by apply: (y_power floor_int (y := (E i j)%:R)); [value | value | ].
exists (c * z); refine (call_yields found _ _); [reflexivity | open_body]; apply: y_multiply; [by value | exact: z_y].
Qed.
Lemma call_polynomial defs q n d X : provides [:: polynomial_d; monomial_d] defs -> (0 < n)%N -> is_list_of (fun t => monomial_of t n d) q ->
  exists y, call fs defs "polynomial" [:: q; mat n d X] = Value (Num y).
Proof.
move=> P n_gt0 [ts -> all_t]; have [e found Pe] := provides_find P.
have [||y y_y] := @sum_of_numbers F fs e [:: ("q"%string, List ts); ("X"%string, mat n d X)] "t" (Name "q") (Call "monomial" [:: Name "t"; Name "X"]%string) ts.
- by value.
- move=> t /all_t is_t; have [y yE] := call_monomial X Pe n_gt0 is_t; exists y.
  by refine (y_call _ _ yE); [values | reflexivity].
by exists y; refine (call_yields found _ _); [reflexivity | exact: y_y].
Qed.
Lemma call_entry_at defs v n d X : provides [:: entry_at_d; polynomial_d; monomial_d] defs -> (0 < n)%N -> entry_of n d v ->
  exists y, call fs defs "entry_at" [:: v; mat n d X] = Value (Num y).
Proof.
move=> P n_gt0 [vs [-> vs_gt0 choices]]; have [e found Pe] := provides_find P.
suff [y y_y] : exists y, yields fs e [:: ("e"%string, List vs); ("X"%string, mat n d X)] (body entry_at_d) (Num y).
  by exists y; refine (call_yields found _ _); [reflexivity | exact: y_y].
apply: (@largest_of_numbers F fs e _ _ _ _ vs) => //.
move=> u /choices[us [-> us_gt0 all_q]]; apply: (@smallest_of_numbers F fs e _ _ _ _ us) => //.
move=> q /all_q is_q; have [y yE] := call_polynomial X Pe n_gt0 is_q; exists y.
by refine (y_call _ _ yE); [values | reflexivity].
Qed.
Lemma call_target_at defs v n d X : provides [:: target_at_d; entry_at_d; polynomial_d; monomial_d] defs -> (0 < n)%N -> target_of n d v ->
  exists Z, call fs defs "target_at" [:: v; mat n d X] = Value (mat n d Z).
Proof.
move=> P n_gt0 [vs [-> size_v rows]]; have [e found Pe] := provides_find P.
have [||A [size_A sizes A_y]] := @list_of_images F fs e (seq F) (fun r => List (map (@Num F) r)) (fun r => size r == d)
    [:: ("f"%string, List vs); ("X"%string, mat n d X)] "row" (Name "f") (if body target_at_d is ListOver b _ _ then b else Truth true) vs.
- by value.
- move=> u /rows[us [-> size_u entries]].
  have [||r [size_r _ r_y]] := @list_of_images F fs e F (@Num F) xpredT [:: ("row"%string, List us); ("f"%string, List vs); ("X"%string, mat n d X)]
      "e" (Name "row") (Call "entry_at" [:: Name "e"; Name "X"]%string) us.
  + by value.
  + move=> q /entries is_q; have [y yE] := call_entry_at X Pe n_gt0 is_q; exists y => //.
  by exists r; [rewrite size_r size_u | exact: r_y].
exists (fun i j => nth 0 (nth [::] A i.-1) j.-1); refine (call_yields found _ _); [reflexivity | ].
by rewrite -(mat_seq (n := d)) ?size_A.
Qed.
End Targets.

(* Two rows of the target are not both near one row. *)
Lemma half_of_the_difference (F : realFieldType) (y z w : F) : `|z - w| / 2%:R <= Num.max `|y - z| `|y - w|.
Proof.
have -> : z - w = (y - w) - (y - z) by rewrite opprB [RHS]addrC addrA subrK.
rewrite ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n.
by apply: le_trans (ler_norm_sub _ _) _; rewrite addrC ler_add // le_maxr lexx ?orbT.
Qed.

Ltac side ::=
  first [ assumption | by rewrite pnatr_eq0
        | match goal with H : is_true (?i \in _) |- is_true (0 < ?i <= _)%N => exact: in_from_1 H end | idtac ].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => match goal with H : call _ _ "network" _ = _ |- _ => exact: H end
  | |- call _ _ "target_at" _ = _ => match goal with H : call _ _ "target_at" _ = _ |- _ => exact: H end
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  end.

(* attest: urpe.headline finding_sup_norm_of_the_targets sha256:3417f523bfa62d17128c5408f7bf839857d2fb4828adeb593ce52060e3be526d theorem:sup_norm_of_targets *)
Theorem sup_norm_of_targets : Holds statements_urpe_headline.finding_sup_norm_of_the_targets.
Proof.
opening S W; meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _.
apply: says_for_values => [f|f told]; first by any_named W.
have is_f : target_of n d f.
  by apply: (is_target_true (defs := defs)); [provided | apply: true_named_call told _; last by rewrite /yields_all].
refine (says_forall (P := fun _ => true) _ _ _); [refine (calls_cubes.in_vec_within (y := d%:R) _ _ _ _ _); [floors | value | value | value | reflexivity] | by [] | ].
move=> x _ _; for_networks x n_gt0 d_gt0.
have [|Z Z_call] := call_target_at (defs := defs) (fun=> x) _ n_gt0 is_f; first by provided.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_let (v := mat n d (fun=> y))); first by value.
apply: (y_let (v := mat n d Z)); first by value.
apply: (calls_cubes.y_all_more (h := fun i : nat => Num i%:R) (l := iota 1 n)) => [|i /in_from_1 i_n]; first by value.
apply: y_all2_true; [by value | by move=> k _; value | move=> k j /in_from_1 k_n /in_from_1 j_d].
by apply: yields_eq; [value | congr Bool; rewrite half_of_the_difference].
Qed.
