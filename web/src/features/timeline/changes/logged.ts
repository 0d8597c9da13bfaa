import type { Communication, CommunicationType } from "@kartis/core/activities/communications/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { type DraftId, fresh, save } from "./save.ts";

export type Logged = Pick<Communication, "direction" | "happenedAt" | "note" | "number" | "seconds" | "status" | "link">;

const partOf = (type: CommunicationType, { number, seconds, status, link, ...rest }: Logged) => ({
  ...rest,
  ...(type === "CALL" ? { number, seconds, ...(status ? { status } : {}) } : { link }),
});

/** The id is the draft's: an entry whose answer was lost is not logged again by saving the draft again. */
export function log(
  type: CommunicationType,
  cardId: CardId,
  logged: Logged,
  { id, onMadeBefore }: DraftId,
): Promise<string | undefined> {
  const value: Communication = { ...fresh(), ...logged, id, type, cardId, callId: null, recording: null, reason: null };
  const entry = { kind: "activity", type, id, at: logged.happenedAt, thread: null, value } as const;
  return save(
    { kind: "new", cardId, entry },
    () => client.communications.create.mutate({ ...partOf(type, logged), type, cardId, communicationId: id }),
    () => ({ message: currentTranslate()(type === "CALL" ? "timeline.done.CALL" : "timeline.done.social") }),
    onMadeBefore,
  );
}

/** Of a call that the telephony provider has reported, people only write the note. */
export function editLogged({ id, type, version, callId }: Communication, logged: Logged): Promise<string | undefined> {
  const patch = callId ? { note: logged.note } : partOf(type, logged);
  return save(
    { kind: "change", id, patch: callId ? { note: logged.note } : { ...logged } },
    () => client.communications.update.mutate({ ...patch, communicationId: id, expectedVersion: version }),
    () => ({ message: currentTranslate()("timeline.saved") }),
  );
}
