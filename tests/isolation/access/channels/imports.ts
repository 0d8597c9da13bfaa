import { procedures } from "@kartis/functions/api/procedures.ts";
import { named } from "../../../support/people.ts";
import { type Channel, changing, field, read, refused, update } from "../channel.ts";
import { type World, askAs, finish } from "../world.ts";

const matching = (world: World) => ({
  typeId: world.typeId,
  mapping: [
    { column: 0, fieldId: "name" },
    { column: 1, fieldId: field(world, "email") },
    { column: 2, fieldId: field(world, "note") },
  ],
  mode: "update",
  matchFieldId: field(world, "email"),
});

/** A CSV in the import's temporary store, uploaded by the one who asks. */
async function uploadCsv(world: World, content: string): Promise<string> {
  const target = await world.me.call(named(procedures, "imports.createUpload"), {
    fileName: "cards.csv",
    bytes: Buffer.byteLength(content),
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  await fetch(target.url, { method: "POST", body: form });
  return target.fileId;
}

export const imports: readonly Channel[] = [
  {
    name: "what an import's row would change",
    procedures: ["imports.checkRows"],
    rights: update,
    async reaches(world, of) {
      const { email, name } = world.cards[of];
      const rows = [{ line: 2, cells: ["Renamed", email, "From a file"] }];
      const answer = await world.ask("imports.checkRows", { ...matching(world), rows });
      return JSON.stringify(answer).includes('"outcome":"update"') || refused(world, of, answer, { name });
    },
  },
  {
    name: "name of a card in an import's row",
    procedures: ["imports.checkRows"],
    rights: read,
    async reaches(world, of) {
      const answer = await world.ask("imports.checkRows", {
        typeId: world.typeId,
        mapping: [
          { column: 0, fieldId: "name" },
          { column: 1, fieldId: field(world, "links") },
        ],
        mode: "create",
        rows: [{ line: 2, cells: ["From a file", world.cards[of].name] }],
      });
      return JSON.stringify(answer).includes('"outcome":"create"');
    },
  },
  changing("import that updates", ["imports.createUpload", "imports.start", "operations.get"], update, async (world, card) => {
    const content = `Name,E-mail,Note\n${card.name.slice(0, 1)},${card.email},From a file\n`;
    if (typeof (await askAs(world.me, "imports.suggestMapping", { typeId: world.typeId, headers: ["Name"] })) !== "object")
      return null;
    const fileId = await uploadCsv(world, content);
    return finish(world.me, await world.ask("imports.start", { ...matching(world), fileId }));
  }),
];
