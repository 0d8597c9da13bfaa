import { timeZoneIn } from "../../cards/fields/correspondent.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import { fieldContext, findCard, findCards, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import { commit, commitContextOf } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, newId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { smsQuietHours } from "../../organizations/index.ts";
import {
  dialled,
  isSmsOffered,
  optIn,
  optOut,
  optOutsOf,
  recipientZones,
  reserve,
  sendersOf,
  type SmsNumber,
  smsNumbersOf,
  smsStandingOf,
  verifiedOf,
} from "../../sms/index.ts";
import { commitMetered } from "../../plans/index.ts";
import type { OptOut } from "../../sms/schema.ts";
import { asSent, changeActivity, createActivity, moveActivity, reached } from "../changes.ts";
import { smsIntent, smsToSend } from "./outgoing.ts";
import { requireParts } from "./rules.ts";
import {
  type ChangedSms,
  SendSmsInput,
  SetOptOutInput,
  type SmsOptions,
  SmsOptionsInput,
  SmsRef,
  UpdateSmsInput,
} from "./schema.ts";
import { smsOf, smsValuesOf } from "./sms.ts";
import { leaving } from "./waiting.ts";

const types = ["SMS"] as const;
const integration = "/settings/integrations?open=sms";

const changed = ({ activity, recordId }: Awaited<ReturnType<typeof createActivity>>): ChangedSms => ({
  ...smsOf(activity),
  recordId,
});

interface NumbersOfCard {
  readonly numbers: readonly SmsNumber[];
  readonly zone: string | null;
}

/** The card's numbers that can receive SMS, in the order of its fields, and the time zone that it says its person is in. Throws INVALID_INPUT for a card that is out of sight or in the trash. */
async function numbersOf(cardId: CardId, context: Pick<OrgContext, "principal">): Promise<NumbersOfCard> {
  const { orgId } = context.principal;
  const card = await findCard(orgId, await readScopeOf(context), cardId);
  if (!card || card.trashedAt) throw new KartisError("INVALID_INPUT", { fields: { cardId: "validation.relatedCard" } });
  const [type, settings] = await Promise.all([getCardType(orgId, card.typeId), fieldContext(context.principal)]);
  return { numbers: smsNumbersOf(type, card.fields, settings), zone: timeZoneIn(type, card.fields) };
}

const options = procedure({
  name: "sms.options",
  kind: "query",
  input: SmsOptionsInput,
  can: ["SMS", "create"],
  hasPresetNames: true,
  async run({ cardId }, context): Promise<SmsOptions> {
    const { orgId } = context.principal;
    const [{ numbers, zone }, { verified, balance, obstacle }, { hours, timeZone }] = await Promise.all([
      cardId ? numbersOf(cardId, context) : { numbers: [], zone: null },
      smsStandingOf(context),
      smsQuietHours(orgId),
    ]);
    const phones = numbers.map(({ phone }) => phone);
    const optOuts = await optOutsOf(orgId, phones);
    const shown = numbers.map((number) => ({
      ...number,
      optOut: optOuts.get(number.phone) ?? null,
      zones: hours ? recipientZones(number.phone, zone, timeZone) : [],
    }));
    const senders = verified.map(({ id, name }) => ({ id, name }));
    return { numbers: shown, senders, left: balance.left, obstacle, quietHours: hours };
  },
});

const invalid = (fields: Readonly<Record<string, string>>, messageKey?: string) =>
  new KartisError("INVALID_INPUT", { fields, ...(messageKey ? { messageKey } : {}) });

const send = procedure({
  name: "sms.send",
  kind: "mutation",
  input: SendSmsInput,
  can: ["SMS", "create"],
  plan: "sms",
  whileImpersonating: false,
  /**
   * Sends an SMS from the card. Its record pays for it and sends it once; it is not repeated if the answer to the call is lost. Throws SMS_DISABLED where SMS
   * cannot be sent or no sender is verified, SMS_LIMIT_REACHED without balance, INVALID_INPUT for a card without a number or a number that has opted out, and CONFLICT
   * if another text, or one to another number, was sent under this id.
   */
  async run({ smsId, cardId, phone: asked, senderId, text, templateId, afterQuietHours }, context): Promise<ChangedSms> {
    const { orgId, userId, plan } = context.principal;
    const [{ numbers }, senders, settings] = await Promise.all([
      numbersOf(cardId, context),
      sendersOf(orgId),
      fieldContext(context.principal),
    ]);
    if (!isSmsOffered()) throw new KartisError("SMS_DISABLED", { messageKey: "errors.smsNotOffered" });
    const sender = verifiedOf(senders).find(({ id }) => !senderId || id === senderId);
    if (!sender && senderId) throw invalid({ senderId: "validation.enum" });
    if (!sender) throw new KartisError("SMS_DISABLED", { messageKey: "errors.smsNoSender", targetRoute: integration });
    const wanted = asked === undefined ? numbers[0]?.phone : dialled(asked, { options: [], ...settings });
    if (numbers.length === 0) throw invalid({ phone: "validation.required" }, "errors.smsNoPhone");
    if (!numbers.some(({ phone }) => phone === wanted) || !wanted) throw invalid({ phone: "validation.smsPhone" });
    if ((await optOutsOf(orgId, [wanted])).has(wanted)) throw invalid({ phone: "validation.smsOptedOut" });
    const parts = requireParts(text);
    const effectId = newId("eff", context.clock.now());
    const avoidsQuietHours = afterQuietHours || context.actor.kind === "automation";
    const values = smsToSend({ cardId, phone: wanted, sender, text, parts, templateId, effectId, avoidsQuietHours });
    const made = await createActivity(
      "SMS",
      smsId,
      values,
      context,
      async (id, at) => {
        const about = { orgId, at, activityId: id, cardId, ...(userId ? { userId } : {}) };
        const { writes, payment } = await reserve(about, parts, plan?.type ?? "FREE");
        return {
          writes,
          values: { payment },
          intents: [smsIntent(effectId, id)],
        };
      },
      asSent("cardId", "phone", "from", "text"),
    );
    return changed(made);
  },
});

const sendNow = procedure({
  name: "sms.sendNow",
  kind: "mutation",
  input: SmsRef,
  can: ["SMS", "create"],
  plan: "sms",
  whileImpersonating: false,
  /**
   * Sends an SMS that waits for the end of its recipient's quiet hours, by the caller's permission, whoever wrote it; harmless to repeat. Throws NOT_FOUND for
   * one in the trash, or of a card that the caller does not see.
   */
  async run({ smsId }, context): Promise<ChangedSms> {
    const { orgId, userId } = context.principal;
    const cards = await readScopeOf(context);
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const sms = await reached(smsId, types, context);
      const card = await outsideTrash(orgId, smsValuesOf(sms).cardId, { findCards });
      if (sms.trashedAt || (card && !inScope(cards, card))) throw new KartisError("NOT_FOUND");
      return leaving(orgId, sms, at, context.clock, { by: userId });
    });
    return changed({ activity: result, recordId: records[0]?.id ?? null });
  },
});

const setOptOut = procedure({
  name: "sms.setOptOut",
  kind: "mutation",
  input: SetOptOutInput,
  can: ["SMS", "create"],
  /**
   * Notes that a number wants no SMS from the organization, whichever cards it is on, or that it takes them again; harmless to repeat. Throws INVALID_INPUT for a
   * number that is not the card's.
   */
  async run({ cardId, phone: asked, isOptedOut }, context): Promise<{ optOut: OptOut | null }> {
    const { orgId, userId } = context.principal;
    const [{ numbers }, settings] = await Promise.all([numbersOf(cardId, context), fieldContext(context.principal)]);
    const phone = dialled(asked, { options: [], ...settings });
    if (!phone || !numbers.some((number) => number.phone === phone)) throw invalid({ phone: "validation.smsPhone" });
    await commit(commitContextOf(context), async (at) => ({
      ...(await (isOptedOut
        ? optOut(orgId, { phone, cardId, at, source: "person", by: userId })
        : optIn(orgId, { phone, cardId, at }))),
      result: undefined,
    }));
    return { optOut: (await optOutsOf(orgId, [phone])).get(phone) ?? null };
  },
});

const update = procedure({
  name: "sms.update",
  kind: "mutation",
  input: UpdateSmsInput,
  can: ["SMS", "update"],
  /** Pins it to the top of the card's timeline, or unpins it. */
  run: async ({ smsId, pinned }, context): Promise<ChangedSms> =>
    changed(await changeActivity(smsId, types, undefined, () => ({ pinned: pinned || null }), context)),
});

const remove = procedure({
  name: "sms.remove",
  kind: "mutation",
  input: SmsRef,
  can: ["SMS", "delete"],
  /** Moves it to the trash, where it can be restored for 90 days. A sent SMS stays sent; one that has not left yet is canceled and costs nothing. */
  run: async ({ smsId }, context): Promise<ChangedSms> => changed(await moveActivity(smsId, types, true, context)),
});

const restore = procedure({
  name: "sms.restore",
  kind: "mutation",
  input: SmsRef,
  can: ["SMS", "delete"],
  run: async ({ smsId }, context): Promise<ChangedSms> => changed(await moveActivity(smsId, types, false, context)),
});

export const smsProcedures = [options, send, sendNow, setOptOut, update, remove, restore] as const;
