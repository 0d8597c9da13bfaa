import type { BulkSelection, BulkSmsJob } from "@kartis/core/bulk/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { currentTranslate } from "../../../../lib/i18n.tsx";
import { startChange } from "../../../operations/operations.ts";
import { SmsPreview } from "./SmsPreview.tsx";
import { SmsToWrite } from "./SmsToWrite.tsx";

interface SmsDialogProps {
  type: CardType;
  selection: BulkSelection;
  count: number;
  onClose: () => void;
}

export type SmsChange = BulkSmsJob["change"];

/** An SMS to each of the selected cards: written first, then previewed with its cost, and only then sent. */
export function SmsDialog({ type, selection, count, onClose }: SmsDialogProps) {
  const [draft, setDraft] = useState<SmsChange>({ kind: "send", text: "" });
  const [step, setStep] = useState<
    { readonly name: "write"; readonly error?: string | undefined } | { readonly name: "preview" }
  >({
    name: "write",
  });
  if (step.name === "write")
    return (
      <SmsToWrite
        type={type}
        count={count}
        draft={draft}
        error={step.error}
        onChange={setDraft}
        onClose={onClose}
        onDone={(whole) => {
          setDraft(whole);
          setStep({ name: "preview" });
        }}
      />
    );
  return (
    <SmsPreview
      job={{ target: "sms", selection, change: draft }}
      count={count}
      onBack={(error) => setStep({ name: "write", error })}
      onClose={onClose}
      onSend={(sent) => {
        onClose();
        const t = currentTranslate();
        const label = t("changes.sms.sending", { count: sent });
        void startChange(
          { target: "sms", selection, change: draft },
          { of: "sms", label, doneLabel: (updated) => t("changes.sms.sent", { count: updated }) },
        );
      }}
    />
  );
}
