/*
 * The dashboard: the state of the work at a glance. Owns: each person's choices of what to see there.
 * Invariant: its numbers are those of the lists it links to: the same replica, filter and scope.
 * Records nothing: choosing what to look at does not change the organization's data.
 */
import * as z from "zod";
import { getCardType, groupCards, listCards, scopeOf, withFigures } from "../cards/index.ts";
import type { Filter } from "../cards/query/schema.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { choiceEntity } from "./entity.ts";
import { ChooseInput, type DashboardChoice, MineInput, newDays, type OwnCard, type Pipeline, PipelineInput } from "./schema.ts";

/** A token acts for no person who would have cards of their own. */
function personOf({ principal }: OrgContext): UserId {
  if (!principal.userId) throw new KartisError("FORBIDDEN");
  return principal.userId;
}

const newMs = newDays * 86_400_000;

const pipeline = procedure({
  name: "dashboard.pipeline",
  kind: "query",
  input: PipelineInput,
  can: ["CARDS", "read"],
  feature: "dashboard",
  /** Throws INVALID_INPUT for a type without statuses and for a field that cannot be summed. */
  async run({ typeId, filter, search, sumFieldId }, context): Promise<Pipeline> {
    const { orgId } = context.principal;
    const [type, cardScope] = await Promise.all([getCardType(orgId, typeId), scopeOf(context)]);
    const scope = await withFigures(context, cardScope, { filter });
    const status = type.fields.find(({ id }) => id === "status");
    if (!status) throw new KartisError("INVALID_INPUT", { fields: { typeId: "validation.unknownField" } });
    const selection = { cardTypeId: typeId, ...(filter ? { filter } : {}), ...(search ? { search } : {}) };
    const countOf = async (condition: Filter): Promise<number> => {
      const narrowed = { ...selection, filter: filter ? { all: [filter, condition] } : condition };
      return (await listCards(orgId, scope, { ...narrowed, sort: [], sums: [], cursor: 0, limit: 1 })).total;
    };
    const since = new Date(context.clock.now() - newMs).toISOString();
    const earlier = new Date(context.clock.now() - 2 * newMs).toISOString();
    const averageOf = async (fieldId: string): Promise<number | null> => {
      const { sums } = await listCards(orgId, scope, { ...selection, sort: [], sums: [fieldId], cursor: 0, limit: 1 });
      return sums[fieldId]?.average ?? null;
    };
    const [groups, average, made, before] = await Promise.all([
      groupCards(orgId, scope, { ...selection, by: "status", sums: sumFieldId ? [sumFieldId] : [] }),
      sumFieldId ? averageOf(sumFieldId) : null,
      countOf({ fieldId: "createdAt", operator: "GREATER_THAN", value: since }),
      countOf({ fieldId: "createdAt", operator: "BETWEEN", value: [earlier, since] }),
    ]);
    const stageOf = (statusId: string | null) => {
      const group = groups.find(({ value }) => value === statusId);
      return { statusId, count: group?.count ?? 0, sum: (sumFieldId && group?.sums[sumFieldId]) || 0 };
    };
    const rest = stageOf(null);
    return {
      stages: [...status.options.map(({ id }) => stageOf(id)), ...(rest.count > 0 ? [rest] : [])],
      count: groups.reduce((total, { count }) => total + count, 0),
      sum: groups.reduce((total, { sums }) => total + ((sumFieldId && sums[sumFieldId]) || 0), 0),
      average,
      made: { since, count: made, before },
    };
  },
});

const mine = procedure({
  name: "dashboard.mine",
  kind: "query",
  input: MineInput,
  can: ["CARDS", "read"],
  feature: "dashboard",
  /** The caller's own cards, of all types, most recently changed first. */
  async run({ limit }, context): Promise<{ cards: OwnCard[]; total: number }> {
    const { rows, total } = await listCards(context.principal.orgId, await scopeOf(context), {
      filter: { fieldId: "owner", operator: "EQUAL", value: personOf(context) },
      sort: [{ fieldId: "updatedAt", direction: "desc" }],
      sums: [],
      cursor: 0,
      limit,
    });
    const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
    const cards = rows.map(({ id, typeId, updatedAt, fields }) => ({
      id,
      typeId,
      name: text(fields["name"]) ?? "",
      statusId: text(fields["status"]),
      updatedAt,
    }));
    return { cards, total };
  },
});

const choice = procedure({
  name: "dashboard.choice",
  kind: "query",
  input: z.object({}),
  can: ["CARDS", "read"],
  feature: "dashboard",
  async run(_, context): Promise<DashboardChoice> {
    const key = { orgId: context.principal.orgId, kind: "dashboardChoice" as const, userId: personOf(context) };
    const { data } = await choiceEntity().get(key).go({ consistent: true });
    return {
      typeId: isId("typ", data?.typeId) ? data.typeId : null,
      viewId: isId("viw", data?.viewId) ? data.viewId : null,
      sumFieldId: data?.sumFieldId ?? null,
    };
  },
});

const choose = procedure({
  name: "dashboard.choose",
  kind: "mutation",
  input: ChooseInput,
  can: ["CARDS", "read"],
  feature: "dashboard",
  /** Stored as sent: what no longer exists, or is out of the person's sight, is skipped on display. */
  async run({ typeId, viewId, sumFieldId }, context): Promise<DashboardChoice> {
    const key = { orgId: context.principal.orgId, kind: "dashboardChoice" as const, userId: personOf(context) };
    await choiceEntity()
      .put({ ...key, ...(typeId ? { typeId } : {}), ...(viewId ? { viewId } : {}), ...(sumFieldId ? { sumFieldId } : {}) })
      .go();
    return { typeId, viewId, sumFieldId };
  },
});

export const dashboardProcedures = [pipeline, mine, choice, choose] as const;
