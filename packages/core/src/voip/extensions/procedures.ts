import * as z from "zod";
import { phone } from "../../cards/fields/types/phone.ts";
import { commit, commitContextOf } from "../../data/commit.ts";
import type { UserId } from "../../kernel/id.ts";
import { procedure } from "../../kernel/procedure.ts";
import { requireAdministrator } from "../../organizations/index.ts";
import { SetExtensionInput } from "../schema.ts";
import { extensionChange, extensionsIn } from "./index.ts";

const extensions = procedure({
  name: "voip.extensions",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  plan: "telephony",
  /** The extensions of the members who have one. */
  run: async (_, { principal }): Promise<{ userId: UserId; extension: string }[]> => extensionsIn(principal.orgId),
});

const setExtension = procedure({
  name: "voip.setExtension",
  kind: "mutation",
  input: SetExtensionInput,
  can: ["ORGANIZATION", "update"],
  plan: "telephony",
  whileImpersonating: false,
  /** Gives a member an extension, or takes it away. Throws NOT_FOUND for somebody who is no member, and CONFLICT if it is a colleague's. */
  async run({ userId, extension: written }, context): Promise<{ extension: string | null }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const extension = extensionFrom(written, context.principal.settings?.region ?? "");
    await commit(commitContextOf(context), async () => {
      const made = await extensionChange(orgId, userId, extension);
      return { writes: made?.writes ?? [], records: made ? [{ changes: [made.change] }] : [], result: undefined };
    });
    return { extension };
  },
});

/** An extension as it is; a telephone's number as it is dialled in the organization's country, in digits with the country code. */
function extensionFrom(written: string, region: string): string | null {
  if (!/^0\d{8,}$/.test(written)) return written || null;
  const parsed = phone.accept(written, { options: [], currency: "USD", region });
  return parsed.ok ? parsed.value.replaceAll(/;ext=.*$|\D/g, "") : written;
}

export const extensionProcedures = [extensions, setExtension] as const;
