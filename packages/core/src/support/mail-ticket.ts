import type { JournalRecord } from "../data/journal.ts";
import { env } from "../kernel/env.ts";
import { isId } from "../kernel/id.ts";
import { sendMail } from "../mail/index.ts";
import { findOrganization } from "../organizations/index.ts";
import { findUser } from "../users/index.ts";
import { ticketEntity } from "./entity.ts";

/**
 * Mails the tickets that a record tells of to our support; the answer goes to whoever wrote. Comes again after a failure, and then a mail may go out twice,
 * which a support desk bears better than none.
 */
export async function mailTicket({ orgId, changes }: JournalRecord): Promise<void> {
  for (const { subject } of changes) {
    const { data } = await ticketEntity().get({ orgId, kind: "ticket", ticketId: subject.id }).go({ consistent: true });
    if (!data || !isId("usr", data.userId)) continue;
    const [user, organization] = await Promise.all([findUser(data.userId), findOrganization(orgId)]);
    await sendMail({
      to: env("SUPPORT_EMAIL"),
      ...(user ? { replyTo: user.email } : {}),
      subject: data.title.replace(/\s+/g, " "),
      text: [
        data.description,
        "",
        `From: ${user ? `${user.name} <${user.email}>` : data.userId}`,
        `Organization: ${organization?.name ?? "?"} (${orgId}, ${organization?.plan.type ?? "?"})`,
        `Page: ${data.page ?? "?"}`,
        `Ticket: ${subject.id}`,
      ].join("\n"),
    });
  }
}
