import { definitionOf } from "../types/list.ts";
import type { FoundActivity } from "../search/schema.ts";
import { readScopeOf, scopeOf } from "../../cards/index.ts";
import { KartisError } from "../../kernel/error.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import type { Scope } from "../../kernel/scope.ts";
import { keepAnswer } from "./answers.ts";
import { findRecipient } from "../../users/index.ts";
import { pendingFor, remindingTypes } from "./pending.ts";
import { topicOf } from "./recipients.ts";
import { AnswerReminderInput, PendingRemindersInput, type PendingReminders } from "./schema.ts";

const nothing: Scope = { kind: "people", userIds: [] };

/** Scope of activities of the type that the caller sees: none without the permission to read them. */
async function sightOf(context: OrgContext, type: FoundActivity["type"]): Promise<Scope> {
  const { permission } = definitionOf(type);
  const level = context.principal.grants[`${permission}.read`];
  return level ? scopeOf({ ...context, level }, permission) : nothing;
}

const pending = procedure({
  name: "reminders.pending",
  kind: "query",
  input: PendingRemindersInput,
  can: { member: "reminders of one's own tasks and meetings, as far as one may read those" },
  asksReplica: true,
  async run({ from }, context): Promise<PendingReminders> {
    const { orgId, userId } = context.principal;
    const nowMs = context.clock.now();
    if (!userId) throw new KartisError("FORBIDDEN");
    const wanted = (await findRecipient(userId))?.notifications;
    const types = remindingTypes.filter((type) => wanted?.web && wanted[topicOf(type)]);
    const scopes = await Promise.all(types.map(async (type) => [type, await sightOf(context, type)] as const));
    const cardScope = await readScopeOf(context);
    return pendingFor({ orgId, userId, scopes: new Map(scopes), cardScope, nowMs }, from);
  },
});

const answer = procedure({
  name: "reminders.answer",
  kind: "mutation",
  input: AnswerReminderInput,
  can: { member: "one's own reminders" },
  whileImpersonating: false,
  /** The person's other browsers learn of it from this one, through their sockets. */
  async run(input, context): Promise<{ ok: true }> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    await keepAnswer({ ...input, orgId, userId, sightOf: (type) => sightOf(context, type) }, context.clock);
    return { ok: true };
  },
});

export const reminderProcedures = [pending, answer] as const;
