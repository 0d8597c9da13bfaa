/*
 * A firm to look at: Meridian Solar, with cards in four languages. Owns nothing: made through the same domains as any organization.
 * Invariant: the same seed gives the same cards.
 */
import { chunkLength, creationChunk, fieldContextOf, newCard } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { acceptNew, type FieldContext, settingsOf } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import type { CommitContext } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { type CardId, type CardTypeId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { foundOrganization } from "../onboarding/index.ts";
import { addMember } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { createUser, findUser, findUserByEmail } from "../users/index.ts";
import { hashPassword } from "../identity/index.ts";
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

/**
 * Makes the demo organization unless it is there: its people, and a few thousand cards. Takes some seconds.
 * @returns how to sign in, and whether anything was made.
 */
export async function seedDemo(clock: Clock): Promise<{ email: string; password: string; made: boolean }> {
  const { email, password, organization } = demoAccount;
  if (await findUserByEmail(email)) return { email, password, made: false };
  const ownerId = await createUser(
    { name: "Noa Adler", email, language: "en", passwordHash: await hashPassword(password) },
    clock,
  );
  const owner = await findUser(ownerId);
  if (!owner) throw new Error("The demo's owner is not there");
  const founded = await foundOrganization(
    { name: organization, phone: "+972 52 555 0136", language: "en", template: "sales" },
    owner,
    systemActor(null, "demo"),
    newId("req"),
    clock,
  );
  const team: UserId[] = [ownerId];
  for (const colleague of colleagues) {
    const userId = await createUser({ ...colleague, language: "en", passwordHash: undefined }, clock);
    await addMember(founded.orgId, organization, { id: userId, ...colleague, language: "en" }, { systemRole: "ADMIN" }, clock);
    team.push(userId);
  }
  const context = await fieldContextOf(founded.orgId);
  const cards = new Map<CardTypeId, readonly CardId[]>();
  // What is named is there before what names it.
  const isNaming = (type: CardType) => type.fields.some((field) => field.type === "cardRelation");
  for (const type of founded.types.toSorted((a, b) => Number(isNaming(a)) - Number(isNaming(b))))
    cards.set(type.id, await seedCards(founded.orgId, type, counts[type.slug] ?? 0, { team, cards }, context, clock));
  return { email, password, made: true };
}

/** Nothing is held in a new organization; what the demo itself makes twice its own chunk names. */
const none: ReadonlySet<string> = new Set();

async function seedCards(
  orgId: OrgId,
  type: CardType,
  count: number,
  known: Known,
  context: FieldContext,
  clock: Clock,
): Promise<readonly CardId[]> {
  const cardIds: CardId[] = [];
  const random = generator(type.slug.length * 7919);
  const cards = Array.from(
    { length: count },
    (_, index) => acceptNew(type, cardValues(type, index, known, context, random), context).values,
  );
  const commitContext: CommitContext = {
    orgId,
    actor: systemActor(orgId, "demo"),
    clock,
    requestId: newId("req"),
    origin: "import",
    batchId: newId("opn"),
  };
  for (let at = 0; at < cards.length;) {
    const chunk = cards.slice(at, at + chunkLength(type, cards.slice(at, at + 100), context));
    const { result } = await commitMetered(commitContext, async (now) => {
      const { writes, changes, cardIds } = creationChunk(
        orgId,
        type,
        chunk.map((values) => newCard(type, values, context)),
        none,
        now,
      );
      return { writes, records: changes.length > 0 ? [{ changes }] : [], result: cardIds };
    });
    cardIds.push(...result);
    at += chunk.length;
  }
  return cardIds;
}

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error("An empty list");
  return value;
};

/** Who and what new cards can name. */
interface Known {
  readonly team: readonly UserId[];
  readonly cards: ReadonlyMap<CardTypeId, readonly CardId[]>;
}

function cardValues(type: CardType, index: number, { team, cards }: Known, context: FieldContext, random: Random): FieldValues {
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
  const values: Record<string, unknown> = { owner: pick(team, random) };
  for (const field of type.fields) {
    const text = texts[field.key]?.();
    const settings = settingsOf(field, context);
    if (text !== undefined) {
      const parsed = definitionOf(field.type).fromText(text, settings);
      if (parsed.ok) values[field.id] = parsed.value;
    } else if (field.options.length > 0 && (field.id === "status" || random() < 0.9)) {
      const option = pick(field.options, random).id;
      values[field.id] = field.type === "multiSelect" ? [option] : option;
    } else if (field.type === "currency") values[field.id] = Math.round(Math.exp(8 + random() * 5)) * 100;
    else if (field.type === "number" || field.type === "range")
      values[field.id] = Math.floor(random() * ((field.max ?? 200) + 1));
    else if (field.type === "date" && random() < 0.7)
      values[field.id] = new Date(Date.UTC(2026, Math.floor(random() * 18), 1 + Math.floor(random() * 28)))
        .toISOString()
        .slice(0, 10);
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
