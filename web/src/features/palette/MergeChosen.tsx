import { withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";
import { closeMerge, useMerge } from "./merging.ts";

const MergeDialog = laterInFocus(() =>
  withWords(["changes"], import("../merges/MergeDialog.tsx")).then((module) => module.MergeDialog),
);

/** The merging of cards that were chosen in the palette, which is gone by then. */
export function MergeChosen() {
  const opened = useMerge();
  return opened && <MergeDialog {...opened} onClose={closeMerge} onMerged={closeMerge} />;
}
