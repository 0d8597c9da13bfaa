import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import { setBlockType, toggleMark } from "prosemirror-commands";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { pastedFiles } from "../../attachments/files-in.ts";
import { keyPlugins } from "./keys.ts";
import { insertMention, type MentionQuery, mentionQuery } from "./mention.ts";
import { MentionList } from "./MentionList.tsx";
import { docOf, richTextOf, schema } from "./schema.ts";
import { useMentionChoices } from "./useMentionChoices.ts";
import styles from "./Editor.module.css";

export type Format = "bold" | "italic" | "bullet" | "number" | "quote";

export interface EditorHandle {
  readonly focus: () => void;
  readonly clear: () => void;
  /** What is written this moment: what `onChange` told of the last letters may not have been rendered yet. */
  readonly read: () => RichText;
  readonly toggle: (format: Format) => void;
  /** Begins a mention where the caret is. */
  readonly mention: () => void;
}

export interface EditorProps {
  ref?: Ref<EditorHandle>;
  label: string;
  placeholder: string;
  /** What it begins with. */
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

const marks: ReadonlySet<string> = new Set(["bold", "italic"]);

function formatsIn({ selection: { $from, from, to, empty }, storedMarks, doc }: EditorState): ReadonlySet<Format> {
  const isMarked = (name: "bold" | "italic"): boolean => {
    const type = schema.marks[name];
    if (!type) return false;
    return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
  };
  const block = $from.parent.type.name;
  return new Set<Format>([
    ...(["bold", "italic"] as const).filter(isMarked),
    ...(["bullet", "number", "quote"] as const).filter((name) => name === block),
  ]);
}

/** Where a comment is written. */
export function Editor(props: EditorProps) {
  const { ref, label, placeholder, value, nameOf, isFocused } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const [isEmpty, setEmpty] = useState(value.length === 0);
  const [query, setQuery] = useState<MentionQuery & { readonly at: ReturnType<EditorView["coordsAtPos"]> }>();
  const [dismissed, setDismissed] = useState<number>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const choices = useMentionChoices(query && query.from !== dismissed ? query.text : undefined);
  const isChoosing = choices.length > 0;
  const index = Math.min(active, Math.max(0, choices.length - 1));

  const changed = useEffectEvent((state: EditorState, isEdit: boolean) => {
    const { doc } = state;
    setEmpty(doc.childCount === 1 && doc.firstChild?.type.name === "paragraph" && doc.firstChild.content.size === 0);
    const next = props.mentions === false ? undefined : mentionQuery(state);
    setQuery(next && view.current && { ...next, at: view.current.coordsAtPos(next.from) });
    if (next?.text !== query?.text) setActive(0);
    if (!next) setDismissed(undefined);
    props.onChange(richTextOf(doc), formatsIn(state), isEdit);
  });
  function choose(at: number) {
    const choice = choices[at];
    if (view.current && query && choice) insertMention(view.current, query, choice.id, choice.label);
  }
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.isComposing) return false;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      props.onSubmit();
      return true;
    }
    if (isChoosing) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const step = event.key === "ArrowDown" ? 1 : -1;
        setActive((index + step + choices.length) % choices.length);
        return true;
      }
      if (event.key === "Enter" || event.key === "Tab") {
        choose(index);
        return true;
      }
      if (event.key === "Escape") {
        setDismissed(query?.from);
        return true;
      }
    }
    if (event.key !== "Escape") return false;
    props.onEscape();
    return true;
  });
  const takeFiles = useEffectEvent((files: readonly File[]): boolean => {
    if (!props.onFiles || files.length === 0) return false;
    props.onFiles(files);
    return true;
  });

  const start = useEffectEvent(() => EditorState.create({ doc: docOf(value, nameOf), plugins: keyPlugins() }));
  useEffect(() => {
    if (!host.current) return undefined;
    const made = new EditorView(host.current, {
      state: start(),
      attributes: { class: styles.editable ?? "", role: "textbox", "aria-multiline": "true" },
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction));
        changed(made.state, transaction.docChanged);
      },
      handleKeyDown: (_, event) => onKey(event),
      handlePaste: (_, event) => takeFiles(pastedFiles(event.clipboardData)),
      handleDrop: (_, event) => {
        if (!takeFiles([...(event.dataTransfer?.files ?? [])])) return false;
        event.preventDefault();
        return true;
      },
    });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    view.current?.setProps({
      attributes: {
        class: styles.editable ?? "",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-placeholder": placeholder,
        ...(isChoosing ? { "aria-controls": listId, "aria-activedescendant": `${listId}-${index}` } : {}),
      },
    });
  }, [label, placeholder, isChoosing, listId, index]);
  useEffect(() => {
    if (isFocused) view.current?.focus();
  }, [isFocused]);

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    clear: () => {
      const { current } = view;
      if (current) current.updateState(EditorState.create({ doc: docOf([], nameOf), plugins: current.state.plugins }));
      setEmpty(true);
      setQuery(undefined);
    },
    read: () => (view.current ? richTextOf(view.current.state.doc) : []),
    toggle: (format) => {
      const { current } = view;
      if (!current) return;
      const { state } = current;
      const mark = schema.marks[format];
      const block = schema.nodes[state.selection.$from.parent.type.name === format ? "paragraph" : format];
      if (marks.has(format) && mark) toggleMark(mark)(state, current.dispatch);
      else if (block) setBlockType(block)(state, current.dispatch);
      current.focus();
    },
    mention: () => {
      const { current } = view;
      if (!current) return;
      const { $from } = current.state.selection;
      const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, undefined, " ");
      current.dispatch(current.state.tr.insertText(before.trim() === "" ? "@" : " @"));
      current.focus();
    },
  }));

  return (
    <div className={styles.editor} data-empty={isEmpty || undefined} data-placeholder={placeholder}>
      <div ref={host} />
      {isChoosing && query && (
        <MentionList id={listId} choices={choices} active={index} at={query.at} onChoose={choose} onActive={setActive} />
      )}
    </div>
  );
}
