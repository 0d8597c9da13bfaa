import { type Language, languages } from "@kartis/i18n/languages.ts";
import * as z from "zod";
import { languageIn } from "../cards/fields/correspondent.ts";
import { fieldContext, findCards, getCard, getCardType, inScope, readScopeOf } from "../cards/index.ts";
import { CardTypeIdSchema } from "../cards/schema.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { contentsOf } from "../files/index.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type RecordId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { sendMail } from "../mail/index.ts";
import { findRole } from "../organizations/index.ts";
import { findUser } from "../users/index.ts";
import { acceptAttachments, testedFiles } from "./attachments/accept.ts";
import { restore, usage, version, versions } from "./history.ts";
import { templateKinds } from "./kinds/list.ts";
import { feature, offeredTo, reached, shownTo, typeOf } from "./reach.ts";
import {
  CreateTemplateInput,
  type Filled,
  FillInput,
  type MessageTemplate,
  type Preview,
  PreviewInput,
  type Previewed,
  type SavedTemplate,
  TestInput,
  TemplateRefInput,
  UpdateTemplateInput,
  type VariableInfo,
} from "./schema.ts";
import { allTemplates, type StoredTemplate, storedTemplates, templateRemoval, templateWrite } from "./store.ts";
import { cardVariables, groupsOf, variablesOf } from "./variables.ts";

/** The engine is read when a text is first looked at: few calls need it, and it would double the time in which the API starts. */
const checks = () => import("./check.ts");

/** Read together, and more than anybody finds their way in. */
const mostTemplates = 500;

const list = procedure({
  name: "templates.list",
  kind: "query",
  input: z.object({}),
  can: ["TEMPLATES", "read"],
  feature,
  async run(_, context): Promise<{ templates: MessageTemplate[] }> {
    const [all, isOffered, shown] = await Promise.all([
      allTemplates(context.principal.orgId),
      offeredTo(context),
      shownTo(context),
    ]);
    const order = (template: StoredTemplate) => (template.kind ? templateKinds.indexOf(template.kind) : templateKinds.length);
    const templates = all
      .filter((template) => isOffered?.(template))
      .toSorted((a, b) => order(a) - order(b) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
    return { templates: templates.map(shown) };
  },
});

async function requireRole(context: OrgContext, roleId: MessageTemplate["roleId"] | undefined): Promise<void> {
  if (roleId && !(await findRole(context.principal.orgId, roleId)))
    throw new KartisError("INVALID_INPUT", { fields: { roleId: "validation.enum" } });
}

const create = procedure({
  name: "templates.create",
  kind: "mutation",
  input: CreateTemplateInput,
  can: ["TEMPLATES", "create"],
  feature,
  async run({ texts, templateId, attachments: fileIds, ...given }, context): Promise<SavedTemplate> {
    const { orgId, userId } = context.principal;
    const [type] = await Promise.all([typeOf(context, given.cardTypeId), requireRole(context, given.roleId)]);
    const { acceptTexts } = await checks();
    const id = templateId ?? context.once?.newId("tpl") ?? newId("tpl", context.clock.now());
    const attachments = await acceptAttachments(context, fileIds, { id, channel: given.channel, attachments: [] });
    const { result, records } = await commit(commitContextOf(context), async (at) => {
      if ((await storedTemplates(orgId)).length >= mostTemplates)
        throw new KartisError("INVALID_INPUT", { fields: { name: "validation.arraySize" } });
      const accepted = acceptTexts(texts, {}, { kind: null, channel: given.channel }, type, at);
      const [defaultLanguage = "en"] = Object.keys(accepted) as MessageTemplate["defaultLanguage"][]; // the languages of the schema
      const fixed = { id, version: 0, kind: null, isOn: true, createdBy: userId, updatedAt: at, defaultLanguage };
      const written = templateWrite(orgId, undefined, { ...given, ...formatOf(given), ...fixed, texts: accepted, attachments });
      if (!written) throw new Error("A new template has values");
      return { writes: [written.write], records: [{ changes: [written.change] }], result: written.template };
    });
    return { ...(await shownTo(context))(result), recordId: records[0]?.id ?? null };
  },
});

/** An SMS has no marks. */
const formatOf = ({ channel, format }: Pick<MessageTemplate, "channel" | "format">) => ({
  format: channel === "sms" ? ("plain" as const) : format,
});

const update = procedure({
  name: "templates.update",
  kind: "mutation",
  input: UpdateTemplateInput,
  can: ["TEMPLATES", "update"],
  feature,
  async run({ templateId, expectedVersion, texts = {}, attachments: fileIds, ...changes }, context): Promise<SavedTemplate> {
    const { orgId } = context.principal;
    const [{ acceptTexts }] = await Promise.all([checks(), requireRole(context, changes.roleId)]);
    const { result, records } = await commit(commitContextOf(context), async (at) => {
      const current = await reached(context, templateId);
      if (expectedVersion !== undefined && current.version !== expectedVersion)
        throw new KartisError("CONFLICT", { fields: { texts: "validation.changedMeanwhile" } });
      const fixed = current.kind ? { name: current.name, cardTypeId: current.cardTypeId, roleId: null } : {};
      const merged = { ...current, ...defined(changes), ...fixed };
      const type = await typeOf(context, merged.cardTypeId);
      const accepted = acceptTexts(texts, current.texts, merged, type, at);
      const defaultLanguage = accepted[current.defaultLanguage]
        ? current.defaultLanguage
        : ((Object.keys(accepted)[0] ?? "en") as MessageTemplate["defaultLanguage"]); // a language of the schema
      const attachments = await acceptAttachments(context, fileIds, current);
      const next = { ...merged, ...formatOf(merged), texts: accepted, attachments, defaultLanguage, updatedAt: at };
      const written = templateWrite(orgId, current, next);
      if (!written) return { writes: [], records: [], result: current };
      return { writes: [written.write], records: [{ changes: [written.change] }], result: written.template };
    });
    return { ...(await shownTo(context))(result), recordId: records[0]?.id ?? null };
  },
});

/** Without the keys that were not given. */
const defined = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>; // some of its keys

const remove = procedure({
  name: "templates.remove",
  kind: "mutation",
  input: TemplateRefInput,
  can: ["TEMPLATES", "delete"],
  feature,
  /** Of one that Kartis sends, the organization's text goes and the built-in one applies again. */
  async run({ templateId }, context): Promise<{ recordId: RecordId | null }> {
    const { orgId } = context.principal;
    const { records } = await commit(commitContextOf(context), async () => {
      const template = await reached(context, templateId);
      if (template.version === 0) return { writes: [], records: [], result: undefined };
      const { write, change } = templateRemoval(orgId, template);
      return { writes: [write], records: [{ changes: [change] }], result: undefined };
    });
    return { recordId: records[0]?.id ?? null };
  },
});

const variables = procedure({
  name: "templates.variables",
  kind: "query",
  input: z.object({
    kind: z.enum(templateKinds).nullable().default(null),
    cardTypeId: CardTypeIdSchema.nullable().default(null),
  }),
  can: ["TEMPLATES", "read"],
  feature,
  hasPresetNames: true,
  async run({ kind, cardTypeId }, context): Promise<{ variables: VariableInfo[] }> {
    const type = await typeOf(context, cardTypeId);
    const labels = new Map(cardVariables(type).map(({ path, label }) => [path, label]));
    return {
      variables: groupsOf(kind).flatMap((group) =>
        variablesOf([group], type).map(({ path, kind: of }) => ({ path, group, label: labels.get(path) ?? "", kind: of })),
      ),
    };
  },
});

const previewed = procedure({
  name: "templates.preview",
  kind: "query",
  input: PreviewInput,
  can: ["TEMPLATES", "read"],
  feature,
  run: (input, context): Promise<Previewed> => previewFor(input, context),
});

async function previewFor(input: Preview, context: OrgContext): Promise<Previewed> {
  const [{ preview }, of] = await Promise.all([import("./preview.ts"), previewedFor(input, context)]);
  return preview(input, of);
}

async function previewedFor({ cardId, cardTypeId }: Pick<Preview, "cardId" | "cardTypeId">, context: OrgContext) {
  const { principal } = context;
  const cardScope = await readScopeOf(context);
  const card = cardId ? await getCard(principal.orgId, cardScope, cardId) : undefined;
  const type = card ? await getCardType(principal.orgId, card.typeId) : await typeOf(context, cardTypeId);
  const cards = { findCards, getCardType, inScope };
  return { principal, card, type, cardScope, cards, settings: await fieldContext(principal), at: instant(context.clock) };
}

const sendTest = procedure({
  name: "templates.sendTest",
  kind: "mutation",
  input: TestInput,
  can: ["TEMPLATES", "read"],
  feature,
  /** To the caller's own address and nobody else's. */
  async run({ attachments: fileIds, ...input }, context): Promise<{ to: string }> {
    const { orgId, userId } = context.principal;
    const user = userId ? await findUser(userId) : undefined;
    if (!user || input.channel !== "mail") throw new KartisError("BAD_REQUEST");
    const { subject, text, html, problems } = await previewFor(input, context);
    const [problem] = problems;
    if (problem)
      throw new KartisError("INVALID_INPUT", {
        messageKey: problem.messageKey,
        params: { about: problem.about },
        fields: { [problem.part]: problem.messageKey },
      });
    const attachments = await contentsOf(orgId, await testedFiles(context, fileIds));
    await sendMail({ to: user.email, subject, text, ...(html ? { html } : {}), attachments });
    return { to: user.email };
  },
});

const filled = procedure({
  name: "templates.fill",
  kind: "query",
  input: FillInput,
  can: ["TEMPLATES", "read"],
  feature,
  /** One that people made, with the card's values, to go on writing with: in the language of the card's people, the caller's, or the first it is written in. */
  async run({ templateId, cardId, language }, context): Promise<Filled> {
    const { userId } = context.principal;
    const template = await reached(context, templateId);
    const { channel, format, kind, cardTypeId, texts, defaultLanguage, attachments } = template;
    if (kind !== null) throw new KartisError("NOT_FOUND");
    const [of, user] = await Promise.all([previewedFor({ cardId, cardTypeId }, context), userId ? findUser(userId) : undefined]);
    const spoken = of.card && of.type ? languageIn(of.type, of.card.fields) : null;
    const isWritten = (one: Language | null | undefined): one is Language => Boolean(one && texts[one]);
    const written = (language ? [language] : [spoken, user?.language]).find(isWritten) ?? defaultLanguage;
    const text = texts[written];
    if (!text) throw new KartisError("NOT_FOUND");
    const { fill } = await import("./fill.ts");
    const { subject, body } = text;
    const filledText = await fill({ channel, format, kind, language: written, subject, body, cardTypeId, cardId }, of);
    return { ...filledText, language: written, languages: languages.filter(isWritten), attachments };
  },
});

export const templateProcedures = [
  list,
  create,
  update,
  remove,
  variables,
  previewed,
  filled,
  sendTest,
  versions,
  version,
  restore,
  usage,
] as const;
