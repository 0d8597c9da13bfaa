import { filled, placeOf } from "@kartis/core/whatsapp/rules.ts";
import type { WhatsAppTemplate } from "@kartis/core/whatsapp/schema.ts";
import { isLanguage, languageNames } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { textDirection } from "../../lib/text-direction.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import styles from "./whatsapp.module.css";

export interface ChosenTemplate {
  readonly name: string;
  readonly language: string;
  readonly parameters: string[];
}

interface TemplatePickerProps {
  /** Suggested for the first variable, which usually is the name. */
  name: string;
  isPending: boolean;
  /** Absent where there is nowhere to go back to. */
  onClose?: (() => void) | undefined;
  onSend: (template: ChosenTemplate) => void;
}

const idOf = ({ name, language }: Pick<WhatsAppTemplate, "name" | "language">): string => `${name} ${language}`;
const languageOf = (code: string): string => {
  const [short = ""] = code.split("_");
  return isLanguage(short) ? languageNames[short] : code;
};

/** The approved templates, with fields for the chosen one's variables, previewed as the customer will see it. */
export function TemplatePicker({ name, isPending, onClose, onSend }: TemplatePickerProps) {
  const t = useT();
  const { data, error, refetch } = useQuery(
    trpc.whatsapp.templates.queryOptions({}, { staleTime: 60_000, meta: { quiet: true } }),
  );
  const [chosenId, setChosen] = useState<string>();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  if (error) return <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />;
  if (!data) return <SkeletonRows rows={2} columns={["1fr", "2fr"]} />;
  const isOwn = ({ language }: WhatsAppTemplate) => Number(language.split("_")[0] === t.language);
  const usable = data.templates
    .filter(({ state, isPlain }) => state === "APPROVED" && isPlain)
    // The language in which one writes to customers is most often one's own.
    .toSorted((a, b) => isOwn(b) - isOwn(a));
  const chosen = usable.find((one) => idOf(one) === chosenId) ?? usable[0];
  if (!chosen) return <p className={styles.quiet}>{t("whatsapp.templates.none")}</p>;
  const valueOf = (variable: string, at: number): string => values[`${idOf(chosen)} ${variable}`] ?? (at === 0 ? name : "");
  const labelOf = (variable: string, at: number): string => {
    const place = placeOf(chosen.body, variable);
    const called = /^\d+$/.test(variable) ? "" : variable.replaceAll("_", " ");
    return [called, place].filter(Boolean).join(": ") || t("whatsapp.templates.value", { number: at + 1 });
  };
  const parameters = chosen.variables.map(valueOf);
  const isWhole = parameters.every((value) => value.trim() !== "");
  return (
    <form
      className={styles.picker}
      aria-label={t("whatsapp.templates")}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onSend({ name: chosen.name, language: chosen.language, parameters });
      }}
    >
      <div className={styles.choice}>
        <Select
          label={t("whatsapp.templates.choose")}
          options={usable.map((one) => ({
            id: idOf(one),
            label: `${one.name.replaceAll("_", " ")} (${languageOf(one.language)})`,
          }))}
          value={idOf(chosen)}
          isDisabled={isPending}
          onChange={setChosen}
        />
        {chosen.variables.map((variable, at) => (
          <TextField
            key={variable}
            label={labelOf(variable, at)}
            value={valueOf(variable, at)}
            isReadOnly={isPending}
            onChange={(value) => setValues({ ...values, [`${idOf(chosen)} ${variable}`]: value })}
          />
        ))}
      </div>
      <div className={styles.preview} role="group" aria-label={t("whatsapp.templates.preview")}>
        <span className={styles.quiet}>{t("whatsapp.templates.preview")}</span>
        <p className={styles.text} dir={textDirection(chosen.body)}>
          {filled(chosen.body, parameters)}
        </p>
      </div>
      <div className={styles.bar}>
        {onClose && (
          <Button size={28} variant="ghost" onPress={onClose}>
            {t("common.close")}
          </Button>
        )}
        <Button size={28} variant="primary" type="submit" isPending={isPending} isDisabled={!isWhole}>
          {t("whatsapp.sendTemplate")} <Kbd keys="Mod+Enter" />
        </Button>
      </div>
    </form>
  );
}
