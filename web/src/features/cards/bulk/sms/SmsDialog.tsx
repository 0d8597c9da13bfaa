import type { BulkSelection, BulkSmsJob } from "@kartis/core/bulk/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { keepDraft, readDraft } from "../../../../lib/device/drafts.ts";
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

/** The form that the text is kept as, for the cards' type, until it is sent or given up. */
const draftForm = "sms-to-many";

export type SmsChange = BulkSmsJob["change"];

/** An SMS to each of the selected cards: written first, then previewed with its cost, and only then sent. */
export function SmsDialog({ type, selection, count, onClose }: SmsDialogProps) {
  const [draft, setDraft] = useState<SmsChange>(() => ({ kind: "send", text: readDraft<string>(type.id, draftForm) ?? "" }));
  const keep = (text: string) => keepDraft(type.id, draftForm, text.trim() === "" ? undefined : text);
  function change(next: SmsChange) {
    keep(next.text);
    setDraft(next);
  }
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
        onChange={change}
        onCancel={() => {
          keep("");
          onClose();
        }}
        onClose={onClose}
        onDone={(whole) => {
          change(whole);
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
        keep("");
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
