import { type Connection, findConnection, GmailRefusal, messagesLike, noteProblem, sendRaw } from "../../../gmail/index.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { type EffectId, isId } from "../../../kernel/id.ts";
import { composing } from "../../../mail/index.ts";
import type { Effect, Purpose } from "../../../outbound/index.ts";
import type { StoredActivity } from "../../activity.ts";
import { fileGone, type Given, lacksFile, mailToSend, written } from "../deliver.ts";
import { referenceHeader, referenceOf } from "./head.ts";
import { messageIdOfSent } from "./intent.ts";

/** Mails that leave from their author's Gmail, in the thread that they answer. One whose answer was lost waits for a person, unless Gmail shows that it went out. */
export const gmailMails = (files: Given): Purpose => ({
  repeats: false,
  concerns: "organization",
  isReported: true,
  claimMs: 75_000,
  async prepare(effect: Effect, clock: Clock) {
    const mail = await mailToSend(effect.orgId, effect.subjectId);
    if (!mail || !isId("usr", effect.userId)) return undefined;
    const connection = await findConnection(effect.orgId, effect.userId);
    return async () => {
      if (!connection || connection.problem) throw new GmailRefusal("revoked", "No Gmail is connected");
      try {
        return await send(connection, mail, effect, files);
      } catch (error) {
        if (error instanceof GmailRefusal && (error.reason === "revoked" || error.reason === "forbidden"))
          await noteProblem(connection, error.reason, clock);
        throw error;
      }
    };
  },
});

async function send(connection: Connection, mail: StoredActivity, { effectId, round }: Effect, files: Given): Promise<string> {
  const messageId = messageIdOfSent(mail.id);
  // Somebody has decided to send it again: it may have gone out the first time.
  const [sent] = round > 0 ? (await messagesLike(connection, { q: `rfc822msgid:${bare(messageId)}` })).messages : [];
  if (sent) return sent.id;
  if (lacksFile(mail)) throw fileGone();
  const message = await written(connection.orgId, mail, files);
  const own = { messageId, headers: headersOf(mail, effectId) };
  const composeMessage = await composing();
  const raw = await composeMessage(message, connection.email, own);
  const threadId = message.answers === undefined ? undefined : await threadOf(connection, message.answers);
  const { id } = await sendRaw(connection, raw, threadId);
  return id;
}

const headersOf = ({ id: mailId }: StoredActivity, effectId: EffectId) => ({
  [referenceHeader]: referenceOf({ mailId, effectId }),
});

const bare = (messageId: string): string => messageId.replace(/[<>]/g, "");

/** Gmail's thread of a message; undefined if the mailbox does not have it: a colleague's may. */
async function threadOf(connection: Connection, messageId: string): Promise<string | undefined> {
  const { messages } = await messagesLike(connection, { q: `rfc822msgid:${bare(messageId)}` });
  return messages[0]?.threadId;
}
