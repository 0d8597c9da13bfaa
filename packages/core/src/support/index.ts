/*
 * Support. Owns: support tickets.
 * Invariant: an acknowledged ticket is mailed: the mail is intended in its transaction, and retried until it is out.
 * Records: support.create. A contact request belongs to no organization and is only mailed.
 */
import { commit, commitContextOf, put } from "../data/commit.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, newId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { countAttempt } from "../identity/index.ts";
import { sendMail } from "../mail/index.ts";
import { intentions } from "../outbound/index.ts";
import { ticketEntity } from "./entity.ts";
import { ContactInput, TicketInput } from "./schema.ts";

const create = procedure({
  name: "support.create",
  kind: "mutation",
  input: TicketInput,
  can: { member: "whoever works with Kartis may ask for help" },
  // Especially when the trial is over.
  plan: "any",
  async run({ title, description, page }, context): Promise<{ ticketId: Id<"tkt"> }> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const ticketId = newId("tkt", context.clock.now());
    await commit(commitContextOf(context), async (at) => {
      const ticket = {
        orgId,
        kind: "ticket" as const,
        ticketId,
        userId,
        title,
        description,
        createdAt: at,
        ...(page ? { page } : {}),
      };
      const subject = { kind: "ticket", id: ticketId } as const;
      const mail = intentions(orgId, [{ purpose: "ticket", subject, payload: {} }], context.clock);
      return {
        writes: [put(ticketEntity().create(ticket).params(), "stale"), ...mail.writes],
        records: [
          { changes: [{ action: "support.create", subject, version: 1, before: null, after: { title } }] },
          ...mail.records,
        ],
        result: undefined,
      };
    });
    return { ticketId };
  },
});

const contact = procedure({
  name: "support.contact",
  kind: "mutation",
  input: ContactInput,
  can: { everyone: "the form stands on the public home page" },
  async run({ website, ...request }, { client, clock }): Promise<{ ok: true }> {
    await countAttempt("contact", { email: request.email }, { client, clock });
    // A robot that fills in the invisible field gets the same answer, but no mail is sent.
    if (website) return { ok: true };
    const { mainContact, company, email, phone, description, language } = request;
    await sendMail({
      to: env("SUPPORT_EMAIL"),
      replyTo: email,
      subject: `Contact: ${mainContact}, ${company}`.replace(/\s+/g, " "),
      text: [
        description,
        "",
        `Name: ${mainContact}`,
        `Company: ${company}`,
        `Email: ${email}`,
        `Phone: ${phone}`,
        `Language: ${language}`,
      ].join("\n"),
    });
    return { ok: true };
  },
});

export const supportProcedures = [create, contact] as const;
