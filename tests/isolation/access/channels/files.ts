import * as z from "zod";
import { type Channel, browser, field, owner, read, says } from "../channel.ts";
import { type TestCard, type Whose, type World, askAs, belonging, contentOf, newCard, newFile, openFile } from "../world.ts";

/** A file on a card of that person's, put there by somebody else. */
async function withFile(world: World, of: Whose): Promise<TestCard & { readonly fileId: string }> {
  const card = await newCard(world, of);
  return { ...card, fileId: await newFile(world.people.stranger, card.id, `${card.name}.txt`) };
}

export const files: readonly Channel[] = [
  {
    name: "files of a card",
    procedures: ["files.ofCard"],
    rights: read,
    async reaches(world, of) {
      const card = await withFile(world, of);
      return says(await world.ask("files.ofCard", { cardId: card.id }), card);
    },
  },
  {
    name: "archive of files",
    procedures: ["files.list"],
    rights: ["STORAGE.read", "CARDS.read"],
    async reaches(world, of) {
      const card = await withFile(world, of);
      return says(await world.ask("files.list", { search: card.name, limit: 200 }), card);
    },
  },
  {
    name: "archive of files, with what one uploaded to another's card",
    procedures: ["files.list"],
    rights: ["CARDS.read"],
    async reaches(world, of) {
      const card = await newCard(world, "own");
      // Uploaded by somebody who saw the card then; where one sees none, there is nothing that one could have uploaded.
      const uploaded = await askAs(world.me, "files.createUpload", { name: "a.txt", bytes: 3, purpose: "card", cardId: card.id });
      const isUploaded = z.object({ fileId: z.string() }).safeParse(uploaded).success;
      if (isUploaded) await newFile(world.me, card.id, `${card.name}.txt`);
      await owner(world, "cards.update", { cardId: card.id, fields: belonging(world, of) });
      return says(await world.ask("files.list", { limit: 200 }), card);
    },
  },
  {
    name: "address of a file",
    procedures: ["files.download"],
    rights: read,
    async reaches(world, of) {
      const { fileId } = await withFile(world, of);
      return JSON.stringify(await world.ask("files.download", { fileId })).includes("http");
    },
  },
  {
    name: "link to a file",
    procedures: ["files.download"],
    rights: read,
    ways: browser,
    async reaches(world, of) {
      const card = await withFile(world, of);
      const content = await contentOf(world.me, card.fileId);
      return content !== null && says(content, card);
    },
  },
  {
    name: "picture of a card",
    procedures: ["files.download"],
    rights: read,
    ways: browser,
    async reaches(world, of) {
      const { fileId } = await withFile(world, of);
      return (await openFile(world.me, fileId, "inline")).location !== null;
    },
  },
  {
    name: "upload to a card",
    procedures: ["files.createUpload", "files.finish"],
    rights: ["STORAGE.create", "CARDS.read"],
    async reaches(world, of) {
      const card = await newCard(world, of);
      const begun = await world.ask("files.createUpload", { name: "a.txt", bytes: 3, purpose: "card", cardId: card.id });
      return JSON.stringify(begun).includes('"fileId"');
    },
  },
  {
    name: "deletion of a file",
    procedures: ["files.remove"],
    rights: ["STORAGE.delete", "CARDS.read"],
    async reaches(world, of) {
      const { fileId } = await withFile(world, of);
      await world.ask("files.remove", { fileId });
      return (await openFile(world.owner, fileId)).location === null;
    },
  },
  {
    name: "another card's file on a new card",
    procedures: ["cards.create"],
    rights: read,
    async reaches(world, of) {
      const card = await withFile(world, of);
      const fields = { name: "Copy", owner: world.people.own.userId, [field(world, "papers")]: [{ fileId: card.fileId }] };
      const made = await world.ask("cards.create", { typeId: world.typeId, fields });
      return says(made, card);
    },
  },
];
