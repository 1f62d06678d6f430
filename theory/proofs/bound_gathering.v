(* SPDX-License-Identifier: Apache-2.0 *)
(* Lemma B.1 for a free data type (gathering.v), as the meaning of positional.lemma-b1 `repaired`: a variable is a list of inputs, and an
   input a symbol, which is named by the machine that has it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require Import calls_variants calls_statements benes calls_whole calls_routing calls_loads calls_machines.
From attest Require gathering bound_powers_of_two statements_positional_lemma_b1.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation the f := (definition_in (definitions statements_positional_lemma_b1.repaired) f) (only parsing).
Definition communicate_d := Eval compute in the "communicate".
Definition source_of_d := Eval compute in the "source_of".
Definition gather_oracle_d := Eval compute in the "gather_oracle".
Definition joined_d := Eval compute in the "joined".
Definition gather_d := Eval compute in the "gather".
Definition last_one_first_d := Eval compute in the "last_one_first".

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Local Notation whole := (@whole S).
Local Notation wholes := (@wholes S).
Local Notation rows := (@rows_of_wholes S).
Implicit Types (defs : seq definition) (env : environment F) (v : value F) (N m i j k d : nat).

(* --- Around: remainders of differences that may be negative ---------------------------------------------------------------------- *)
Lemma floor_unique (x : F) (z : int) : z%:~R <= x < (z + 1)%:~R -> floor fs x = z.
Proof.
case/andP=> z_le lt_z; have /andP[f_le lt_f] := floor_itv x; rewrite /=; set f := floor_of x in f_le lt_f *.
apply/le_anti; rewrite -![_ <= _]ltz_addr1 -!(ltr_int F).
by rewrite (le_lt_trans f_le lt_z) (le_lt_trans z_le lt_f).
Qed.
Lemma y_mod_back defs env a b m k d : yields fs defs env a (Num (m%:R - k%:R)) -> yields fs defs env b (whole d) -> (0 < d)%N ->
  yields fs defs env (Binary Mod a b) (whole ((m + (d - k %% d)) %% d)).
Proof.
move=> ya yb d_gt0; set c := (m + (d - k %% d))%N; pose q := (k %/ d).+1.
have moved : (m + q * d = c + k)%N.
  rewrite /c /q mulSn; have := divn_eq k d; have := ltn_pmod k d_gt0; move: (k %/ d * d)%N (k %% d)%N => u w lt ->; apply/eqP; arith.
have xE : m%:R - k%:R = (c%:Z - (q * d)%N%:Z)%:~R :> F.
  by rewrite rmorphB /= -!pmulrn; apply/eqP; rewrite subr_eq addrAC eq_sym subr_eq -!natrD moved addnC.
move: ya yb; rewrite /rules.yields /= xE => -> ->; rewrite /operate /on_integers /integer_in /calls_whole.whole (integer_int floor_int) (integer_nat floor_int).
have d_neq0 : (d%:Z == 0) = false by rewrite eqz_nat gtn_eqF.
have floorE : floor fs ((c%:Z - (q * d)%N%:Z)%:~R / (d%:Z)%:~R : F) = (c %/ d)%N%:Z - q%:Z.
  apply: floor_unique; have dF : d%:R != 0 :> F by rewrite pnatr_eq0 -lt0n.
  have -> : (c%:Z - (q * d)%N%:Z)%:~R / (d%:Z)%:~R = c%:R / d%:R - q%:R :> F.
    by rewrite rmorphB /= -!pmulrn natrM mulrBl mulfK.
  have := floor_itv (c%:R / d%:R : F); have /= -> := floor_quotient S c d_gt0.
  by rewrite addrAC !rmorphB /= -!pmulrn ler_add2r ltr_add2r.
rewrite /= in floorE; rewrite d_neq0 floorE /of_integer; congr (Some (Num _)); rewrite -[_ %:R]/((c %% d)%N%:Z%:~R); congr (_ %:~R).
rewrite {1}(divn_eq c d) PoszD mulrBr mulnC [(q * d)%N]mulnC !PoszM opprB addrA addrAC -addrA.
by rewrite addrACA addNr addr0 addrAC subrr add0r.
Qed.
Ltac side ::= solve [rewrite ?size_map ?size_iota ?subSS ?subn0; arith].
Lemma call_source_of defs i r N : provides [:: source_of_d] defs -> (0 < i <= N)%N -> (0 < r)%N ->
  call fs defs "source_of" [:: whole i; whole r; whole N] = Value (whole (gathering.back N i (2 ^ r.-1))).
Proof.
move=> W i_in r_gt0; enter; apply: yields_eq.
  apply: w_add; [apply: y_mod_back; [ | naturally | arith] | naturally].
  apply: yields_eq; first by apply: y_subtract; naturally.
  reflexivity.
by rewrite addn1 !subn1.
Qed.

(* --- The oracle and the communication --------------------------------------------------------------------------------------------- *)
Ltac known_call ::= apply: call_source_of; [provided | by rewrite -mem_from_to | arith].
Lemma call_gather_oracle defs r N : provides [:: gather_oracle_d; source_of_d] defs -> (0 < r)%N -> (0 < N)%N ->
  call fs defs "gather_oracle" [:: whole r; whole N] = Value (round_of S (gathering.gathering_round N 2 r.-1)).
Proof.
move=> W r_gt0 N_gt0; enter; apply: yields_eq.
  apply: (@y_list_over _ _ _ _ whole (from_to 1 N) _ _ _ _ _ (fun i => rows [:: [:: i; 1]; [:: gathering.back N i (2 ^ r.-1); 1]]%N)); first by naturally.
  move=> i i_in; refine (y_list (vs := [:: wholes [:: i; 1%N]; wholes [:: gathering.back N i (2 ^ r.-1); 1%N]]) _).
  refine (all_cons _ (all_cons _ (all_nil _ _ _))).
    by refine (y_list (vs := [:: whole i; whole 1]) _); naturals.
  by refine (y_list (vs := [:: whole (gathering.back N i (2 ^ r.-1)); whole 1]) _); naturals.
rewrite /round_of /gathering.gathering_round -map_comp; congr List; apply/eq_in_map => i; rewrite mem_from_to => i_in /=.
by rewrite mul0n mul1n gathering.back_0.
Qed.
Definition table_of (T : Type) (h : T -> value F) (state : seq (seq T)) : value F := List [seq List (map h row) | row <- state].
Ltac side ::= match goal with H : is_true (compare_wholes Equal (size _) _) |- _ => rewrite /compare_wholes in H; rewrite (eqP H) end; reflexivity.
Lemma call_communicate defs (T : eqType) (h : T -> value F) (none : T) (state : seq (seq T)) r N m : provides [:: communicate_d] defs ->
  gathering.is_receive N m r -> size state = N -> (forall row, row \in state -> size row = m) ->
  call fs defs "communicate" [:: round_of S r; table_of h state; h none] =
    Value (table_of h [seq [seq (if size p == 0 then none else item none (item [::] state (item 0 p 1)) (item 0 p 2))%N | p <- slots] | slots <- r]).
Proof.
move=> W /and3P[_ /allP slots_are _] size_s sizes; enter; rewrite /table_of -map_comp.
apply: (@y_list_over _ _ _ _ rows r) => [|slots slots_in]; first by naturally.
have /andP[_ /allP places] := slots_are slots slots_in; rewrite /= -map_comp.
apply: (@y_list_over _ _ _ _ wholes slots) => [|p p_in]; first by naturally.
have := places p p_in; rewrite /gathering.is_place /=; case: ifP => [none_p _|some_p /=].
  by apply: y_yes; [apply: yields_eq; [naturally | rewrite /compare_wholes none_p] | apply: y_name].
case/and3P=> /eqP size_p m_in s_in; apply: y_no; first by apply: yields_eq; [naturally | rewrite /compare_wholes some_p].
have row_in : item [::] state (item 0%N p 1) \in state.
  by case: (item 0%N p 1) m_in => // i i_lt; apply: mem_nth; rewrite size_s.
apply: (@w_image S _ _ none h (item [::] state (item 0%N p 1))); [ | apply: w_item; [naturally | naturally | by rewrite size_p] | by rewrite sizes].
apply: (@w_image S _ _ [::] (fun row => List (map h row)) state); [exact: y_name | apply: w_item; [naturally | naturally | by rewrite size_p] | by rewrite size_s].
Qed.

(* --- Gathering --------------------------------------------------------------------------------------------------------------------- *)
Section Gather.
Variables (x : nat -> string) (N : nat).
Hypothesis N_gt0 : (0 < N)%N.
(* The machine's input, a list of inputs, and what each machine knows. *)
Definition input i : value F := Symb (x i).
Definition inputs (l : seq nat) : value F := List (map input l).
Definition known_of (known : seq (seq nat)) : value F := List (map inputs known).

Lemma y_first_kept defs env a b c o w : yields fs defs env a (whole o) -> yields fs defs env b (whole w) -> yields fs defs env c (whole N) ->
  yields fs defs env (Call "max" [:: Number (BinNums.Npos BinNums.xH); Binary Add (Binary Subtract (Binary Add a b) c) (Number (BinNums.Npos BinNums.xH))])
    (whole (w + o - N).+1).
Proof.
move=> ya yb yc; refine (y_built_in (all_cons _ (all_cons _ (all_nil _ _ _))) _ _).
- by apply: (@y_number _ _ _ _ _ 1%N).
- by apply: y_add; [apply: y_subtract yc; apply: y_add ya yb | apply: (@y_number _ _ _ _ _ 1%N)].
- reflexivity.
rewrite /= /calls_whole.whole -natrD addnC; congr (Some (Num _)); case: (leqP N (w + o)) => [le|/ltnW gt].
  by rewrite -natrB // -natrD addn1; apply/max_idPr; rewrite ler_nat.
rewrite (eqP gt); apply/max_idPl; rewrite -[X in _ <= X]add0r ler_add2r subr_le0 ler_nat; exact: gt.
Qed.
Lemma drop_items (l : seq nat) k : [seq item 0%N l j | j <- from_to k.+1 (size l)] = drop k l.
Proof.
apply: (@eq_from_nth _ 0%N) => [|i]; rewrite size_map size_iota subSS ?size_drop // => i_lt.
by rewrite (nth_map 0%N) ?size_iota ?subSS // nth_iota // nth_drop.
Qed.
Ltac side ::= solve [rewrite ?size_map ?size_iota ?subSS ?subn0; arith].
Lemma call_joined defs own other : provides [:: joined_d] defs ->
  call fs defs "joined" [:: inputs own; inputs other; whole N] = Value (inputs (gathering.joined_lists N own other)).
Proof.
move=> W; enter; rewrite /gathering.joined_lists -drop_items; apply: w_concatenate; last exact: y_name.
rewrite -map_comp; apply: (@y_list_over _ _ _ _ whole) => [|j].
  by apply: w_range; [apply: y_first_kept; naturally | naturally].
rewrite mem_from_to => /andP[j_gt j_le] /=; apply: (@w_image S _ _ 0%N input other); [exact: y_name | naturally | ].
by rewrite j_le andbT; apply: leq_trans j_gt.
Qed.
Lemma call_gather defs R : provides [:: gather_d; joined_d; gather_oracle_d; source_of_d; communicate_d] defs ->
  call fs defs "gather" [:: inputs (from_to 1 N); whole R] = Value (known_of (gathering.gathered N (from_to 1 N) R)).
Proof.
move=> W; enter; rewrite /gathering.gathered.
have size_x : size (from_to 1 N) = N by rewrite size_iota subSS subn0.
apply: (@y_fold_where S _ _ _ (fun known : seq (seq nat) => size known = N) whole known_of (gathering.gather_round N)).
- rewrite /known_of -map_comp; apply: (@y_list_over _ _ _ _ input) => [|i _]; first exact: y_name.
  by refine (y_list (vs := [:: input i]) _); refine (all_cons _ (all_nil _ _ _)); exact: y_name.
- by naturally.
- by rewrite size_map.
- by move=> known r _ _; rewrite size_map.
move=> known r; rewrite mem_from_to => /andP[r_gt0 _] size_k.
pose memory i := List [:: inputs (item [::] known i); inputs (item [::] known (gathering.back N i (2 ^ r.-1)))].
rewrite /known_of /gathering.gather_round -map_comp; apply: (@y_list_over _ _ _ _ memory (from_to 1 N)) => [|i i_in].
  refine (y_call _ _ _); [ | reflexivity | ].
    refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))).
    + refine (y_call _ _ _); [ | reflexivity | ].
        by refine (all_cons _ (all_cons _ (all_nil _ _ _))); naturally.
      by rewrite size_x; apply: call_gather_oracle; [provided | | ].
    + apply: (@y_list_over _ _ _ _ inputs known _ _ _ _ _ (fun y => List (map inputs [:: y; [::]]))) => [|y _]; first exact: y_name.
      by refine (y_list (vs := [:: inputs y; List [::]]) _); refine (all_cons _ (all_cons _ (all_nil _ _ _))); [exact: y_name | ].
    by refine (y_list (vs := [::]) _); exact: all_nil.
  have is_r := gathering.gathering_round_is_receive N_gt0 (isT : (0 < 2)%N) r.-1.
  rewrite (_ : List [seq _ | y <- known] = table_of inputs [seq [:: y; [::]] | y <- known]); last by rewrite /table_of -map_comp.
  rewrite [List [::]](_ : _ = inputs [::]) // (@call_communicate _ _ _ _ _ _ _ _ _ is_r) ?size_map //; last 2 first.
  + by provided.
  + by move=> row /mapP[y _ ->].
  rewrite /table_of /gathering.gathering_round -!map_comp; congr (Value (List _)); apply/eq_in_map => i; rewrite mem_from_to => i_in.
  have at_1 j : (0 < j <= N)%N -> item [::] [seq [:: y; [::]] | y <- known] j = [:: item [::] known j; [::]].
    by case: j => // j /= j_lt; rewrite /item (nth_map [::]) // size_k.
  by rewrite /= mul0n mul1n gathering.back_0 // !at_1 // gathering.back_in.
refine (y_call _ _ _); [ | reflexivity | ].
  refine (all_cons _ (all_cons _ (all_cons _ (all_nil _ _ _)))).
  + by apply: (@w_image S _ _ [::] inputs [:: item [::] known i; item [::] known (gathering.back N i (2 ^ r.-1))]); [exact: y_name | exact: (@w_number S _ _ _ 1%N) | ].
  + by apply: (@w_image S _ _ [::] inputs [:: item [::] known i; item [::] known (gathering.back N i (2 ^ r.-1))]); [exact: y_name | exact: (@w_number S _ _ _ 2%N) | ].
  by naturally.
by rewrite size_x; apply: call_joined; provided.
Qed.

Lemma call_last_one_first defs i : provides [:: last_one_first_d] defs -> (0 < i <= N)%N ->
  call fs defs "last_one_first" [:: inputs (from_to 1 N); whole i] = Value (inputs (gathering.last_one_first 0%N N (from_to 1 N) i)).
Proof.
move=> W i_in; enter; have size_x : size (from_to 1 N) = N by rewrite size_iota subSS subn0.
rewrite /gathering.last_one_first /inputs -map_comp.
apply: (@y_list_over _ _ _ _ whole) => [|d d_in]; first by apply: yields_eq; [naturally | rewrite size_x].
apply: (@w_image S _ _ 0%N input (from_to 1 N)); [exact: y_name | | by rewrite size_x gathering.back_in].
apply: yields_eq.
  apply: w_add; [apply: y_mod_back; [ | naturally | by rewrite size_x] | naturally].
  by apply: y_subtract; naturally.
by rewrite size_x addn1 subn1.
Qed.
Lemma equal_inputs l : equal (inputs l) (inputs l) = Value true.
Proof. by rewrite /= eqxx; elim: l => //= i l IH; rewrite String.eqb_refl. Qed.
End Gather.
End Calls.

Ltac known_call ::= lazymatch goal with
  | |- call _ _ "ceil_log2" _ = _ => apply: bound_powers_of_two.call_ceil_log2; [provided | reflexivity]
  | |- call _ _ "gather_oracle" _ = _ => apply: call_gather_oracle; [provided | arith | arith]
  | |- call _ _ "is_receive" _ = _ => apply: call_is_receive; provided
  end.
(* attest: positional.lemma-b1 repaired sha256:911683a006888acc51883f9b22b40cf850e14ebf43465571dc7acf2220961a33 theorem:everything_is_gathered *)
Theorem everything_is_gathered : Holds statements_positional_lemma_b1.repaired.
Proof.
opening S W; natural_for_all => N N_gt1 _; have N_gt0 := ltnW N_gt1; natural_for_all => R R_gt0 _.
apply: says_for_values => [v | v]; first exact: any_and.
case/true_and=> /list_true[l ly] /true_and[len_l /true_and[each _]]; have [vE] : Some v = Some (List l) := ly.
have {len_l} size_l : size l = N by apply: (length_true ly) len_l; naturally.
have [|s lE _] := @images_true S _ (@Symb S) (fun=> True) _ _ _ _ _ l ly each.
  by move=> u; rewrite /rules.yields /=; case: u => // t _; exists t.
pose x i := nth ""%string s i.-1.
have {vE ly each} -> : v = inputs S x (from_to 1 N).
  rewrite vE lE; congr List; have size_s : size s = N by rewrite -size_l lE size_map.
  apply: (@eq_from_nth _ (Bool true)) => [|i]; rewrite !size_map ?size_iota ?subSS ?subn0 size_s // => i_lt.
  by rewrite (nth_map ""%string) ?size_s // (nth_map 0%N) ?size_iota ?subSS ?subn0 // nth_iota ?subSS ?subn0.
pose k := bound_powers_of_two.ceil_log2 N; have N_le := bound_powers_of_two.ceil_log2_le N.
refine (says_expression (p := true) _ isT); refine (y_and (p := true) (q := true) _ (fun _ => _)).
  by apply: yields_eq; [naturally | congr Bool; rewrite /= leq_pmull // muln_gt0].
refine (y_and (p := true) (q := true) _ (fun _ => y_and1 _)).
  apply: yields_eq; [naturally | congr Bool; apply/allP => r _].
  exact: (gathering.gathering_round_is_receive N_gt0 (isT : (0 < 2)%N)).
apply: yields_eq; first apply: (@y_all _ _ _ _ whole (from_to 1 N) _ _ _ _ _ predT).
- by naturally.
- move=> j j_in; have j_in' : (0 < j <= N)%N by rewrite -mem_from_to.
  have size_x : size (from_to 1 N) = N by rewrite size_iota subSS subn0.
  have gathered := gathering.everything_is_gathered 0%N N_gt0 size_x N_le.
  apply: (y_compare (v := inputs S x (gathering.last_one_first 0%N N (from_to 1 N) j))).
  + apply: yields_eq.
      apply: (@w_image S _ _ [::] (inputs S x) (gathering.gathered N (from_to 1 N) k)); [ | naturally | by rewrite gathered size_map size_x].
      refine (y_call (vs := [:: inputs S x (from_to 1 N); whole k]) _ _ _); [ | reflexivity | by apply: call_gather; [ | provided]].
      by refine (all_cons _ (all_cons _ (all_nil _ _ _))); naturally.
    by rewrite gathered gathering.item_machines.
  + refine (y_call (vs := [:: inputs S x (from_to 1 N); whole j]) _ _ _); [ | reflexivity | by apply: call_last_one_first; [ | provided | ]].
    by refine (all_cons _ (all_cons _ (all_nil _ _ _))); naturally.
  by rewrite /compare equal_inputs.
by rewrite all_predT.
Qed.
