import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { isolated } from "../../lib/text-direction.ts";

export type Effect = RouterOutputs["outbound"]["list"]["effects"][number];

/** Recipient of a message: a number or addresses, as far as the reader may see the message; a member by name; an invited person by address. */
export function useRecipient({ name, subject, message }: Effect): string | undefined {
  const phoneText = usePhoneText();
  const isInvitation = subject.kind === "invitation";
  const { data: invitations } = useQuery(trpc.members.invitations.queryOptions({}, { enabled: isInvitation }));
  if (message?.phone) return isolated(phoneText(message.phone), "ltr");
  if (message && message.emails.length > 0) return message.emails.join(", ");
  return name ?? (isInvitation ? invitations?.find(({ id }) => id === subject.id)?.email : undefined);
}
