import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { hookUrlOf } from "@kartis/core/voip/address.ts";
import { findConnection } from "@kartis/core/voip/connection.ts";
import { voipProcedures } from "@kartis/core/voip/index.ts";
import { handler as onIntended } from "@kartis/events/voip/on-intended.ts";
import { handler as onReported } from "@kartis/events/voip/on-reported.ts";
import { handler as hook } from "@kartis/functions/webhooks/voip/handler.ts";
import { Voicenter, type VoicenterReport } from "@kartis/simulators/voicenter.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { named, type Owner } from "./people.ts";
import { sqsRecord } from "./sqs.ts";

export const voipAccount = { code: "code-of-the-tests", logCode: "log-code-of-the-tests" };

/** Voicenter's simulator, which this process's environment points to, and the reports it has to deliver. */
export interface VoipSide {
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
  /** All of the above, until nothing is left to deliver. */
  settle(orgId: OrgId): Promise<void>;
  close(): Promise<void>;
}

async function latest(orgId: OrgId) {
  return (await latestRecords(orgId, 300, null)).map(({ id, changes }) =>
    sqsRecord({ detail: { orgId, recordId: id, actions: changes.map(({ action }) => action) } }, { messageId: id }),
  );
}

/** Starts the simulator, and points this process's environment to it. */
export async function startVoip(): Promise<VoipSide> {
  const reports: VoicenterReport[] = [];
  const voicenter = new Voicenter(voipAccount);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (chunk: Buffer) => parts.push(chunk));
    request.on("end", () => {
      const path = (request.url ?? "/").replace(/^\/voicenter/, "");
      const { answer, reports: made } = voicenter.take(path, Buffer.concat(parts).toString("utf8"));
      reports.push(...made);
      if (!answer) return void request.socket.destroy();
      response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, { VOIP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const side: VoipSide = {
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
    place: async (orgId) => (await onIntended({ Records: (await latest(orgId)).toReversed() })).batchItemFailures.length,
    async keep(orgId) {
      const { batchItemFailures } = await onReported({ Records: await latest(orgId) });
      if (batchItemFailures.length > 0) throw new Error("Something was not kept");
    },
    async settle(orgId) {
      await side.place(orgId);
      for (const report of reports.splice(0)) await side.report(orgId, report);
      await side.keep(orgId);
    },
    close: async () => {
      Reflect.deleteProperty(process.env, "VOIP_URL");
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return side;
}
