import variableIcon from "@fluentui/svg-icons/icons/braces_16_regular.svg?icon";
import { directionOf, type Language } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { insertVariable } from "./insert-variable.ts";
import styles from "./message-templates.module.css";
import type { Draft, Template } from "./templates.ts";
import { VariableMenu } from "./VariableMenu.tsx";

type Part = "subject" | "body";

interface TextEditorProps {
  language: Language;
  text: Draft["texts"]["en"];
  kind: Template["kind"];
  cardTypeId: Template["cardTypeId"];
  isReadOnly: boolean;
  /** The language that stands in for this one while it is not written. */
  fallback: string | undefined;
  errors: Readonly<Record<Part, string | undefined>>;
  onChange: (text: Partial<Draft["texts"]["en"]>) => void;
}

/** Subject and text in one language; `{` offers what can be named in them. */
export function TextEditor({ language, text, kind, cardTypeId, isReadOnly, fallback, errors, onChange }: TextEditorProps) {
  const t = useT();
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const [menuFor, setMenuFor] = useState<Part>();
  const [last, setLast] = useState<Part>("body");
  const variables = useQuery(trpc.templates.variables.queryOptions({ kind, cardTypeId })).data?.variables ?? [];
  const fields = { subject, body };

  function open(part: Part) {
    if (!isReadOnly) setMenuFor(part);
  }
  /** The brace is taken by the menu; two of them are typed by people who know what they want. */
  function key(part: Part, event: KeyboardEvent) {
    const field = fields[part].current;
    if (event.key !== "{" || !field || field.value[(field.selectionStart ?? 0) - 1] === "{") return;
    event.preventDefault();
    open(part);
  }
  function insert(written: string) {
    const part = menuFor ?? last;
    const field = fields[part].current;
    setMenuFor(undefined);
    if (!field) return;
    const { value, caret } = insertVariable(field.value, field.selectionStart ?? field.value.length, field.selectionEnd, written);
    onChange({ [part]: value });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(caret, caret);
    });
  }
  const shared = { isReadOnly, dir: directionOf(language), lang: language };
  return (
    <div className={styles.text}>
      {fallback && <p className={styles.quiet}>{t("messageTemplates.fallback", { language: fallback })}</p>}
      <div>
        <TextField
          {...shared}
          onKeyDown={(event) => key("subject", event)}
          onFocus={() => setLast("subject")}
          label={t("messageTemplates.subject")}
          value={text.subject}
          onChange={(value) => onChange({ subject: value })}
          maxLength={300}
          inputRef={subject}
          errorMessage={errors.subject}
        />
      </div>
      <div>
        <TextArea
          {...shared}
          onKeyDown={(event) => key("body", event)}
          onFocus={() => setLast("body")}
          label={t("messageTemplates.body")}
          description={t("messageTemplates.body.about", { brace: "{" })}
          value={text.body}
          onChange={(value) => onChange({ body: value })}
          maxLength={20_000}
          rows={12}
          maxRows={24}
          inputRef={body}
          errorMessage={errors.body}
        />
      </div>
      {!isReadOnly && (
        <Button icon={variableIcon} onPress={() => open(last)}>
          {t("messageTemplates.insert")}
        </Button>
      )}
      {menuFor && (
        <VariableMenu
          anchor={fields[menuFor]}
          variables={variables}
          onChoose={insert}
          onClose={() => {
            fields[menuFor].current?.focus();
            setMenuFor(undefined);
          }}
        />
      )}
    </div>
  );
}
