(* SPDX-License-Identifier: Apache-2.0 *)
(* SRPE (Wu et al. 2021): no law of the sequences helps where every token scores itself highest, and places without a token; as the
   meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals calls_ordinals.
From attest Require Import srpe calls_srpe calls_srpe_model.
From attest Require statements_srpe_theorem_1_prior statements_srpe_normalization bound_srpe_every_law.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation positive_l := [:: is_positive_matrix_d; all_positive_d; is_matrix_d; is_vector_d].
Local Notation places_l := (context_d :: embedding_d :: positions_d :: sequences_d :: positive_l).
Local Notation of_claim f := (definition_in (definitions statements_srpe_normalization.finding_with_padding) f) (only parsing).
Definition padded_beta_d := Eval compute in of_claim "padded_beta".
Definition padded_context_d := Eval compute in of_claim "padded_context".
Definition padded_weight_d := Eval compute in of_claim "padded_weight".

(* --- Any law of the sequences ------------------------------------------------------------------------------------------------ *)
Section Laws.
Variable F : realFieldType.
Variable fs : functions F.
Hypothesis floor_int : forall i : int, floor fs i%:~R = i.
Implicit Types (defs : seq definition) (m n : nat).

Lemma call_alpha_self defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M_m) (x : sequence m n) (i : 'I_n) :
  provides [:: alpha_d; context_d; embedding_d; positions_d] defs -> (forall k, 0 < u k) -> (forall a b, 0 < w a b) ->
  call fs defs "alpha" [:: column u; table w; tokens F x; Num i.+1%:R; Num 0%:R] = Value (Num (alpha (family u) w x i i)).
Proof. by move=> W u_gt0 w_gt0; rewrite -(call_alpha floor_int _ _ _ W u_gt0 w_gt0) subrr. Qed.

(* Laws that are listed in the order of the sequences. *)
Notation word := bound_srpe_every_law.word.
Lemma sum_word m n (x0 : sequence m n) (f : sequence m n -> F) : \sum_x f x = \sum_k f (word x0 k).
Proof. by rewrite -sum_words (big_nth x0) bound_srpe_every_law.size_words big_mkord. Qed.
Lemma no_law m n u (w : 'M[F]_m) (i : 'I_n) (x0 : sequence m n) (q : 'I_(m ^ n) -> F) : (1 < m)%N -> (1 < n)%N -> positive u w ->
  (forall a b, a != b -> w a b < w a a) -> (forall k, 0 < q k) -> \sum_k q k = 1 ->
  beta u i i < \sum_k q k * alpha u w (word x0 k) i i.
Proof.
move=> m_gt1 n_gt1 pos highest q_gt0 q_1.
pose q' x := if insub (seq.index x (words m n)) is Some k then q k else 1.
have q'E k : q' (word x0 k) = q k.
  rewrite /q' /bound_srpe_every_law.word index_uniq ?bound_srpe_every_law.size_words ?valK //.
  by rewrite (perm_uniq (words_all m n)) index_enum_uniq.
have q'_gt0 x : 0 < q' x by rewrite /q'; case: insub => [k|]; rewrite ?ltr01.
have q'_1 : \sum_x q' x = 1 by rewrite (sum_word x0) -q_1; apply: eq_bigr => k _.
rewrite (eq_bigr (fun k => q' (word x0 k) * alpha u w (word x0 k) i i)) => [|k _]; last by rewrite q'E.
by rewrite -(sum_word x0 (fun x => q' x * alpha u w x i i)); exact: no_law_of_sequences.
Qed.

(* --- Places without a token ---------------------------------------------------------------------------------------------------- *)
(* The relative position 1 - n + k, and what stands there. *)
Definition place_of n (k : 'I_(2 * n - 1)) : F := (1 - n%:Z + k%:Z)%:~R.
Definition inside n (i : 'I_n) (k : 'I_(2 * n - 1)) : bool := (1%:R <= i.+1%:R + place_of k) && (i.+1%:R + place_of k <= n%:R).
Definition seen m n (w : 'M[F]_m) (x : sequence m n) (i : 'I_n) (k : 'I_(2 * n - 1)) : F :=
  if insub (i + k - n.-1)%N is Some j then w (x i) (x j) else 1.
Definition padded m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (x : sequence m n) (i : 'I_n) k : F :=
  u k / (\sum_l u l) * (if inside i k then seen w x i k else 1%:R).
Lemma place_ofE n (k : 'I_(2 * n.+1 - 1)) : place_of k = k%:R - n%:R.
Proof.
have E : 1 - n.+1%:Z + k%:Z = k%:Z - n%:Z by rewrite intS opprD addrA subrr add0r addrC.
by rewrite /place_of E rmorphB.
Qed.
Lemma inside_place n (i : 'I_n) (k : 'I_(2 * n - 1)) : inside i k -> exists2 j : 'I_n, insub (i + k - n.-1)%N = Some j & place_of k = j%:R - i%:R.
Proof.
case: n i k => [[]//|n] i k; rewrite /inside place_ofE [i.+1%:R]mulrS -!addrA => /andP[].
rewrite ler_addl addrA -natrD subr_ge0 ler_nat => n_le; rewrite -natrB // [n.+1%:R]mulrS ler_add2l ler_nat => le_n.
rewrite (insubT (fun j => (j < n.+1)%N) (le_n : (i + k - n.+1.-1 < n.+1)%N)); eexists; first by [].
by rewrite /= natrB // natrD addrAC [i%:R + _]addrC addrK.
Qed.
Lemma padded_gt0 m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (x : sequence m n) (i : 'I_n) k : (forall l, 0 < u l) -> (forall a b, 0 < w a b) -> 0 < padded u w x i k.
Proof.
move=> u_gt0 w_gt0; rewrite mulr_gt0 ?divr_gt0 //; first exact: (sum_gt0 k).
by case: ifP => _; rewrite ?ltr01 // /seen; case: insub => [j|]; rewrite ?ltr01.
Qed.
Lemma y_places defs env n : (0 < n)%N -> lookup "n" env = Some (Num n%:R) ->
  yields fs defs env (Binary Range (Binary Subtract (Number (BinNums.Npos BinNums.xH)) (Name "n")) (Binary Subtract (Name "n") (Number (BinNums.Npos BinNums.xH))))
    (entries (fun k : 'I_(2 * n - 1) => Num (place_of k))).
Proof.
move=> n_gt0 n_in; have n_y : yields fs defs env (Name "n") (Num n%:R) by exact: (y_name _ _ n_in).
apply: (y_integers floor_int (p := 1 - n%:Z) (n := (2 * n - 1)%N)); [by apply: y_subtract; [value | exact: n_y] | by apply: y_subtract; [exact: n_y | value] | by rewrite rmorphB |].
have -> : 1 - n%:Z + (2 * n - 1)%N%:Z = n%:Z by rewrite -subzn ?muln_gt0 // addrCA [1 - _ - _]addrAC subrr add0r mul2n -addnn PoszD addrK.
by rewrite mulr1n subrK.
Qed.
End Laws.

Section Padding.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.

Lemma call_padded_weight defs m n (u : 'I_(2 * n - 1) -> F) (w : 'M[F]_m) (x : sequence m n) (i : 'I_n) k :
  provides [:: padded_weight_d; padded_context_d; padded_beta_d; context_d] defs -> (forall l, 0 < u l) ->
  call fs defs "padded_weight" [:: column u; table w; tokens F x; Num i.+1%:R; Num (place_of F k)] = Value (Num (padded u w x i k)).
Proof.
move=> W u_gt0; have n_gt0 : (0 < n)%N by case: n i {u x k u_gt0} => [[]|].
have neq0 : \sum_l u l != 0 by rewrite gt_eqF //; exact: (sum_gt0 k).
enter; apply: y_multiply.
  refine (y_call _ _ _); [by values | reflexivity | ].
  have [e found We] := provides_find (provides_later prov); refine (call_yields found _ _); [reflexivity | open_body].
  apply: y_divide; [ | by value | exact: neq0].
  apply: (y_ordinal floor_int (h := fun l => Num (u l)) (j := k)); [by value | | ].
    apply: y_add; [by value | apply: (@y_div S _ _ _ _ _ _ (2 * n) 2 _ _ _ erefl); [by value | by value | | by []]].
    by rewrite -natrD subnK // muln_gt0.
  rewrite mulKn // /place_of rmorphD rmorphB /= -!pmulrn addrAC subrK -mulrS //.
refine (y_call _ _ _); [by values | reflexivity | ].
have [e found We] := provides_find prov; refine (call_yields found _ _); [reflexivity | open_body].
apply: y_if_number; [by value | move=> is_in | by move=> _; value].
have [j jE place_j] := inside_place is_in; rewrite /seen jE place_j.
by refine (y_call _ _ _); [values | reflexivity | apply: (call_context floor_int); provided].
Qed.
End Padding.

(* --- The statements -------------------------------------------------------------------------------------------------------------- *)
Ltac side ::= first [eassumption | exact: place_index | by apply: family_size
  | by apply: family_size; match goal with H : is_true (leq _ ?n) |- is_true (leq _ ?n) => apply: leq_trans H end | by apply: family_gt0
  | exact: esym (natrX _ _ _)].
Ltac known_call ::=
  first [by_call call_all_positive | by_call call_is_positive_matrix | by_call call_positions | by_call call_sequences
        | by_call call_beta_self | by_call call_beta | by_call call_alpha_self | by_call call_alpha | by_call call_padded_weight | enter_named; value].
Ltac other_value ::=
  lazymatch goal with |- yields _ _ _ (Over "all" _ (_ :: _ :: _) _) _ => refine (y_all_nested _ _); [value | intros ? ?; value] end.

(* attest: srpe.theorem-1-prior finding_no_law_of_sequences sha256:cc35be47c7db172937a45ffcf6ca8ae2b66bc72bf436b750e9116a58f83dfada theorem:no_law_of_sequences *)
Theorem no_law_of_sequences : Holds statements_srpe_theorem_1_prior.finding_no_law_of_sequences.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (beta_d :: alpha_d :: places_l).
meaning_for_all => m m_gt1 _; meaning_for_all => n n_gt1 _; meaning_for_all => i _ _; have m_gt0 := ltnW m_gt1; have n_gt0 := ltnW n_gt1.
meaning_for_all => u _ u_pos; meaning_for_all => w _ /andP[w_pos /allP highest]; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
meaning_for_all => q _ /andP[/forallP q_gt0 /eqP q_1]; pose x0 : sequence m n := [ffun=> Ordinal m_gt0].
refine (says_expression _ _).
  by refine (y_let (v := entries (fun k => tokens S (bound_srpe_every_law.word x0 k))) _ _);
    [apply: yields_eq; [value | exact: bound_srpe_every_law.words_entries] | value].
apply: no_law => // a b; have /allP/(_ b (mem_index_enum _)) := highest a (mem_index_enum _).
by rewrite eqr_nat eqSS => /implyP.
Qed.

(* attest: srpe.normalization finding_with_padding sha256:5a79019533a7ecc972cba15cceb5fb510e3a71842715711bac5ea8bcf724bb82 theorem:with_padding *)
Theorem with_padding : Holds statements_srpe_normalization.finding_with_padding.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (padded_weight_d :: padded_context_d :: padded_beta_d :: context_d :: sequences_d :: positive_l).
any_positive; meaning_for_all => u _ u_pos; meaning_for_all => w _ w_pos; have [u_gt0 w_gt0 pos] := positiveP u_pos w_pos.
pose c := \sum_(x <- words m n) \sum_k padded u w x i k.
have c_gt0 : 0 < c.
  have k0 : 'I_(2 * n - 1) by apply: (@Ordinal _ 0); rewrite subn_gt0; case: (n) n_gt0 => // n' _; rewrite mulnS.
  by rewrite /c sum_words; apply: (sum_gt0 [ffun=> Ordinal m_gt0]) => x; apply: (sum_gt0 k0) => k; apply: padded_gt0.
have c_neq0 : c != 0 by rewrite gt_eqF.
meaning_exists c; refine (says_expression _ _).
  refine (y_and _ (fun _ => y_and1 _)).
    by refine (y_all2 (k := fun _ (k : 'I_(2 * n - 1)) => Num (place_of S k)) (m := fun _ => indices (2 * n - 1)) _ _ _); [value | move=> x _; exact: (y_places floor_int) | move=> x _ k _; value].
  by refine (y_compare _ _ _); [refine (y_sum2 (k := fun _ (k : 'I_(2 * n - 1)) => Num (place_of S k)) (m := fun _ => indices (2 * n - 1)) _ _ _); [value | move=> x _; exact: (y_places floor_int) | move=> x _ k _; value] | value | reflexivity].
apply/andP; split.
  by apply/allP => x _; apply/allP => k _; rewrite divr_ge0 // ltW // padded_gt0.
by rewrite (eq_bigr (fun x => (\sum_k padded u w x i k) / c)) => [|x _]; rewrite -?mulr_suml // divff.
Qed.
