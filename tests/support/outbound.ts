import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { effectsOf } from "@kartis/core/outbound/index.ts";
import { handler } from "@kartis/events/outbound/on-intended.ts";
import type { Engines } from "@kartis/local/engines.ts";
import { serveMail } from "@kartis/local/ses/api.ts";
import { AwsError } from "@kartis/local/wire/errors.ts";
import { sqsRecord } from "./sqs.ts";

/** Hands the organization's latest records to what carries effects out, as the queue does: at least once. @returns how many come again. */
export async function sendIntended(orgId: OrgId): Promise<number> {
  const records = (await latestRecords(orgId, 100, null)).filter((record) => effectsOf(record).length > 0).toReversed();
  const Records = records.map(({ id, changes }) =>
    sqsRecord({ detail: { orgId, recordId: id, actions: changes.map(({ action }) => action) } }, { messageId: id }),
  );
  return (await handler({ Records })).batchItemFailures.length;
}

/** Failures when handing an email to SES: lost answer, throttling, or refusal. */
export type MailTrouble = "lost" | "throttled" | "refused";

/** Makes SES fail from now on. @returns a function that ends that and returns the number of calls */
export function troubledMail(engines: Engines, trouble: MailTrouble): { readonly end: () => void; readonly calls: () => number } {
  const works = serveMail(engines.mail, () => undefined);
  let calls = 0;
  engines.mount("ses", async (request, response) => {
    calls++;
    if (trouble === "throttled")
      throw new AwsError("TooManyRequestsException", "Maximum sending rate exceeded.", { status: 429 });
    if (trouble === "refused") throw new AwsError("MessageRejected", "Email address is not verified.");
    response.end = () => {
      request.socket.destroy();
      return response;
    };
    await works(request, response);
  });
  return { end: () => engines.mount("ses", works), calls: () => calls };
}
