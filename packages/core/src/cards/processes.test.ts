import { describe, expect, it } from "vitest";
import { beginningOf, mayMove, missingForStatus, moveErrors, startErrors } from "./processes.ts";
import { typeOf } from "./replica/memory.fixture.ts";

const statuses = ["new", "called", "offer", "won", "lost", "paused", "p1", "p2"];
const step = (statusId: string, backAllowed = false, requiredFieldIds: string[] = []) => ({
  statusId,
  backAllowed,
  requiredFieldIds,
});
const type = {
  ...typeOf([
    { id: "name", key: "name", type: "text", label: "Name", required: true },
    {
      id: "status",
      key: "status",
      type: "singleSelect",
      label: "Status",
      options: statuses.map((id) => ({ id, label: id, hue: "blue" as const })),
    },
    { id: "fld_sum", key: "sum", type: "number", label: "Sum" },
  ]),
  processes: [
    {
      id: "sale",
      name: "Sale",
      steps: [step("new"), step("called", true), step("offer", false, ["fld_sum"]), step("won")],
      exitStatusIds: ["lost"],
    },
    { id: "pause", name: "Pause", steps: [step("p1"), step("p2")], exitStatusIds: [] },
  ],
};

describe("where a card may go", () => {
  it.each<[string | null, readonly string[]]>([
    // From a step: to the next one, back where allowed, or to an exit.
    ["new", ["new", "called", "lost"]],
    ["called", ["new", "called", "offer", "lost"]],
    ["offer", ["offer", "won", "lost"]],
    // From the last step: anywhere, but into another process only at its beginning.
    ["won", ["new", "called", "offer", "won", "lost", "paused", "p1"]],
    ["p1", ["p1", "p2"]],
    // From outside: into a process at its beginning.
    [null, ["new", "lost", "paused", "p1"]],
    ["lost", ["new", "lost", "paused", "p1"]],
  ])("from %s: %j", (from, to) => {
    expect(statuses.filter((statusId) => mayMove(type, from, statusId))).toEqual(to);
  });

  it("a card in a process cannot lose its status; one outside can", () => {
    expect([mayMove(type, "new", null), mayMove(type, "won", null), mayMove(type, "lost", null)]).toEqual([false, true, true]);
  });
});

describe("a field that a step requires", () => {
  it("is filled in before the card enters the step, also at the beginning", () => {
    expect(missingForStatus(type, "offer", { name: "A" })).toEqual(["fld_sum"]);
    expect(moveErrors(type, { status: "called" }, { status: "offer" })).toEqual({ fld_sum: "validation.requiredForStep" });
    expect(moveErrors(type, { status: "called" }, { status: "offer", fld_sum: 0 })).toEqual({});
    expect(startErrors(type, { status: "offer" })).toEqual({ fld_sum: "validation.requiredForStep" });
    expect(startErrors(type, { status: "won" })).toEqual({});
  });

  it("cannot be cleared on it; a card that never had it is edited as before", () => {
    expect(moveErrors(type, { status: "offer", fld_sum: 1 }, { status: "offer" })).toEqual({
      fld_sum: "validation.requiredForStep",
    });
    expect(moveErrors(type, { status: "offer", name: "A" }, { status: "offer", name: "B" })).toEqual({});
  });

  it("a move that the process does not allow is refused, except in an undo", () => {
    expect(moveErrors(type, { status: "won" }, { status: "p2" })).toEqual({ status: "validation.process.notAllowed" });
    expect(moveErrors(type, { status: "offer", fld_sum: 1 }, { status: "called" }, "freely")).toEqual({});
  });
});

describe("where a card begins that nobody has given a status", () => {
  const status = (more: object) => type.fields.map((field) => (field.id === "status" ? { ...field, ...more } : field));
  it("is the beginning of the first process, or else the first status", () => {
    expect(beginningOf({ ...type, processes: type.processes.slice(1) }, { name: "A" })).toBe("p1");
    expect(beginningOf({ ...type, processes: [] }, { name: "A" })).toBe("new");
  });

  it("is left to whoever has said it, to the field's default, and to what the status requires", () => {
    expect(beginningOf(type, { status: "lost" })).toBeUndefined();
    expect(beginningOf({ ...type, fields: status({ defaultValue: "called" }) }, {})).toBeUndefined();
    expect(beginningOf({ ...type, fields: status({ options: [] }) }, {})).toBeUndefined();
    const steps = [step("new", false, ["fld_sum"])];
    const strict = { ...type, processes: [{ id: "sale", name: "Sale", steps, exitStatusIds: [] }] };
    expect([beginningOf(strict, {}), beginningOf(strict, { fld_sum: 1 })]).toEqual([undefined, "new"]);
  });
});
