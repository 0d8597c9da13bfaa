import * as z from "zod";
import { procedure } from "../kernel/procedure.ts";
import { headerValue, serverOf, webhookUrl } from "./actions/call-webhook.ts";
import { sealedFor } from "./secrets.ts";

/** A secret of an action, sealed for the server of this URL: so the draft that is being written never has it in the open. */
const seal = procedure({
  name: "automations.seal",
  kind: "mutation",
  input: z.object({ url: webhookUrl, value: headerValue }),
  can: ["AUTOMATION", "update"],
  plan: "automation",
  run: ({ url, value }, { principal: { orgId } }): Promise<{ sealed: string }> =>
    Promise.resolve({ sealed: sealedFor(value, orgId, serverOf(url)) }),
});

export const sealProcedures = [seal] as const;
