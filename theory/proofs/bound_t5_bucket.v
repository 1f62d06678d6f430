(* SPDX-License-Identifier: Apache-2.0 *)
(* The theorems of t5_bucket.v as the meaning of their statements. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Coq Require Import String.
From attest Require Import syntax values evaluation meaning rules generators formulas libraries numbers calls_linear_algebra calls_naturals.
From attest Require t5_bucket statements_srpe_t5_bucket_range statements_srpe_t5_bucket_use statements_srpe_t5_unidirectional.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition library : seq definition :=
  definitions statements_srpe_t5_bucket_use.printed.
Local Notation the f := (definition_in library f) (only parsing).
Definition bucket_steps_d := Eval compute in the "bucket_steps".
Definition bucket_side_d := Eval compute in the "bucket_side".
Definition bucket_two_sided_d := Eval compute in the "bucket_two_sided".
Definition bucket_one_sided_d := Eval compute in the "bucket_one_sided".

Local Notation sides_l := [:: bucket_side_d; bucket_steps_d].

(* A number that is written as a sum, and the distance after l. *)
Ltac natural := first [reflexivity | exact: opprK | refine (esym (natrD _ _ _)) | refine (congr1 -%R (esym (natrD _ _ _))) | by refine (esym (oppr0 _))].
Ltac by_bucket lemma := apply: lemma; [provided | natural | natural | natural | first [assumption | by rewrite divn_gt0]].

Ltac other_value ::=
  first [refine (y_div _ _ _ _ _); [value | value | side | side | side] | refine (y_mod _ _ _ _ _); [value | value | side | side | side]].

Ltac side ::= first [eassumption | natural | done].

Section Buckets.
Variable S : numbers.
Local Notation F := (values.field S).
Local Notation fs := (functions_of S).
Let floor_int : forall i : int, floor fs (i%:~R : F) = i := @floor_integer S.
Implicit Types (defs : seq definition) (x y z : F) (l h K B M : nat).

Lemma call_bucket_steps defs l h M : provides [:: bucket_steps_d] defs ->
  call fs defs "bucket_steps" [:: Num l%:R; Num h%:R; Num M%:R] = Value (Num (t5_bucket.bucket_steps l h M)%:R).
Proof.
move=> W; enter; apply: (y_count (h := fun j => Num j%:R)); first by value.
move=> j /in_from_1/andP[_ j_le]; have rest : h%:R - j%:R = (h - j)%:R :> F by rewrite natrB.
apply: yields_eq; first by value.
by rewrite -!natrX -natrM ler_nat.
Qed.

Ltac known_call ::= apply: call_bucket_steps; provided.
Lemma call_bucket_side defs x y z l K M : provides sides_l defs -> x = l%:R -> y = K%:R -> z = M%:R -> (0 < K)%N ->
  call fs defs "bucket_side" [:: Num x; Num y; Num z] = Value (Num (t5_bucket.bucket_side l K M)%:R).
Proof.
move=> W -> -> -> K_gt0; enter; apply: yields_eq; first by value.
by rewrite -natrM ltr_nat -natrB // -natrD minr_nat /t5_bucket.bucket_side; case: ifP.
Qed.

Ltac known_call ::= first [apply: call_bucket_steps; provided | by_bucket call_bucket_side].
Lemma call_two_before defs x y z l B M : provides (bucket_two_sided_d :: sides_l) defs -> x = - l%:R -> y = B%:R -> z = M%:R -> (1 < B)%N ->
  call fs defs "bucket_two_sided" [:: Num x; Num y; Num z] = Value (Num (t5_bucket.bucket_two_sided (- Posz l) B M)%:R).
Proof.
move=> W -> -> -> B_gt1; rewrite t5_bucket.two_before; enter; apply: y_yes; first by apply: yields_eq; [value | rewrite oppr_le0 ler0n].
by value.
Qed.
Lemma call_two_after defs x y z l B M : provides (bucket_two_sided_d :: sides_l) defs -> x = l%:R -> y = B%:R -> z = M%:R -> (1 < B)%N ->
  call fs defs "bucket_two_sided" [:: Num x; Num y; Num z] = Value (Num (t5_bucket.bucket_two_sided (Posz l) B M)%:R).
Proof.
move=> W xE yE zE B_gt1; case: l xE => [|l] xE; first by rewrite (_ : Posz 0 = - Posz 0) //; apply: call_two_before => //; rewrite xE oppr0.
rewrite t5_bucket.two_after xE yE zE natrD /=; enter; apply: y_no; first by apply: yields_eq; [value | rewrite lern0].
by value.
Qed.
Lemma call_one_before defs x y z l B M : provides (bucket_one_sided_d :: sides_l) defs -> x = - l%:R -> y = B%:R -> z = M%:R -> (0 < B)%N ->
  call fs defs "bucket_one_sided" [:: Num x; Num y; Num z] = Value (Num (t5_bucket.bucket_one_sided (- Posz l) B M)%:R).
Proof.
move=> W -> -> -> B_gt0; rewrite t5_bucket.one_before; enter; apply: y_yes; first by apply: yields_eq; [value | rewrite oppr_le0 ler0n].
by value.
Qed.
Lemma call_one_after defs x y z l B M : provides (bucket_one_sided_d :: sides_l) defs -> x = l%:R -> y = B%:R -> z = M%:R -> (0 < B)%N ->
  call fs defs "bucket_one_sided" [:: Num x; Num y; Num z] = Value (Num (t5_bucket.bucket_one_sided (Posz l) B M)%:R).
Proof.
move=> W xE yE zE B_gt0; case: l xE => [|l] xE; first by rewrite (_ : Posz 0 = - Posz 0) //; apply: call_one_before => //; rewrite xE oppr0.
by rewrite xE yE zE; enter; apply: y_no; [apply: yields_eq; [value | rewrite lern0] | value].
Qed.
End Buckets.

Ltac known_call ::=
  first [by_bucket call_two_before | by_bucket call_two_after | by_bucket call_one_before | by_bucket call_one_after | by_bucket call_bucket_side
        | enter_named; value].

Local Notation buckets_l := (bucket_one_sided_d :: bucket_two_sided_d :: sides_l).
(* B and M = B + more, and the distance l. *)
Ltac any_bucket B_ge :=
  meaning_for_all => B B_ge; rewrite eqr_nat => /eqP B_mod; meaning_for_all => more more_gt0 _;
  have B_gt1 : (1 < B)%N; [by apply: leq_trans B_ge | have B_gt0 : (0 < B)%N; [exact: ltnW |]].

Definition is_index_d := Eval compute in the "is_index".
(* attest: srpe.t5-bucket-use printed sha256:5dc6a4e1c14004026ae9f3c4cfa6302dad1333137ddc2d836dd80efa2a5ac7e7 theorem:buckets_are_indices *)
Theorem buckets_are_indices : Holds statements_srpe_t5_bucket_use.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with (is_index_d :: buckets_l).
any_bucket B_ge4; meaning_for_all => l _ _; meaning_value.
have [/andP[_ lt1] /andP[_ lt2] /andP[_ lt3] /andP[_ lt4]] := t5_bucket.buckets_are_indices l B_ge4 B_mod more_gt0.
by rewrite /integer_in !integer_nat // !ler0n !ltr_nat lt1 lt2 lt3 lt4.
Qed.

Definition buckets_in_range_d := Eval compute in definition_in (definitions statements_srpe_t5_bucket_range.printed) "buckets_in_range".
Definition buckets_monotone_d := Eval compute in definition_in (definitions statements_srpe_t5_bucket_range.printed) "buckets_monotone".
Definition buckets_exact_d := Eval compute in definition_in (definitions statements_srpe_t5_bucket_range.printed) "buckets_exact".
(* attest: srpe.t5-bucket-range printed sha256:9f3a43fd55175f76201c9b5eb9855e1871d0251831c0fda3a7a7a7f9ab4eb101 theorem:range_monotone_exact *)
Theorem range_monotone_exact : Holds statements_srpe_t5_bucket_range.printed.
Proof.
split=> S; have floor_int := @floor_integer S.
start_with [:: buckets_exact_d; buckets_monotone_d; buckets_in_range_d; bucket_two_sided_d; bucket_side_d; bucket_steps_d].
any_bucket B_ge4; meaning_for_all => l _ _; meaning_value.
have := t5_bucket.range_monotone_exact l B_ge4 B_mod more_gt0; rewrite /= => -[[lt1 lt2] [mono1 mono2] exact].
rewrite /integer_in !integer_nat // !ler0n !ltr_nat lt1 lt2 /= addn1 !ler_nat mono1 /= -!natrM -?natrD !eqr_nat ler_nat.
apply/andP; split; first by case: mono2 => [->|->]; rewrite ?orbT.
by case: exact => [->|[-> [->|->]]]; rewrite ?eqxx ?orbT.
Qed.

(* attest: srpe.t5-bucket-range finding_any_M_above_half sha256:d2a04f1f02f998506331333d41f2f84974f56a35bd34670d418c7fec2747af5e theorem:any_M_above_half *)
Theorem any_M_above_half : Holds statements_srpe_t5_bucket_range.finding_any_M_above_half.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: bucket_side_d; bucket_steps_d].
meaning_for_all => K K_ge2; rewrite eqr_nat => /eqP K_mod; meaning_for_all => more more_gt0 _; meaning_for_all => l _ _.
have K_gt0 : (0 < K)%N by apply: ltnW.
meaning_value.
have := t5_bucket.any_M_above_half l K_ge2 K_mod more_gt0; rewrite /= => -[mono [lt exact]].
rewrite addn1 ler0n !ler_nat ltr_nat lt mono /= -natrM ler_nat eqr_nat.
by case: exact => [->|->]; rewrite ?eqxx ?orbT.
Qed.

(* attest: srpe.t5-unidirectional printed sha256:cd67c0f4b34671b6493e4b833bd424c777a8f83b77288e36a154c87e45ef6249 theorem:one_sided *)
Theorem one_sided : Holds statements_srpe_t5_unidirectional.printed.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: bucket_one_sided_d; bucket_side_d; bucket_steps_d].
any_bucket B_ge2; meaning_for_all => l _ _; meaning_value.
have [/andP[_ lt] mono exact later] := t5_bucket.one_sided l B_ge2 B_mod more_gt0.
rewrite /integer_in integer_nat // ler0n ltr_nat lt /= addn1 ler_nat mono /= -natrM ler_nat eqr_nat later.
apply/andP; split; first by case: exact => [->|->]; rewrite ?eqxx ?orbT.
by rewrite pnatr_eq0; case: (l == 0%N).
Qed.

(* attest: srpe.t5-unidirectional finding_later_positions_two_sided sha256:bd5ced2d96179e71a5d51a55a1d82da22431b3b1f0075e17cb685a2913baa642 theorem:later_positions_two_sided *)
Theorem later_positions_two_sided : Holds statements_srpe_t5_unidirectional.finding_later_positions_two_sided.
Proof.
split=> S; have floor_int := @floor_integer S; start_with [:: bucket_two_sided_d; bucket_side_d; bucket_steps_d].
any_bucket B_ge4; meaning_value.
have [ne1 ne2] := t5_bucket.later_positions_two_sided B_ge4 B_mod more_gt0.
by rewrite !eqr_nat ne1 ne2.
Qed.
