import type { CardId, EffectId, TemplateId } from "../../kernel/id.ts";
import type { Intent } from "../../outbound/index.ts";
import type { StoredSender } from "../../sms/index.ts";

interface Written {
  readonly cardId: CardId;
  /** E.164. */
  readonly phone: string;
  readonly sender: Pick<StoredSender, "name" | "kind" | "phone">;
  readonly text: string;
  readonly parts: number;
  readonly templateId?: TemplateId | undefined;
  readonly effectId: EffectId;
  /** Whether it waits for the end of the recipient's quiet hours. */
  readonly avoidsQuietHours?: boolean;
}

/** The values of a new SMS, without its payment. */
export const smsToSend = ({ cardId, phone, sender, text, parts, templateId, effectId, avoidsQuietHours }: Written) => ({
  cardId,
  phone,
  from: sender.kind === "number" ? sender.phone : sender.name,
  text,
  parts,
  delivery: "sending",
  effectId,
  ...(templateId ? { templateId } : {}),
  ...(avoidsQuietHours ? { avoidsQuietHours } : {}),
});

/** The intent that sends the SMS, to be committed with it. */
export const smsIntent = (id: EffectId, smsId: string): Intent => ({
  id,
  purpose: "sms",
  subject: { kind: "activity", id: smsId },
  payload: {},
});
