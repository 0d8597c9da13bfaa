import { setBlockType, toggleMark } from "prosemirror-commands";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

const ofWords = ["bold", "italic"] as const;
const ofBlocks = ["bullet", "number", "quote"] as const;
export const formats = [...ofWords, ...ofBlocks] as const;
export type Format = (typeof formats)[number];

/** The formats that are active at the selection. */
export function formatsIn({ schema, selection, storedMarks, doc }: EditorState): ReadonlySet<Format> {
  const { $from, from, to, empty } = selection;
  const isMarked = (name: (typeof ofWords)[number]): boolean => {
    const type = schema.marks[name];
    if (!type) return false;
    return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
  };
  const block = $from.parent.type.name;
  return new Set<Format>([...ofWords.filter(isMarked), ...ofBlocks.filter((name) => name === block)]);
}

export function toggleFormat({ state, dispatch }: EditorView, format: Format): void {
  const { schema, selection } = state;
  const mark = schema.marks[format];
  const block = schema.nodes[selection.$from.parent.type.name === format ? "paragraph" : format];
  if (mark) toggleMark(mark)(state, dispatch);
  else if (block) setBlockType(block)(state, dispatch);
}
