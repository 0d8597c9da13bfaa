import type { CardName } from "../cards/card-names.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useCan } from "../../lib/permissions.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { usePhoneText } from "../cards/fields/display/PhoneNumber.tsx";

export type Effect = RouterOutputs["outbound"]["list"]["effects"][number];

interface Recipient {
  readonly name: string | undefined;
  /** The card that the message is sent from. */
  readonly card: ({ readonly id: string } & CardName) | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/**
 * Recipient of a message: a member by name, an invited person by address, and of what is sent from a card whoever its record names, as far as the reader may see
 * that record.
 */
export function useRecipient({ name, subject }: Effect): Recipient {
  const phoneText = usePhoneText();
  const mayRead = useCan()(["AUDIT", "read"]);
  const isInvitation = subject.kind === "invitation";
  const { data: invitations } = useQuery(trpc.members.invitations.queryOptions({}, { enabled: isInvitation }));
  const { data: sent } = useQuery(
    trpc.audit.search.queryOptions(
      { subjectId: subject.id, actions: ["sms.create", "mail.create"], limit: 1 },
      { enabled: mayRead && subject.kind === "activity", meta: { quiet: true } },
    ),
  );
  const { phone, to, cardId } = sent?.entries[0]?.after ?? {};
  const addresses = Array.isArray(to)
    ? to.flatMap((one) => (isRecord(one) && typeof one["email"] === "string" ? [one["email"]] : []))
    : [];
  const recipient =
    typeof phone === "string"
      ? `\u2066${phoneText(phone)}\u2069`
      : addresses.length > 0
        ? addresses.join(", ")
        : (name ?? (isInvitation ? invitations?.find(({ id }) => id === subject.id)?.email : undefined));
  const card = typeof cardId === "string" ? sent?.related[cardId as keyof typeof sent.related] : undefined;
  return { name: recipient, card: card && typeof cardId === "string" ? { id: cardId, ...card } : undefined };
}
