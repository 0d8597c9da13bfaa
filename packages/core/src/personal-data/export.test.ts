import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { unzip } from "@kartis/tests/support/unzip.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { download } from "../attachments/index.ts";
import { taskProcedures } from "../activities/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { isId, newId, type OperationId } from "../kernel/id.ts";
import { operationProcedures } from "../operations/index.ts";
import { personalDataProcedures } from "./index.ts";

const [create, update, merge] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.merge"),
];
const createTask = named(taskProcedures, "tasks.create");
const exportPerson = named(personalDataProcedures, "personalData.export");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty" });
});
afterAll(() => backend.close());

/** Runs the export and returns the files of its archive. */
async function bundleOf(operationId: OperationId): Promise<Map<string, string>> {
  await handler({ Records: [sqsRecord({ orgId: owner.orgId, operationId })] });
  const { state, resultUrl } = await owner.call(named(operationProcedures, "operations.get"), { operationId });
  const fileId = resultUrl?.split("/").at(-1);
  if (state !== "done" || !isId("fil", fileId)) return expect.fail(`${state} without a file`);
  const { url } = await owner.call(download, { fileId });
  const files = unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
  return new Map([...files].map(([path, content]) => [path, content.toString("utf8")]));
}

it("a bundle has the values, those of merged cards, files, history and mentions, and no secret", async () => {
  const plain = { displayed: true, required: false, internal: false, options: [] };
  const fields = [
    { ...plain, id: "fld_mail", type: "email" as const, label: "E-mail" },
    { ...plain, id: "fld_code", type: "password" as const, label: "Gate code" },
    { ...plain, id: "fld_papers", type: "file" as const, label: "Papers" },
    { ...plain, id: "fld_kin", type: "cardRelation" as const, label: "Kin", relation: { typeIds: [], many: true } },
  ];
  const draft = { name: "Person", pluralName: "People", hue: "teal" as const, fields };
  const { id: typeId } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
  const cardId = newId("crd");
  const fileId = await storeFile(owner, { name: "דרכון.txt", content: "passport no. 12", cardId });
  await owner.call(create, {
    typeId,
    cardId,
    fields: {
      name: "=Dalia <b>",
      fld_mail: "first@example.com",
      fld_code: "2468",
      fld_papers: [{ fileId, name: "", bytes: 0, mime: "" }],
    },
  });
  await owner.call(update, { cardId, fields: { fld_mail: "second@example.com" } });
  const double = await owner.call(create, { typeId, fields: { name: "Dalia again" } });
  await owner.call(createTask, { title: "Call Dalia back", due: "2030-01-01", cardId: double.id });
  await owner.call(merge, { survivorId: cardId, otherIds: [double.id], choices: {} });
  await owner.call(create, { typeId, fields: { name: "Her sister", fld_kin: [cardId] } });
  await owner.call(create, { typeId, fields: { name: "A stranger" } });
  await owner.call(createTask, { title: "A stranger's", due: "2030-01-01" });

  const bundle = await bundleOf((await owner.call(exportPerson, { cardId })).operationId);
  expect([...bundle.keys()].toSorted()).toEqual(
    [
      "activities.csv",
      "activities.json",
      "card.csv",
      "card.json",
      `files/${fileId}/דרכון.txt`,
      "history.csv",
      "history.json",
      "index.html",
      "mentions.csv",
      "mentions.json",
    ].toSorted(),
  );
  const [card, merged] = JSON.parse(bundle.get("card.json") ?? "[]");
  expect(card.values).toContainEqual(
    expect.objectContaining({ label: "E-mail", value: "second@example.com", text: "second@example.com" }),
  );
  expect(merged).toMatchObject({ mergedInto: cardId, values: [{ label: "Name", text: "Dalia again" }, {}] });
  expect(bundle.get("card.csv")).toContain("'=Dalia");
  expect(bundle.get(`files/${fileId}/דרכון.txt`)).toBe("passport no. 12");
  expect(bundle.get("history.json")).toContain("first@example.com");
  expect(JSON.parse(bundle.get("activities.json") ?? "[]")).toMatchObject([{ title: "Call Dalia back", due: "2030-01-01" }]);
  expect(JSON.parse(bundle.get("mentions.json") ?? "[]")).toMatchObject([{ name: "Her sister", field: "Kin" }]);
  expect(bundle.get("index.html")).toContain("=Dalia &lt;b&gt;");
  const everything = [...bundle.values()].join("\n");
  expect(everything).not.toContain("2468");
  expect(everything).not.toContain("A stranger");
  const [recorded] = await latestRecords(owner.orgId, 1, null);
  expect(recorded).toMatchObject({
    actor: { id: owner.userId },
    changes: [{ action: "personalData.export", subject: { id: cardId } }],
  });
});

it("a bundle can be fetched by the person who asked for it and by nobody else", async () => {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const { id } = await owner.call(create, { typeId: type?.id ?? expect.fail(), fields: { name: "Uri" } });
  const { operationId } = await owner.call(exportPerson, { cardId: id });
  await bundleOf(operationId);
  const { resultUrl } = await owner.call(named(operationProcedures, "operations.get"), { operationId });
  const fileId = resultUrl?.split("/").at(-1);
  const colleague = await newMember(owner, { systemRole: "ADMIN" });
  if (!isId("fil", fileId)) return expect.fail();
  await expect(colleague.call(download, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  return undefined;
});
