import variableIcon from "@fluentui/svg-icons/icons/braces_16_regular.svg?icon";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useContext, useMemo, useRef, useState } from "react";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Skeleton, Waiting } from "../../../ui/feedback/Skeleton.tsx";
import { useSmsVariables } from "../../cards/bulk/sms/useSmsVariables.ts";
import { VariableMenu } from "../../message-templates/editor/VariableMenu.tsx";
import type { TemplateTextHandle, TemplateTextProps } from "../../message-templates/text/TemplateText.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { MoreVariables, namedRelated } from "../words/variables.ts";
import styles from "./inspector.module.css";

/** The editor is the heaviest part of the builder. */
const TemplateText = later<TemplateTextProps>(
  async () => (await withWords(["timeline"], import("../../message-templates/text/TemplateText.tsx"))).TemplateText,
  <Waiting>
    <Skeleton width="100%" height="56px" />
  </Waiting>,
);

/** Preloads the editor, so that it can take the focus as soon as a form opens. */
export const preloadTexts = (): Promise<void> => TemplateText.preload();

interface VariableTextProps {
  label: string;
  type: CardType;
  value: string;
  isSingleLine?: boolean;
  description?: string;
  /** Which variables are offered, by path; all by default. */
  offers?: (path: string) => boolean;
  errorMessage: string | undefined;
  onChange: (value: string) => void;
}

/** A text field with variables shown as chips; inserted by typing `{` or by the button. */
export function VariableText({
  label,
  type,
  value,
  isSingleLine = false,
  description,
  offers,
  errorMessage,
  onChange,
}: VariableTextProps) {
  const t = useT();
  const more = useContext(MoreVariables);
  const ofCard = useSmsVariables(type);
  const { types } = useCardTypes();
  const ofRelated = useMemo(() => namedRelated(type, types ?? [], t), [type, types, t]);
  const variables = useMemo(() => [...more, ...ofCard, ...ofRelated], [more, ofCard, ofRelated]);
  const offered = offers ? variables.filter(({ path }) => offers(path)) : variables;
  const text = useRef<TemplateTextHandle>(null);
  const button = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={styles.variableText}>
      <TemplateText
        ref={text}
        label={label}
        {...(description === undefined ? {} : { description })}
        errorMessage={errorMessage}
        value={value}
        language={t.language}
        isRich={false}
        isSingleLine={isSingleLine}
        isReadOnly={false}
        variables={variables}
        onChange={onChange}
        onFocus={() => undefined}
      />
      <div ref={button} className={styles.textTools}>
        <Button variant="ghost" size={24} icon={variableIcon} onPress={() => setChoosing(true)}>
          {t("messageTemplates.insert")}
        </Button>
      </div>
      {isChoosing && (
        <VariableMenu
          anchor={button}
          variables={offered}
          onChoose={(written) => {
            text.current?.insert(written);
            const next = text.current?.read();
            if (next !== undefined) onChange(next);
          }}
          onClose={() => {
            setChoosing(false);
            text.current?.focus();
          }}
        />
      )}
    </div>
  );
}
