import { createHash } from "node:crypto";
import { formatter } from "@kartis/i18n/format.ts";
import { directionOf } from "@kartis/i18n/languages.ts";
import { reasonTranslator } from "@kartis/i18n/translate-reasons.ts";
import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { isId, type SessionId } from "../../kernel/id.ts";
import { pathInto } from "../../kernel/link.ts";
import { beginningOf } from "../../kernel/text.ts";
import { findOrganization, membersOf } from "../../organizations/index.ts";
import type { Effect, Purpose } from "../../outbound/index.ts";
import { type Pushes, receiverOf } from "../../push/index.ts";
import { mustShow } from "../../push/rules.ts";
import type { PushMessage } from "../../push/schema.ts";
import { type Reads, readableFor } from "../mail/entries.ts";
import { placeOf } from "../mail/place.ts";
import type { NotificationEntry } from "../schema.ts";
import { unreadOf } from "../stored.ts";
import { findWanting } from "../wants.ts";
import { groupsOf } from "../wording/groups.ts";
import { detailOf, textOf } from "../wording/words.ts";
import { tagOf } from "../wording/tag.ts";

/** Payload of the effect: the notification, and the session whose browser gets it. */
export const PushPayload = z.object({
  notificationId: z.string(),
  sessionId: z.custom<SessionId>((id) => String(id).startsWith("ses_")),
});

/** A message that could not be delivered for this long is dropped: the center and the mail have it. */
const newsSeconds = 4 * 3_600;
/** Then the push service is given up. What failed is in the log. */
const maxAttempts = 5;
/** Maximum length of a notification's text. With four bytes a character, the message still fits. */
const longestText = 300;

/**
 * A notification to one browser while no page is open: what the center says, in the reader's language and as of now. A repeated one replaces itself, where the
 * service has not delivered it yet and on the screen, so an answer that was lost is no reason to ask anybody.
 */
export const pushing = (reads: Reads, pushes: Pushes): Purpose => ({
  repeats: true,
  concerns: "platform",
  async prepare(effect, clock) {
    if (effect.attempts >= maxAttempts) return undefined;
    const { sessionId } = PushPayload.parse(effect.payload);
    const receiver = isId("usr", effect.userId) ? await receiverOf(pushes, effect.userId, sessionId, clock) : undefined;
    const composed = receiver && (await compose(effect, reads, clock));
    if (!composed) return undefined;
    const { message, ttlSeconds, isUrgent } = composed;
    const content: PushMessage = { ...message, mustShow: mustShow(receiver.endpoint) };
    return () =>
      receiver.send({
        message: Buffer.from(JSON.stringify(content)),
        ttlSeconds,
        urgency: isUrgent ? "high" : "normal",
        // The topic that the service sees is the same for the same subject, and reveals nothing else.
        topic: createHash("sha256").update(`${effect.orgId}.${effect.userId}.${content.tag}`).digest("base64url").slice(0, 32),
      });
  },
});

interface Composed {
  readonly message: Omit<PushMessage, "mustShow">;
  readonly ttlSeconds: number;
  readonly isUrgent: boolean;
}

/** None where it has been read, holds no more, comes too late, or its reader does not want it or may not see it any more. */
async function compose({ orgId, userId, payload }: Effect, reads: Reads, clock: Clock): Promise<Composed | undefined> {
  const { notificationId } = PushPayload.parse(payload);
  const wanting = isId("usr", userId) ? await findWanting(orgId, userId) : undefined;
  if (!wanting) return undefined;
  const { person, membership } = wanting;
  const unread = (await unreadOf(orgId, person.id, [notificationId])).filter((one) => !one.isMailOnly && wanting.inApp(one.kind));
  const { entries, places } = await readableFor(person.id, membership, unread, reads);
  const [entry] = entries;
  const [group] = groupsOf(entries);
  const ttlSeconds = entry && Math.floor((goodUntil(entry) - clock.now()) / 1_000);
  if (!entry || !group || !ttlSeconds || ttlSeconds <= 0) return undefined;
  const { language } = person;
  const [organization, members, t] = await Promise.all([findOrganization(orgId), membersOf(orgId), reasonTranslator(language)]);
  const format = formatter({ language, region: organization?.region, timeZone: membership.settings.timeZone });
  const { cardId } = entry.details;
  const card = typeof cardId === "string" ? places.get(cardId)?.name : undefined;
  const actor = members.find((member) => member.userId === entry.actorId)?.name ?? "";
  return {
    message: {
      id: shownOnceOf(entry),
      tag: tagOf(entry),
      title: beginningOf(textOf(group, { actor, card }, t), longestText),
      body: beginningOf(detailOf(group, t, format), longestText),
      // The page that opens it may be another organization's.
      path: pathInto(orgId, placeOf(group, places)),
      lang: language,
      dir: directionOf(language),
    },
    ttlSeconds,
    isUrgent: isReminder(entry),
  };
}

const isReminder = ({ kind }: NotificationEntry): boolean => kind === "taskReminder" || kind === "meetingReminder";

/** A page that is open but not in view shows a reminder by itself, to the second: by this, the two are one. */
const shownOnceOf = (entry: NotificationEntry): string => (isReminder(entry) ? tagOf(entry) : entry.id);

/** The time until which the message is worth sending: for a reminder until its task or meeting begins, at least five minutes; otherwise for `newsSeconds`. */
function goodUntil(entry: NotificationEntry): number {
  const { at, details } = entry;
  const startsAt = typeof details["startsAt"] === "string" ? Date.parse(details["startsAt"]) : Number.NaN;
  const news = Date.parse(at) + newsSeconds * 1_000;
  return isReminder(entry) && !Number.isNaN(startsAt) ? Math.min(news, Math.max(startsAt, Date.parse(at) + 300_000)) : news;
}
