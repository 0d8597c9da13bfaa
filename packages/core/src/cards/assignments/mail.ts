import { translator } from "@kartis/i18n/translate.ts";
import { env } from "../../kernel/env.ts";
import { type CardTypeId, isId } from "../../kernel/id.ts";
import { mailing } from "../../mail/index.ts";
import { findOrganization, membersOf } from "../../organizations/index.ts";
import { AssignmentPayload, readerOf, stillAssigned } from "./notify.ts";
import type { Card } from "../schema.ts";
import { getCardType } from "../store.ts";

/** How many cards are named; the others are only counted. */
const namedCards = 10;

/** One mail about all the cards, in the reader's language; none if no card is assigned to them any more. */
export const assignmentMails = mailing(async ({ orgId, userId, payload }) => {
  const { cardIds, count, actorIds } = AssignmentPayload.parse(payload);
  if (!isId("usr", userId)) return undefined;
  const reader = await readerOf(orgId, userId);
  const cards = reader && (await stillAssigned(orgId, userId, cardIds));
  if (!reader || !cards || cards.length === 0) return undefined;
  const [t, organization, members] = await Promise.all([
    translator(reader.language, { isolates: false }),
    findOrganization(orgId),
    membersOf(orgId),
  ]);
  const [actorId] = actorIds;
  const giver = actorIds.length === 1 ? members.find((member) => member.userId === actorId)?.name : undefined;
  const slugs = new Map<CardTypeId, string>();
  for (const typeId of new Set(cards.map((card) => card.typeId))) slugs.set(typeId, (await getCardType(orgId, typeId)).slug);
  const nameOf = ({ fields }: Card) => (typeof fields["name"] === "string" && fields["name"]) || t("cards.noValue");
  const origin = env("PUBLIC_ORIGIN");
  const lines = cards.slice(0, namedCards).map((card) => `${nameOf(card)}\n${origin}/cards/${slugs.get(card.typeId)}/${card.id}`);
  const total = count - (cardIds.length - cards.length);
  const rest = total - lines.length;
  const [first] = cards;
  const params = {
    name: reader.name,
    organization: organization?.name ?? "",
    giver: giver ?? "",
    by: giver ? "person" : "other",
    count: total,
    card: first ? nameOf(first) : "",
    cards: [...lines, ...(rest > 0 ? [t("mail.assigned.more", { count: rest })] : [])].join("\n\n"),
    profile: `${origin}/settings/user`,
  };
  return {
    to: reader.email,
    subject: t("mail.assigned.subject", params).replace(/\s+/g, " "),
    text: t("mail.assigned.text", params),
  };
});
