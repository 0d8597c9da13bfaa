/// <reference types="vite/client" />
import type { Messages } from "../../messages.ts";

/** The areas that are loaded by themselves; a chunk of its own, so that the entry does not list them for four languages. */
export default import.meta.glob<{ default: Messages[string] }>([
  "./*.json",
  "!./{common,shell,cards,fields,mail,templates}.json",
]);
