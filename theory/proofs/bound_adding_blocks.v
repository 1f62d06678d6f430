(* SPDX-License-Identifier: Apache-2.0 *)
(* The adding problem by two blocks whose attention is uniform: the first one's hidden unit reads the values at the marked places, the second block's head
   adds them up; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_attention calls_blocks calls_networks calls_constant_network bound_at5_capacity bound_adding.
From attest Require calls_ordinals calls_trees statements_srpe_adding.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac side ::= first [assumption | by rewrite pnatr_eq0 | idtac].
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].

Local Notation of_claim f := (definition_in (definitions statements_srpe_adding.finding_two_blocks_are_exact) f) (only parsing).
Definition adding_target_d := Eval compute in of_claim "adding_target".
Definition elements_d := Eval compute in of_claim "elements".

Section Blocks.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (T i j k : nat) (X : nat -> nat -> F) (first : bool).

(* The first block has no head and one hidden unit that is v + 1 where the marker is 1, and 0 elsewhere; the second one has one head. *)
Definition unit_in first i (_ : nat) : F := if first then nth 0 [:: 1; 2%:R] i.-1 else 0.
Definition unit_bias first (_ : nat) : F := if first then -1 else 0.
Definition unit_out first (_ : nat) j : F := if first && (j == 3%N) then 1 else 0.
Definition uniform T (_ _ : nat) : F := 1%:R / T%:R.
Definition read i (_ : nat) : F := if i == 3%N then 1 else 0.
Definition write T (_ : nat) j : F := if j == 4%N then T%:R / 4%:R else 0.
Definition mean_head T : value F :=
  Rec [:: ("A", mat T T (uniform T)); ("WV", mat 4 1 read); ("bV", vec 1 (fun=> 0)); ("WO", mat 1 4 (write T))]%string.
Definition heads_of T first : seq (value F) := if first then [::] else [:: mean_head T].
Definition adding_block T first : value F :=
  Rec [:: ("heads", List (heads_of T first)); ("bO", vec 4 (fun=> 0)); ("W1", mat 4 1 (unit_in first)); ("b1", vec 1 (unit_bias first));
          ("W2", mat 1 4 (unit_out first)); ("b2", vec 4 (fun=> 0)); ("norm1", no_norm S); ("norm2", no_norm S)]%string.
Definition adding_network T : value F := List [seq adding_block T first | first <- [:: true; false]].
Lemma adding_network_value T : is_value (adding_network T).
Proof.
have four (a c d e : value F) : is_value a -> is_value c -> is_value d -> is_value e ->
    is_value (Rec [:: ("A", a); ("WV", c); ("bV", d); ("WO", e)]%string) by move=> A C D E /=; rewrite A C D E.
have six (a c d e f g : value F) : is_value a -> is_value c -> is_value d -> is_value e -> is_value f -> is_value g ->
    is_value (Rec [:: ("heads", a); ("bO", c); ("W1", d); ("b1", e); ("W2", f); ("b2", g); ("norm1", no_norm S); ("norm2", no_norm S)]%string).
  by move=> A C D E G I /=; rewrite A C D E G I.
have one (a : value F) : is_value a -> is_value (List [:: a]) by move=> A /=; rewrite A.
have two (a c : value F) : is_value a -> is_value c -> is_value (List [:: a; c]) by move=> A C /=; rewrite A C.
have block first : is_value (adding_block T first).
  apply: six; try first [exact: is_value_vec | exact: is_value_mat].
  by rewrite /heads_of; case: first => //; apply: one; apply: four; first [exact: is_value_vec | exact: is_value_mat].
by apply: two.
Qed.
Lemma uniform_stochastic T : (0 < T)%N -> stochastic T (uniform T).
Proof.
move=> T_gt0; split=> i => [j _ | _]; first by rewrite divr_ge0 ?ler01 ?ler0n.
by rewrite big_const_seq count_predT size_iota iter_addr_0 -mulrnAl -mulr_natr mul1r divff // pnatr_eq0 -lt0n.
Qed.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "is_vector" _ = _ => found_call call_is_vector
  | |- call _ _ "is_matrix" _ = _ => found_call call_is_matrix
  | |- call _ _ "is_normalization" _ = _ => found_call call_is_normalization_none
  | |- call _ _ "is_right_stochastic" _ = _ => apply: call_is_right_stochastic; [provided | exact: uniform_stochastic]
  | |- call _ _ "matadd" _ = _ => found_call call_matadd
  | |- call _ _ "add_row" _ = _ => found_call call_add_row
  | |- call _ _ "head" _ = _ => found_call call_head
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Lemma call_is_stochastic_adding defs T : provides is_stochastic_network_l defs -> (0 < T)%N ->
  call fs defs "is_stochastic_network" [:: adding_network T; Num T%:R; Num 4%:R] = Value (Bool true).
Proof.
move=> W T_gt0; enter; apply: true_and_true; first by value.
apply: y_and1; apply: (yields_eq (v := Bool (all (fun=> true) [:: true; false]))); last by [].
apply: (y_all (h := adding_block T) (l := [:: true; false])) => [|first _]; first by value.
apply: true_and_true; first by apply: yields_eq; [value | rewrite lexx].
apply: y_and1; case: first; first by [].
apply: y_all_one; first by value.
by apply: true_and_true; [value | apply: y_and1; apply: yields_eq; [value | rewrite lexx]].
Qed.

Definition after_block T first X i j : F := fed 4 1 (unit_in first) (unit_bias first) (unit_out first) (fun=> 0)
  (fun j => if first then X i j + 0 else X i j + 0 + headed T 4 1 (uniform T) read (fun=> 0) (write T) X i j) j.
Lemma call_adding_block defs T first X : provides (behead network_l) defs -> (0 < T)%N ->
  call fs defs "block" [:: mat T 4 X; adding_block T first] = Value (mat T 4 (after_block T first X)).
Proof.
move=> W T_gt0; have [e found We] := provides_find W; refine (call_yields found _ _); [reflexivity | open_body].
have none : normalizes (no_norm S) 4 id by move=> defs' x W'; enter; apply: y_yes; value.
have row := RowwiseOf (B := adding_block T first) (ltn0Sn 0) erefl erefl erefl erefl erefl erefl erefl none none erefl.
have d_gt0 : (0 < 4)%N by [].
apply: (y_let (v := mat T 4 (fun i j => if first then X i j + 0 else X i j + 0 + headed T 4 1 (uniform T) read (fun=> 0) (write T) X i j))).
  case: first {row}.
    by apply: (calls_trees.y_folds (l := [::]) (s := mat T 4 (fun i j => X i j + 0))); [value | value | ].
  by apply: y_fold_one; [value | value | value].
by apply: y_rowwise row _ d_gt0; provided.
Qed.
Lemma call_adding_network defs T X : provides network_l defs -> (0 < T)%N ->
  call fs defs "network" [:: mat T 4 X; adding_network T] = Value (mat T 4 (after_block T false (after_block T true X))).
Proof.
move=> W T_gt0; enter.
apply: (y_fold (k := fun X => mat T 4 X) (h := adding_block T) (step := fun X first => after_block T first X) (l := [:: true; false])); [by value | by value | ].
by move=> Y first _; refine (y_call _ _ _); [values | reflexivity | apply: call_adding_block; [provided | ]].
Qed.
Definition element (v : nat -> F) (m : nat -> int) i j : F := nth 0 [:: v i; (m i)%:~R; 0; 0] j.-1.
Lemma call_elements defs T v m : provides [:: elements_d] defs ->
  call fs defs "elements" [:: vec T v; vec T (fun i => (m i)%:~R)] = Value (mat T 4 (element v m)).
Proof.
move=> W; enter; refine (y_list_over (h := fun i => Num i%:R) (l := iota 1 T) (g := fun i => vec 4 (element v m i)) _ _).
  by apply: (y_from_1 floor_int (y := T%:R)); [value | apply: y_len; value | ].
move=> i i_in; apply: (yields_eq (v := List (map (@Num F) [:: v i; (m i)%:~R; 0%:R; 0%:R]))); last by [].
by refine (y_numbers (numbers_cons _ (numbers_cons _ (numbers_cons _ (numbers_cons _ (numbers_nil _ _ _)))))); value.
Qed.
Lemma call_adding_target defs T v j k : provides [:: adding_target_d] defs -> (0 < j <= T)%N -> (0 < k <= T)%N ->
  call fs defs "adding_target" [:: vec T v; Num j%:R; Num k%:R] = Value (Num (1%:R / 2%:R + (v j + v k) / 4%:R)).
Proof.
by move=> W j_T k_T; enter; value; rewrite ?pnatr_eq0.
Qed.

(* What the two blocks make of the elements. *)
Lemma read_at_marks T j k (v : nat -> F) i : j != k -> -1 <= v i <= 1 ->
  after_block T true (element v (marker T j k)) i 3 = (if i == j then v j + 1 else 0) + (if i == k then v k + 1 else 0).
Proof.
move=> jk /andP[v_ge v_le]; rewrite /after_block /fed /unit_in /unit_bias /unit_out /element /= !big_cons !big_nil /= !addr0 add0r !mulr0 !addr0 !mulr1.
rewrite /marker; have [E | ij] := eqVneq i j.
  rewrite E in v_ge *; rewrite (negbTE jk) /= addr0 mul1r -addrA [2%:R + -1](_ : _ = 1) ?max_l ?(addrC _ (-1)) ?addKr //.
  by rewrite -ler_subl_addr sub0r.
have [E | ik] := eqVneq i k.
  rewrite E in v_ge *; rewrite /= add0r mul1r -addrA [2%:R + -1](_ : _ = 1) ?max_l ?(addrC _ (-1)) ?addKr //.
  by rewrite -ler_subl_addr sub0r.
have end_le : (if (i == 1%N) || (i == T) then Negz 0 else Posz 0)%:~R <= 0 :> F by case: ifP => _ //; rewrite lerN10.
rewrite /= addr0 max_r //; apply: (@le_trans _ _ (v i - 1)); last by rewrite subr_le0.
by rewrite ler_add2r ger_addl pmulr_lle0 // ltr0n.
Qed.
Lemma untouched T (v : nat -> F) m i : after_block T true (element v m) i 4 = 0.
Proof. by rewrite /after_block /fed /unit_out /element /= !big_cons !big_nil /= !mulr0 !addr0. Qed.
Lemma exact_sum T j k (v : nat -> F) i : (0 < j <= T)%N -> (0 < k <= T)%N -> j != k -> (forall i, (0 < i <= T)%N -> -1 <= v i <= 1) ->
  after_block T false (after_block T true (element v (marker T j k))) i 4 = 1%:R / 2%:R + (v j + v k) / 4%:R.
Proof.
move=> j_T k_T jk v_in; set Z := after_block T true _; have T_gt0 : (0 < T)%N by case/andP: j_T => j_gt0; exact: leq_trans.
rewrite {1}/after_block /fed /unit_out /= big_seq1 mulr0 !addr0 /Z untouched add0r -/Z /headed -[iota 1 1]/[:: 1%N] big_seq1.
have mean : \sum_(p <- iota 1 T) uniform T i p * (\sum_(q <- iota 1 4) Z p q * read q 1 + 0) = (v j + 1 + (v k + 1)) / T%:R.
  rewrite (eq_big_seq (fun p => T%:R^-1 * ((if p == j then v j + 1 else 0) + (if p == k then v k + 1 else 0)))) => [|p /in_from_1 p_in].
    by rewrite -mulr_sumr big_split /= !sum_at // mulrC.
  rewrite /uniform mul1r addr0 !big_cons big_nil /read /= !mulr0 !add0r !addr0 mulr1 /Z read_at_marks //; exact: v_in.
rewrite mean /write /= mulrA divfK ?pnatr_eq0 -?lt0n //.
have two : 1 + 1 = 2%:R :> F by [].
rewrite addrACA two mulrDl addrC; congr (_ + _).
by rewrite -[4%N]/(2 * 2)%N natrM invfM mulrA divff ?pnatr_eq0.
Qed.
End Blocks.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "markers" _ = _ => apply: call_markers; provided
  | |- call _ _ "elements" _ = _ => apply: call_elements; provided
  | |- call _ _ "network" _ = _ => apply: call_adding_network; [provided | assumption]
  | |- call _ _ "adding_target" _ = _ => apply: call_adding_target; [provided | assumption | assumption]
  | |- call _ _ "is_stochastic_network" _ = _ => apply: call_is_stochastic_adding; [provided | assumption]
  end.

(* attest: srpe.adding finding_two_blocks_are_exact sha256:90ea56c065552e4c3244a1fd8df9e5209aac416a3d0e07fb2a79472778d2eef3 theorem:two_blocks_are_exact *)
Theorem two_blocks_are_exact : Holds statements_srpe_adding.finding_two_blocks_are_exact.
Proof.
opening S W; meaning_for_all => T T_ge4 _; have T_gt0 : (0 < T)%N by apply: leq_trans T_ge4.
have T_neq0 : T%:R != 0 :> S by rewrite pnatr_eq0 -lt0n.
refine (says_exists_value (w := adding_network S T) _ _ _ _); [by move=> v; exact: any_and | exact: adding_network_value | | ].
  apply: true_and_true; first by value.
  apply: y_and1; apply: (yields_eq (v := Bool (all (fun=> true) [:: true; false]))); last by [].
  apply: (calls_ordinals.y_all_nested (h := adding_block S T) (l := [:: true; false])) => [|first _]; first by value.
  case: first; first by [].
  apply: (yields_eq (v := Bool (all (fun=> true) [:: tt]))); last by [].
  apply: (calls_ordinals.y_all_nested (h := fun=> mean_head S T) (l := [:: tt])) => [|u _]; first by value.
  apply: yields_eq.
    apply: (y_all2 (h := fun i => vec T (uniform S T i)) (l := iota 1 T) (k := fun i j => Num (uniform S T i j)) (m := fun=> iota 1 T)) => [|i _|i _ j _].
    - by apply: (y_field (h := mean_head S T)); [value | ].
    - by value.
    by value.
  by rewrite /uniform; congr Bool; apply/allP => i _; apply/allP => j _; rewrite eqxx.
refine (says_forall (P := xpredT) (first_places _ _ _) _ _); [reflexivity | exact: T_gt0 | by [] | move=> j j_in _].
refine (says_forall (P := fun k => k != j) (second_places _ _ _) _ _); [reflexivity | exact: T_ge4 | | move=> k k_in kj].
  by move=> k _; cbn [condition_is]; apply: yields_eq; [value | rewrite eqr_nat].
have [j_T k_T] := places_in T_ge4 j_in k_in.
refine (says_forall (P := xpredT) (values_in _ _) _ _); [reflexivity | by [] | move=> v v_in _].
refine (says_expression (p := true) _ _) => //; apply: yields_eq.
  apply: (y_all (h := fun i => vec 4 (after_block T false (after_block T true (element v (marker T j k))) i)) (l := iota 1 T)) => [|i _]; first by value.
  refine (y_compare (v := Num (after_block T false (after_block T true (element v (marker T j k))) i 4)) (w := Num (1%:R / 2%:R + (v j + v k) / 4%:R)) _ _ _); [ | by value | reflexivity].
  apply: (y_at H (i := 4) (n := 4) (h := fun l => Num (after_block T false (after_block T true (element v (marker T j k))) i l))); [value | value | by [] | by [] | reflexivity].
by congr Bool; apply/allP => i _; rewrite exact_sum ?eqxx // eq_sym.
Qed.
