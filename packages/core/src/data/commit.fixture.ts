import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import type { CommitContext } from "./commit.ts";
import { aroundRequests } from "./connection.ts";
import { lazy, tenantEntity, unrecordedEntity } from "./entity.ts";
import { latestRecords } from "./journal-entity.ts";
import { partition } from "./partitions.ts";

/** A thing with a number and a version, for several writers at once. */
export const counterEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "testCounter", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      counterId: { type: "string", required: true },
      version: { type: "number", required: true },
      value: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("testCounter"),
        sk: { field: "sk", composite: ["counterId"], casing: "none" },
      },
    },
  }),
);

/** Items that need no record. */
export const noteEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "testNote", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      noteId: { type: "string", required: true },
      count: { type: "number" },
      text: { type: "string" },
      more: { type: "string" },
    },
    indexes: {
      main: {
        pk: partition("testNote"),
        sk: { field: "sk", composite: ["noteId"], casing: "none" },
      },
    },
  }),
);

/** A context of its own organization. */
export const newContext = (): CommitContext => {
  const orgId = newId("org");
  return { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: newId("req"), origin: "system" };
};

let stop: () => void = () => undefined;

/** Stands around the requests of this process's client, instead of what stood there before. */
export function around(...[handle]: Parameters<typeof aroundRequests>): void {
  stop();
  stop = aroundRequests(handle);
}

/** From here on, the engine is asked and answers as it should. */
export const loseNothing = (): void => stop();

/** Loses the first transactions of this process's client, either before they reach the engine or after they have been written. */
export function lossy(
  times: number,
  what: "the request" | "the answer",
  operations: readonly string[] = ["TransactWriteItems"],
): { lost(): number } {
  let lost = 0;
  around(async ({ operation }, next) => {
    if (!operations.includes(operation) || lost >= times) return next();
    lost++;
    if (what === "the answer") await next();
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  });
  return { lost: () => lost };
}

/** The organization's records, oldest first. */
export const recordsOf = async (orgId: OrgId) => (await latestRecords(orgId, 1_000, null)).toReversed();
