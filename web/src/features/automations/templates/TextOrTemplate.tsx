import type { CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { templateNamesOptions } from "./queries.ts";
import type { ChosenTemplate, TemplateFieldsProps } from "./TemplateFields.tsx";

const TemplateFields = later<TemplateFieldsProps>(async () => (await import("./TemplateFields.tsx")).TemplateFields);

interface TextOrTemplateProps {
  channel: TemplateFieldsProps["channel"];
  /** Of the card that the step is executed for. */
  type: CardType;
  /** Undefined for a text of the step's own. */
  templateId: ChosenTemplate | undefined;
  errorMessage: string | undefined;
  /** @param templateId undefined for a text of the step's own, empty for a template that is still to be chosen */
  onChange: (templateId: ChosenTemplate | undefined) => void;
  /** The fields of the step's own text. */
  children: ReactNode;
}

/** The choice between the step's own text and a message template, if any template fits. */
export function TextOrTemplate({ channel, type, templateId, errorMessage, onChange, children }: TextOrTemplateProps) {
  const t = useT();
  const { data = [] } = useQuery(templateNamesOptions());
  const fitting = data.filter((one) => one.channel === channel && (one.cardTypeId === null || one.cardTypeId === type.id));
  const usable = fitting.filter(({ isOffered }) => isOffered);
  if (usable.length === 0 && templateId === undefined) return children;
  const [only] = usable.length === 1 ? usable : [];
  return (
    <>
      <SegmentedControl
        label={t("automations.action.template.what")}
        options={[
          { id: "own", label: t("automations.action.template.own") },
          { id: "template", label: t("automations.template") },
        ]}
        value={templateId === undefined ? "own" : "template"}
        onChange={(what) => onChange(what === "own" ? undefined : (only?.id ?? ""))}
      />
      {templateId === undefined ? (
        children
      ) : (
        <TemplateFields
          channel={channel}
          type={type}
          // The chosen one is listed even if the reader may not use it; others are not.
          options={fitting.filter(({ id, isOffered }) => isOffered || id === templateId)}
          templateId={templateId}
          errorMessage={errorMessage}
          onChange={onChange}
        />
      )}
    </>
  );
}
