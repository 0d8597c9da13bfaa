import { env } from "../kernel/env.ts";
import { isId } from "../kernel/id.ts";
import { mailing } from "../mail/index.ts";
import { findOrganization } from "../organizations/index.ts";
import { findUser } from "../users/index.ts";
import { ticketEntity } from "./entity.ts";

/**
 * A ticket, to our support; replies go to its author. It may go out twice, and is recognized by its ticket's id. If it cannot be sent, that is our problem and
 * not that of an organization asking for help.
 */
export const ticketMails = mailing(
  async ({ orgId, subjectId }) => {
    const { data } = await ticketEntity().get({ orgId, kind: "ticket", ticketId: subjectId }).go({ consistent: true });
    if (!data || !isId("usr", data.userId)) return undefined;
    const [user, organization] = await Promise.all([findUser(data.userId), findOrganization(orgId)]);
    return {
      to: env("SUPPORT_EMAIL"),
      ...(user ? { replyTo: user.email } : {}),
      subject: data.title.replace(/\s+/g, " "),
      text: [
        data.description,
        "",
        `From: ${user ? `${user.name} <${user.email}>` : data.userId}`,
        `Organization: ${organization?.name ?? "?"} (${orgId}, ${organization?.plan.type ?? "?"})`,
        `Page: ${data.page ?? "?"}`,
        `Ticket: ${subjectId}`,
      ].join("\n"),
    };
  },
  { repeats: true, concerns: "platform" },
);
