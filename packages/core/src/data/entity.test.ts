import { describe, expect, it } from "vitest";
import { everyEntity } from "../deletion/every-entity.fixture.ts";
import { tenantEntity, unrecordedEntity } from "./entity.ts";
import { partitionsOf } from "./partitions.ts";

it("no entity renames, hides or computes attributes when reading: its items are its attributes", async () => {
  process.env["TABLE_NAME"] ??= "kartis";
  const entities = await everyEntity();
  expect(entities.length).toBeGreaterThan(20);
  const special = entities.flatMap(({ name, attributes }) =>
    Object.entries(attributes).flatMap(([attribute, definition]) =>
      ["get", "field", "hidden", "watch"].some((word) => word in Object(definition)) ? [`${name}.${attribute}`] : [],
    ),
  );
  expect(special).toEqual([]);
});

describe("an entity of an organization", () => {
  it("cannot be defined with a key that does not begin with it", () => {
    expect(() =>
      tenantEntity({
        model: { service: "kartis", entity: "wrong", version: "1" },
        attributes: { orgId: { type: "string", required: true }, thingId: { type: "string", required: true } },
        indexes: { main: { pk: { field: "pk", composite: ["thingId"] }, sk: { field: "sk", composite: ["orgId"] } } },
      }),
    ).toThrow("begins with orgId");
  });

  const define = (composite: readonly ("orgId" | "thingId")[], type: "string" | readonly ["a", "b"]) =>
    unrecordedEntity("derived", {
      model: { service: "kartis", entity: "unfound", version: "1" },
      attributes: { orgId: { type: "string", required: true }, thingId: { type, required: true } },
      indexes: {
        main: { pk: { field: "pk", composite, casing: "none" }, sk: { field: "sk", composite: [] } },
        few: {
          index: "gsi1",
          condition: ({ thingId }) => thingId === "a",
          pk: { field: "gsi1pk", composite: ["orgId"] },
          sk: { field: "gsi1sk", composite: ["thingId"] },
        },
      },
    });

  it("cannot be defined so that its items cannot be found through the organization", () => {
    expect(() => define(["orgId", "thingId"], "string")).toThrow("no index whose partitions follow from the organization");
    const enumerable = define(["orgId", "thingId"], ["a", "b"]);
    const keys = (["a", "b"] as const).map((thingId) => enumerable.put({ orgId: "org_1", thingId }).params()["Item"]["pk"]);
    expect(partitionsOf(enumerable, "org_1")).toEqual(keys.map((key: string) => ({ key })));
    expect(new Set(keys).size).toBe(2);
  });
});
