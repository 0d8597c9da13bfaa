import { commit, commitContextOf, type RecordDraft, update, type Write } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { operationEntity } from "./entity.ts";
import { reportsOf, shownAlterations, shownChanges, shownErrors } from "./reports.ts";
import { type Alteration, type Operation, type OperationKind, OperationRef, type Reject, type RowChange } from "./schema.ts";
import { shownOf } from "./shown.ts";
import { findOperation, type RunningOperation } from "./store.ts";

/** A person reaches what they have started, by whichever token; a token what it has started itself. */
const isStarter = (
  { userId, tokenId }: { readonly userId: string; readonly tokenId?: string | undefined },
  { principal, actor }: Pick<OrgContext, "principal" | "actor">,
): boolean => userId === principal.userId && (actor.kind !== "token" || tokenId === actor.tokenId);

const get = procedure({
  name: "operations.get",
  kind: "query",
  input: OperationRef,
  can: { member: "whoever started it watches it; nobody else knows its id" },
  // Exporting your own data is still possible after the trial.
  plan: "any",
  async run({ operationId }, { principal, actor }): Promise<Operation> {
    const { data } = await operationEntity().get({ orgId: principal.orgId, operationId }).go({ consistent: true });
    if (!data || !isStarter(data, { principal, actor }))
      throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
    const errors: Reject[] = [];
    const changes: RowChange[] = [];
    const alterations: Alteration[] = [];
    for await (const { rejects, examples = [], alterations: altered = [] } of reportsOf(principal.orgId, operationId)) {
      errors.push(...rejects.slice(0, shownErrors - errors.length));
      changes.push(...examples);
      alterations.push(...altered);
      const hasAll = alterations.length >= Math.min(data.altered ?? 0, shownAlterations);
      if (errors.length >= shownErrors && changes.length >= Math.min(data.updated, shownChanges) && hasAll) break;
    }
    return { ...shownOf(data), errors, changes, alterations };
  },
});

/** Consequences of something that has already happened (a changed type, a removed member) cannot be canceled halfway. */
const unstoppable: readonly OperationKind[] = ["conversion", "erasure", "handOver", "timeZone"];

const cancel = procedure({
  name: "operations.cancel",
  kind: "mutation",
  input: OperationRef,
  can: { member: "whoever started it may stop it" },
  async run({ operationId }, context) {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async (at) => {
      const operation = await findOperation(orgId, operationId);
      if (!operation || !isStarter(operation, context))
        throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
      if (unstoppable.includes(operation.kind)) throw new KartisError("FORBIDDEN");
      // It has ended by itself.
      if (operation.state !== "running") return { writes: [], records: [], result: undefined };
      return { ...cancellation(operation, at), result: undefined };
    });
    return { ok: true };
  },
});

/** Write and record that stop the operation, while it runs. */
function cancellation({ orgId, operationId, kind }: RunningOperation, at: string): { writes: Write[]; records: RecordDraft[] } {
  const canceled = operationEntity()
    .patch({ orgId, operationId })
    .set({ state: "canceled", endedAt: at })
    .where((attribute, { eq }) => eq(attribute.state, "running"));
  const change = {
    action: "operation.cancel",
    subject: { kind: "operation", id: operationId },
    version: 2,
    before: null,
    after: { operation: kind },
  } as const;
  return { writes: [update(canceled.params(), "stale")], records: [{ changes: [change] }] };
}

export const operationProcedures = [get, cancel] as const;
