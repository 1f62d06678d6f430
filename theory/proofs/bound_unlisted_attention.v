(* SPDX-License-Identifier: Apache-2.0 *)
(* URPE (Luo et al. 2022), Theorem 2, for attention that section 2 does not list: mixtures of heads, retention; as the meaning of the statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_variants variants_shared.
From attest Require Import calls_statements calls_rows calls_softmax calls_blocks calls_networks.
From attest Require Import statements_urpe_identical_rows.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation one := (Number (BinNums.Npos BinNums.xH)).
Definition retention_d := Eval compute in definition_in (definitions finding_retention) "retention".

Ltac known_call ::=
  lazymatch goal with
  | |- call _ _ "matmul" _ = _ => found_call call_matmul
  | |- call _ _ "transpose" _ = _ => found_call call_transpose
  | |- call _ _ "repeat_row" _ = _ => found_call call_repeat_row
  | |- call _ _ "zeros" _ = _ => found_call call_zeros
  | |- call _ _ "ones" _ = _ => found_call call_ones
  | |- call _ _ "apply" _ = _ => found_call call_apply
  | |- call _ _ _ _ = _ => enter_named; value
  end.

(* --- Retention without its rotations: the scores themselves, times decay^(i - j) where j <= i --- *)
Section Retention.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (X Q K : nat -> nat -> F) (n d k : nat) (t : F).

Definition retained d k Q K t X i j : F := if (j <= i)%N then t ^+ (i - j) * score d k Q K X i j else 0.
Lemma call_retention defs n d k X Q K t : provides [:: retention_d; transpose_d; matmul_d; is_rectangular_d] defs -> (0 < n)%N -> (0 < d)%N -> (0 < k)%N ->
  call fs defs "retention" [:: mat n d X; mat d k Q; mat d k K; Num t] = Value (mat n n (retained d k Q K t X)).
Proof.
move=> W n_gt0 d_gt0 k_gt0; enter; apply: (y_let (v := mat n n (score d k Q K X))); first by value.
apply: y_list_over => [|i i_n]; first by value.
apply: y_list_over => [|j j_n]; first by value.
rewrite /retained -(ler_nat F); apply: y_if_number; [by value | move=> j_i | by move=> _; value].
apply: y_multiply; last by value.
by apply: (y_power floor_int (k := (i - j)%N)); [value | value | rewrite natrB // -(ler_nat F)].
Qed.
End Retention.

(* attest: urpe.identical-rows finding_retention sha256:8c397995659a44009506c58fdca280ba523fb5a981c551fe87a6e6b1b506eb85 theorem:retention_on_identical_rows *)
Theorem retention_on_identical_rows : Holds finding_retention.
Proof.
opening S W; apply: says_part; last (apply: says_part; last exact: says_parts).
  meaning_for_all => n n_gt1 _; have n_gt0 := ltnW n_gt1; meaning_for_all => t _ /andP[t_gt0 _].
  have row_y env : yields (functions_of S) defs env (ListOf [:: one]) (vec 1 (fun=> 1)) by apply: yields_eq; [value | ].
  have matrix_y env : yields (functions_of S) defs env (ListOf [:: ListOf [:: one]]) (mat 1 1 (fun _ _ => 1)) by apply: yields_eq; [value | ].
  have X_y env : lookup "n"%string env = Some (Num n%:R) ->
      yields (functions_of S) defs env (Call "repeat_row" [:: ListOf [:: one]; Name "n"]) (mat n 1 (fun _ _ => 1)).
    move=> n_in; refine (y_call _ _ _); [exact: all_cons (row_y _) (all_cons (y_name _ _ n_in) (all_nil _ _ _)) | reflexivity | ].
    by apply: (call_repeat_row H); provided.
  apply: says_expression; last exact: (erefl true).
  refine (@y_not _ _ _ _ _ false _); refine (y_call _ _ _); [refine (all_cons _ (all_nil _ _ _)) | reflexivity | ].
    have ret_y env : lookup "n"%string env = Some (Num n%:R) -> lookup "decay"%string env = Some (Num t) ->
        yields (functions_of S) defs env (Call "retention" [:: Call "repeat_row" [:: ListOf [:: one]; Name "n"]; ListOf [:: ListOf [:: one]]; ListOf [:: ListOf [:: one]]; Name "decay"])
          (mat n n (retained 1 1 (fun _ _ => 1) (fun _ _ => 1) t (fun _ _ => 1))).
      move=> n_in t_in; refine (y_call _ _ _); [refine (all_cons (X_y _ n_in) (all_cons (matrix_y _) (all_cons (matrix_y _) (all_cons (y_name _ _ t_in) (all_nil _ _ _))))) | reflexivity | ].
      by apply: call_retention => //; provided.
    refine (y_call _ _ _); [refine (all_cons _ (all_cons _ (all_nil _ _ _))); [exact: ret_y | exact: X_y] | reflexivity | by apply: (call_matmul H) => //; provided].
  apply: (call_rows_differ H (i := 2) (j := 1)) => //; first by provided.
  have retE i j : retained 1 1 (fun _ _ => 1) (fun _ _ => 1) t (fun _ _ => 1) i j * 1 = if (j <= i)%N then t ^+ (i - j) else 0.
    by rewrite /retained /score /product /= !big_seq1 !mulr1.
  rewrite /= (eq_bigr _ (fun l _ => retE 2%N l)) [X in _ != X](eq_bigr _ (fun l _ => retE 1%N l)).
  case: (n) n_gt1 => [|[|n']] // _; rewrite /= !big_cons /= !big1_seq ?addr0 => [|l /andP[_]|l /andP[_]].
  - by rewrite subnn expr0 expr1 -subr_eq0 addrK gt_eqF.
  - by rewrite mem_iota => /andP[l_gt2 _]; rewrite leqNgt (ltnW l_gt2).
  by rewrite mem_iota => /andP[l_gt2 _]; rewrite leqNgt l_gt2.
meaning_for_all => n n_gt0 _; meaning_for_all => d d_gt0 _; meaning_for_all => k k_gt0 _; meaning_for_all => Q _ _; meaning_for_all => K _ _.
meaning_for_all => t _ _; apply: says_expression; last exact: (erefl true).
apply: y_same_mat; [ | by value | ].
  refine (y_call _ _ _); [by values | reflexivity | by apply: call_retention => //; provided].
move=> i j _ _; rewrite /retained; case: ifP => // _; rewrite /score /product big1 ?mulr0 // => l _.
by rewrite big1 ?mul0r // => p _; rewrite mul0r.
Qed.

(* --- Talking heads --- *)
(* attest: urpe.identical-rows finding_talking_heads sha256:0011b96a3caf1126541a841c1f293b8d240ec2672ee8165456ea3f918c039416 theorem:talking_heads *)
Theorem talking_heads : Holds finding_talking_heads.
Proof.
opening S W; have Wr : provides [:: is_right_stochastic_d; is_matrix_d; is_vector_d] defs by provided.
meaning_for_all => n n_gt0 _; meaning_for_all => h h_gt0 _; apply: says_for_values => [v|v]; first exact: any_and.
case/true_and=> is_l /true_and[len_l /true_and[every _]].
case: v is_l len_l every => // l _ len_l every.
have size_l : size l = h by move: len_l; rewrite /yields /= -pmulrn eqr_nat; case: eqP.
have [B BE] : exists B : nat -> nat -> nat -> S, forall a, (a < size l)%N ->
    nth (Bool true) l a = mat n n (B a) /\ forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) B a i j = 1.
  have each a : (a < size l)%N -> exists2 A, nth (Bool true) l a = mat n n A & forall i, (0 < i <= n)%N -> \sum_(j <- iota 1 n) A i j = 1.
    have lists : yields (functions_of S) defs [:: ("A", List l); ("H", Num h%:R); ("n", Num n%:R)]%string (Name "A") (List l) by [].
    by move=> a_lt; have is_a := true_all lists every a_lt; apply: (is_right_stochastic_true Wr); apply: true_named_call is_a _.
  elim: (l) each => [|u l' IH] each; first by exists (fun _ _ _ => 0).
  have [A AE sums] := each 0%N isT; have [|B BE] := IH; first by move=> a a_lt; exact: (each a.+1 a_lt).
  by exists (fun a => if a is a'.+1 then B a' else A) => -[|a] //; exact: BE.
have -> : List l = listed h (fun a => mat n n (B a.-1)).
  congr List; rewrite -size_l -[LHS](mkseq_nth (Bool true)) /mkseq -[1%N]addn0 iotaDl -map_comp.
  by apply/eq_in_map => a; rewrite mem_iota add0n => /andP[_ a_lt] /=; case: (BE a a_lt).
meaning_for_all => w _ _; apply: says_expression; last exact: (erefl true).
apply: y_same_vec; [by value | by value | move=> i i_n /=].
rewrite (eq_bigr (fun j => \sum_(a <- iota 1 h) w a * B a.-1 i j)) => [|j _]; last by rewrite mulr1.
rewrite exchange_big; apply: eq_big_seq => a /in_from_1/andP[a_gt0 a_h].
have [|_ sums] := BE a.-1; first by rewrite prednK // size_l.
by rewrite -mulr_sumr sums // mulr1.
Qed.
