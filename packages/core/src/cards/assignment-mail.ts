import { translator } from "@kartis/i18n/translate.ts";
import type { Clock } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import type { CardTypeId, OrgId } from "../kernel/id.ts";
import { mailOnce } from "../mail/index.ts";
import { findOrganization } from "../organizations/index.ts";
import type { User } from "../users/index.ts";
import type { Card } from "./schema.ts";
import { getCardType } from "./store.ts";

/** So many are named; of the others it is said how many there are. */
const namedCards = 10;

interface Assigned {
  readonly reader: User;
  /** By name; undefined for several, and for what is no member. */
  readonly giver: string | undefined;
  readonly cards: readonly Card[];
  /** What the mail tells of; another that tells of some of it goes without them. */
  readonly keys: readonly string[];
}

/** One mail of all the cards, in the reader's language. */
export async function mailAssignment(orgId: OrgId, { reader, giver, cards, keys }: Assigned, clock: Clock): Promise<void> {
  const [t, organization] = await Promise.all([translator(reader.language, { isolates: false }), findOrganization(orgId)]);
  const slugs = new Map<CardTypeId, string>();
  for (const typeId of new Set(cards.map((card) => card.typeId))) slugs.set(typeId, (await getCardType(orgId, typeId)).slug);
  const nameOf = ({ fields }: Card) => (typeof fields["name"] === "string" && fields["name"]) || t("cards.noValue");
  const origin = env("PUBLIC_ORIGIN");
  const lines = cards.slice(0, namedCards).map((card) => `${nameOf(card)}\n${origin}/cards/${slugs.get(card.typeId)}/${card.id}`);
  const rest = cards.length - lines.length;
  const [first] = cards;
  const params = {
    name: reader.name,
    organization: organization?.name ?? "",
    giver: giver ?? "",
    by: giver ? "person" : "other",
    count: cards.length,
    card: first ? nameOf(first) : "",
    cards: [...lines, ...(rest > 0 ? [t("mail.assigned.more", { count: rest })] : [])].join("\n\n"),
    profile: `${origin}/settings/user`,
  };
  await mailOnce(
    { orgId, mail: "assigned", keys, clock },
    {
      to: reader.email,
      subject: t("mail.assigned.subject", params).replace(/\s+/g, " "),
      text: t("mail.assigned.text", params),
    },
  );
}
