import { activities } from "./activities.ts";
import { cards } from "./cards.ts";
import { files } from "./files.ts";
import { history } from "./history.ts";
import { loadedLater } from "./loaded-later.ts";
import { mentions } from "./mentions.ts";
import type { PersonalDataPart } from "./part.ts";
import { smsAnswers } from "./sms-answers.ts";
import { smsOptOuts } from "./sms-opt-outs.ts";

/** Conversations on WhatsApp. */
const chats = loadedLater(async () => (await import("./conversations.ts")).conversations);
/** Telephone calls. */
const calls = loadedLater(async () => (await import("./telephone-calls.ts")).telephoneCalls);

/** Everything that can be known about a person, in the order of export and erasure. */
export const parts = {
  cards,
  files,
  chats,
  calls,
  smsAnswers,
  activities,
  smsOptOuts,
  mentions,
  history,
} as const satisfies Record<string, PersonalDataPart>;
export type PartName = keyof typeof parts;

/** The same, each by its name. */
export const namedParts: readonly (readonly [PartName, PersonalDataPart])[] = Object.entries(parts).map(
  ([name, part]) => [name as PartName, part], // the keys of an object that is written above
);
