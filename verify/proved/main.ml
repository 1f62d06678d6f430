(* SPDX-License-Identifier: Apache-2.0 *)
(* The proved checker on files:

     attest-check-proved [--seconds N] TREES CERTIFICATE...

   TREES is what tree.py --checker prints of a claim. A line for each certificate: what front.ml says, a tab, the file's name. *)
open Front

exception Timeout

let read path =
  try let channel = open_in_bin path in
    let content = really_input_string channel (in_channel_length channel) in close_in channel; content
  with Sys_error reason -> malformed reason

(* "claim ID", "header HASH", and for each statement "statement NAME HASH" with its term on the lines below, up to an empty one. *)
let read_trees path =
  let rec blocks found current = function
    | [] -> List.rev (List.rev current :: found)
    | "" :: rest -> blocks (List.rev current :: found) [] rest
    | line :: rest -> blocks found (line :: current) rest in
  match blocks [] [] (String.split_on_char '\n' (read path)) with
  | [claim; header] :: statements ->
    let after word line =
      let n = String.length word in
      if String.length line > n && String.sub line 0 n = word then String.sub line n (String.length line - n) else malformed "trees: claim, header" in
    let one = function
      | heading :: term ->
        (match String.split_on_char ' ' heading with
         | ["statement"; name; hash] -> [(name, (hash, lazy (statement (parse_term (String.concat "\n" term)))))]
         | _ -> malformed "trees: a statement was expected")
      | [] -> [] in
    (after "claim " claim, after "header " header, List.concat_map one statements)
  | _ -> malformed "trees: claim and header were expected"

let () =
  let rec arguments seconds = function "--seconds" :: n :: rest -> arguments (int_of_string n) rest | rest -> (seconds, rest) in
  match arguments 60 (List.tl (Array.to_list Sys.argv)) with
  | seconds, trees :: (_ :: _ as certificates) ->
    Sys.set_signal Sys.sigalrm (Sys.Signal_handle (fun _ -> raise Timeout));
    let trees = try Ok (read_trees trees) with Malformed reason -> Error reason | Not_found | Invalid_argument _ | Failure _ -> Error "no trees" in
    List.iter (fun path ->
      let line =
        try
          ignore (Unix.alarm seconds);
          let line = answered (fun () -> match trees with Ok trees -> answer trees (read path) | Error reason -> malformed reason) in
          ignore (Unix.alarm 0); line
        with Timeout -> "Undecided: time" in
      print_endline (line ^ "\t" ^ path)) certificates
  | _ -> prerr_endline "usage: attest-check-proved [--seconds N] TREES CERTIFICATE..."; exit 64
