(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), section 5.1: what any rule can read off n identical rows in even token prediction; as the meaning of the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String Lia.
From attest Require calls_encodings calls_gaps bound_position_identification statements_urpe_even_token_prediction.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_naturals calls_softmax calls_scores calls_blocks calls_networks bound_identical_rows benes calls_whole bound_even_tokens.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Entries and ranges as in libraries.v: what follows has vectors as functions of their indices. *)
Ltac index_value ::=
  first [refine (y_at _ _ _ _ _ _); [floors | value | value | first [reflexivity | side] | first [in_range | side] | reflexivity]
       | refine (y_entry _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac range_value ::=
  first [refine (y_from_1 _ _ _ _); [floors | value | value | first [reflexivity | side]]
       | refine (y_range _ _ _ _ _); [floors | value | value | first [reflexivity | side] | side]].
Ltac length_value ::= first [refine (y_len _); value | refine (y_length _); value].

Section Accuracy.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (T P : seq nat) (n d V : nat).

Lemma largest_is (l : seq F) x : x \in l -> (forall e, e \in l -> e <= x) -> largest l = Some x.
Proof. by move=> x_l top; rewrite -(calls_gaps.greatest_is x_l top); case: l x_l {top}. Qed.
Lemma items_of T : [seq item 0%N T k | k <- iota 1 (size T)] = T.
Proof. by rewrite -[RHS](mkseq_nth 0%N) /mkseq -[1%N]addn0 iotaDl -map_comp. Qed.
(* Of n equal sights the answer that is asked for most often is the best one. *)
Lemma call_best_accuracy defs n d (y : nat -> F) T P best : provides [:: bound_position_identification.best_accuracy_d] defs -> (0 < n)%N -> size T = n ->
  (forall a, a \in P -> (count_mem a T <= best)%N) -> (exists2 a, a \in P & count_mem a T = best) ->
  call fs defs "best_accuracy" [:: mat n d (fun=> y); wholes T; wholes P] = Value (Num (best%:R / n%:R)).
Proof.
move=> W n_gt0 size_T bounded [a0 a0_in a0E]; have n_neq0 : n%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
pose same := all (fun i => y i == y i) (iota 1 d); have same1 : same by apply/allP.
enter; have len_y env : lookup "targets"%string env = Some (@wholes S T) -> yields fs earlier env (Call "len" [:: Name "targets"%string]) (Num n%:R).
  by move=> T_in; rewrite -size_T; apply: (w_length (h := whole)); exact: y_name.
apply: yields_eq.
  apply: y_divide; [ | exact: len_y | exact: n_neq0].
  apply: (y_sum (h := fun _ : nat => vec d y) (l := iota 1 n) _ (f := fun=> best%:R / n%:R)); [by value | move=> s _].
  apply: (y_divide (x := best%:R) (y := n%:R)); [ | | exact: n_neq0].
    apply: (y_largest (h := whole) (l := P) _ (f := fun a => (count_mem a T)%:R)); [by value | move=> a a_in | ].
      have -> : count_mem a T = count (fun k => same && (item 0%N T k == a)) (iota 1 n).
        by rewrite -{1}[T]items_of size_T count_map; apply: eq_count => k /=; rewrite same1.
      apply: (y_count (h := fun k : nat => Num k%:R) (l := iota 1 n)).
        by apply: (y_from_1 floor_int); [value | exact: len_y | reflexivity].
      move=> k k_in; apply: y_and; [apply: y_compare; [value | value | exact: equal_vec] | move=> _; apply: y_and1].
      by apply: (w_compare Equal); [apply: w_item; [exact: y_name | exact: y_name | rewrite size_T; exact: in_from_1] | exact: y_name].
    apply: largest_is => [|e /mapP[a a_in ->]]; last by rewrite ler_nat bounded.
    by apply/mapP; exists a0; rewrite ?a0E.
  have -> : n%:R = (count (fun _ : nat => same) (iota 1 n))%:R :> F.
    by rewrite (eq_count (a2 := predT)) ?count_predT ?size_iota // => k; rewrite same1.
  apply: (y_count (h := fun _ : nat => vec d y) (l := iota 1 n)); [by value | move=> k k_in].
  by apply: y_compare; [value | value | exact: equal_vec].
congr Num; rewrite big_const_seq count_predT size_iota iter_addr_0 -[_ *+ n]mulr_natr divfK //.
Qed.

Lemma targets_of_ones n V : even_targets (nseq n 1%N) V = nseq (n %/ 2) 1%N ++ nseq (n - n %/ 2) (V + 1)%N.
Proof.
have h_n : (n %/ 2 <= n)%N by exact: leq_div.
have halves : iota 1 n = iota 1 (n %/ 2) ++ iota (1 + n %/ 2) (n - n %/ 2) by rewrite -iotaD subnKC.
rewrite /even_targets size_nseq /from_to subn1 /= halves map_cat; congr (_ ++ _).
  apply: (@eq_from_nth _ 0%N) => [|i]; rewrite size_map size_iota ?size_nseq // => i_lt.
  rewrite (nth_map 0%N) ?size_iota // nth_iota // nth_nseq i_lt add1n ?i_lt /item nth_nseq.
  have /andP[j_gt0 j_n] : (0 < 2 * i.+1 <= n)%N by apply: double_in; rewrite ?mem_from_to //= (leq_trans i_lt).
  by rewrite prednK // j_n.
apply: (@eq_from_nth _ 0%N) => [|i]; rewrite size_map size_iota ?size_nseq // => i_lt.
by rewrite (nth_map 0%N) ?size_iota // nth_iota // nth_nseq i_lt add1n addSn leqNgt ltnS leq_addr.
Qed.
Lemma y_ceil_half defs env n : lookup "n"%string env = Some (Num n%:R) ->
  yields fs defs env (Call "ceil" [:: Binary Divide (Name "n"%string) (Number (BinNums.Npos (BinNums.xO BinNums.xH)))]) (Num (n - n %/ 2)%:R).
Proof.
move=> n_in; have two : 0 < 2%:R :> F by rewrite ltr0n.
refine (y_built_in (all_cons (y_divide (y_name _ _ n_in) (y_number _ _ _ erefl) _) (all_nil _ _ _)) _ _); [by rewrite gt_eqF | reflexivity | ].
suff floorE : floor fs (- (n%:R / 2%:R) : F) = - (n - n %/ 2)%N%:Z.
  by move: floorE; rewrite /= /of_integer => ->; rewrite opprK -pmulrn.
apply: calls_encodings.floor_unique; set h := (n - n %/ 2)%N.
have h2 : (n <= 2 * h < n + 2)%N.
  have E := divn_eq n 2; have r_lt : (n %% 2 < 2)%N by rewrite ltn_mod.
  rewrite /h; move: (n %/ 2)%N (n %% 2)%N E r_lt => q r -> /ssrnat.leP r_lt.
  by apply/andP; split; apply/ssrnat.leP; unfold addn, addn_rec, subn, subn_rec, muln, muln_rec in *; lia.
have [h_n h_lt] := andP h2; have -> : - h%:Z + 1 = - (h%:Z - 1) by rewrite opprB addrC.
rewrite !rmorphN /= ler_opp2 ltr_opp2 rmorphB /= -pmulrn ler_pdivr_mulr // ltr_pdivl_mulr // -natrM ler_nat mulnC h_n /=.
by rewrite mulrBl mul1r ltr_subl_addr -natrM -natrD ltr_nat mulnC.
Qed.
End Accuracy.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "network" _ = _ => match goal with H : call _ _ "network" _ = _ |- _ => exact: H end
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  end.

(* attest: urpe.even-token-prediction finding_best_accuracy_on_identical_tokens sha256:0cb10b6027a5e5589c3ade42e9944834cfdc73b0816f01551ee74f76196c5c34 theorem:best_accuracy *)
Theorem best_accuracy : Holds statements_urpe_even_token_prediction.finding_best_accuracy_on_identical_tokens.
Proof.
opening S W; meaning_for_all => n n_gt0 _; meaning_for_all => V V_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => x _ _; for_networks x n_gt0 d_gt0.
refine (says_expression (p := true) _ _); [ | reflexivity].
apply: (y_compare (v := Num ((n - n %/ 2)%:R / n%:R)) (w := Num ((n - n %/ 2)%:R / n%:R))); last by rewrite /compare /equal eqxx.
  refine (y_call (vs := [:: mat n d (fun=> y); wholes (even_targets (nseq n 1%N) V); wholes (from_to 1 (V + 1))]) _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))); first by value.
      refine (y_call (vs := [:: wholes (nseq n 1%N); whole V]) _ _ _); [ | reflexivity | by apply: call_even_tokens; provided].
      refine (all_cons _ (all_cons _ (all_nil _ _ _))); last by naturally.
      by refine (y_call (vs := [:: whole 1; whole n]) _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); naturally | reflexivity | apply: call_constant; provided].
    by naturally.
  apply: call_best_accuracy => // [|||]; first by provided.
  - by rewrite size_map size_iota size_nseq subn1.
  - move=> a _; rewrite targets_of_ones count_cat !count_nseq /=; case: eqVneq => [<-|_]; last by rewrite mul0n; case: (_ == a); rewrite ?mul1n.
    by rewrite addn1 eqSS gtn_eqF // mul1n mul0n addn0 leq_subRL ?leq_div // addnn -mul2n mulnC leq_trunc_div.
  exists (V + 1)%N; first by rewrite mem_from_to leqnn addn1.
  by rewrite targets_of_ones count_cat !count_nseq /= eqxx mul1n addn1 eqSS (ltn_eqF V_gt0) mul0n.
apply: y_divide; [exact: y_ceil_half | by value | by rewrite pnatr_eq0 -lt0n].
Qed.
