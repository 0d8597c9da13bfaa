import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import { fitsName } from "@kartis/core/kernel/fold.ts";
import { directionOf, type Language } from "@kartis/i18n/languages.ts";
import { type EditorState, NodeSelection, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import editorStyles from "../../editor/Editor.module.css";
import type { Completion } from "../../editor/completion.ts";
import { FormatButtons } from "../../editor/FormatButtons.tsx";
import type { Format } from "../../editor/formats.ts";
import { RichEditor, type RichEditorHandle } from "../../editor/RichEditor.tsx";
import { Chips } from "./chips.ts";
import { FallbackForm } from "./FallbackForm.tsx";
import { formOf } from "./form.ts";
import { schema } from "./schema.ts";
import styles from "./TemplateText.module.css";
import { putVariable, variableQuery } from "./typed.ts";
import type { NamedVariable } from "./useVariables.ts";
import { type Condition, readCondition, readVariable, withFallback, writtenVariable } from "./variable.ts";

export interface TemplateTextHandle {
  readonly focus: () => void;
  /** The text as it is now: React may not have rendered the last letters that `onChange` passed on. */
  readonly read: () => string | undefined;
  /** Replaces the selection by a variable. */
  readonly insert: (source: string) => void;
}

export interface TemplateTextProps {
  ref?: Ref<TemplateTextHandle>;
  label: string;
  description?: string;
  errorMessage: string | undefined;
  /** The initial value. */
  value: string;
  language: Language;
  isRich: boolean;
  isSingleLine?: boolean;
  isReadOnly: boolean;
  /** Undefined while loading. */
  variables: readonly NamedVariable[] | undefined;
  onChange: (value: string) => void;
  onFocus: () => void;
}

interface Chosen {
  readonly position: number;
  readonly source: string;
  readonly dom: HTMLElement;
}

/** A text of a template, whose variables stand as chips. `{` offers them; Enter on a chip opens it. */
export function TemplateText(props: TemplateTextProps) {
  const { ref, label, description, errorMessage, value, language, isRich, isSingleLine = false, isReadOnly, variables } = props;
  const t = useT();
  const id = useId();
  const editor = useRef<RichEditorHandle<string>>(null);
  const [formats, setFormats] = useState<ReadonlySet<Format>>(new Set());
  const [selected, setSelected] = useState<string>();
  const [opened, setOpened] = useState<Chosen>();
  const [chips] = useState(() => new Chips());

  const wordsOf = (path: string, fallback: string) => {
    const known = variables?.find((variable) => variable.path === path);
    return {
      label: known?.fullName ?? path,
      fallback: fallback === "" ? "" : t("messageTemplates.variable.or", { fallback }),
      reason: variables && !known ? t("validation.template.variable", { about: path }) : undefined,
    };
  };
  const conditionWordsOf = ({ part, path }: Condition) =>
    t(`messageTemplates.condition.${part}`, {
      name: variables?.find((variable) => variable.path === path)?.name ?? t.find(`messageTemplates.variable.${path}`) ?? path,
    });
  useEffect(() => chips.say(wordsOf, conditionWordsOf));
  const open = (view: EditorView, position: number): boolean => {
    const node = view.state.doc.nodeAt(position);
    const dom = view.nodeDOM(position);
    if (node?.type.name !== "variable" || !(dom instanceof HTMLElement)) return false;
    // A condition has no fallback to be edited.
    if (readCondition(String(node.attrs["source"]))) return false;
    setOpened({ position, source: String(node.attrs["source"]), dom });
    return true;
  };
  const form = useMemo(() => formOf({ isRich, isSingleLine }, chips), [chips, isRich, isSingleLine]);
  const completion: Completion = {
    label: t("messageTemplates.insert"),
    find: variableQuery,
    choicesFor: (text) =>
      (variables ?? [])
        .filter(({ fullName, path }) => fitsName(fullName, text.trim()) || path.startsWith(text.trim()))
        .map((variable) => ({
          id: variable.path,
          row: (
            <>
              <bdi className={editorStyles.choiceName}>{variable.name}</bdi>
              <span className={editorStyles.choiceType}>{variable.groupName}</span>
            </>
          ),
          put: (view, query) => putVariable(view, query, writtenVariable(variable.path, "")),
        })),
  };
  function onState(state: EditorState) {
    const { selection } = state;
    const chip = selection instanceof NodeSelection && selection.node.type.name === "variable" ? selection.node : undefined;
    setSelected(chip && String(chip.attrs["source"]));
  }
  const said = selected === undefined ? undefined : readVariable(selected);
  const words = said && wordsOf(said.path, said.fallback);
  const condition = selected === undefined ? undefined : readCondition(selected);
  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    read: () => editor.current?.read(),
    insert: (source) =>
      editor.current?.run(({ state, dispatch }) => {
        const node = schema.node("variable", { source }, undefined, state.selection.$from.marks());
        dispatch(state.tr.replaceSelectionWith(node, false).scrollIntoView());
      }),
  }));
  const attributes = useMemo(
    () => ({
      lang: language,
      dir: directionOf(language),
      "aria-describedby": `${id}-help`,
      ...(errorMessage ? { "aria-invalid": "true" } : {}),
    }),
    [id, language, errorMessage],
  );
  // Synchronously: until it unmounts the popover contains the focus, and letters typed meanwhile would be lost.
  const leave = () => flushSync(() => setOpened(undefined));
  return (
    <div className={styles.field} onFocus={props.onFocus}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <div className={styles.box} data-invalid={errorMessage ? "" : undefined} data-single-line={isSingleLine || undefined}>
        <RichEditor
          ref={editor}
          form={form}
          label={label}
          value={value}
          completion={isReadOnly ? undefined : completion}
          isSingleLine={isSingleLine}
          isReadOnly={isReadOnly}
          attributes={attributes}
          onChange={(next, active, isEdit) => {
            setFormats(active);
            if (isEdit) props.onChange(next);
          }}
          onState={onState}
          onKey={(event, view) =>
            event.key === "Enter" && view.state.selection instanceof NodeSelection && open(view, view.state.selection.from)
          }
          onClick={(view, position) => void open(view, position)}
        />
        {isRich && !isReadOnly && (
          <div className={styles.tools} role="toolbar" aria-label={t("timeline.format")}>
            <FormatButtons active={formats} onToggle={(format) => editor.current?.toggle(format)} />
          </div>
        )}
      </div>
      <span id={`${id}-help`} className={errorMessage ? styles.error : styles.help}>
        {errorMessage && <Icon of={errorCircle} />}
        <span>{errorMessage ?? description}</span>
      </span>
      <span className={styles.heard} role="status">
        {condition && conditionWordsOf(condition)}
        {words &&
          t("messageTemplates.variable.selected", {
            name: `${words.label} ${words.fallback}`.trim(),
            reason: words.reason ?? "none",
          })}
      </span>
      {opened && (
        <FallbackForm
          anchor={{ current: opened.dom }}
          source={opened.source}
          label={wordsOf(readVariable(opened.source)?.path ?? opened.source, "").label}
          reason={wordsOf(readVariable(opened.source)?.path ?? opened.source, "").reason}
          isReadOnly={isReadOnly}
          onChange={(fallback) =>
            editor.current?.run(
              ({ state, dispatch }) =>
                dispatch(state.tr.setNodeAttribute(opened.position, "source", withFallback(opened.source, fallback))),
              true,
            )
          }
          onRemove={() => {
            leave();
            editor.current?.run(({ state, dispatch }) => dispatch(state.tr.delete(opened.position, opened.position + 1)));
          }}
          onClose={() => {
            leave();
            editor.current?.run(({ state, dispatch }) =>
              dispatch(state.tr.setSelection(TextSelection.create(state.doc, opened.position + 1))),
            );
          }}
        />
      )}
    </div>
  );
}
