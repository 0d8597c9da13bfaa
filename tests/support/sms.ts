import type { JournalAction } from "@kartis/core/data/journal.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { handler as onAnswered } from "@kartis/events/sms/on-answered.ts";
import { handler as onDelivered } from "@kartis/events/sms/on-delivered.ts";
import { handler as onIntended } from "@kartis/events/sms/on-intended.ts";
import { handler as hook } from "@kartis/functions/webhooks/sms/handler.ts";
import { Twilio } from "@kartis/simulators/twilio.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { queued } from "./queued.ts";

type Report = ReturnType<Twilio["reports"]>[number];

/** The SMS provider's simulator, which this process's environment points to, and the reports it has to make. */
export interface SmsSide {
  readonly twilio: Twilio;
  /** Passes the organization's latest records to the SMS consumer, as the queue does: at least once. @returns how many are to be delivered again */
  send(orgId: OrgId): Promise<number>;
  /** Delivers the provider's pending reports, and has them stored. @returns the statuses of the answers */
  report(orgId: OrgId): Promise<number[]>;
  /** Delivers one report unchanged. @returns the status of the answer */
  call(report: Report, signature?: string): Promise<number>;
  /** Passes the latest records to the consumer that stores deliveries, the latest first: queues allow that order. All, or those of one action. */
  keep(orgId: OrgId, action?: JournalAction): Promise<void>;
  /** A person answers from their phone. @returns the status of the answer to the provider's call; undefined if a name was the last sender */
  answer(orgId: OrgId, phone: string, text: string): Promise<number | undefined>;
  /** Runs after the provider has accepted a message, before it answers. */
  meanwhile: (() => Promise<unknown>) | undefined;
  close(): Promise<void>;
}

/** Where the account's numbers pass SMS on to. */
const hookPath = "/api/hooks/sms";
const account = { sid: "AC1", token: "secret of the tests" };

/** Starts the simulator of Twilio, and points this process's environment to it. */
export async function startSms(): Promise<SmsSide> {
  const twilio = new Twilio(account);
  const reports: Report[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const path = request.url ?? "/";
      const answer = twilio.take({ path, authorization: request.headers.authorization ?? "", form: new URLSearchParams(text) });
      const { sid } = Object(answer?.body) as { sid?: unknown }; // of an accepted message
      if (typeof sid === "string") reports.push(...twilio.reports(sid));
      const respond = () => {
        if (answer) response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
        else request.socket.destroy();
      };
      if (side.meanwhile) void side.meanwhile().finally(respond);
      else respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, {
    SMS_PROVIDER: "twilio",
    SMS_URL: `http://127.0.0.1:${port}`,
    SMS_ACCOUNT: account.sid,
    SMS_SECRET: account.token,
  });
  const side: SmsSide = {
    twilio,
    async send(orgId) {
      return (await onIntended({ Records: (await queued("sms-on-intended", orgId, 200)).toReversed() })).batchItemFailures.length;
    },
    async call(report, signature = twilio.signatureOf(report)) {
      const { pathname } = new URL(report.to);
      const event = {
        rawPath: pathname,
        ...(pathname === hookPath ? {} : { pathParameters: { token: pathname.slice(pathname.lastIndexOf("/") + 1) } }),
        headers: { "x-twilio-signature": signature },
        body: new URLSearchParams(report.fields).toString(),
        isBase64Encoded: false,
      };
      return (await hook(event)).statusCode ?? 0;
    },
    async answer(orgId, phone, text) {
      const incoming = twilio.answer(phone, text, `${process.env["PUBLIC_ORIGIN"]}${hookPath}`);
      if (!incoming) return undefined;
      const status = await side.call(incoming);
      const { batchItemFailures } = await onAnswered({ Records: await queued("sms-on-answered", orgId, 200) });
      if (batchItemFailures.length > 0) throw new Error("An answer was not kept");
      return status;
    },
    meanwhile: undefined,
    async keep(orgId, action) {
      const { batchItemFailures } = await onDelivered({ Records: await queued("sms-on-delivered", orgId, 200, action) });
      if (batchItemFailures.length > 0) throw new Error("Deliveries were not kept");
    },
    async report(orgId) {
      const statuses: number[] = [];
      for (const report of reports.splice(0)) statuses.push(await side.call(report));
      await side.keep(orgId);
      return statuses;
    },
    close: async () => {
      for (const name of ["SMS_PROVIDER", "SMS_URL", "SMS_ACCOUNT", "SMS_SECRET"]) Reflect.deleteProperty(process.env, name);
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return side;
}
