(* SPDX-License-Identifier: Apache-2.0 *)
(* The proved checker in a browser: js_of_ocaml makes recheck.js of it, a report embeds that, and a worker of the report calls

     attestRecheck(id, entries, definitions, statement, certificate)  ->  [outcome, statement's hash, certificate's SHA-256]

   all strings: the lines "key": "value" of the claim's header, the text of the definitions, the text of the statement, the
   certificate's bytes. The hashes are of what was read here, and the certificate must name them. *)
open Js_of_ocaml

let recheck id entries definitions statement certificate =
  let hash = ref "" and certificate = Js.to_string certificate in
  let outcome = Front.answered (fun () ->
    try
      let name, found, tree = Source.statement_of ~definitions:(Js.to_string definitions) ~statement:(Js.to_string statement) in
      hash := found;
      Front.answer (Js.to_string id, Source.header_hash (Js.to_string entries), [(name, (found, lazy tree))]) certificate
    with Source.Unreadable reason -> "Malformed: statement: " ^ reason) in
  Js.array (Array.map Js.string [|outcome; !hash; Source.sha256 certificate|])

let () = Js.Unsafe.set Js.Unsafe.global (Js.string "attestRecheck") (Js.wrap_callback recheck)
