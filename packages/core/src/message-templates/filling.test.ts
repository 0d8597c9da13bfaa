import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailProcedures } from "../activities/mails/procedures.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { templateProcedures } from "./procedures.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** A card with a long note, and a way to begin a mail to it with a template. */
async function place() {
  const owner = await newOwner({ template: "empty" });
  await switchOn(owner, "content-templates");
  const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: { name: "Lead", pluralName: "Leads", hue: "slate", fields: [{ label: "Note", type: "text" }] },
  });
  const noteId = type.fields.find(({ label }) => label === "Note")?.id ?? "";
  const fields = { name: "Dana", [noteId]: "x".repeat(2_000) };
  const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields });
  const begin = async (body: string) => {
    const texts = { en: { subject: "Offer", body } };
    const template = { name: "Offer", channel: "mail", cardTypeId: type.id, texts } as const;
    const { id: templateId } = await owner.call(named(templateProcedures, "templates.create"), template);
    return owner.call(named(templateProcedures, "templates.fill"), { templateId, cardId });
  };
  return { owner, cardId, begin };
}

it("a text that becomes too long with the card's values is refused in words", async () => {
  const { begin } = await place();
  await expect(begin("{{ card.note }}".repeat(200))).rejects.toMatchObject({
    code: "INVALID_INPUT",
    details: { messageKey: "validation.template.result" },
  });
});

it("a mail that is begun with a template can be sent, whatever addresses are written in it", async () => {
  const { owner, cardId, begin } = await place();
  const long = `https://galil.example/${"a".repeat(2_000)}`;
  const { subject, body } = await begin(
    `[a](https://) [b](http://nohost) [c](${long}) https://localhost:1/x http://a..b [d](https://ok.example)`,
  );
  const links = body.flatMap(({ content }) => content.flatMap((one) => ("link" in one ? one.link : [])));
  expect(links).toContain("https://ok.example");
  const to = [{ email: "dana@customer.example", name: null }];
  const written = body.map((block) => ({ ...block, content: [...block.content] }));
  expect(await owner.call(named(mailProcedures, "mails.send"), { cardId, to, subject, body: written })).toMatchObject({
    subject,
  });
});
