import { handler as runOperation } from "@kartis/events/operations/on-requested.ts";
import { post, storeFile } from "../../support/files.ts";
import { sqsRecord } from "../../support/sqs.ts";
import {
  cardOf,
  label,
  layoutOf,
  operationOf,
  recordOf,
  recorded,
  started,
  the,
  twoCards,
  typeOf,
  unrecorded,
  viewOf,
  type Cases,
} from "./world.ts";

export const cards = {
  "cardTypes.create": recorded("cardType.create", async (owner) => () => typeOf(owner)),
  "cardTypes.update": recorded("cardType.update", async (owner) => {
    const { id: typeId, version } = await typeOf(owner);
    return () => owner.call(the("cardTypes.update"), { typeId, expectedVersion: version, changes: { name: "Place" } });
  }),
  "cardTypes.updateFields": recorded("field.create", async (owner) => {
    const { id: typeId, version, fields } = await typeOf(owner);
    const added = [...fields, { ...label, label: "Note", type: "text" as const }];
    return () => owner.call(the("cardTypes.updateFields"), { typeId, expectedVersion: version, fields: added });
  }),
  "cardTypes.remove": recorded("cardType.delete", async (owner) => {
    const { id: typeId } = await typeOf(owner);
    return () => owner.call(the("cardTypes.remove"), { typeId });
  }),
  "cardTypes.reorder": recorded("cardType.update", async (owner) => {
    await typeOf(owner);
    const { id } = await typeOf(owner);
    return () => owner.call(the("cardTypes.reorder"), { typeIds: [id] });
  }),
  "layouts.create": recorded("layout.create", async (owner) => {
    const { id: typeId } = await typeOf(owner);
    return () => owner.call(the("layouts.create"), { typeId, layout: { title: "Short", groups: [] } });
  }),
  "layouts.update": recorded("layout.update", async (owner) => {
    const { typeId, layout } = await layoutOf(owner);
    const changes = { title: "Long" };
    return () => owner.call(the("layouts.update"), { typeId, layoutId: layout.id, expectedVersion: layout.version, changes });
  }),
  "layouts.remove": recorded("layout.delete", async (owner) => {
    const { typeId, layout } = await layoutOf(owner);
    return () => owner.call(the("layouts.remove"), { typeId, layoutId: layout.id });
  }),
  "layouts.reorder": recorded("layout.update", async (owner) => {
    const { typeId, layout } = await layoutOf(owner);
    const other = await owner.call(the("layouts.create"), { typeId, layout: { title: "Other", groups: [] } });
    return () => owner.call(the("layouts.reorder"), { typeId, layoutIds: [other.id, layout.id] });
  }),
  "cards.create": recorded("card.create", async (owner) => {
    const { id: typeId } = await typeOf(owner);
    return () => owner.call(the("cards.create"), { typeId, fields: { name: "Harbour" } });
  }),
  "cards.update": recorded("card.update", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("cards.update"), { cardId, fields: { name: "Renamed" } });
  }),
  "cards.updateMany": recorded("card.update", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("cards.updateMany"), { changes: [{ cardId, fields: { name: "Renamed" } }] });
  }),
  "cards.link": recorded("card.update", async (owner) => {
    const [cardId, targetId] = await twoCards(owner);
    return () => owner.call(the("cards.link"), { cardId, fieldId: "fld_next", targetId });
  }),
  "cards.unlink": recorded("card.update", async (owner) => {
    const [cardId, targetId] = await twoCards(owner);
    await owner.call(the("cards.link"), { cardId, fieldId: "fld_next", targetId });
    return () => owner.call(the("cards.unlink"), { cardId, fieldId: "fld_next", targetId });
  }),
  "cards.remove": recorded("card.delete", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("cards.remove"), { cardId });
  }),
  "cards.restore": recorded("card.restore", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    await owner.call(the("cards.remove"), { cardId });
    return () => owner.call(the("cards.restore"), { cardId });
  }),
  "cards.purge": recorded("card.purge", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    await owner.call(the("cards.remove"), { cardId });
    return () => owner.call(the("cards.purge"), { cardId });
  }),
  "cards.reveal": recorded("card.reveal", async (owner) => {
    const { id: cardId } = await cardOf(owner, { fld_wifi: "secret" });
    return () => owner.call(the("cards.reveal"), { cardId, fieldId: "fld_wifi" });
  }),
  "cards.merge": recorded("card.merge", async (owner) => {
    const [survivorId, otherId] = await twoCards(owner);
    return () => owner.call(the("cards.merge"), { survivorId, otherIds: [otherId] });
  }),
  "cards.unmerge": recorded("card.unmerge", async (owner) => {
    const [survivorId, otherId] = await twoCards(owner);
    const merged = await owner.call(the("cards.merge"), { survivorId, otherIds: [otherId] });
    return () => owner.call(the("cards.unmerge"), { recordId: recordOf(merged) });
  }),
  "cards.export": started(async (owner) => {
    const { typeId } = await cardOf(owner);
    return () => owner.call(the("cards.export"), { cardTypeId: typeId });
  }),
  "changes.undo": recorded("card.update", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    const changed = await owner.call(the("cards.update"), { cardId, fields: { name: "Renamed" } });
    return () => owner.call(the("changes.undo"), { recordId: recordOf(changed) });
  }),
  "changes.revert": started(async (owner) => {
    const { operationId } = await operationOf(owner);
    await runOperation({ Records: [sqsRecord({ orgId: owner.orgId, operationId })] });
    return () => owner.call(the("changes.revert"), { operationId });
  }),
  "bulk.start": started(async (owner) => {
    const { id } = await cardOf(owner);
    const change = { kind: "edit" as const, fields: { name: "Renamed" } };
    return () => owner.call(the("bulk.start"), { selection: { cardIds: [id] }, change });
  }),
  "views.create": recorded("view.create", async (owner) => () => viewOf(owner)),
  "views.update": recorded("view.update", async (owner) => {
    const { id: viewId } = await viewOf(owner);
    return () => owner.call(the("views.update"), { viewId, name: "Renamed" });
  }),
  "views.remove": recorded("view.delete", async (owner) => {
    const { id: viewId } = await viewOf(owner);
    return () => owner.call(the("views.remove"), { viewId });
  }),
  "views.reorder": recorded("view.update", async (owner) => {
    const { id, typeId } = await viewOf(owner);
    const other = await owner.call(the("views.create"), { typeId, name: "Other", isPrivate: false, state: {} });
    return () => owner.call(the("views.reorder"), { typeId, viewIds: [other.id, id] });
  }),
  "imports.createUpload": unrecorded(
    "passing",
    async (owner) => () => owner.call(the("imports.createUpload"), { fileName: "a.csv", bytes: 10 }),
  ),
  "imports.start": started(async (owner) => {
    const { id: typeId } = await typeOf(owner);
    const content = "Name\nHarbour\n";
    const { fileId, url, fields } = await owner.call(the("imports.createUpload"), {
      fileName: "a.csv",
      bytes: Buffer.byteLength(content),
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([content]));
    await fetch(url, { method: "POST", body: form });
    return () => owner.call(the("imports.start"), { typeId, fileId, mapping: [{ column: 0, fieldId: "name" }] });
  }),
  "favorites.add": unrecorded("personal", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("favorites.add"), { cardId });
  }),
  "favorites.remove": unrecorded("personal", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    await owner.call(the("favorites.add"), { cardId });
    return () => owner.call(the("favorites.remove"), { cardId });
  }),
  "recent.visit": unrecorded("personal", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("recent.visit"), { cardId });
  }),
  "files.createUpload": unrecorded("passing", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("files.createUpload"), { name: "a.txt", bytes: 10, purpose: "card", cardId });
  }),
  "files.finish": recorded("file.upload", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    const { fileId } = await post(owner, { name: "a.txt", content: "text", cardId });
    return () => owner.call(the("files.finish"), { fileId });
  }),
  "files.remove": recorded("file.delete", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    const fileId = await storeFile(owner, { name: "a.txt", content: "text", cardId });
    return () => owner.call(the("files.remove"), { fileId });
  }),
} satisfies Cases;
