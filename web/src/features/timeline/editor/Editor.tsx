import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import { fitsNameAsSpoken } from "@kartis/core/cards/replica/search/sounds-like.ts";
import { closeHistory } from "prosemirror-history";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { Completion } from "../../editor/completion.ts";
import type { Format } from "../../editor/formats.ts";
import { keyPlugins } from "../../editor/keys.ts";
import { RichEditor, type RichEditorHandle } from "../../editor/RichEditor.tsx";
import { beginMention, insertMention, mentionQuery } from "./mention.ts";
import { MentionRow } from "./MentionRow.tsx";
import { docOf, richTextOf, schema } from "./schema.ts";
import { useMentionChoices } from "./useMentionChoices.ts";

export interface EditorHandle extends Pick<RichEditorHandle<RichText>, "focus" | "clear" | "toggle"> {
  /** The text as it is now: React may not have rendered the last letters that `onChange` passed on. */
  readonly read: () => RichText;
  /** Puts another text in the place of what is written, as one step that can be taken back. */
  readonly replace: (value: RichText) => void;
  /** Begins a mention where the caret is. */
  readonly mention: () => void;
}

export interface EditorProps {
  ref?: Ref<EditorHandle>;
  label: string;
  placeholder: string;
  /** The initial value. */
  value: RichText;
  nameOf: (id: string) => string;
  onChange: (value: RichText, formats: ReadonlySet<Format>, isEdit: boolean) => void;
  onSubmit: () => void;
  onEscape: () => void;
  /** Files that are dropped on it or pasted. */
  onFiles: ((files: readonly File[]) => void) | undefined;
  isFocused?: boolean;
  /** Whether people and cards can be mentioned. */
  mentions?: boolean;
}

/** Editor of a comment. */
export function Editor({ ref, nameOf, onSubmit, onEscape, mentions = true, ...props }: EditorProps) {
  const t = useT();
  const editor = useRef<RichEditorHandle<RichText>>(null);
  const [asked, setAsked] = useState<string>();
  const choices = useMentionChoices(asked);
  const completion: Completion = {
    label: t("timeline.mention"),
    find: mentionQuery,
    onQuery: setAsked,
    choicesFor: (text) =>
      choices
        // They are those of what was asked last.
        .filter(({ label }) => fitsNameAsSpoken(label, text))
        .map((choice) => ({
          id: choice.id,
          row: <MentionRow choice={choice} />,
          put: (view, query) => insertMention(view, query, choice.id, choice.label),
        })),
  };
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    clear: () => editor.current?.clear(),
    read: () => editor.current?.read() ?? [],
    toggle: (format) => editor.current?.toggle(format),
    replace: (value) =>
      editor.current?.run(({ state, dispatch }) => {
        const { doc, tr } = state;
        dispatch(closeHistory(tr.replaceWith(0, doc.content.size, docOf(value, nameOf).content)));
      }),
    mention: () => editor.current?.run(beginMention),
  }));
  return (
    <RichEditor
      {...props}
      ref={editor}
      form={{ schema, docOf: (text) => docOf(text, nameOf), valueOf: richTextOf, plugins: () => keyPlugins(schema) }}
      completion={mentions ? completion : undefined}
      onKey={(event) => {
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onSubmit();
        else if (event.key === "Escape") onEscape();
        else return false;
        return true;
      }}
    />
  );
}
