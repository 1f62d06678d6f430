(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 3: a class that meets one of its two conditions alone, for each, and a target that it misses; as the meaning of
   the statement. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require bound_position_aware_alone bound_sparsemax.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_softmax calls_scores calls_blocks calls_networks calls_permuted calls_two_conditions.
From attest Require Import statements_urpe_conditions_necessity.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Local Notation two := (Number (BinNums.Npos (BinNums.xO BinNums.xH))).
Local Notation hundred := (Number (BinNums.Npos (BinNums.xO (BinNums.xO (BinNums.xI (BinNums.xO (BinNums.xO (BinNums.xI BinNums.xH)))))))).

Section Calls.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (G X Y : nat -> nat -> F) (n d : nat).

Lemma call_error defs n d G Y : provides [:: error_d] defs -> (0 < n)%N -> (0 < d)%N ->
  exists2 y, call fs defs "error" [:: mat n d G; mat n d Y] = Value (Num y) &
    forall i j, (0 < i <= n)%N -> (0 < j <= d)%N -> `|G i j - Y i j| <= y.
Proof.
move=> W n_gt0 d_gt0; pose f (p : nat * nat) := `|G p.1 p.2 - Y p.1 p.2|.
pose pairs := flatten [seq [seq (i, j) | j <- iota 1 d] | i <- iota 1 n].
have in_pairs i j : (0 < i <= n)%N -> (0 < j <= d)%N -> (i, j) \in pairs.
  by move=> i_n j_d; apply/flatten_mapP; exists i; [rewrite mem_iota add1n ltnS | apply/mapP; exists j; rewrite // mem_iota add1n ltnS].
have not_nil : pairs != [::] by have := in_pairs 1%N 1%N n_gt0 d_gt0; case: (pairs).
have [y [yE _ y_ge]] := bound_sparsemax.largestP f not_nil.
exists y; last by move=> i j i_n j_d; exact: (y_ge (i, j) (in_pairs i j i_n j_d)).
enter; set env := [:: _; _].
have outer : yields fs earlier env (Binary Range one (Call "len" [:: Name "G"])) (List [seq Num i%:R | i <- iota 1 n]) by value.
have inner i : i \in iota 1 n -> yields fs earlier (("i"%string, Num i%:R) :: env) (Binary Range one (Call "len" [:: Index (Name "G") one])) (List [seq Num j%:R | j <- iota 1 d]) by move=> _; value.
pose entry_e := Call "abs" [:: Binary Subtract (Index (Index (Name "G") (Name "i")) (Name "j")) (Index (Index (Name "Y") (Name "i")) (Name "j"))]%string.
have bodyE i j : i \in iota 1 n -> j \in iota 1 d -> eval fs (call fs earlier) (("j"%string, Num j%:R) :: ("i"%string, Num i%:R) :: env) entry_e = Value (Num (f (i, j))).
  by move=> i_in j_in; rewrite /entry_e -/(yields fs earlier _ _ _); value.
have := over_pairs (k := fun _ (j : nat) => Num j%:R) (m := fun _ => iota 1 d) outer inner (fun s => omap (@Num F) (obind (@largest F) (numbers_in s))) bodyE.
by rewrite (numbers_in_map pairs f) /= yE.
Qed.
Definition swap (i : nat) : nat := if i == 1%N then 2%N else if i == 2%N then 1%N else i.
Lemma swap_permutes n : (1 < n)%N -> permutes n swap.
Proof.
move=> n_gt1; have swapK : involutive swap by move=> [|[|[|i]]].
apply: uniq_perm; [by rewrite (map_inj_uniq (inv_inj swapK)) iota_uniq | exact: iota_uniq | ].
have swap_in l : l \in iota 1 n -> swap l \in iota 1 n by rewrite !mem_iota !add1n !ltnS; case: l => [|[|[|l]]] //= _; rewrite ?n_gt1 // ltnW.
by move=> l; apply/mapP/idP => [[k k_n ->] | l_n]; [exact: swap_in | exists (swap l); rewrite ?swapK ?swap_in].
Qed.
Lemma call_exchanged defs n d X : provides [:: exchanged_d] defs -> (1 < n)%N ->
  call fs defs "exchanged" [:: mat n d X] = Value (mat n d (fun i => X (swap i))).
Proof.
move=> W; case: n => [|[|n]] // _; enter.
have at_y env a i : lookup "X"%string env = Some (mat n.+2 d X) -> yields fs earlier env a (Num i%:R) -> (0 < i <= n.+2)%N ->
    yields fs earlier env (Index (Name "X") a) (vec d (X i)).
  by move=> X_in ya i_n; apply: (@y_at _ _ floor_int _ _ _ _ n.+2 (fun i => vec d (X i)) _ i); [exact: (y_name _ _ X_in) | exact: ya | by [] | exact: i_n | by []].
apply: (yields_eq (v := List ([:: vec d (X 2%N); vec d (X 1%N)] ++ [seq vec d (X i) | i <- iota 3 n]))).
  apply: y_concatenate.
    by refine (y_list _); refine (all_cons _ (all_cons _ (all_nil _ _ _))); (apply: at_y; [by [] | by value | by []]).
  apply: y_list_over; first by apply: (@y_range _ _ floor_int _ _ _ _ _ _ 3 n); [value | value | by [] | rewrite -mulrSr].
  move=> i; rewrite mem_iota => /andP[i_gt2 i_n]; apply: at_y; [by [] | by value | ].
  by rewrite (ltnW (ltnW i_gt2)) -ltnS.
congr List; rewrite /= ; congr [:: _, _ & _]; apply/eq_in_map => i; rewrite mem_iota => /andP[i_gt2 _].
by rewrite /swap !gtn_eqF // ltnW.
Qed.
(* One row on top of others. *)
Definition on_top (x : nat -> F) Y (i : nat) : nat -> F := if (i <= 1)%N then x else Y (i - 1)%N.
Lemma y_on_top defs env a b n d x Y : yields fs defs env a (vec d x) -> yields fs defs env b (mat (n - 1) d Y) -> (0 < n)%N ->
  yields fs defs env (Binary Concatenate (ListOf [:: a]) b) (mat n d (on_top x Y)).
Proof.
move=> ya yb; case: n yb => // n yb _; apply: (yields_eq (v := List ([:: vec d x] ++ [seq vec d (Y i) | i <- iota 1 n]))).
  by apply: y_concatenate; [refine (y_list (all_cons ya (all_nil _ _ _))) | rewrite subn1 in yb].
rewrite /mat /listed /=; congr (List (_ :: _)); rewrite -[2%N]add1n iotaDl -map_comp; apply/eq_in_map => i /in_from_1/andP[i_gt0 _] /=.
by rewrite /on_top add1n ltnS leqNgt i_gt0 subn1.
Qed.
Lemma two_apart (y t : F) : `|2%:R - y| <= t -> `|0 - y| <= t -> 1 <= t.
Proof.
move=> far near; rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n // mulr1 mulr_natl mulr2n.
apply: le_trans (ler_add far near); rewrite [`|0 - y|]distrC subr0.
by apply: le_trans (ler_norm_add _ _); rewrite subrK ger0_norm ?ler0n.
Qed.
Lemma y_nearly_1 defs env : exists2 c : F, yields fs defs env (Binary Subtract one (Binary Power two (Negate hundred))) (Num c) & c <= 1.
Proof.
exists (1%:R - 1 / 2%:R ^+ 100); last by rewrite ger_addl oppr_le0 divr_ge0 ?ler01 ?exprn_ge0 ?ler0n.
apply: y_subtract; first by value.
rewrite /yields; cbn [eval]; rewrite /operate /integer_in -[BinNat.N.to_nat _]/100%N.
have -> : - 100%:R = (Negz 99)%:~R :> F by rewrite NegzE mulrNz -pmulrn.
by rewrite integer_int // /power /divide expf_eq0 pnatr_eq0 andbF.
Qed.
End Calls.

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "exchanged" _ = _ => found_call call_exchanged
  | |- call _ _ "diagonal" _ = _ => apply: call_diagonal; provided
  | |- call _ _ "attentive_network" _ = _ => match goal with H : call _ _ "attentive_network" _ = _ |- _ => exact: H end
  | |- call _ _ "distinct" _ = _ => found_call call_distinct
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ _ _ = _ => enter_named; value
  end.
Ltac side ::= first [assumption | match goal with H : is_true (leq 1 ?n) |- _ = _ => exact: (esym (natrB _ H)) end | idtac].

(* attest: urpe.conditions-necessity printed sha256:67a6ac2983f385203163228de0127572d6d344c83416f4ba594f9bad87abe59b theorem:neither_alone *)
Theorem neither_alone : Holds printed.
Proof.
opening S W; apply: says_part; last (apply: says_part; last (apply: says_part; last exact: says_parts)).
- meaning_for_all => n n_gt1 _; apply: says_expression; last exact: (erefl true).
  refine (@y_not _ _ _ _ _ false _); refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)); value | reflexivity | ].
  by apply: (@not_distinct _ _ H _ _ _ 1 2); first by provided.
- meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _.
  apply: says_for_values => [v|v is_net]; first by any_named W.
  have is_c : call (functions_of S) defs "is_attentive_network" [:: v; Num d%:R] = Value (Bool true) by apply: true_named_call is_net _.
  have [|blocks -> all_blocks] := is_attentive_network_true _ d_gt0 is_c; first by provided.
  meaning_for_all => X _ _; have Wn : provides attentive_l defs by provided.
  have [Y [Yc Yc']] := attentive_network_permuted X Wn (swap_permutes n_gt1) n_gt0 d_gt0 all_blocks.
  pose G i j : S := if (i%:R == 1%:R :> S) && (j%:R == 1%:R :> S) then 2%:R else 0%:R.
  have We : provides [:: error_d] defs by provided.
  have [e1 e1c e1_ge] := call_error G Y We n_gt0 d_gt0; have [e2 e2c e2_ge] := call_error G (fun i => Y (swap i)) We n_gt0 d_gt0.
  have [c c_y c_le1] := @y_nearly_1 S defs [:: ("X"%string, mat n d X); ("net"%string, List blocks); ("d"%string, Num d%:R); ("n"%string, Num n%:R)].
  apply: says_expression.
    apply: (y_compare (v := Num (Num.max e1 e2)) (w := Num c)); [ | exact: c_y | reflexivity].
    refine (y_built_in _ _ _); [refine (all_cons (v := Num e1) _ (all_cons (v := Num e2) _ (all_nil _ _ _))) | reflexivity | reflexivity].
      by refine (y_call _ _ e1c); [refine (all_cons (v := mat n d G) _ (all_cons _ (all_nil _ _ _))); value | reflexivity].
    by refine (y_call _ _ e2c); [refine (all_cons (v := mat n d G) _ (all_cons _ (all_nil _ _ _))); value | reflexivity].
  apply: le_trans c_le1 _; apply: (two_apart (y := Y 1%N 1%N)); rewrite le_maxr.
    by have := e1_ge 1%N 1%N n_gt0 d_gt0; rewrite /G eqxx => ->.
  have := e2_ge 2%N 1%N n_gt1 d_gt0; by rewrite /G (eqr_nat _ 2 1) => ->; rewrite orbT.
apply: says_part; last (apply: says_part; last (apply: says_part; last exact: says_parts)).
- meaning_for_all => n n_gt0 _; meaning_for_all => v _ _; apply: says_expression; last exact: (erefl true).
  apply: y_same_vec; [by value | by value | move=> i i_n /=].
  by rewrite /diagonal_of (bound_position_aware_alone.sum_diagonal v (fun=> 1)) // mulr1.
- meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => d d_gt0 _; meaning_for_all => f _ _.
  apply: says_for_values => [v|v is_net]; first by any_named W.
  have is_c : call (functions_of S) defs "is_network" [:: v; Num d%:R] = Value (Bool true) by apply: true_named_call is_net _.
  have [|blocks -> all_blocks] := is_network_true _ d_gt0 is_c; first by provided.
  meaning_for_all => x _ _; meaning_for_all => Y _ _; have Wn : provides diagonal_l defs by provided.
  have [A [B [Ac Bc AB]]] := diagonal_network_first f Wn n_gt0 d_gt0 all_blocks (erefl : vec d (on_top x Y 1%N) = vec d (on_top x (fun _ _ => 0) 1%N)).
  apply: says_expression; last exact: (erefl true).
  have first_n : (0 < 1 <= n)%N by [].
  apply: (y_same_vec (f := A 1%N) (g := B 1%N)); last by move=> j j_d; exact: vec_inj AB j_d.
    apply: (@y_at _ _ H _ _ _ _ n (fun i => vec d (A i)) _ 1); [ | by value | by [] | by [] | by []].
    refine (y_call _ _ Ac); [refine (all_cons _ _); last by values | reflexivity].
    by apply: y_on_top; [value | value | ].
  apply: (@y_at _ _ H _ _ _ _ n (fun i => vec d (B i)) _ 1); [ | by value | by [] | by [] | by []].
  refine (y_call _ _ Bc); [refine (all_cons _ _); last by values | reflexivity].
  apply: y_on_top; [by value | | by []].
  refine (y_call _ _ _); [refine (all_cons (v := Num (n - 1)%:R) _ _); last by values | reflexivity | by apply: call_zeros; provided].
  by rewrite natrB //; value.
meaning_for_all => y _ _; meaning_value.
apply: (two_apart (y := y)); rewrite distrC /= le_maxr ?lexx ?orbT //.
Qed.
