/*
 * A company to look at: Meridian Solar, with cards in four languages. Owns nothing: made through the same domains as any organization. Invariant: the same seed
 * gives the same cards.
 */
import { creationChunk, fieldContextOf, newCard } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { acceptNew, type FieldContext, settingsOf } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { commit, type CommitContext, systemContext } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { features } from "../kernel/feature.ts";
import { type CardId, type CardTypeId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { foundOrganization } from "../onboarding/index.ts";
import { addMember, featureSwitch, findBilling, findFeatures, membershipsOf, planWrite } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { createUser, findUser, findUserByEmail } from "../users/index.ts";
import { hashPassword } from "../identity/index.ts";
import { makeMeetings } from "./meetings.ts";
import { makeTasks } from "./tasks.ts";
import { makeTimeline } from "./timeline.ts";
import { campaigns, cities, firms, people, phones } from "./words.ts";

export const demoAccount = {
  email: "noa@meridiansolar.example",
  password: "meridian-demo",
  organization: "Meridian Solar",
} as const;

const colleagues = [
  { name: "Dániel Kovács", email: "daniel@meridiansolar.example" },
  { name: "Emma Clarke", email: "emma@meridiansolar.example" },
  { name: "Yossi Ben-David", email: "yossi@meridiansolar.example" },
  { name: "Irina Sokolova", email: "irina@meridiansolar.example" },
] as const;

const counts: Readonly<Record<string, number>> = { leads: 1_284, customers: 612, deals: 487, products: 240 };

const day = 86_400_000;
/** Days of history in the demo. */
const historyDays = 240;
/** Number of cards created together: small enough for smooth weekly charts. */
const made = 12;

export interface Demo {
  readonly orgId: OrgId;
  readonly ownerId: UserId;
  /** The people, the owner first, and the newest cards by the type's slug, the latest last; null if the organization was there before. */
  readonly made: { readonly team: readonly UserId[]; readonly newest: ReadonlyMap<string, readonly CardId[]> } | null;
}

/**
 * Makes the demo organization unless it is there: its people, and a few thousand cards that came in the course of eight months, more of them of late. Takes
 * some seconds.
 */
export async function seedDemo(clock: Clock): Promise<Demo> {
  const { email, password, organization } = demoAccount;
  const known = await findUserByEmail(email);
  if (known) {
    const [membership] = await membershipsOf(known.id);
    if (!membership) throw new Error("The demo's owner has left the demo's organization");
    return { orgId: membership.orgId, ownerId: known.id, made: null };
  }
  const past = pastClock(clock.now() - historyDays * day);
  const ownerId = await createUser(
    { name: "Noa Adler", email, language: "en", passwordHash: await hashPassword(password) },
    past,
  );
  const owner = await findUser(ownerId);
  if (!owner) throw new Error("The demo's owner is not there");
  const founded = await foundOrganization(
    { name: organization, phone: "+972 52 555 0136", language: "en", template: "sales" },
    owner,
    systemActor(null, "demo"),
    newId("req"),
    past,
  );
  const { orgId, types } = founded;
  const team: UserId[] = [ownerId];
  for (const colleague of colleagues) {
    past.pass(day);
    const userId = await createUser({ ...colleague, language: "en", passwordHash: undefined }, past);
    await addMember(orgId, organization, { id: userId, ...colleague, language: "en" }, { systemRole: "ADMIN" }, past);
    team.push(userId);
  }
  await buy(orgId, past);
  await switchFeaturesOn(orgId, past);
  const context = await fieldContextOf(orgId);
  const cards = new Map<CardTypeId, CardId[]>(types.map(({ id }) => [id, []]));
  const span = { from: past.now(), until: clock.now() };
  const random = generator(7919);
  // In the order of time across all types: replicas read the journal by it, and what is named is there before what names it.
  for (const { type, at, index, count } of lotsOf(types, span, random)) {
    past.set(at);
    const age = (span.until - at) / (span.until - span.from);
    const values = Array.from({ length: count }, (_, one) =>
      cardValues(type, index + one, { team, cards, at, age }, context, random),
    );
    cards.get(type.id)?.push(...(await makeCards(orgId, type, values, context, past)));
  }
  const about = types.flatMap(({ id, slug }) => (slug === "products" ? [] : (cards.get(id) ?? []).slice(-120)));
  await makeTasks(orgId, team, about, { clock, timeZone: "Asia/Jerusalem", random });
  await makeMeetings(orgId, team, about, { clock, timeZone: "Asia/Jerusalem", random });
  await makeTimeline(orgId, team, about.slice(-12), { clock, random });
  const newest = new Map(types.map(({ id, slug }) => [slug, (cards.get(id) ?? []).slice(-50)]));
  return { orgId, ownerId, made: { team, newest } };
}

/** A clock that stands until it is moved, and only ever forward. */
function pastClock(start: number) {
  let now = start;
  return {
    now: () => now,
    pass: (ms: number) => (now += ms),
    set: (at: number) => (now = Math.max(now + 1, Math.floor(at))),
  };
}

/** After eight months the trial is long over. */
async function buy(orgId: OrgId, clock: Clock): Promise<void> {
  await commit(systemContext(orgId, "demo", clock), async () => {
    const current = await findBilling(orgId);
    if (!current) throw new Error("The demo's organization is not there");
    const renewsAt = new Date(clock.now() + 365 * day).toISOString();
    const { write, change } = planWrite(orgId, current, { type: "PRO", endsAt: null, cycle: "yearly", renewsAt });
    return { writes: [write], records: [{ changes: [change] }], result: undefined };
  });
}

/** A demo shows everything that there is. */
async function switchFeaturesOn(orgId: OrgId, clock: Clock): Promise<void> {
  for (const feature of features)
    await commit(systemContext(orgId, "demo", clock), async () => {
      const current = await findFeatures(orgId);
      const switched = current && featureSwitch(orgId, current, feature, true);
      if (!switched) return { writes: [], records: [], result: undefined };
      return { writes: [switched.write], records: [{ changes: [switched.change] }], result: undefined };
    });
}

/** Some cards of one type that are made together. */
interface Lot {
  readonly type: CardType;
  readonly at: number;
  readonly index: number;
  readonly count: number;
}

/** Lots of cards, by time. The firm grows: they come closer together towards the end. */
function lotsOf(types: readonly CardType[], { from, until }: { from: number; until: number }, random: Random): Lot[] {
  return types
    .flatMap((type) => {
      const total = counts[type.slug] ?? 0;
      return Array.from({ length: Math.ceil(total / made) }, (_, lot) => ({
        type,
        at: from + Math.sqrt(random()) * (until - from),
        index: lot * made,
        count: Math.min(made, total - lot * made),
      }));
    })
    .toSorted((a, b) => a.at - b.at);
}

/** Nothing is held in a new organization; what the demo itself makes twice its own chunk names. */
const none: ReadonlySet<string> = new Set();

async function makeCards(
  orgId: OrgId,
  type: CardType,
  given: readonly FieldValues[],
  context: FieldContext,
  clock: Clock,
): Promise<readonly CardId[]> {
  const cards = given.map((values) => newCard(type, acceptNew(type, values, context).values, context));
  const commitContext: CommitContext = {
    orgId,
    actor: systemActor(orgId, "demo"),
    clock,
    requestId: newId("req"),
    origin: "import",
    batchId: newId("opn"),
  };
  const { result } = await commitMetered(commitContext, async (at) => {
    const { writes, changes, cardIds } = creationChunk(orgId, type, cards, none, at);
    return { writes, records: changes.length > 0 ? [{ changes }] : [], result: cardIds };
  });
  return result;
}

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error("An empty list");
  return value;
};

/** People and cards that new cards can reference. */
interface Known {
  readonly team: readonly UserId[];
  readonly cards: ReadonlyMap<CardTypeId, readonly CardId[]>;
  /** When they are created. */
  readonly at: number;
  /** Relative age: from 0, now, to 1, the firm's beginning. */
  readonly age: number;
}

/** One of the list, the earlier ones more often; how much more often, `skew` says. */
const pickEarly = <T>(list: readonly T[], random: Random, skew: number): T => pick(list, () => random() ** skew);

/** A stage of a process: many stand at its beginning, few have come to its end, and older ones are further along. */
const pickStage = <T>(stages: readonly T[], age: number, random: Random): T =>
  pick(stages, () => random() ** 1.7 * (0.45 + 0.55 * age));

function cardValues(
  type: CardType,
  index: number,
  { team, cards, at, age }: Known,
  context: FieldContext,
  random: Random,
): FieldValues {
  const language = pick(["en", "en", "he", "he", "hu", "ru"] as const, random);
  const { first, second, form } = firms[language];
  const name = `${pick(first, random)} ${pick(second, random)}${pick(form, random)}`;
  const texts: Readonly<Record<string, () => string | undefined>> = {
    name: () =>
      type.slug === "products"
        ? `${pick([330, 410, 450, 550, 620], random)} W ${pick(["bifacial panel", "mono panel", "inverter", "optimizer", "battery"], random)} ${index + 1}`
        : name,
    email: () => `office${index + 1}@${pick(["galilcold", "northgate", "bakony", "norrd", "carmel"], random)}.example`,
    phone: () => phones[language].replaceAll("#", () => String(Math.floor(random() * 10))),
    mainContact: () => pick(people[language], random),
    location: () => pick(cities[language], random),
    campaign: () => (random() < 0.6 ? pick(campaigns, random) : undefined),
    sku: () => `KS-${String(index + 1).padStart(5, "0")}`,
    website: () => `https://firm${index + 1}.example`,
  };
  const values: Record<string, unknown> = { owner: pickEarly(team, random, 1.4) };
  for (const field of type.fields) {
    const text = texts[field.key]?.();
    const settings = settingsOf(field, context);
    if (text !== undefined) {
      const parsed = definitionOf(field.type).fromText(text, settings);
      if (parsed.ok) values[field.id] = parsed.value;
    } else if (field.options.length > 0 && (field.id === "status" || random() < 0.9)) {
      const option = (field.id === "status" ? pickStage(field.options, age, random) : pickEarly(field.options, random, 1.5)).id;
      values[field.id] = field.type === "multiSelect" ? [option] : option;
    } else if (field.type === "currency") values[field.id] = Math.round(Math.exp(8 + random() * 5)) * 100;
    else if (field.type === "number" || field.type === "range")
      values[field.id] = Math.floor(random() * ((field.max ?? 200) + 1));
    else if (field.type === "date" && random() < 0.7)
      values[field.id] = new Date(at + Math.floor((random() * 1.2 - 0.1) * 120) * day).toISOString().slice(0, 10);
    else if (field.type === "cardRelation") {
      const others = field.relation?.typeIds.flatMap((typeId) => cards.get(typeId) ?? []) ?? [];
      if (others.length > 0 && random() < 0.7) values[field.id] = [pick(others, random)];
    } else if (field.type === "checkbox") values[field.id] = random() < 0.5;
  }
  return values;
}

/** mulberry32: small, and the same everywhere for the same seed. */
function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
