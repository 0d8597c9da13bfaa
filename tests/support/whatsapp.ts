import type { Clock } from "@kartis/core/kernel/clock.ts";
import type { CardTypeId, OrgId } from "@kartis/core/kernel/id.ts";
import { hookAddressOf } from "@kartis/core/whatsapp/address.ts";
import { whatsappSettingsProcedures } from "@kartis/core/whatsapp/index.ts";
import { handler as onDelivered } from "@kartis/events/whatsapp/on-delivered.ts";
import { handler as onIntended } from "@kartis/events/whatsapp/on-intended.ts";
import { handler as onReceived } from "@kartis/events/whatsapp/on-received.ts";
import { handler as hook } from "@kartis/functions/webhooks/whatsapp/handler.ts";
import { WhatsApp } from "@kartis/simulators/whatsapp.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { named, type Owner } from "./people.ts";
import { queued } from "./queued.ts";
import { business } from "./whatsapp-number.ts";

export { business };

/** WhatsApp's simulator, which this process's environment points to, and the calls it has to make. */
export interface WhatsAppSide {
  readonly whatsapp: WhatsApp;
  /** Calls that are still to be delivered. */
  readonly calls: unknown[];
  /** Connects the organization's number. */
  connect(owner: Owner, cardTypeId: CardTypeId): Promise<void>;
  /** Delivers one call unchanged. @returns the status of the answer */
  call(orgId: OrgId, body: unknown, more?: { signature?: string; raw?: string | Buffer }): Promise<number>;
  /** Passes the organization's latest records to the consumer that sends messages and downloads files, as the queue does. @returns how many are to be delivered again */
  send(orgId: OrgId): Promise<number>;
  /** Passes them to the consumers that receive messages and store delivery states, the latest first: queues allow that order. */
  keep(orgId: OrgId): Promise<void>;
  /** All of the above, until nothing is left to deliver. */
  settle(orgId: OrgId): Promise<void>;
  close(): Promise<void>;
}

/** Starts the simulator, and points this process's environment to it. */
export async function startWhatsApp(clock?: Clock): Promise<WhatsAppSide> {
  const calls: unknown[] = [];
  let whatsapp: WhatsApp | undefined;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (chunk: Buffer) => parts.push(chunk));
    request.on("end", () => {
      const { authorization = "", "content-type": contentType = "" } = request.headers;
      const { method = "GET", url: path = "/" } = request;
      const answer = whatsapp?.take({ method, path, authorization, contentType, body: Buffer.concat(parts) });
      if (!answer) return void request.socket.destroy();
      const { messages } = Object(answer.body) as { messages?: readonly { readonly id: string }[] }; // of an accepted message
      for (const { id } of messages ?? []) calls.push(...(whatsapp?.reports(id) ?? []));
      if (Buffer.isBuffer(answer.body)) response.writeHead(answer.status).end(answer.body);
      else response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator = (whatsapp = new WhatsApp(business, url, () => clock?.now() ?? Date.now()));
  Object.assign(process.env, { WHATSAPP_URL: url });
  const side: WhatsAppSide = {
    whatsapp: simulator,
    calls,
    async connect(owner, cardTypeId) {
      const { phoneNumberId, businessId, token, appSecret } = business;
      await owner.call(named(whatsappSettingsProcedures, "whatsapp.connect"), {
        phoneNumberId,
        businessId,
        token,
        appSecret,
        cardTypeId,
      });
    },
    async call(orgId, body, { signature, raw = JSON.stringify(body) } = {}) {
      const address = hookAddressOf(orgId);
      const event = {
        pathParameters: { token: address.slice(address.lastIndexOf("/") + 1) },
        headers: { "x-hub-signature-256": signature ?? simulator.signatureOf(raw) },
        body: Buffer.from(raw).toString("base64"),
        isBase64Encoded: true,
        requestContext: { http: { method: "POST" } },
      };
      return (await hook(event)).statusCode ?? 0;
    },
    send: async (orgId) =>
      (await onIntended({ Records: (await queued("whatsapp-on-intended", orgId)).toReversed() })).batchItemFailures.length,
    async keep(orgId) {
      for (const [reaction, handler] of [
        ["whatsapp-on-received", onReceived],
        ["whatsapp-on-delivered", onDelivered],
      ] as const) {
        const { batchItemFailures } = await handler({ Records: await queued(reaction, orgId) });
        if (batchItemFailures.length > 0) throw new Error("Something was not kept");
      }
    },
    async settle(orgId) {
      await side.send(orgId);
      for (const call of calls.splice(0)) await side.call(orgId, call);
      await side.keep(orgId);
      // Downloads the files of received messages.
      await side.send(orgId);
      await side.keep(orgId);
    },
    close: async () => {
      Reflect.deleteProperty(process.env, "WHATSAPP_URL");
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return side;
}
