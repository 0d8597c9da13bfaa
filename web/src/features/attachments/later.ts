import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";

/** Comes with its words, when there are files. */
export const AttachedFiles = later(async () => (await withWords(["files"], import("./AttachedFiles.tsx"))).AttachedFiles);
