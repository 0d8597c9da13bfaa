import { cardTypesOf, fieldContextOf, requireReferences } from "../cards/index.ts";
import { acceptNew, acceptValues } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import type { Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { sendableTemplates } from "../message-templates/index.ts";
import { findMember, findRole } from "../organizations/index.ts";
import type { Lookups } from "./actions/definition.ts";

/**
 * Looks up what the settings of an organization's automations refer to. Reads only what is asked for: most settings refer to nothing.
 * @param principal whoever publishes the automation; without them, what they may use is not asked
 */
export function lookupsOf(orgId: OrgId, principal?: Principal): Lookups {
  let settings: ReturnType<typeof fieldContextOf> | undefined;
  let types: ReturnType<typeof cardTypesOf> | undefined;

  async function refusals(type: CardType, values: FieldValues, as: "new" | "change"): Promise<Readonly<Record<string, string>>> {
    const context = await (settings ??= fieldContextOf(orgId));
    const refused = (as === "new" ? acceptNew : acceptValues)(type, values, context).errors;
    const gone = await strangers(orgId, type, values);
    return { ...refused, ...Object.fromEntries(gone.map((fieldId) => [fieldId, "automations.problem.member"])) };
  }

  let templates: ReturnType<typeof sendableTemplates> | undefined;
  const allTypes = () => (types ??= cardTypesOf(orgId));

  return {
    types: allTypes,
    typeOf: async (typeId) => (await allTypes()).find(({ id }) => id === typeId),
    isMember: async (userId) => (await findMember(orgId, userId))?.suspendedAt === null,
    hasRole: async (roleId) => (await findRole(orgId, roleId)) !== undefined,
    async hasSender(senderId) {
      // Few automations choose one.
      const { sendersOf, verifiedOf } = await import("../sms/index.ts");
      return verifiedOf(await sendersOf(orgId)).some(({ id }) => id === senderId);
    },
    template: async (templateId) =>
      (await (templates ??= sendableTemplates(orgId, principal))).find(({ id }) => id === templateId),
    refusals,
  };
}

/** The fields with people who are not active members. Cards that the values name may be newer than the replica, so that they are not looked up. */
async function strangers(orgId: OrgId, type: CardType, values: FieldValues): Promise<string[]> {
  const users = new Set(type.fields.flatMap((field) => (field.type === "user" ? [field.id] : [])));
  const people = Object.fromEntries(Object.entries(values).filter(([fieldId]) => users.has(fieldId)));
  try {
    await requireReferences({ orgId, userId: null, readScope: { kind: "organization" } }, type, {}, people);
    return [];
  } catch (error) {
    if (!(error instanceof KartisError) || error.code !== "INVALID_INPUT") throw error;
    return Object.keys(error.details.fields ?? {});
  }
}
