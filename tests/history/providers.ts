import { once } from "node:events";
import { createServer } from "node:http";
import { serveSms, smsPath } from "@kartis/local/sms.ts";
import { serveWebhooks, webhooksPath } from "@kartis/local/webhooks.ts";
import { serveWhatsApp, whatsappPath } from "@kartis/local/whatsapp.ts";
import * as z from "zod";

/** The outside world in this process, which no kill of the cloud reaches: what it has received was really sent. */
export interface Providers {
  readonly origin: string;
  /** Numbers that were sent an SMS, each as often as it was. */
  sms(): Promise<readonly string[]>;
  /** Numbers that were sent a WhatsApp message. */
  whatsapp(): Promise<readonly string[]>;
  /** The ids and bodies of webhooks. */
  webhooks(): Promise<readonly { readonly id: string; readonly body: string }[]>;
  whatsappBusiness(): Promise<Readonly<Record<string, string>>>;
  close(): void;
}

const Sms = z.object({ messages: z.array(z.object({ to: z.string() })) });
const WhatsApps = z.object({ messages: z.array(z.object({ phone: z.string() })) });
const Webhooks = z.object({ messages: z.array(z.object({ id: z.string(), body: z.string() })) });
const Business = z.object({ business: z.record(z.string(), z.string()) });

/** Starts the simulators of the providers. They report to nobody: what arrived is counted here. */
export async function startProviders(): Promise<Providers> {
  const cloud = "http://localhost:9";
  const pages = [
    [smsPath, serveSms(cloud)],
    [webhooksPath, serveWebhooks(cloud)],
    [whatsappPath, serveWhatsApp(cloud)],
  ] as const;
  const server = createServer((request, response) => {
    const page = pages.find(([path]) => request.url?.startsWith(path))?.[1];
    if (page) void Promise.resolve(page(request, response)).catch(() => response.destroy());
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const origin = `http://localhost:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  const read = async (path: string): Promise<unknown> => (await fetch(`${origin}${path}`)).json();
  return {
    origin,
    sms: async () => Sms.parse(await read(`${smsPath}.json`)).messages.map(({ to }) => to),
    whatsapp: async () => WhatsApps.parse(await read(`${whatsappPath}.json`)).messages.map(({ phone }) => `+${phone}`),
    webhooks: async () => Webhooks.parse(await read(`${webhooksPath}/effects.json`)).messages,
    whatsappBusiness: async () => Business.parse(await read(`${whatsappPath}.json`)).business,
    close: () => void server.close(),
  };
}
