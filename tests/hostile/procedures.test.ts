import { procedures } from "@kartis/functions/api/procedures.ts";
import { serveCheckout } from "@kartis/simulators/checkout.ts";
import fc from "fast-check";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type Backend, startBackend } from "../support/backend.ts";
import { startVoip, type VoipSide } from "../support/voip.ts";
import { startWhatsApp, type WhatsAppSide } from "../support/whatsapp.ts";
import { examplesOf } from "./examples.ts";
import { valuesOf } from "./from-schema.ts";
import { mutations, spoilt } from "./values.ts";
import { ask, newWorld, runs, type World } from "./world.ts";

let backend: Backend;
let provider: Server;
let whatsapp: WhatsAppSide;
let voip: VoipSide;
let world: World;
let logged: string[] = [];
beforeAll(async () => {
  let serve: ReturnType<typeof serveCheckout> | undefined;
  provider = createServer((request, response) => void serve?.(request, response));
  await once(provider.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.number() }).parse(provider.address());
  serve = serveCheckout(`http://127.0.0.1:${port}`);
  backend = await startBackend();
  process.env["CHECKOUT_URL"] = `http://127.0.0.1:${port}`;
  whatsapp = await startWhatsApp();
  voip = await startVoip();
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    logged.push(String(line));
    return true;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  provider.close();
  await whatsapp.close();
  await voip.close();
  await backend.close();
});

/** Some procedures end the session, the membership or the organization: then there is another. */
async function livingWorld(): Promise<World> {
  const actor = world && (await world.owner.actor());
  const alive = actor?.kind === "user" && actor.membership?.orgId === world.owner.orgId;
  return alive ? world : (world = await newWorld());
}

let calls = 0;

describe.each(procedures.map((procedure) => [procedure.name, procedure] as const))("%s", (name, procedure) => {
  it("answers any input, and never with a failure of ours", async () => {
    await livingWorld();
    const json = z.toJSONSchema(procedure.input, { io: "input", unrepresentable: "any" });
    const examples = examplesOf(name, world);
    const inputs = valuesOf(json, world);
    const valid = examples.length > 0 ? fc.oneof(inputs, { weight: 2, arbitrary: fc.constantFrom(...examples) }) : inputs;
    await fc.assert(
      fc.asyncProperty(valid, mutations, async (input, by) => {
        const { owner } = await livingWorld();
        logged = [];
        const answer = await ask({
          method: "POST",
          path: `/api/trpc/${name}`,
          routeKey: "POST /api/trpc/{proxy+}",
          body: JSON.stringify(spoilt(input, by)) ?? "",
          cookies: [...owner.cookies].map(([cookie, value]) => `${cookie}=${value}`),
          address: `10.${(++calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
        });
        expect(answer.status, `${answer.text}\n${logged.join("")}`).toBeLessThan(500);
        expect(() => JSON.parse(answer.text)).not.toThrow();
      }),
      runs(25),
    );
  });
});
