import { keymap } from "prosemirror-keymap";
import { Fragment, Slice } from "prosemirror-model";
import type { Command } from "prosemirror-state";
import { keyPlugins } from "../../editor/keys.ts";
import type { RichEditorProps } from "../../editor/RichEditor.tsx";
import type { Chips } from "./chips.ts";
import { docOf, textOf } from "./document.ts";
import { schema } from "./schema.ts";
import styles from "./TemplateText.module.css";
import { leaveList } from "./leave-list.ts";
import { chipsOfTyped, conditionsWhole, joined, logicShown } from "./typed.ts";

interface TextKind {
  /** Whether formatting and lists are available. */
  readonly isRich: boolean;
  readonly isSingleLine: boolean;
}

const nothing: Command = () => true;

/** The editor form of a template's text: stored text becomes blocks, marks and chips. */
export const formOf = ({ isRich, isSingleLine }: TextKind, chips: Chips): RichEditorProps<string>["form"] => ({
  schema,
  docOf: (text) => docOf(text, isRich),
  valueOf: textOf,
  plugins: () => [
    chipsOfTyped(),
    conditionsWhole(),
    logicShown(styles.logic ?? ""),
    keymap(isSingleLine ? { Enter: nothing, "Shift-Enter": nothing } : { Enter: leaveList }),
    ...(isRich ? [] : [keymap({ "Mod-b": nothing, "Mod-i": nothing })]),
    ...keyPlugins(schema, isRich),
  ],
  view: {
    nodeViews: { variable: chips.view },
    clipboardTextSerializer: ({ content }) => textOf(content.firstChild?.isTextblock ? content : inLine(content)),
    clipboardTextParser: (text) => {
      const { content } = docOf(isSingleLine ? text.replace(/\s*[\r\n]+\s*/g, " ") : text, isRich);
      return new Slice(content, 1, 1);
    },
    transformPasted: (slice) => (isSingleLine ? joined(slice) : isRich ? slice : plain(slice)),
  },
});

const inLine = (content: Fragment): Fragment => Fragment.from(schema.node("paragraph", null, content));

/** The words without marks and lists. */
function plain(slice: Slice): Slice {
  const bare = (fragment: Fragment): Fragment => {
    const nodes: Parameters<typeof Fragment.fromArray>[0][number][] = [];
    fragment.forEach((node) => {
      nodes.push(node.isTextblock ? schema.node("paragraph", null, bare(node.content)) : node.mark([]));
    });
    return Fragment.fromArray(nodes);
  };
  return new Slice(bare(slice.content), slice.openStart, slice.openEnd);
}
