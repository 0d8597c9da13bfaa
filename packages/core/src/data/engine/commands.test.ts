import { readFileSync } from "node:fs";
import * as lib from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import * as commands from "./commands.ts";

const input = { TableName: "kartis" };
const made = (from: object, name: string): { readonly constructor: { readonly name: string }; readonly input: object } =>
  Reflect.construct(Reflect.get(from, name), [input]);

it.each(Object.keys(commands))("%s is the SDK's by name and input", (name) => {
  const [own, sdks] = [made(commands, name), made(lib, name)];
  expect([own.constructor.name, own.input]).toEqual([sdks.constructor.name, sdks.input]);
});

it("the commands are all that we or ElectroDB use of the SDK's library", () => {
  const sources = ["../connection.ts", "../../../../../node_modules/electrodb/src/client.js"].map((path) =>
    readFileSync(new URL(path, import.meta.url), "utf8"),
  );
  const asked = sources.flatMap(
    (source) => source.match(/\b(Batch|Transact)?(Get|Write|Put|Update|Delete|Query|Scan)Command\b/g) ?? [],
  );
  expect([...new Set(asked)].toSorted()).toEqual(Object.keys(commands).toSorted());
});
