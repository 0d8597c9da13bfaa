import { expect, it } from "vitest";
import { everyEntity } from "../deletion/every-entity.fixture.ts";

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
