import variableIcon from "@fluentui/svg-icons/icons/braces_16_regular.svg?icon";
import type { Language } from "@kartis/i18n/languages.ts";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Skeleton, Waiting } from "../../../ui/feedback/Skeleton.tsx";
import styles from "../message-templates.module.css";
import type { Draft, Template } from "../templates.ts";
import type { TemplateTextHandle, TemplateTextProps } from "../text/TemplateText.tsx";
import { useVariables } from "../text/useVariables.ts";
import { VariableMenu } from "./VariableMenu.tsx";

/** The editor and the words of its bar come when a text is shown. */
const TemplateText = later<TemplateTextProps>(
  async () => (await withWords(["timeline"], import("../text/TemplateText.tsx"))).TemplateText,
  <Waiting>
    <Skeleton width="100%" height="56px" />
  </Waiting>,
);

type Part = "subject" | "body";
type Text = Draft["texts"]["en"];

export interface TextEditorHandle {
  /** What is written this moment. */
  readonly read: () => Text;
}

interface TextEditorProps {
  ref: Ref<TextEditorHandle>;
  language: Language;
  text: Text;
  kind: Template["kind"];
  format: Template["format"];
  cardTypeId: Template["cardTypeId"];
  isReadOnly: boolean;
  /** An SMS has none. */
  hasSubject: boolean;
  /** What readers of the language get in the place of the text, or what it may lack. */
  note: string | undefined;
  errors: Readonly<Record<Part, string | undefined>>;
  onChange: (text: Partial<Text>) => void;
}

/** Subject and text in one language; `{` offers what can be named in them. */
export function TextEditor(props: TextEditorProps) {
  const { ref, language, text, kind, format, cardTypeId, isReadOnly, hasSubject, note, errors, onChange } = props;
  const t = useT();
  const subject = useRef<TemplateTextHandle>(null);
  const body = useRef<TemplateTextHandle>(null);
  const button = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [last, setLast] = useState<Part>("body");
  const variables = useVariables({ kind, cardTypeId });
  const fields = { subject, body };
  useImperativeHandle(ref, () => ({
    read: () => ({ subject: subject.current?.read() ?? text.subject, body: body.current?.read() ?? text.body }),
  }));
  const shared = { isReadOnly, language, variables };
  return (
    <div className={styles.text}>
      {note && <p className={styles.quiet}>{note}</p>}
      {hasSubject && (
        <div>
          <TemplateText
            {...shared}
            ref={subject}
            label={t("messageTemplates.subject")}
            value={text.subject}
            isRich={false}
            isSingleLine
            errorMessage={errors.subject}
            onChange={(value) => onChange({ subject: value })}
            onFocus={() => setLast("subject")}
          />
        </div>
      )}
      <div>
        <TemplateText
          {...shared}
          ref={body}
          label={t("messageTemplates.body")}
          description={t(format === "rich" ? "messageTemplates.body.about" : "messageTemplates.body.aboutPlain", { brace: "{" })}
          value={text.body}
          isRich={format === "rich"}
          errorMessage={errors.body}
          onChange={(value) => onChange({ body: value })}
          onFocus={() => setLast("body")}
        />
      </div>
      {!isReadOnly && (
        <div ref={button}>
          <Button icon={variableIcon} onPress={() => setChoosing(true)}>
            {t("messageTemplates.insert")}
          </Button>
        </div>
      )}
      {isChoosing && (
        <VariableMenu
          anchor={button}
          variables={variables ?? []}
          onChoose={(written) => fields[last].current?.insert(written)}
          onClose={() => {
            setChoosing(false);
            fields[last].current?.focus();
          }}
        />
      )}
    </div>
  );
}
