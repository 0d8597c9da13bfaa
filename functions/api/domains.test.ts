import { expect, it } from "vitest";
import { domains, proceduresOf } from "./domains.ts";
import { procedures } from "./procedures.ts";

it("every procedure is found by the first word of its name, and nowhere else", async () => {
  for (const procedure of procedures) {
    const [domain = ""] = procedure.name.split(".");
    expect((await proceduresOf(domain)).get(procedure.name)).toBe(procedure);
  }
  const named = new Set(procedures.map(({ name }) => name.split(".")[0]));
  expect(new Set(domains.flatMap(([names]) => names))).toEqual(named);
  expect(new Set(procedures.map(({ name }) => name)).size).toBe(procedures.length);
});

it("what there is not has no procedures", async () => {
  for (const name of ["", "constructor", "cards.get", "nobody"]) expect((await proceduresOf(name)).size).toBe(0);
});
