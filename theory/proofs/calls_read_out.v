(* SPDX-License-Identifier: Apache-2.0 *)
(* What calls of urpe.lemma-11's own definitions give: tables of matrices, the values of their rows, what every row is to become, and the block
   that puts one row into its place. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require calls_grids calls_gaps.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_modified calls_uniform_blocks.
From attest Require statements_urpe_lemma_11.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_urpe_lemma_11.finding_moved_rows_stay) f) (only parsing).
Definition is_table_d := Eval compute in the "is_table".
Definition values_under_d := Eval compute in the "values_under".
Definition is_contextual_d := Eval compute in the "is_contextual".
Definition pairs_d := Eval compute in the "pairs".
Definition half_gap_d := Eval compute in the "half_gap".
Definition placement_d := Eval compute in the "placement".
Definition distance_d := Eval compute in the "distance".

Section Tables.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (z : nat -> F) (H G : nat -> nat -> nat -> F) (N m n d k i : nat) (v : value F) (s r x y : F).
Local Notation vector x := (List (map (@Num F) x)).

Definition table N n d H : value F := listed N (fun k => mat n d (H k)).
Lemma is_table_true defs v m n d : provides [:: is_table_d; is_matrix_d; is_vector_d] defs ->
  call fs defs "is_table" [:: v; Num m%:R; Num n%:R; Num d%:R] = Value (Bool true) -> exists H, v = table ((m + 1) ^ (n * d)) n d H.
Proof.
move=> W; have [e found We] := provides_find W => /(call_body found); rewrite [zip _ _]/= [body _]/=.
case/true_and=> is_l; have [l vE] : exists l, v = List l by move: is_l; case: (v) => // l _; exists l.
subst v; set env := [:: _; _; _; _]; case/true_and=> len_l /true_and[ent _].
have lists : yields fs e env (Name "t") (List l) by [].
have sizes : size l = ((m + 1) ^ (n * d))%N.
  move: len_l; set b := Binary Power _ _; have power_y : yields fs e env b (Num ((m + 1) ^ (n * d))%:R).
    by rewrite natrX natrD; apply: (y_power floor_int (y := n%:R * d%:R)); [value | value | rewrite natrM].
  have len_y : yields fs e env (Call "len" [:: Name "t"%string]) (Num (size l)%:R) by apply: y_length.
  move=> yt; suff E : Bool true = Bool (size l == ((m + 1) ^ (n * d))%N) :> value F by case: E => /esym/eqP.
  have := yields_inj yt (y_compare (c := Equal) (p := _ == _) len_y power_y erefl); by rewrite eqr_nat.
have rows j : (j < size l)%N -> exists A, nth (Bool true) l j = mat n d A.
  move/(true_all lists ent) => is_m.
  by apply: (is_matrix_true (w := Num d%:R) We (true_named_call _ is_m _)).
have [H HE] : exists H, forall j, (j < size l)%N -> nth (Bool true) l j = mat n d (H j).
  elim: (l) rows => [|u l' IH] rows; first by exists (fun _ _ _ => 0).
  have [A AE] := rows 0%N isT; have [|H HE] := IH; first by move=> j j_lt; exact: (rows j.+1 j_lt).
  by exists (fun j => if j is j'.+1 then H j' else A) => -[|j] //; exact: HE.
exists (fun j => H j.-1); rewrite -sizes; have -> : l = [seq mat n d (H j.-1) | j <- iota 1 (size l)]; last by rewrite size_map size_iota.
rewrite -[LHS](mkseq_nth (Bool true)) /mkseq -[1%N]addn0 iotaDl -map_comp.
by apply/eq_in_map => j; rewrite mem_iota add0n => /andP[_ j_lt] /=; exact: HE.
Qed.

(* --- All rows ------------------------------------------------------------------------------------------------------------------------------- *)
Definition rows_of N n : seq (nat * nat) := flatten [seq [seq (k, i) | i <- iota 1 n] | k <- iota 1 N].
Lemma mem_rows N n p : p \in rows_of N n -> (0 < p.1 <= N)%N /\ (0 < p.2 <= n)%N.
Proof. by case/flatten_mapP=> k /in_from_1 k_N /mapP[i /in_from_1 i_n ->]. Qed.
Lemma over_rows (T : Type) (f : nat -> nat -> T) N n : flatten [seq [seq f k i | i <- iota 1 n] | k <- iota 1 N] = [seq f p.1 p.2 | p <- rows_of N n].
Proof. by rewrite /rows_of map_flatten -map_comp; congr flatten; apply: eq_map => k /=; rewrite -map_comp. Qed.
Lemma size_rows N n : size (rows_of N n) = (N * n)%N.
Proof.
rewrite /rows_of size_flatten /shape -map_comp (_ : map _ _ = [seq n | _ <- iota 1 N]); last by apply: eq_map => k /=; rewrite size_map size_iota.
by rewrite sumnE big_map big_const_seq count_predT size_iota iter_addn_0 mulnC.
Qed.
Definition value_of d z H (p : nat * nat) : F := \sum_(j <- iota 1 d) H p.1 p.2 j * z j.
Lemma call_values_under defs N n d z H : provides [:: values_under_d; dot_d] defs ->
  call fs defs "values_under" [:: table N n d H; vec d z] = Value (vector [seq value_of d z H p | p <- rows_of N n]).
Proof.
move=> W; enter; rewrite -map_comp -(over_rows (fun k i => Num (value_of d z H (k, i)))).
apply: (y_list_over2 (h := fun k => mat n d (H k)) (k := fun k i => vec d (H k i)) (m := fun=> iota 1 n)); [by value | by move=> k _; value | ].
by move=> k _ i _; refine (y_call _ _ _); [values | reflexivity | apply: (call_dot floor_int); provided].
Qed.
Definition change d H G (p : nat * nat) : value F := Rec [:: ("was"%string, vec d (H p.1 p.2)); ("becomes"%string, vec d (G p.1 p.2))].
Lemma call_pairs defs N n d H G : provides [:: pairs_d] defs -> (0 < N)%N ->
  call fs defs "pairs" [:: table N n d H; table N n d G] = Value (List [seq change d H G p | p <- rows_of N n]).
Proof.
move=> W N_gt0; enter; rewrite -(over_rows (fun k i => change d H G (k, i))).
apply: (y_list_over2 (h := fun k => Num k%:R) (k := fun _ i => Num i%:R) (m := fun=> iota 1 n)); [by value | | ].
  move=> k _; apply: (y_from_1 floor_int (n := n)); [by value | apply: (y_len (h := fun i => vec d (H 1%N i))) | by []].
  by apply: (y_at floor_int (n := N) (i := 1) (h := fun k => mat n d (H k))); [value | value | | | ].
by move=> k k_in i i_in; value.
Qed.

(* --- The block that puts a row into its place ------------------------------------------------------------------------------------------------- *)
Definition window_phi q r : value F := Rec [:: ("breaks"%string, vec 2 (fun l => if l == 1%N then q - r else q + r)); ("slopes"%string, vec 3 (fun=> 0));
  ("intercepts"%string, vec 3 (fun l => if l == 2%N then 1 else 0)); ("at"%string, vec 2 (fun l => if l == 1%N then 1 else 0))].
Lemma window_phi_of q r : phi_of (window_phi q r) 2 (fun l => if l == 1%N then q - r else q + r) (fun l => if l == 1%N then 1 else 0) (fun=> 0)
  (fun l => if l == 2%N then 1 else 0).
Proof. by split. Qed.
Lemma window_value q r x : 0 < r -> phi 2 (fun l => if l == 1%N then q - r else q + r) (fun l => if l == 1%N then 1 else 0) (fun=> 0)
  (fun l => if l == 2%N then 1 else 0) x = if q - r <= x < q + r then 1 else 0.
Proof.
move=> r_gt0; have order : q - r < q + r by rewrite ltr_subl_addr -addrA ltr_addl addr_gt0.
rewrite /phi /=; case: (ltrgtP (q - r) x) => [below|above|<-] /=.
- by case: (ltrgtP (q + r) x) => [over|under|_] /=; rewrite ?mul0r ?add0r.
- by rewrite (lt_gtF (lt_trans above order)) /= (gt_eqF above) mul0r add0r.
by rewrite (lt_gtF order) /= eqxx order.
Qed.
Definition moved d z H G s p : nat -> F := fun j => G p.1 p.2 j - H p.1 p.2 j - s * z j.
Definition centre_of d z H s p : F := value_of d z H p + s * \sum_(j <- iota 1 d) z j * z j.
Definition place_block d z H G s r p : value F := Rec [:: ("heads"%string, List [::]); ("W1"%string, mat d 1 (fun q _ => z q));
  ("W2"%string, mat 1 d (fun _ => moved d z H G s p)); ("phi"%string, window_phi (centre_of d z H s p) r)].
Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "dot" _ = _ => apply: (call_dot floor_int); provided
  end.
Lemma call_placement defs d z H G s r p : provides [:: placement_d; transpose_d; dot_d; is_rectangular_d] defs ->
  call fs defs "placement" [:: change d H G p; Num s; vec d z; Num r] = Value (place_block d z H G s r p).
Proof.
move=> W; enter; apply: (y_let (v := Num (centre_of d z H s p))).
  apply: y_add; first by refine (y_call (vs := [:: vec d (H p.1 p.2); vec d z]) _ _ _); [values | reflexivity | apply: (call_dot floor_int); provided].
  by apply: y_multiply; value.
refine (y_record _); refine (fields_cons _ _ _); first by value.
refine (fields_cons _ _ _).
  refine (y_call (vs := [:: mat 1 d (fun _ => z)]) _ _ _); [ | reflexivity | by apply: (call_transpose floor_int) => //; provided].
  by refine (all_cons _ (all_nil _ _ _)); apply: (yields_eq (v := List [:: vec d z])); [value | ].
refine (fields_cons _ _ _).
  apply: (yields_eq (v := List [:: vec d (moved d z H G s p)])) => //.
  by refine (y_list _); refine (all_cons _ (all_nil _ _ _)); apply: y_list_over => [|j j_d]; value.
refine (fields_cons _ _ (fields_nil _ _ _)).
by apply: (yields_eq (v := window_phi (centre_of d z H s p) r)); [value | ].
Qed.
(* What the block makes of rows. *)
Definition put d z H G s r p (x : nat -> F) j : F :=
  x j + (if centre_of d z H s p - r <= \sum_(q <- iota 1 d) x q * z q < centre_of d z H s p + r then 1 else 0) * moved d z H G s p j.
Lemma call_place_block defs n d z H G s r p (X : nat -> nat -> F) : provides modified_block_l defs -> (0 < d)%N -> 0 < r ->
  call fs defs "modified_block" [:: mat n d X; place_block d z H G s r p; Symb "uniform"] = Value (mat n d (fun i => put d z H G s r p (X i))).
Proof.
move=> W d_gt0 r_gt0; enter; apply: yields_eq.
  refine (y_call (vs := [:: mat n d X; place_block d z H G s r p]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by value.
    refine (y_call (vs := [:: mat n d X; List [::]; Symb "uniform"%string]) _ _ _); [by values | reflexivity | ].
    have [e found We] : exists2 e, find_definition earlier "modified_attention" = Some (modified_attention_d, e) & provides [::] e.
      by apply: (@provides_find modified_attention_d); provided.
    by refine (call_yields found _ _); [reflexivity | ].
  apply: (@call_modified_ffn S earlier (place_block d z H G s r p) (window_phi (centre_of d z H s p) r) n d 1 2 _ _ _ _ (fun q _ => z q)
    (fun _ => moved d z H G s p) X _ d_gt0 isT erefl erefl erefl (window_phi_of _ _)); provided.
by apply: mat_ext => i j _ _; rewrite /= big_seq1 window_value.
Qed.
End Tables.
