import type { BulkSelection } from "@kartis/core/bulk/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { validationMessage } from "../../fields/validation.ts";
import { PreviewDialog } from "./PreviewDialog.tsx";

const StartAutomations = later(
  async () => (await withWords(["automationRuns"], import("../../automations/many/StartAutomations.tsx"))).StartAutomations,
);

interface EditPreviewProps {
  type: CardType;
  selection: BulkSelection;
  title: string;
  fields: Record<string, unknown>;
  onBack: (errors: Readonly<Record<string, string>>) => void;
  onClose: () => void;
  onChange: (startAutomations: boolean) => void;
}

/** What the edit would change. Back to the fields with the reasons, if the server refuses them all. */
export function EditPreview({ type, selection, title, fields, onBack, onClose, onChange }: EditPreviewProps) {
  const t = useT();
  const query = useQuery(
    trpc.bulk.preview.queryOptions(
      { selection, change: { kind: "edit", fields } },
      { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } },
    ),
  );
  const [startsAutomations, setStartsAutomations] = useState(false);
  const preview = query.data;
  const error = query.error ? toAppError(query.error) : undefined;
  const back = () =>
    onBack(Object.fromEntries(Object.entries(error?.fields ?? {}).map(([fieldId, key]) => [fieldId, validationMessage(t, key)])));
  return (
    <PreviewDialog
      title={title}
      preview={preview}
      error={error}
      types={[type]}
      apply={t("changes.edit.apply", { count: preview?.changing ?? 0 })}
      isDirty
      note={
        <StartAutomations
          cardTypeId={type.id}
          change={{ kind: "edit", fields }}
          count={preview?.changing ?? 0}
          isSelected={startsAutomations}
          onChange={setStartsAutomations}
        />
      }
      footerStart={
        <Button size={32} onPress={back}>
          {t("common.back")}
        </Button>
      }
      onClose={onClose}
      onChange={() => onChange(startsAutomations)}
    />
  );
}
