// A second process: writes one card for each line that it is sent, and answers when the write is acknowledged.
import { createInterface } from "node:readline";
import { isId } from "../../kernel/id.ts";
import { CardTypeSchema } from "../schema.ts";
import { TestOrganization } from "./organization.fixture.ts";

const [, , orgId, definition = "{}"] = process.argv;
if (!isId("org", orgId)) throw new Error("Which organization?");
const organization = new TestOrganization(orgId);
const type = CardTypeSchema.parse(JSON.parse(definition));
for await (const _ of createInterface({ input: process.stdin })) {
  await organization.create(type, { name: "Written elsewhere" });
  process.stdout.write("written\n");
}
