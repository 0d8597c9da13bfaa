import * as z from "zod";
import { getCardType } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { hookAddressOf, verifyTokenOf } from "./address.ts";
import { accountOf, accountWith, type GraphAccount, GraphRefusal, numberInfo, templatesOf } from "./graph.ts";
import { credentialOf, findNumber, numberChange, numberRemoval, sealed, type StoredNumber } from "./numbers.ts";
import { requireNumber } from "./obstacle.ts";
import { verifiedAt } from "./verified.ts";
import { ConnectWhatsAppInput, type WhatsAppNumber, type WhatsAppSettings, type WhatsAppTemplate } from "./schema.ts";

const manages = ["ORGANIZATION", "update"] as const;

const shown = ({ token: _, appSecret: __, ...number }: StoredNumber): WhatsAppNumber => number;

const settings = procedure({
  name: "whatsapp.settings",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  plan: "any",
  /** The number without its credentials; and the values for Meta's app, for callers who may connect a number. */
  async run(_, { principal: { orgId, grants } }): Promise<WhatsAppSettings> {
    const number = await findNumber(orgId);
    const hook = grants["ORGANIZATION.update"]
      ? { url: hookAddressOf(orgId), verifyToken: verifyTokenOf(orgId), verifiedAt: await verifiedAt(orgId) }
      : null;
    return { number: number ? shown(number) : null, hook };
  },
});

/** The number as Meta knows it now. Throws INVALID_INPUT for the value that Meta refuses, and BAD_GATEWAY if Meta does not answer. */
async function ask(account: GraphAccount): ReturnType<typeof numberInfo> {
  try {
    return await numberInfo(account);
  } catch (error) {
    if (!(error instanceof GraphRefusal))
      throw new KartisError("BAD_GATEWAY", { messageKey: "errors.whatsappAway", cause: error });
    if (error.mayPass) throw new KartisError("BAD_GATEWAY", { messageKey: "errors.whatsappAway", cause: error });
    const isToken = error.reason === "account" || error.reason === "permission";
    const fields: Record<string, string> = isToken
      ? { token: "validation.whatsappToken" }
      : { phoneNumberId: "validation.whatsappNumber" };
    throw new KartisError("INVALID_INPUT", { fields, cause: error });
  }
}

const connect = procedure({
  name: "whatsapp.connect",
  kind: "mutation",
  input: ConnectWhatsAppInput,
  can: manages,
  whileImpersonating: false,
  /** Connects the organization's number, or changes its connection, once Meta has confirmed it. Credentials that are not given stay the same. */
  async run({ phoneNumberId, businessId, token, appSecret, cardTypeId }, context): Promise<WhatsAppNumber> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    await getCardType(orgId, cardTypeId);
    const known = await findNumber(orgId);
    const given = { token: token || undefined, appSecret: appSecret || undefined };
    const missing = known ? [] : (["token", "appSecret"] as const).filter((name) => !given[name]);
    if (missing.length > 0)
      throw new KartisError("INVALID_INPUT", {
        fields: Object.fromEntries(missing.map((name) => [name, "validation.required"])),
      });
    const plainToken = given.token ?? (known ? credentialOf(orgId, known, "token") : "");
    const info = await ask(accountWith({ phoneNumberId, businessId }, plainToken));
    const { result } = await commit(commitContextOf(context), async (at) => {
      const current = await findNumber(orgId);
      const stored = (which: "token" | "appSecret") => {
        const plain = given[which];
        if (plain) return sealed(orgId, which, plain);
        if (current) return current[which];
        throw new KartisError("INVALID_INPUT", { fields: { [which]: "validation.required" } });
      };
      const number: StoredNumber = {
        version: (current?.version ?? 0) + 1,
        phoneNumberId,
        businessId,
        ...info,
        token: stored("token"),
        appSecret: stored("appSecret"),
        cardTypeId,
        connectedBy: userId,
        problem: null,
        problemAt: null,
        createdAt: current?.createdAt ?? at,
      };
      return numberChange(orgId, number, current);
    });
    return shown(result);
  },
});

const test = procedure({
  name: "whatsapp.test",
  kind: "mutation",
  input: z.object({}),
  can: manages,
  /** Checks the number with Meta again. A success clears the recorded problem; a refusal is recorded, and the answer says so. */
  async run(_, context): Promise<WhatsAppNumber> {
    const { orgId } = context.principal;
    const known = await findNumber(orgId);
    if (!known) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.whatsappMissing" });
    const found = await ask(accountOf(orgId, known)).catch((error: unknown) => {
      if (error instanceof KartisError && error.code === "INVALID_INPUT") return undefined;
      throw error;
    });
    const { result } = await commit(commitContextOf(context), async (at) => {
      const current = await findNumber(orgId);
      if (!current) throw new KartisError("NOT_FOUND");
      // Somebody has connected another number, or with another token, while Meta was asked about this one.
      if (current.token !== known.token || current.phoneNumberId !== known.phoneNumberId)
        return { writes: [], records: [], result: current };
      const next: StoredNumber = found
        ? { ...current, ...found, problem: null, problemAt: null }
        : { ...current, problem: current.problem ?? "account", problemAt: current.problemAt ?? at };
      const isSame = next.problem === current.problem && next.phone === current.phone && next.name === current.name;
      if (isSame) return { writes: [], records: [], result: current };
      return numberChange(orgId, { ...next, version: current.version + 1 }, current);
    });
    return shown(result);
  },
});

const disconnect = procedure({
  name: "whatsapp.disconnect",
  kind: "mutation",
  input: z.object({}),
  can: manages,
  plan: "any",
  /** Deletes the number and its credentials: nothing is sent or received any more. Messages stay on their cards. */
  async run(_, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const number = await findNumber(orgId);
      return number ? numberRemoval(orgId, number) : { writes: [], records: [], result: undefined };
    });
    return { ok: true };
  },
});

const templates = procedure({
  name: "whatsapp.templates",
  kind: "query",
  input: z.object({}),
  can: ["COMMENTS", "create"],
  /** The templates of the business at Meta, as they are now; approved ones can be sent at any time. Throws PRECONDITION_FAILED without a number. */
  async run(_, context: Pick<OrgContext, "principal">): Promise<{ templates: WhatsAppTemplate[] }> {
    const { orgId } = context.principal;
    const number = requireNumber(await findNumber(orgId));
    try {
      return { templates: await templatesOf(accountOf(orgId, number)) };
    } catch (error) {
      throw new KartisError("BAD_GATEWAY", { messageKey: "errors.whatsappAway", cause: error });
    }
  },
});

export const whatsappSettingsProcedures = [settings, connect, test, disconnect, templates] as const;
