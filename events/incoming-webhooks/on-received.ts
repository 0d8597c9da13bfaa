import { consumer } from "@kartis/core/data/consumer.ts";
import { intakeOfWebhook } from "@kartis/core/incoming-webhooks/intake.ts";
import { takeIn } from "@kartis/core/incoming-webhooks/take-in.ts";
import { isId, type OrgId } from "@kartis/core/kernel/id.ts";
import { intakeOfForm } from "@kartis/core/lead-forms/intake.ts";
import { eventsOf, type Received } from "@kartis/core/provider-events/index.ts";

/** Makes cards of what incoming webhooks and lead forms have received. */
export const handler = consumer({
  name: "incoming-webhooks-on-received",
  on: ["webhook.receive"],
  async run(record, { clock }) {
    for (const event of await eventsOf(record, "incoming")) {
      const intake = await intakeOf(record.orgId, event);
      if (intake) await takeIn(intake, event.key, clock);
    }
  },
});

async function intakeOf(orgId: OrgId, { subjectId, payload }: Received) {
  if (isId("inw", subjectId)) return intakeOfWebhook(orgId, subjectId, payload);
  return isId("frm", subjectId) ? intakeOfForm(orgId, subjectId, payload) : undefined;
}
