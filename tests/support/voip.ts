import { cardProcedures } from "@kartis/core/cards/index.ts";
import type { CardId, OrgId } from "@kartis/core/kernel/id.ts";
import { hookUrlOf } from "@kartis/core/voip/address.ts";
import { findConnection } from "@kartis/core/voip/connection.ts";
import { voipProcedures } from "@kartis/core/voip/index.ts";
import { handler as onChange } from "@kartis/events/voip/on-change.ts";
import { handler as onIntended } from "@kartis/events/voip/on-intended.ts";
import { handler as onReported } from "@kartis/events/voip/on-reported.ts";
import { handler as hook } from "@kartis/functions/webhooks/voip/handler.ts";
import { type TwilioCallback, TwilioVoice } from "@kartis/simulators/twilio-voice.ts";
import { Voicenter, type VoicenterReport } from "@kartis/simulators/voicenter.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { named, type Owner } from "./people.ts";
import { queued } from "./queued.ts";

export const voipAccount = { code: "code-of-the-tests", logCode: "log-code-of-the-tests" };
const twilioAccount = { sid: "ACc0de0fthe7e57500000000000000000", token: "token-of-the-tests" };
const twilioValues = {
  accountSid: twilioAccount.sid,
  authToken: twilioAccount.token,
  callerNumber: "+97235550100",
  ringAt: "+972545550111,+972545550112",
  record: "yes",
};

/** The simulators of Voicenter and Twilio, which this process's environment points to, and the reports they have to deliver. */
export interface VoipSide {
  readonly twilio: TwilioVoice;
  /** What Twilio is still to tell. */
  readonly callbacks: TwilioCallback[];
  /** Connects the organization with Twilio. @returns the URL that is entered there */
  connectTwilio(owner: Owner, values?: Partial<typeof twilioValues>): Promise<string>;
  /** Delivers what Twilio tells, as it is. */
  callback(callback: TwilioCallback, signature?: string): ReturnType<typeof hook>;
  readonly voicenter: Voicenter;
  /** Reports that are still to be delivered. */
  readonly reports: VoicenterReport[];
  connect(owner: Owner): Promise<void>;
  /** Delivers one report unchanged. */
  report(orgId: OrgId, body: unknown, more?: { token?: string; raw?: string }): ReturnType<typeof hook>;
  /** Passes the organization's latest records to the consumer that places calls. @returns how many are to be delivered again */
  place(orgId: OrgId): Promise<number>;
  /** Passes them to the consumer that takes reports in, the latest first: queues allow that order. */
  keep(orgId: OrgId): Promise<void>;
  /** Passes them, or as many, to the consumer that gives strangers' calls to cards. */
  match(orgId: OrgId, records?: number): Promise<void>;
  /** All of the above, until nothing is left to deliver. */
  settle(orgId: OrgId): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulator, and points this process's environment to it. */
export async function startVoip(): Promise<VoipSide> {
  const reports: VoicenterReport[] = [];
  const callbacks: TwilioCallback[] = [];
  const voicenter = new Voicenter(voipAccount);
  const twilio = new TwilioVoice(twilioAccount, twilioValues.callerNumber);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (chunk: Buffer) => parts.push(chunk));
    request.on("end", () => {
      const [, provider, path = ""] = /^\/(\w+)(.*)$/.exec(request.url ?? "") ?? [];
      const body = Buffer.concat(parts).toString("utf8");
      if (provider === "twilio") {
        const [asked = ""] = path.split("?");
        const { authorization = "" } = request.headers;
        const taken = twilio.take(request.method ?? "", asked, authorization, new URLSearchParams(body));
        callbacks.push(...taken.callbacks);
        if (!taken.answer) return void request.socket.destroy();
        response.writeHead(taken.answer.status, { "content-type": "application/json" }).end(JSON.stringify(taken.answer.body));
        return;
      }
      const { answer, reports: made } = voicenter.take(path, body);
      reports.push(...made);
      if (!answer) return void request.socket.destroy();
      response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, { VOIP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const side: VoipSide = {
    twilio,
    callbacks,
    async connectTwilio(owner, values = {}) {
      await owner.call(named(voipProcedures, "voip.connect"), { provider: "twilio", values: { ...twilioValues, ...values } });
      const { hookUrl } = await owner.call(named(voipProcedures, "voip.settings"), {});
      twilio.hook = hookUrl ?? "";
      return twilio.hook;
    },
    async callback(one, signature = twilio.signatureOf(one)) {
      const { pathname, search } = new URL(one.url);
      const answer = await hook({
        pathParameters: { token: pathname.slice(pathname.lastIndexOf("/") + 1) },
        headers: { "x-twilio-signature": signature },
        rawPath: pathname,
        rawQueryString: search.slice(1),
        body: new URLSearchParams(one.fields).toString(),
        isBase64Encoded: false,
        requestContext: { http: { method: "POST" } },
      });
      if (one.followed && answer.statusCode === 200) callbacks.push(...twilio.follow(one.followed, answer.body ?? ""));
      return answer;
    },
    voicenter,
    reports,
    async connect(owner) {
      await owner.call(named(voipProcedures, "voip.connect"), { provider: "voicenter", values: voipAccount });
    },
    async report(orgId, body, { token, raw = JSON.stringify(body) } = {}) {
      const connection = await findConnection(orgId);
      const url = connection ? hookUrlOf(orgId, connection.hookKey) : "";
      return hook({
        pathParameters: { token: token ?? url.slice(url.lastIndexOf("/") + 1) },
        headers: { "content-type": "application/json" },
        rawPath: "/api/hooks/voip/…",
        rawQueryString: "",
        body: Buffer.from(raw).toString("base64"),
        isBase64Encoded: true,
        requestContext: { http: { method: "POST" } },
      });
    },
    place: async (orgId) =>
      (await onIntended({ Records: (await queued("voip-on-intended", orgId)).toReversed() })).batchItemFailures.length,
    async keep(orgId) {
      const { batchItemFailures } = await onReported({ Records: await queued("voip-on-reported", orgId) });
      if (batchItemFailures.length > 0) throw new Error("Something was not kept");
    },
    async match(orgId, records) {
      const { batchItemFailures } = await onChange({ Records: await queued("voip-on-change", orgId, records) });
      if (batchItemFailures.length > 0) throw new Error("Something was not matched");
    },
    async settle(orgId) {
      await side.place(orgId);
      for (const report of reports.splice(0)) await side.report(orgId, report);
      for (let next = callbacks.shift(); next; next = callbacks.shift()) await side.callback(next);
      await side.keep(orgId);
      await side.match(orgId);
    },
    close: async () => {
      Reflect.deleteProperty(process.env, "VOIP_URL");
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return side;
}

/** A card of the first type, with a telephone number as it is written. */
export async function cardWithPhone(owner: Owner, phone: string): Promise<CardId> {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone");
  if (!type || !field) throw new Error("no phone field");
  const fields = { name: `Galil ${phone}`, [field.id]: phone };
  return (await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields })).id;
}
