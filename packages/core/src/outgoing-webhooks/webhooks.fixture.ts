import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { fanOutLatest, receiverSide, run } from "@kartis/tests/support/webhooks.ts";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardId, Id } from "../kernel/id.ts";
import type { Call } from "./attempt.ts";
import { progressEntity, shardOf, waitingEntity } from "./entity.ts";
import { webhookProcedures } from "./procedures.ts";
import type { WebhookEndpoint } from "./schema.ts";

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

export const the = <Name extends (typeof webhookProcedures)[number]["name"]>(name: Name) => named(webhookProcedures, name);
export const createCard = named(cardProcedures, "cards.create");
export const updateCard = named(cardProcedures, "cards.update");
export const createType = named(cardTypeProcedures, "cardTypes.create");

let nowMs = Date.parse("2030-01-07T08:00:00Z");
/** The clock of everything here; it moves only by `later` and `toNext`. */
export const clock = { now: () => nowMs };
export const later = (ms: number): void => void (nowMs += ms);

export let owner: Owner;
export let typeId: Id<"typ">;
export let side: ReturnType<typeof receiverSide>;

/** Gives each test an organization with one card type, and a receiver. */
export function setUpWebhooks(): void {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  beforeEach(async () => {
    // Tests are days apart, so that none reads another's records within its overlap.
    later(10 * day);
    owner = await newOwner({ clock, template: "empty" });
    const draft = { name: "Lead", pluralName: "Leads", hue: "slate", fields: [{ label: "Password", type: "password" }] } as const;
    typeId = (await owner.call(createType, { draft: { ...draft, fields: [...draft.fields] } })).id;
    side = receiverSide(clock);
  });
  afterAll(() => backend.close());
}

export async function endpoint(given: { events?: readonly string[]; cardTypeIds?: Id<"typ">[]; url?: string } = {}) {
  const { events = ["*"], url = "https://hooks.example.com/kartis?key=1", ...rest } = given;
  const made = await owner.call(the("webhooks.create"), { url, events: events as "*"[], ...rest });
  side.receiver.secret = made.secret;
  later(1);
  return made;
}
export const card = async (name = "Dana") => owner.call(createCard, { typeId, fields: { name } });
export const rename = (cardId: CardId, name: string) => owner.call(updateCard, { cardId, fields: { name } });

/** Runs all consumers until the endpoint has nothing due. */
export async function settle(endpointId: Id<"hok">, call: Call = side.call): Promise<void> {
  await fanOutLatest(owner.orgId, clock);
  await run(owner.orgId, endpointId, clock, call);
}

export const bodies = () => side.receiver.messages.map(({ body }) => JSON.parse(body));
/** Names of the cards in the messages received so far. */
export const names = (): string[] => bodies().map(({ data }) => data.object.fields.name);
export const log = async (endpointId: Id<"hok">) => (await owner.call(the("webhooks.deliveries"), { endpointId })).deliveries;
export const shown = async (endpointId: Id<"hok">): Promise<WebhookEndpoint> =>
  (await owner.call(the("webhooks.list"), {})).find(({ id }) => id === endpointId) ?? expect.fail("no endpoint");
export const waitingOf = async (endpointId: Id<"hok">) =>
  (
    await waitingEntity()
      .query.main({ orgId: owner.orgId, shard: shardOf(endpointId), endpointId })
      .go({ pages: "all" })
  ).data;

/** Moves the clock to the next attempt or probe, as the sweep would find it. */
export async function toNext(endpointId: Id<"hok">): Promise<void> {
  const { data } = await progressEntity().get({ orgId: owner.orgId, endpointId }).go();
  nowMs = Math.max(nowMs + 1, Date.parse(data?.dueAt ?? expect.fail("nothing is due")));
}
