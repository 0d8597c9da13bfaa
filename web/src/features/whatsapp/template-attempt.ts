import { sameValue } from "@kartis/core/kernel/same-value.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { keepDraft, readDraft } from "../../lib/device/drafts.ts";
import { newId } from "../../lib/new-id.ts";
import type { ChosenTemplate } from "./TemplatePicker.tsx";

/** A template that is being sent to a number. */
interface Asked {
  readonly template: ChosenTemplate;
  readonly phone: string;
  readonly answers: ActivityId | null;
}

interface Attempt {
  readonly whatsappId: ActivityId;
  readonly asked: Asked;
  /** When it was first tried, in epoch milliseconds. */
  readonly at: number;
}

/** The same template a day later is a message of its own, whatever became of the first. */
const longestMs = 86_400_000;

/**
 * The attempt that sends this: the last one where that was for the same, since its answer may have been lost, so that the customer does not get the template twice.
 */
export const attemptOf = (last: Attempt | undefined, asked: Asked, now: number): Attempt =>
  last && now - last.at < longestMs && sameValue(last.asked, asked) ? last : { whatsappId: newId("act"), asked, at: now };

const formOf = (phone: string) => `whatsapp template ${phone}`;

/** The id under which a template is sent from the card; the same until `endAttempt` for the same template with the same values. */
export function attemptId(cardId: string, asked: Asked): ActivityId {
  const attempt = attemptOf(readDraft<Attempt>(cardId, formOf(asked.phone)), asked, Date.now());
  keepDraft(cardId, formOf(asked.phone), attempt);
  return attempt.whatsappId;
}

/** Once it was sent, the same template is sent again as a message of its own. */
export const endAttempt = (cardId: string, phone: string): void => keepDraft(cardId, formOf(phone), undefined);
