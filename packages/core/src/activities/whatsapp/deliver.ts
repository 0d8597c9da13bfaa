import type { optedOutSince } from "../../chats/index.ts";
import type { contentsOf } from "../../files/index.ts";
import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { NoEffect, type Purpose } from "../../outbound/index.ts";
import type {
  accountOf,
  findNumber,
  GraphMessage,
  GraphRefusal,
  noteProblem,
  sendMessage,
  uploadMedia,
} from "../../whatsapp/index.ts";
import { findActivities } from "../store.ts";
import { type WhatsAppValues, whatsappValuesOf } from "./whatsapp.ts";

/** Dependencies, injected so that sending messages does not bundle everything else about them. */
interface Given {
  readonly accountOf: typeof accountOf;
  readonly contentsOf: typeof contentsOf;
  readonly optedOutSince: typeof optedOutSince;
  readonly findNumber: typeof findNumber;
  readonly GraphRefusal: typeof GraphRefusal;
  readonly noteProblem: typeof noteProblem;
  readonly sendMessage: typeof sendMessage;
  readonly uploadMedia: typeof uploadMedia;
}

async function valuesOf(orgId: OrgId, id: ActivityId): Promise<WhatsAppValues | undefined> {
  const found = (await findActivities(orgId, [id])).get(id);
  return found?.type === "WHATSAPP" ? whatsappValuesOf(found) : undefined;
}

/** The API's message types by MIME type; any other file is a document. */
const mediaTypes: readonly (readonly [RegExp, "image" | "video" | "audio"])[] = [
  [/^image\/(jpeg|png)$/, "image"],
  [/^video\/(mp4|3gpp)$/, "video"],
  [/^audio\/(aac|amr|mpeg|mp4|ogg)$/, "audio"],
];
export const mediaTypeOf = (mime: string): "image" | "video" | "audio" | "document" =>
  mediaTypes.find(([form]) => form.test(mime))?.[1] ?? "document";

const mediaKinds: ReadonlySet<string> = new Set(["image", "video", "audio", "document", "sticker"]);
/** Whether the file that the message was written with has been deleted: its caption alone is not what was meant. */
export const lacksFile = ({ kind, attachments }: Pick<WhatsAppValues, "kind" | "attachments">): boolean =>
  mediaKinds.has(kind) && attachments.length === 0;

/** A message without files, in the API's format. */
function messageOf({ template, parameters, text }: WhatsAppValues): GraphMessage {
  if (!template) return { type: "text", text: { body: text ?? "", preview_url: false } };
  const { name, language } = template;
  const values = parameters.map((one) => ({ type: "text", text: one.text, ...(one.name ? { parameter_name: one.name } : {}) }));
  const components = values.length > 0 ? [{ type: "body", parameters: values }] : [];
  return { type: "template", template: { name, language: { code: language }, components } };
}

/** Sends messages to customers. Meta does not recognize repeated calls, so a message whose answer was lost waits for a person's decision. */
export const cardWhatsApps = (given: Given): Purpose => ({
  repeats: false,
  concerns: "organization",
  isReported: true,
  async prepare({ orgId, effectId, subjectId }, clock) {
    const id = isId("act", subjectId) ? subjectId : undefined;
    const values = id && (await valuesOf(orgId, id));
    // A message that was resent under another effect is no longer sent by this one.
    if (!id || !values || (values.effectId && values.effectId !== effectId)) return undefined;
    const number = await given.findNumber(orgId);
    const refused = (reason: string) => () => Promise.reject(new NoEffect("Nothing is asked of Meta", false, reason));
    if (!number) return refused("disconnected");
    // Meta is known to refuse this number: nothing is sent until it is reconnected.
    if (number.problem) return refused(number.problem);
    if (await given.optedOutSince(orgId, values.chatId)) return refused("optedOut");
    if (lacksFile(values)) return refused("noFile");
    const account = given.accountOf(orgId, number);
    const answered = values.answers ? await valuesOf(orgId, values.answers) : undefined;
    const files = values.attachments.length > 0 ? await given.contentsOf(orgId, values.attachments) : [];
    return async () => {
      try {
        const [file] = files;
        let message = messageOf(values);
        if (file) {
          const type = mediaTypeOf(file.mime);
          const mediaId = await given.uploadMedia(account, file);
          const caption = values.text && type !== "audio" ? { caption: values.text } : {};
          message = { type, [type]: { id: mediaId, ...caption, ...(type === "document" ? { filename: file.name } : {}) } };
        }
        return await given.sendMessage(account, { to: values.phone, message, answers: answered?.messageId ?? null, note: id });
      } catch (error) {
        if (error instanceof given.GraphRefusal) await given.noteProblem(orgId, number, error.reason, clock);
        throw error;
      }
    };
  },
});
