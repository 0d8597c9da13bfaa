/*
 * People who need help. Owns: support tickets.
 * Invariant: a ticket that was acknowledged is mailed: the mail follows from its journal record, and comes again until it is out.
 * Records: support.create. A contact request belongs to no organization and is only mailed.
 */
import { commit, put } from "../data/commit.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, newId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { countAttempt } from "../identity/index.ts";
import { sendMail } from "../mail/index.ts";
import { ticketEntity } from "./entity.ts";
import { ContactInput, TicketInput } from "./schema.ts";

const create = procedure({
  name: "support.create",
  kind: "mutation",
  input: TicketInput,
  can: { member: "whoever works with Kartis may ask for help" },
  // Above all when the trial is over.
  plan: "any",
  async run({ title, description, page }, context): Promise<{ ticketId: Id<"tkt"> }> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const ticketId = newId("tkt", context.clock.now());
    const { actor, clock, requestId, origin } = context;
    await commit({ orgId, actor, clock, requestId, origin }, async (at) => ({
      writes: [
        put(
          ticketEntity()
            .create({ orgId, kind: "ticket", ticketId, userId, title, description, createdAt: at, ...(page ? { page } : {}) })
            .params(),
          "replan",
        ),
      ],
      records: [
        {
          changes: [
            { action: "support.create", subject: { kind: "ticket", id: ticketId }, version: 1, before: null, after: { title } },
          ],
        },
      ],
      result: undefined,
    }));
    return { ticketId };
  },
});

const contact = procedure({
  name: "support.contact",
  kind: "mutation",
  input: ContactInput,
  can: { everyone: "the form stands on the public home page" },
  async run({ website, ...request }, { client, clock }): Promise<{ ok: true }> {
    await countAttempt("contact", request.email, client.address, clock);
    // Whoever fills what nobody sees is told the same and not mailed.
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
