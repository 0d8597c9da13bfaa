import type { Language } from "@kartis/i18n/languages.ts";
import { languageIn } from "../cards/fields/correspondent.ts";
import type { Card, CardType } from "../cards/schema.ts";
import type { Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type TemplateId } from "../kernel/id.ts";
import { cardValues } from "./card-values.ts";
import { canonical, fill, variablesIn } from "./engine.ts";
import { filledWith } from "./fill.ts";
import { type PreviewedFor, recipientValues, valuesFor } from "./preview.ts";
import { offeredTo } from "./reach.ts";
import type { Filled, MessageTemplate } from "./schema.ts";
import { storedTemplates } from "./store.ts";
import type { TemplateValues } from "./values.ts";

/** A template that people made, without its texts. */
export interface SendableTemplate extends Pick<MessageTemplate, "name" | "channel" | "cardTypeId"> {
  readonly id: TemplateId;
  /** Whether the person may use it; true if none was named. */
  readonly isOffered: boolean;
}

/** The templates that people made. @param principal who would send them */
export async function sendableTemplates(orgId: OrgId, principal?: Principal): Promise<SendableTemplate[]> {
  const [stored, isOffered] = await Promise.all([storedTemplates(orgId), principal ? offeredTo({ principal }) : undefined]);
  return stored.flatMap((template): SendableTemplate[] => {
    const { id, kind, name, channel, cardTypeId } = template;
    if (kind !== null || !isId("tpl", id)) return [];
    return [{ id, name, channel, cardTypeId, isOffered: principal ? isOffered?.(template) === true : true }];
  });
}

/** A template with a card's values. */
export interface TemplateMessage extends Pick<Filled, "subject" | "body" | "language" | "attachments"> {
  /** The body without marks. */
  readonly text: string;
}

/** @param email the recipient's address, if it goes to one. Throws NOT_FOUND; `BadTemplate` for a text that becomes too long */
export type TemplateFiller = (templateId: string, card: Card, type: CardType, email: string | null) => Promise<TemplateMessage>;

/**
 * Fills templates for any number of cards: in the language of the card's person, the sender's, or the first that the template is written in. The templates are read
 * once, when the first is asked for, and so is what a language's texts say of the organization and the sender.
 * @param language the sender's
 */
export function templateFiller(language: Language, on: Omit<PreviewedFor, "card" | "type" | "at">): TemplateFiller {
  const { orgId, settings: organization } = on.principal;
  let templates: ReturnType<typeof storedTemplates> | undefined;
  const common = new Map<Language, Promise<TemplateValues>>();

  function commonIn(written: Language): Promise<TemplateValues> {
    const asked = {
      channel: "mail",
      format: "plain",
      kind: null,
      subject: "",
      body: "",
      cardTypeId: null,
      cardId: null,
    } as const;
    const known =
      common.get(written) ?? valuesFor({ ...asked, language: written }, { ...on, card: undefined, type: undefined, at: "" });
    common.set(written, known);
    return known;
  }

  return async (templateId, card, type, email) => {
    const template = (await (templates ??= storedTemplates(orgId))).find(({ id, kind }) => id === templateId && kind === null);
    const spoken = languageIn(type, card.fields);
    const written = [spoken, language].find((one) => one && template?.texts[one]) ?? template?.defaultLanguage;
    const text = written && template?.texts[written];
    if (!text) throw new KartisError("NOT_FOUND", { messageKey: "automations.problem.template" });
    const { format, attachments, channel } = template;
    const [subject, body] = [canonical(text.subject), canonical(text.body)];
    const used = new Set([...variablesIn(subject), ...variablesIn(body)]);
    const timeZone = organization?.timeZone ?? "UTC";
    const asWritten = { language: written, timeZone, settings: on.settings, cardScope: on.cardScope, cards: on.cards };
    const { name } = card.fields;
    const values = {
      ...(await commonIn(written)),
      ...recipientValues(typeof name === "string" ? name : null),
      "recipient.email": email,
      ...(await cardValues(orgId, card, type, asWritten, used)),
    };
    const filled = filledWith({ subject, body }, channel === "sms" ? "plain" : format, values);
    return { ...filled, text: fill(body, values).trim(), language: written, attachments };
  };
}
