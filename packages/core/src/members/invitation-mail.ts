import { translator } from "@kartis/i18n/translate.ts";
import * as z from "zod";
import { env } from "../kernel/env.ts";
import { isId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { mailing } from "../mail/index.ts";
import { findOrganization } from "../organizations/index.ts";
import type { Intent } from "../outbound/index.ts";
import { findUser } from "../users/index.ts";
import { invitationEntity } from "./entity.ts";
import type { newToken, StoredInvitation } from "./store.ts";

/** The link is a secret of which the invitation itself only stores a hash: the effect keeps it encrypted until the mail has gone out. */
const LinkPayload = z.object({ address: z.string(), tokenHash: z.string(), sealed: z.string() });

/** Sends the link as an effect. */
export const linkMail = (
  { orgId, address, invitationId }: Pick<StoredInvitation, "orgId" | "address" | "invitationId">,
  { token, tokenHash }: ReturnType<typeof newToken>,
): Intent => ({
  purpose: "invitation",
  subject: { kind: "invitation", id: invitationId },
  payload: { address, tokenHash, sealed: seal(token, "invitation", [orgId, invitationId]) } satisfies z.input<typeof LinkPayload>,
});

/** The mail in the invitation's language; none when the link is no longer valid. */
export const invitationMails = mailing(async ({ orgId, subjectId, payload }, clock) => {
  const { address, tokenHash, sealed } = LinkPayload.parse(payload);
  const { data } = await invitationEntity().get({ orgId, kind: "invitation", address }).go({ consistent: true });
  if (!data || data.tokenHash !== tokenHash || Date.parse(data.endsAt) <= clock.now()) return undefined;
  const [t, organization, inviter] = await Promise.all([
    translator(data.language),
    findOrganization(orgId),
    isId("usr", data.invitedBy) ? findUser(data.invitedBy) : undefined,
  ]);
  const words = {
    organization: organization?.name ?? "",
    name: inviter?.name ?? "",
    link: `${env("PUBLIC_ORIGIN")}/invitations/${unseal(sealed, "invitation", [orgId, subjectId])}`,
  };
  return { to: data.email, subject: t("mail.invitation.subject", words), text: t("mail.invitation.text", words) };
});
