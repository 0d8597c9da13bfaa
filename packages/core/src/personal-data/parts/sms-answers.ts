import { activitiesOfCards, findActivities } from "../../activities/index.ts";
import { forgetEvents } from "../../provider-events/index.ts";
import type { Erasure, PersonalDataPart, Progress } from "./part.ts";

/** The provider's calls about answers to SMS, which are kept for replays. The answers themselves are activities, and are erased after this: they say which numbers are the person's. */
export const smsAnswers = {
  async erase({ orgId, cardIds }: Erasure): Promise<Progress> {
    const found = [...(await findActivities(orgId, await activitiesOfCards(orgId, [...cardIds]))).values()];
    const phones = new Set(found.flatMap(({ type, values }) => (type === "SMS" ? [values["phone"]] : [])));
    const isTheirs = (call: unknown): boolean => {
      const { from } = Object(call) as Readonly<Record<string, unknown>>; // as the webhook has stored it
      return phones.has(from);
    };
    if (phones.size > 0) await forgetEvents(orgId, "smsAnswer", isTheirs);
    return { done: true, count: 0 };
  },
} satisfies PersonalDataPart;
