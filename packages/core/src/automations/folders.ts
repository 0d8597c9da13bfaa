import { commitContextOf, passDone } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type RecordId, type UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { commitMetered } from "../plans/index.ts";
import { personOf } from "./changes.ts";
import { MoveInput } from "./schema.ts";
import { automationChange, automationsOf, automationWrite, findAutomation, type StoredAutomation } from "./store.ts";

/** Written in one transaction, which takes 100 items and 4 MB, with what is stored of them before. */
const mostAtOnce = 50;
const mostBytesAtOnce = 1_500_000;

/** The automations with other folders, as many as one transaction takes; at least one. */
function moved(moves: readonly (readonly [StoredAutomation, string | null])[], userId: UserId, at: string) {
  const some: StoredAutomation[] = [];
  const changes: ReturnType<typeof automationChange>[] = [];
  let bytes = 0;
  for (const [current, folder] of moves) {
    bytes += Buffer.byteLength(JSON.stringify([current.draft, current.live]));
    if (some.length >= mostAtOnce || (some.length > 0 && bytes > mostBytesAtOnce)) break;
    const next = { ...current, folder, updatedBy: userId, updatedAt: at, version: current.version + 1 };
    some.push(next);
    changes.push(automationChange("automation.update", next, { folder: current.folder }, { folder }));
  }
  return { writes: some.map(automationWrite), records: changes.length > 0 ? [{ changes }] : [], count: some.length };
}

interface Moved {
  readonly ok: true;
  readonly recordIds: readonly RecordId[];
  readonly left: number;
}

const move = procedure({
  name: "automations.move",
  kind: "mutation",
  input: MoveInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /**
   * As many transactions as that takes: if a later one fails, what was moved stays. Throws NOT_FOUND if one of the automations is gone.
   * @returns the records that undo it, oldest first, none if all were there already; and how many were not moved because a later transaction failed
   */
  async run({ automationIds, from, folder }, context): Promise<Moved> {
    const userId = personOf(context);
    const { orgId } = context.principal;
    const { once } = context;
    const recordIds: RecordId[] = [];
    for (let done = once && (await passDone(orgId, once)); done; done = once && (await passDone(orgId, once)))
      recordIds.push(done);
    const moveSome = () =>
      commitMetered(commitContextOf(context), async (at) => {
        const all = await automationsOf(orgId);
        const asked = automationIds
          ? automationIds.map((id) => all.find((one) => one.id === id) ?? missing())
          : all.filter((one) => one.folder === from);
        const others = [...new Set(asked)].filter((one) => one.folder !== folder);
        const { count, ...change } = moved(
          others.map((one) => [one, folder]),
          userId,
          at,
        );
        return { ...change, result: others.length - count };
      });
    let left = 0;
    try {
      do {
        const { result, records } = await moveSome();
        recordIds.push(...records.map(({ id }) => id));
        left = result;
      } while (left > 0);
    } catch (error) {
      // The records are the only way back for what was moved.
      if (!(error instanceof KartisError) || left === 0) throw error;
    }
    return { ok: true, recordIds, left };
  },
});

function missing(): never {
  throw new KartisError("NOT_FOUND");
}

/** Whether the change only moved an automation into another folder, or out of one. */
export const isMove = ({ action, before, after }: Change): boolean =>
  action === "automation.update" && before !== null && after !== null && Object.keys({ ...before, ...after }).join() === "folder";

/** What takes such changes back: automations that were deleted or moved on since stay where they are. Throws CONFLICT if that is all of them. */
export async function movedBack(changes: readonly Change[], orgId: OrgId, userId: UserId, at: string) {
  const folderIn = (values: Change["before"]) => (typeof values?.["folder"] === "string" ? values["folder"] : null);
  const moves: (readonly [StoredAutomation, string | null])[] = [];
  for (const { subject, before, after } of changes) {
    const current = isId("aut", subject.id) ? await findAutomation(orgId, subject.id) : undefined;
    if (current?.folder === folderIn(after)) moves.push([current, folderIn(before)]);
  }
  if (moves.length === 0) throw new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });
  const { writes, records } = moved(moves, userId, at);
  return { writes, records, result: undefined };
}

export const folderProcedures = [move] as const;
