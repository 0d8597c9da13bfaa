import { beforeEach, describe, expect, it, vi } from "vitest";
import { setViewer } from "../../lib/query-client.ts";
import { keepDone, nextDone, noteFinal } from "./undo.ts";

const kept = new Map<string, string>();
vi.stubGlobal("sessionStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
});
const key = "kartis.undo:usr_1/org_1";

beforeEach(() => {
  kept.clear();
  setViewer("usr_1/org_1");
});

describe("what a tab remembers to undo", () => {
  it.each([
    ["no JSON", "{"],
    ["nothing", "null"],
    ["a number", "5"],
    ["stacks that are none", '{"undo":5,"redo":{}}'],
    ["entries that are none", '{"undo":[null,5,"x",{}],"redo":[[]]}'],
    ["records that are no list", '{"undo":[{"recordIds":"abc","label":"x"}],"redo":[{"recordIds":[7],"label":"x"}]}'],
    ["words that are none", '{"undo":[{"recordIds":[]}],"redo":[{"recordIds":[],"label":{}}]}'],
    ["an operation that is none", '{"undo":[{"recordIds":[],"label":"x","operationId":{}}],"redo":[]}'],
  ])("goes on from %s", (_, stored) => {
    kept.set(key, stored);
    expect([nextDone("undo"), nextDone("redo")]).toEqual([undefined, undefined]);
    noteFinal("Sent", 1);
    expect(nextDone("undo")).toEqual({ recordIds: [], at: 1, label: "Sent" });
  });

  it("is one person's in one organization", () => {
    noteFinal("Sent", 1);
    setViewer("usr_2/org_1");
    expect(nextDone("undo")).toBeUndefined();
    setViewer("usr_1/org_2");
    expect(nextDone("undo")).toBeUndefined();
  });

  it("is as much as was kept, the latest first", () => {
    for (let at = 0; at < 150; at++) keepDone("undo", { recordIds: [], at, label: String(at) });
    expect(nextDone("undo")?.label).toBe("149");
    expect(JSON.parse(kept.get(key) ?? "").undo).toHaveLength(100);
  });
});
