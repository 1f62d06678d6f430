(* SPDX-License-Identifier: Apache-2.0 *)
(* What zarith says of integers that are drawn from a fixed seed, or what zarith.js says of the same: one line for each operation.
   Argument: how many pairs are drawn (a script: 2000). *)
module B = Big_int_Z

(* A generator of its own: OCaml's Random draws other numbers where an int has 32 bits. *)
let state = ref 26
let draw bound = state := (!state * 75 + 74) mod 65537; !state mod bound
let digits n = String.init n (fun i -> Char.chr (48 + if i = 0 then 1 + draw 9 else draw 10))
let power bits = Z.shift_left Z.one bits
let edge () = Z.add (power (draw 140)) (Z.of_int (draw 5 - 2))
let drawn () =
  let n = match draw 5 with
    | 0 -> Z.of_int (draw 10)
    | 1 -> edge ()
    | 2 -> Z.of_string (digits (1 + draw 22))
    | 3 -> Z.mul (edge ()) (edge ())
    | _ -> Z.of_string (digits (1 + draw 600)) in
  if draw 2 = 0 then Z.neg n else n

let shown = Z.to_string
let guarded compute = try compute () with Division_by_zero -> "division by zero" | Invalid_argument _ -> "invalid" | Failure _ -> "failure" | Z.Overflow -> "overflow"
let pair (a, b) = shown a ^ " " ^ shown b

let say a b =
  let bits = draw 200 in
  List.iter (fun compute -> print_endline (guarded compute)) [
    (fun () -> shown (B.add_big_int a b)); (fun () -> shown (B.sub_big_int a b)); (fun () -> shown (B.minus_big_int a));
    (fun () -> shown (B.mult_big_int a b)); (fun () -> shown (B.mult_int_big_int 2 a)); (fun () -> shown (B.mult_int_big_int (draw 30000) b));
    (fun () -> pair (B.quomod_big_int a b)); (fun () -> pair (Z.div_rem a b)); (fun () -> shown (Z.fdiv a b)); (fun () -> shown (Z.cdiv a b));
    (fun () -> shown (B.gcd_big_int a b)); (fun () -> shown (B.gcd_big_int (Z.mul a (power 40)) (Z.mul b a)));
    (fun () -> shown (B.gcd_big_int (Z.mul a (Z.mul b b)) (Z.mul (Z.succ a) b)));
    (fun () -> string_of_int (B.compare_big_int a b)); (fun () -> string_of_bool (B.eq_big_int a b));
    (fun () -> string_of_bool (B.eq_big_int a (Z.sub (Z.add a b) b))); (fun () -> string_of_bool (B.le_big_int a b && B.lt_big_int a b));
    (fun () -> string_of_int (B.sign_big_int a)); (fun () -> shown (B.succ_big_int a)); (fun () -> shown (B.pred_big_int a));
    (fun () -> shown (B.abs_big_int a)); (fun () -> shown (B.max_big_int a b)); (fun () -> shown (Z.shift_left a bits));
    (fun () -> shown (Z.shift_right a bits)); (fun () -> shown (Z.of_string (shown a)));
    (fun () -> if Z.lt (Z.abs a) (power 30) then string_of_int (B.int_of_big_int a) else "large")]

let () =
  let count = match Sys.argv with [|_; count|] -> int_of_string count | _ -> 2000 in
  List.iter (fun text -> print_endline (guarded (fun () -> shown (Z.of_string text))))
    ["0"; "-0"; "00"; "007"; "-12"; ""; "-"; "1 "; " 1"; "1a"; "--1"; "1-"; "4294967296"; "-2147483648"; "2147483648"; "9007199254740993"];
  (* Around the sizes of an int in a browser and of a float's whole numbers, each with each. *)
  let edges = List.concat_map (fun bits -> List.concat_map (fun k -> let n = Z.add (power bits) (Z.of_int k) in [n; Z.neg n]) [-1; 0; 1]) [0; 1; 15; 16; 30; 31; 32; 33; 52; 53; 54; 62; 63; 64; 65] in
  List.iter (fun a -> List.iter (fun b -> List.iter (fun n -> print_endline (guarded (fun () -> shown (n ()))))
    [(fun () -> Z.add a b); (fun () -> Z.sub a b); (fun () -> Z.mul a b); (fun () -> fst (B.quomod_big_int a b)); (fun () -> snd (B.quomod_big_int a b)); (fun () -> Z.gcd a b)]) (Z.zero :: edges)) edges;
  for _ = 1 to count do let a = drawn () in say a (if draw 20 = 0 then Z.zero else drawn ()) done
