import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { drawOf } from "@kartis/local/faults/fates.ts";
import { webhooksPath } from "@kartis/local/webhooks.ts";
import { queueNameOf } from "@kartis/local/deploy.ts";
import { moveBack } from "@kartis/stacks/redrive/dead-letters.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { openSession } from "../bench/session.ts";
import { mailsTo } from "../support/mailbox.ts";
import { fillBalance, proveSender } from "../support/sms-sender.ts";
import { call } from "./client.ts";
import { Machine } from "./machine.ts";
import { type Providers, startProviders } from "./providers.ts";

/** `npm run test:faults -- --seeds 0 --automation-kills 100 --seed 7`. In the suite, `interrupted.test.ts` dies at each write instead. */
const kills = Number(process.env["KARTIS_AUTOMATION_KILLS"] ?? 0);
const seed = Number(process.env["KARTIS_SEED"] ?? 1);
/** Runs that are under way at each kill. */
const cardsPerKill = 2;
/** Claims of dead processes end after a minute and a half, and a sweep comes every minute. */
const patienceMs = 600_000;
const unansweredMs = 30_000;

const directory = mkdtempSync(join(tmpdir(), "kartis-killed-"));
let providers: Providers;
let machine: Machine;
beforeAll(async () => {
  if (kills === 0) return;
  for (const folder of ["data", "site"]) mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, "site/index.html"), "<!doctype html>");
  providers = await startProviders();
  const folders = { dataDir: join(directory, "data"), webDist: join(directory, "site") };
  machine = new Machine({ ...folders, seed, rate: 0, providers: providers.origin, apis: false });
  await machine.start();
});
afterAll(async () => {
  if (kills > 0) {
    await machine.close();
    providers.close();
  }
  rmSync(directory, { recursive: true, force: true });
});

const Made = z.object({ id: z.string() });
const MadeType = Made.extend({ fields: z.array(z.object({ id: z.string(), label: z.string() })) });
const Figures = z.object({ total: z.number(), failed: z.number(), waiting: z.number(), skipped: z.number() });
const Step = z.object({ stepId: z.string(), state: z.string(), subjectId: z.string().nullable() });
const ListedRun = z.object({
  id: z.string(),
  cardId: z.string(),
  state: z.string(),
  steps: z.array(Step),
  undelivered: z.number(),
});
const RunDetails = ListedRun.extend({ subjects: z.record(z.string(), z.object({ delivery: z.string().nullable() })) });
const Listed = z.array(z.object({ id: z.string(), runs: Figures }));
const RunPage = z.object({
  runs: z.array(ListedRun),
  figures: Figures,
  nextCursor: z.string().nullable(),
});
const Found = z.object({ rows: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })) });
const Open = z.object({
  effects: z.array(z.object({ id: z.string(), purpose: z.string(), state: z.string(), subject: z.object({ id: z.string() }) })),
  isMore: z.boolean(),
});
/** Steps that send a message, by the purpose of its effect. */
const messages = { sms: "sms", whatsapp: "whatsapp", mail: "mail" } as const;
/** Deliveries of messages that the provider has, and of those that a person decides about. */
const [sent, open] = [
  ["sent", "delivered", "read"],
  ["unknown", "failed"],
] as const;

interface Lead {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

/** An organization whose new leads have an automation with an effect of each sort: on the card, another card, a notification, and four outside. */
async function found() {
  const origin = machine.originOf("cloud");
  Object.assign(process.env, machine.environment);
  const session = await openSession(origin);
  const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const orgId = session.orgId as OrgId;
  const made = async (procedure: string, input: unknown) => Made.parse(await session.call(procedure, input));
  const plain = (label: string, type: string) => ({ label, type });
  const draft = (name: string, fields: readonly object[]) => ({ name, pluralName: `${name}s`, hue: "teal", fields });
  const lead = MadeType.parse(
    await session.call("cardTypes.create", {
      draft: draft("Lead", [plain("Count", "number"), plain("Phone", "phone"), plain("Email", "email")]),
    }),
  );
  const copy = await made("cardTypes.create", { draft: draft("Copy", [plain("Note", "text")]) });
  const field = (label: string) => lead.fields.find((one) => one.label === label)?.id ?? "";
  await proveSender({ orgId });
  await fillBalance({ orgId }, 10 * cardsPerKill * kills);
  const { phoneNumberId, businessId, token, appSecret } = await providers.whatsappBusiness();
  await session.call("whatsapp.connect", { phoneNumberId, businessId, token, appSecret, cardTypeId: lead.id });
  const actions = {
    // Counting is what shows a second time.
    count: { kind: "changeField", how: "calculate", fieldId: field("Count"), formula: "{{ card.count | 0 }} + 1" },
    copy: { kind: "createCard", typeId: copy.id, name: "{{ card.name }}", fields: {} },
    sms: { kind: "sendSms", text: "Hello {{ card.name }}" },
    mail: { kind: "sendEmail", fieldId: field("Email"), subject: "Hello {{ card.name }}", text: "Hello" },
    whatsapp: { kind: "sendWhatsapp", what: "template", name: "missing_documents", language: "en", parameters: [] },
    webhook: { kind: "callWebhook", url: `${providers.origin}${webhooksPath}/effects` },
  };
  const steps = Object.entries(actions).map(([id, action]) => ({ id, kind: "action", action }));
  const definition = { trigger: { kind: "cardCreated" }, filter: null, steps };
  const { id: automationId } = await made("automations.create", { cardTypeId: lead.id, name: "Everything", definition });
  await session.call("automations.publish", { automationId });
  session.close();
  return { cookie, leadTypeId: lead.id, copyTypeId: copy.id, field, automationId };
}

it.skipIf(kills === 0)(
  `automations through ${kills} kill -9 have each effect once, counted where it arrives (seed ${seed})`,
  async () => {
    const world = await found();
    /** Retried until the cloud is back. */
    const ask = async <T>(schema: z.ZodType<T>, procedure: string, input: unknown): Promise<T> => {
      for (;;) {
        const outcome = await call(machine.originOf("cloud"), procedure, input, world);
        if (outcome.kind === "ok") return schema.parse(outcome.data);
        if (outcome.kind === "refused" && outcome.code !== "ECONNREFUSED") throw new Error(`${procedure}: ${outcome.code}`);
        await delay(100);
      }
    };
    const runsByCard = async () => {
      const runs = new Map<string, z.output<typeof RunPage>["runs"][number]>();
      for (let cursor: string | null | undefined; cursor !== null;) {
        const input = { automationId: world.automationId, limit: 100, ...(cursor ? { cursor } : {}) };
        const page: z.output<typeof RunPage> = await ask(RunPage, "automations.runs", input);
        for (const run of page.runs) runs.set(run.cardId, run);
        cursor = page.nextCursor;
      }
      return runs;
    };
    const leads: Lead[] = [];
    async function createLead(): Promise<void> {
      const at = leads.length;
      const [name, phone, email] = [`Lead ${at}`, `+97254${String(1_000_000 + at)}`, `lead-${at}@x.example`];
      const fields = { name, [world.field("Phone")]: phone, [world.field("Email")]: email };
      const { id } = await ask(Made, "cards.create", { typeId: world.leadTypeId, fields });
      leads.push({ id, name, phone, email });
    }
    const allEnded = async () =>
      [...(await runsByCard()).values()].filter(({ state }) => state !== "running" && state !== "waiting").length;
    // How long an undisturbed run takes, so that kills meet all parts of one.
    let began = Date.now();
    await createLead();
    await expect.poll(allEnded, { timeout: 60_000, interval: 50 }).toBe(1);
    const runMs = Date.now() - began;

    began = Date.now();
    for (let kill = 1; kill <= kills; kill++) {
      for (let card = 0; card < cardsPerKill; card++) await createLead();
      await delay(drawOf(seed, "kill", kill)("when") * 1.2 * runMs);
      await machine.kill("cloud");
    }
    const killedMs = Date.now() - began;
    const redriven = await redrive();
    await expect.poll(allEnded, { timeout: patienceMs, interval: 1_000 }).toBe(leads.length);

    const result = await counted();
    console.log(JSON.stringify({ seed, kills, runMs, killedSeconds: Math.round(killedMs / 1_000), redriven, ...result.summary }));
    if (result.problems.length > 0) console.error(readFileSync(join(directory, "log.txt"), "utf8").slice(-20_000));
    expect(result.problems).toEqual([]);

    /** A message whose consumer was killed each time is a dead letter by now: puts them back, as an operator does. @returns how many */
    async function redrive(): Promise<number> {
      Object.assign(process.env, machine.environment);
      let moved = 0;
      // An operator, too, repeats what a busy engine does not answer: moving back what is back already moves nothing.
      for (const name of new Set(subscriptions.map(queueNameOf)))
        for (let count: number | undefined; count === undefined; moved += count ?? 0)
          count = await Promise.race([moveBack(name, (ms) => delay(ms)), delay(unansweredMs, undefined)]);
      return moved;
    }

    /** Every effect that waits for a decision. The list shows a hundred, so those that were read are decided about. */
    async function decided(): Promise<z.output<typeof Open>["effects"]> {
      const all = new Map<string, z.output<typeof Open>["effects"][number]>();
      for (;;) {
        const { effects, isMore } = await ask(Open, "outbound.list", {});
        for (const effect of effects) all.set(effect.id, effect);
        if (!isMore) return [...all.values()];
        for (const { id } of effects) await call(machine.originOf("cloud"), "outbound.dismiss", { effectId: id }, world);
      }
    }

    function detailsOf(runId: string): Promise<z.output<typeof RunDetails>> {
      return ask(RunDetails, "automations.run", { automationId: world.automationId, runId });
    }

    /** Effects by lead, where they arrive. One that did not arrive is shown as such in the run's log, and waits for a person among the outgoing messages. */
    async function counted() {
      const isSettled = async () => {
        for (const { id } of (await runsByCard()).values()) {
          const { subjects } = await detailsOf(id);
          if (Object.values(subjects).some(({ delivery }) => delivery === "sending" || delivery === "waiting")) return false;
        }
        return true;
      };
      await expect.poll(isSettled, { timeout: patienceMs, interval: 5_000 }).toBe(true);
      await delay(5_000); // what would come a second time has had its chance
      const cardsOf = async (cardTypeId: string) => {
        const cards: z.output<typeof Found>["rows"] = [];
        for (;;) {
          const { rows } = await ask(Found, "cards.search", { cardTypeId, cursor: cards.length, limit: 200 });
          cards.push(...rows);
          if (rows.length < 200) return cards;
        }
      };
      const [rows, copies] = [await cardsOf(world.leadTypeId), await cardsOf(world.copyTypeId)];
      const runs = await runsByCard();
      const details = new Map<string, z.output<typeof RunDetails>>();
      for (const { id, cardId } of runs.values()) details.set(cardId, await detailsOf(id));
      const figures = await ask(Listed, "automations.list", {});
      const page = await ask(RunPage, "automations.runs", { automationId: world.automationId, limit: 1 });
      const effects = await decided();
      const [sms, whatsapp, webhooks] = [await providers.sms(), await providers.whatsapp(), await providers.webhooks()];
      const problems: string[] = [];
      const summary = {
        runs: leads.length,
        done: 0,
        failed: 0,
        sms: 0,
        mails: 0,
        whatsapp: 0,
        webhooks: 0,
        /** Did not arrive, and wait for a person. */
        missing: 0,
        /** Arrived, but the answer was lost, so that they wait for a person too. */
        arrivedUnknown: 0,
        repeatedRequests: 0,
      };
      for (const { id, name, phone, email } of leads) {
        const expectOne = (what: string, count: number) => {
          if (count !== 1) problems.push(`${name}: ${count} ${what}`);
        };
        /** It arrived once; or it did not, and that is shown. */
        const expectShown = (stepId: keyof typeof messages, count: number) => {
          const step = details.get(id)?.steps.find((one) => one.stepId === stepId);
          const delivery = details.get(id)?.subjects[step?.subjectId ?? ""]?.delivery ?? "none";
          const waits = effects.find((one) => one.purpose === messages[stepId] && one.subject.id === step?.subjectId);
          const isOpen = open.some((one) => one === delivery);
          const isShown = isOpen ? waits?.state === delivery : waits === undefined && sent.some((one) => one === delivery);
          if (count > 1 || !isShown || (count === 0 && !isOpen))
            problems.push(`${name}: ${count} ${stepId}, shown as ${delivery}, decided as ${waits?.state ?? "nothing"}`);
          if (isOpen) summary[count === 0 ? "missing" : "arrivedUnknown"]++;
          return count;
        };
        const row = rows.find((one) => one.id === id);
        expectOne("counted", Number(row?.fields[world.field("Count")] ?? 0));
        expectOne("copies", copies.filter(({ fields }) => fields["name"] === name).length);
        summary.sms += expectShown("sms", sms.filter((to) => to === phone).length);
        summary.whatsapp += expectShown("whatsapp", whatsapp.filter((to) => to === phone).length);
        summary.mails += expectShown("mail", (await mailsTo(machine.originOf("cloud"), email)).length);
        const run = runs.get(id);
        const undelivered = Object.values(details.get(id)?.subjects ?? {}).filter(({ delivery }) =>
          open.some((one) => one === delivery),
        ).length;
        if (run?.undelivered !== undelivered)
          problems.push(`${name}: ${run?.undelivered} undelivered in the list, ${undelivered} in the run`);
        const requests = webhooks.filter(({ body }) => body.includes(id));
        const isUnknown =
          run?.state === "failed" && run.steps.some((step) => step.stepId === "webhook" && step.state === "failed");
        const distinct = new Set(requests.map((request) => request.id)).size;
        if (distinct !== 1 && !(distinct === 0 && isUnknown)) problems.push(`${name}: ${distinct} webhooks`);
        summary.webhooks += distinct;
        summary.repeatedRequests += requests.length - distinct;
        if (run?.state === "done") summary.done++;
        else if (isUnknown) summary.failed++;
        else problems.push(`${name}: ${run?.state ?? "no run"}`);
      }
      // No run is missing from the figures, or counted twice, whenever its process died.
      const exact = { total: leads.length, failed: summary.failed, waiting: 0, skipped: 0 };
      for (const shown of [page.figures, figures.find(({ id }) => id === world.automationId)?.runs])
        if (JSON.stringify(shown) !== JSON.stringify(exact))
          problems.push(`figures ${JSON.stringify(shown)}, runs ${JSON.stringify(exact)}`);
      return { problems, summary };
    }
  },
  120_000 + kills * 30_000 + 2 * patienceMs,
);
