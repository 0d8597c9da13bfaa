import * as z from "zod";
import { arriving, storeBytes } from "../../files/index.ts";
import { fileName, maxFileBytes } from "../../files/rules.ts";
import { commit, systemContext } from "../../data/commit.ts";
import type { RecordOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, idFrom, isId, type OrgId, type RecordId } from "../../kernel/id.ts";
import { findOrganization } from "../../organizations/index.ts";
import { findEffect, NoEffect, type Purpose } from "../../outbound/index.ts";
import { Allowance } from "../../plans/index.ts";
import type { accountOf, fetchMedia, findNumber, GraphRefusal, noteProblem, StoredNumber } from "../../whatsapp/index.ts";
import { type WhatsAppFailure, whatsappFailures } from "../../whatsapp/rules.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { whatsappValuesOf } from "./whatsapp.ts";

/** Dependencies, injected so that fetching a file does not bundle everything else about messages. */
interface Given {
  readonly accountOf: typeof accountOf;
  readonly fetchMedia: typeof fetchMedia;
  readonly findNumber: typeof findNumber;
  readonly GraphRefusal: typeof GraphRefusal;
  readonly noteProblem: typeof noteProblem;
}

const Payload = z.object({ mediaId: z.string(), name: z.string().nullable(), mime: z.string() });

const waitingFor = async (orgId: OrgId, id: ActivityId) => {
  const found = (await findActivities(orgId, [id])).get(id);
  return found?.type === "WHATSAPP" && whatsappValuesOf(found).media !== null ? found : undefined;
};

/** Downloads files that customers sent and stores them. Repeating it is harmless: the file's id is derived from the message. */
export const whatsappMedia = (given: Given): Purpose => ({
  repeats: true,
  concerns: "organization",
  isReported: true,
  async prepare({ orgId, subjectId, payload }, clock) {
    const id = isId("act", subjectId) ? subjectId : undefined;
    const message = id && (await waitingFor(orgId, id));
    if (!message) return undefined;
    const { mediaId, name, mime } = Payload.parse(payload);
    const number = await given.findNumber(orgId);
    const refused = (reason: string) => () => Promise.reject(new NoEffect("Nothing is asked of Meta", false, reason));
    if (!number) return refused("disconnected");
    if (number.problem) return refused(number.problem);
    const account = given.accountOf(orgId, number);
    return async () => {
      try {
        const content = await given.fetchMedia(account, mediaId, maxFileBytes);
        await keep(orgId, id, { name: nameOf(name, mime), content, number }, clock);
        return mediaId;
      } catch (error) {
        if (error instanceof given.GraphRefusal) await given.noteProblem(orgId, number, error.reason, clock);
        throw error;
      }
    };
  },
});

/** Most files sent from a phone have no name. */
const nameOf = (name: string | null, mime: string): string => {
  const [kind = "file", form = ""] = (mime.split(";")[0] ?? "").split("/");
  const ending = /^[a-z0-9]{2,5}$/.test(form) ? `.${form}` : "";
  return fileName(name ?? "") || `${/^(image|video|audio)$/.test(kind) ? kind : "file"}${ending}`;
};

/** Stores the bytes and attaches the file to its message, within the plan's storage. */
async function keep(
  orgId: OrgId,
  id: ActivityId,
  { name, content, number }: { name: string; content: Uint8Array; number: StoredNumber },
  clock: Clock,
): Promise<void> {
  const organization = await findOrganization(orgId);
  await new Allowance(orgId, organization?.plan ?? null, "storage").require(content.byteLength).catch((error: unknown) => {
    throw new NoEffect(error, false, "noRoom");
  });
  const fileId = idFrom("fil", 1, `${orgId}\n${id}`);
  const mime = await storeBytes(orgId, fileId, name, content);
  const reference = { fileId, name, bytes: content.byteLength, mime };
  await commit(systemContext(orgId, "whatsapp", clock), async (at) => {
    const message = await waitingFor(orgId, id);
    if (!message) return { writes: [], records: [], result: undefined };
    const uploadedBy = whatsappValuesOf(message).people[0] ?? number.connectedBy;
    const edited = edit(
      orgId,
      message,
      { attachments: [reference], media: null, reason: null },
      undefined,
      at,
      "whatsapp.deliver",
    );
    const { writes, records } = changeSetOf(edited, message);
    const files = await arriving(orgId, [{ reference, activityId: id, uploadedBy }], at);
    return { writes: [...writes, ...files.writes], records: [...records, { changes: files.changes }], result: undefined };
  });
}

const isFailure = (reason: unknown): reason is WhatsAppFailure => whatsappFailures.some((known) => known === reason);

/** Marks messages whose file could not be downloaded, or whose download a person has requested again. */
export async function keepFetches(
  { orgId, id: causedBy, changes }: RecordOf<"effect.fail" | "effect.resend">,
  clock: Clock,
): Promise<void> {
  for (const { subject, after } of changes) {
    if (after?.purpose !== "whatsappMedia") continue;
    const effect = await findEffect(orgId, subject.id);
    if (effect && isId("act", effect.subjectId)) await keepFetch(orgId, effect.subjectId, effect, clock, causedBy);
  }
}

async function keepFetch(
  orgId: OrgId,
  id: ActivityId,
  { state, reason }: { readonly state: string; readonly reason?: string | undefined },
  clock: Clock,
  causedBy: RecordId,
): Promise<void> {
  const isFailed = state === "failed";
  const context = systemContext(orgId, "whatsapp", clock, causedBy);
  await commit(context, async (at) => {
    const message = await waitingFor(orgId, id);
    if (!message) return { writes: [], records: [], result: undefined };
    const patch = isFailed
      ? { media: "failed", reason: isFailure(reason) ? reason : "media" }
      : { media: "waiting", reason: null };
    const { writes, records } = changeSetOf(edit(orgId, message, patch, undefined, at, "whatsapp.deliver"), message);
    return { writes, records, result: undefined };
  });
}
