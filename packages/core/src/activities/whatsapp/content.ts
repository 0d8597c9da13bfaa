import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { accountOf, type StoredNumber, templatesOf } from "../../whatsapp/index.ts";
import { filled, longestCaption, type MessageKind } from "../../whatsapp/rules.ts";
import type { WhatsAppTemplate } from "../../whatsapp/schema.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import type { AcceptedAttachments } from "../attachments/rules.ts";
import { mediaTypeOf } from "./deliver.ts";
import type { SendWhatsAppInput } from "./schema.ts";

/** INVALID_INPUT that names what is wrong. */
export const invalid = (fields: Readonly<Record<string, string>>, messageKey?: string) =>
  new KartisError("INVALID_INPUT", { fields, ...(messageKey ? { messageKey } : {}) });

type Given = ReturnType<typeof SendWhatsAppInput.parse>;

/** The approved template of that name. Throws INVALID_INPUT naming the value that is wrong. */
async function templateOf(orgId: OrgId, number: StoredNumber, given: NonNullable<Given["template"]>): Promise<WhatsAppTemplate> {
  const all = await templatesOf(accountOf(orgId, number)).catch((error: unknown) => {
    throw new KartisError("BAD_GATEWAY", { messageKey: "errors.whatsappAway", cause: error });
  });
  const found = all.find(({ name, language }) => name === given.name && language === given.language);
  if (!found) throw invalid({ template: "validation.enum" });
  if (found.state !== "APPROVED" || !found.isPlain) throw invalid({ template: "validation.whatsappTemplate" });
  if (found.variables.length !== given.parameters.length) throw invalid({ template: "validation.whatsappParameters" });
  return found;
}

/** The content of a message. */
interface Content {
  readonly kind: MessageKind;
  readonly text: string | null;
  readonly template?: { readonly name: string; readonly language: string };
  readonly parameters?: readonly { readonly name?: string; readonly text: string }[];
  readonly attachments?: AcceptedAttachments["attachments"];
}

/** The content of a message, as it is stored. Throws INVALID_INPUT if it is empty or too long. */
export async function contentOf(
  { text, fileId, template: given, cardId, whatsappId }: Given,
  number: StoredNumber,
  { orgId, userId }: OrgContext["principal"],
): Promise<Content> {
  if (given) {
    const { name, language, body, variables } = await templateOf(orgId, number, given);
    const parameters = given.parameters.map((value, at) => {
      const variable = variables[at] ?? "";
      return { text: value, ...(/^\d+$/.test(variable) ? {} : { name: variable }) };
    });
    return { kind: "template", text: filled(body, given.parameters), template: { name, language }, parameters };
  }
  if (!fileId) {
    if (text === "") throw invalid({ text: "validation.required" });
    return { kind: "text", text };
  }
  if (text.length > longestCaption) throw invalid({ text: "validation.length" });
  const { attachments } = await acceptAttachments(orgId, [fileId], {
    activityId: whatsappId,
    cardId,
    current: {},
    by: userId,
  });
  const kind = mediaTypeOf(attachments?.[0]?.mime ?? "");
  return { kind, text: text || null, ...(attachments ? { attachments } : {}) };
}
