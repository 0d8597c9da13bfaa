import * as z from "zod";
import { procedure } from "../kernel/procedure.ts";
import { headerValue, hostOf, webhookUrl } from "./actions/call-webhook.ts";
import { sealedFor } from "./secrets.ts";

/** Seals a secret for the URL's host, so that a draft never contains it in plain text. */
const seal = procedure({
  name: "automations.seal",
  kind: "mutation",
  input: z.object({ url: webhookUrl, value: headerValue }),
  can: ["AUTOMATION", "update"],
  plan: "automation",
  run: ({ url, value }, { principal: { orgId } }): Promise<{ sealed: string }> =>
    Promise.resolve({ sealed: sealedFor(value, orgId, hostOf(url)) }),
});

export const sealProcedures = [seal] as const;
