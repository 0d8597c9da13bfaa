import * as z from "zod";
import { definitionOf } from "../cards/fields/registry.ts";
import { phone as phoneField } from "../cards/fields/types/phone.ts";
import { cardTypesOf } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { inWords } from "../kernel/preset-names.ts";
import { type CallContext, procedure } from "../kernel/procedure.ts";
import { operationStart, starterOf } from "../operations/index.ts";
import { wordsOf } from "../words.ts";
import { findSettings, type OrganizationSettings, settingsUpdate } from "../organizations/index.ts";
import { UpdateOrganizationInput } from "./schema.ts";
import { timeZoneOperation } from "./time-zone.ts";

async function getSettings(orgId: OrgId): Promise<OrganizationSettings> {
  const settings = await findSettings(orgId);
  if (!settings) throw new KartisError("NOT_FOUND");
  return settings;
}

const get = procedure({
  name: "organizations.settings",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  run: async (_, { principal }): Promise<OrganizationSettings> => getSettings(principal.orgId),
});

const update = procedure({
  name: "organizations.update",
  kind: "mutation",
  input: UpdateOrganizationInput,
  can: ["ORGANIZATION", "update"],
  async run({ expectedVersion, phone, whatsappNumber, ...values }, context): Promise<OrganizationSettings> {
    const { orgId } = context.principal;
    const numbers = acceptNumbers({ phone, whatsappNumber }, values);
    const { result } = await commit(commitContextOf(context), async () => {
      const current = await getSettings(orgId);
      if (current.version !== expectedVersion) throw new KartisError("CONFLICT", { messageKey: "errors.changedMeanwhile" });
      if (current.currency !== values.currency) await requireOwnCurrencies(orgId, context.language);
      const next = { ...values, ...numbers };
      const change = settingsUpdate(orgId, current, next);
      if (!change) return { writes: [], records: [], result: current };
      const moves =
        current.timeZone === next.timeZone
          ? undefined
          : operationStart(orgId, timeZoneOperation, {}, starterOf(context), context.clock);
      return {
        writes: [...change.writes, ...(moves ? [moves.write] : [])],
        records: [{ changes: [change.change] }, ...(moves ? [moves.record] : [])],
        result: { ...next, version: current.version + 1 },
      };
    });
    return result;
  },
});

/** Numbers that are dialled within a country only and printed on signs: `*2700`. Bare digits are an incomplete number. */
const starNumber = /^\*\d{3,6}$/;

/** Telephone numbers in stored form: E.164, or a star number; null for none. Throws INVALID_INPUT that names each invalid one. */
export function acceptNumbers<K extends string>(
  texts: Readonly<Record<K, string>>,
  { currency, region }: Pick<OrganizationSettings, "currency" | "region">,
): Record<K, string | null> {
  const accepted: Partial<Record<K, string | null>> = {};
  const fields: Record<string, string> = {};
  for (const key of Object.keys(texts) as K[]) {
    const parsed = texts[key] === "" ? undefined : phoneField.accept(texts[key], { options: [], currency, region });
    const number = parsed?.ok && (parsed.value.startsWith("+") || starNumber.test(parsed.value)) ? parsed.value : null;
    if (parsed && number === null) fields[key] = "validation.phone";
    accepted[key] = number;
  }
  if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
  return accepted as Record<K, string | null>; // each of the keys has just been set
}

/**
 * Amounts of a field without its own currency are in the organization's: in another one they would be different sums without anybody having changed them. So
 * those fields are given their currency first.
 */
async function requireOwnCurrencies(orgId: OrgId, language: CallContext["language"]): Promise<void> {
  const following = inWords(await cardTypesOf(orgId), await wordsOf(language)).flatMap((type) =>
    type.fields
      .filter(({ type: kind, currency }) => definitionOf(kind).settings.includes("currency") && !currency)
      .map(({ label }) => `${label} (${type.name})`),
  );
  if (following.length === 0) return;
  throw new KartisError("PRECONDITION_FAILED", {
    messageKey: "errors.currencyFollowed",
    params: { fields: following.slice(0, 5).join(", ") },
    targetRoute: "/settings/card-types",
  });
}

export const settingsProcedures = [get, update] as const;
