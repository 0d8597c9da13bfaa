import { cardProcedures } from "@kartis/core/cards/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileProcedures } from "../../attachments/index.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import type { CardId, CardTypeId, UserId } from "../../kernel/id.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { commentProcedures } from "../index.ts";
import type { Block } from "./rules.ts";

const [create, update, react, remove, restore, replies, versions] = [
  named(commentProcedures, "comments.create"),
  named(commentProcedures, "comments.update"),
  named(commentProcedures, "comments.react"),
  named(commentProcedures, "comments.remove"),
  named(commentProcedures, "comments.restore"),
  named(commentProcedures, "comments.replies"),
  named(commentProcedures, "comments.versions"),
];
const timeline = named(timelineProcedures, "timeline.list");
const [newCard, merge, unmerge, cardTypes] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.unmerge"),
  named(cardProcedures, "cards.types"),
];
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
let colleague: Owner;
let stranger: Owner;
let typeId: CardTypeId;
let cardId: CardId;

/** A member whose role has these permissions. */
async function memberWith(grants: Grants): Promise<Owner> {
  const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
    name: `Role ${Object.keys(grants).length} ${++roles}`,
    grants,
  });
  return newMember(owner, { roleId });
}
let roles = 0;
const card = async (name: string) => (await owner.call(newCard, { typeId, fields: { name } })).id;
beforeAll(async () => {
  backend = await startBackend();
  [owner, stranger] = [await newOwner(), await newOwner()];
  colleague = await memberWith({
    "CARDS.read": "ORGANIZATION",
    "COMMENTS.read": "ORGANIZATION",
    "COMMENTS.create": "USER",
    "COMMENTS.update": "USER",
    "COMMENTS.delete": "USER",
  });
  typeId = (await owner.call(cardTypes, {}))[0]?.id ?? expect.fail("no type");
  cardId = await card("Galil Cold Storage");
});
afterAll(() => backend.close());

const said = (text: string): Block[] => [{ type: "paragraph", content: [{ text }] }];
const commentsOf = async (on: CardId, by = owner) =>
  (await by.call(timeline, { cardId: on, channels: ["comments"] })).entries.flatMap((entry) =>
    entry.kind === "activity" && entry.type === "COMMENT" ? [entry] : [],
  );
const refusal = (fields: Record<string, string>) => ({ code: "INVALID_INPUT", details: { fields } });

describe("what a comment may say", () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ["HTML in place of blocks", "<b>Hello</b>"],
    ["a javascript: link", [{ type: "paragraph", content: [{ text: "x", link: "javascript:alert(1)" }] }]],
    [
      "a javascript: link with a line break inside",
      [{ type: "paragraph", content: [{ text: "x", link: "java\nscript:alert(1)" }] }],
    ],
    ["a data: link", [{ type: "paragraph", content: [{ text: "x", link: "data:text/html,<script>1</script>" }] }]],
    ["blocks in blocks", [{ type: "paragraph", content: [{ type: "paragraph", content: [{ text: "x" }] }] }]],
    ["a block of another kind", [{ type: "script", content: [{ text: "x" }] }]],
    ["marks of another kind", [{ type: "paragraph", content: [{ text: "x", style: "color:red" }] }]],
    ["text and a mention in one", [{ type: "paragraph", content: [{ text: "x", member: "usr_1" }] }]],
    ["10,001 characters", said("x".repeat(10_001))],
    ["10,001 characters in two blocks", [...said("x".repeat(5_001)), ...said("x".repeat(5_000))]],
    ["301 blocks", Array.from({ length: 301 }, () => said("x")[0])],
    [
      "long links in many runs",
      [
        {
          type: "paragraph",
          content: Array.from({ length: 40 }, (_, at) => ({ text: `${at}`, link: `https://a.example/${"x".repeat(1_500)}` })),
        },
      ],
    ],
    ["nothing", []],
    ["spaces", said("  \n ")],
    ["a braille blank", said("\u2800\u2800")],
    ["zero-width characters", said("\u200b\u2060\ufeff")],
  ];
  it.each(refused)("not %s", async (_, body) => {
    await expect(owner.call(create, { cardId, body: body as Block[] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("not what nests thousands of levels deep", async () => {
    let deep: unknown = { text: "x" };
    for (let at = 0; at < 5_000; at++) deep = { type: "paragraph", content: [deep] };
    await expect(owner.call(create, { cardId, body: [deep] as Block[] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("without directions that make a text look like another, and without empty lines at its ends", async () => {
    const body: Block[] = [...said(" "), ...said("safe\u202etxt.exe"), ...said(""), ...said("שלום"), ...said("")];
    const made = await owner.call(create, { cardId, body });
    expect(made.body).toEqual([...said("safetxt.exe"), { type: "paragraph", content: [] }, ...said("שלום")]);
  });
});

describe("mentions", () => {
  it("name members and cards that the writer sees, by id alone", async () => {
    const secret = await card("Secret supplier");
    const body: Block[] = [{ type: "bullet", content: [{ member: colleague.userId }, { text: " see " }, { card: secret }] }];
    await owner.call(create, { cardId, body });
    const [entry] = await commentsOf(cardId);
    expect(entry?.value.body).toEqual(body);
    const seen = await owner.call(timeline, { cardId, channels: ["comments"] });
    expect(seen.related[secret]).toMatchObject({ name: "Secret supplier" });
    const outside = await memberWith({ "CARDS.read": "USER", "COMMENTS.read": "ORGANIZATION" });
    const own = (await owner.call(newCard, { typeId, fields: { name: "Theirs", owner: outside.userId } })).id;
    await owner.call(create, { cardId: own, body });
    const answer = await outside.call(timeline, { cardId: own, channels: ["comments"] });
    expect(answer.entries).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toContain("Secret supplier");
  });

  it("not people of another organization, nor cards out of the writer's sight", async () => {
    const mention = (one: { member: UserId } | { card: CardId }): Block[] => [{ type: "paragraph", content: [one] }];
    await expect(owner.call(create, { cardId, body: mention({ member: stranger.userId }) })).rejects.toMatchObject(
      refusal({ body: "validation.person" }),
    );
    const narrow = await memberWith({ "CARDS.read": "USER", "COMMENTS.read": "USER", "COMMENTS.create": "USER" });
    const own = (await owner.call(newCard, { typeId, fields: { name: "Own", owner: narrow.userId } })).id;
    await expect(narrow.call(create, { cardId: own, body: mention({ card: cardId }) })).rejects.toMatchObject(
      refusal({ body: "validation.relatedCard" }),
    );
    await expect(narrow.call(create, { cardId, body: said("Not mine") })).rejects.toMatchObject(
      refusal({ cardId: "validation.relatedCard" }),
    );
  });
});

describe("threads", () => {
  it("have one level; answers stand with what they answer, and go and come back with it", async () => {
    const on = await card("Threads");
    const first = await owner.call(create, { cardId: on, body: said("Clamp or drill?") });
    const answer = await colleague.call(create, { cardId: on, body: said("Clamp"), parentId: first.id });
    await expect(owner.call(create, { cardId: on, body: said("x"), parentId: answer.id })).rejects.toMatchObject(
      refusal({ parentId: "validation.comment" }),
    );
    await expect(owner.call(create, { cardId, body: said("x"), parentId: first.id })).rejects.toMatchObject(
      refusal({ parentId: "validation.comment" }),
    );
    const [entry, ...others] = await commentsOf(on);
    expect(others).toEqual([]);
    expect(entry?.thread).toMatchObject({ total: 1, rows: [{ id: answer.id, parentId: first.id }] });
    const removed = await owner.call(remove, { commentId: first.id });
    expect(await commentsOf(on)).toEqual([]);
    await expect(owner.call(create, { cardId: on, body: said("x"), parentId: first.id })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await owner.call(undo, { recordId: removed.recordId ?? expect.fail() });
    expect((await commentsOf(on))[0]?.thread?.total).toBe(1);
    await owner.call(remove, { commentId: answer.id });
    expect((await owner.call(replies, { commentId: first.id })).rows).toEqual([]);
    await owner.call(restore, { commentId: answer.id });
    expect((await owner.call(replies, { commentId: first.id })).rows).toMatchObject([{ id: answer.id }]);
  });

  it("follow a merged card to its survivor and back, and can be answered there", async () => {
    const [survivor, absorbed] = [await card("Survivor"), await card("Absorbed")];
    const comment = await owner.call(create, { cardId: absorbed, body: said("Before") });
    const merged = await owner.call(merge, { survivorId: survivor, otherIds: [absorbed], choices: {} });
    expect(await commentsOf(survivor)).toMatchObject([{ value: { id: comment.id } }]);
    await owner.call(create, { cardId: survivor, body: said("After"), parentId: comment.id });
    await owner.call(react, { commentId: comment.id, reaction: "LIKE", on: true });
    await owner.call(unmerge, { recordId: merged.recordId ?? expect.fail() });
    expect(await commentsOf(survivor)).toEqual([]);
    expect(await commentsOf(absorbed)).toMatchObject([{ thread: { total: 1 }, value: { reactions: { LIKE: [owner.userId] } } }]);
  });
});

describe("changes", () => {
  it("of a comment are its writer's, or those of whoever may change all; what it said before is kept", async () => {
    const comment = await colleague.call(create, { cardId, body: said("Frist") });
    const byOwner = await owner.call(create, { cardId, body: said("Mine") });
    await expect(colleague.call(update, { commentId: byOwner.id, body: said("x") })).rejects.toMatchObject({
      code: "NO_PERMISSION",
    });
    expect(comment.editedAt).toBeNull();
    const edited = await colleague.call(update, { commentId: comment.id, body: said("First") });
    expect(edited.editedAt).not.toBeNull();
    const pinned = await owner.call(update, { commentId: comment.id, pinned: true });
    expect(pinned).toMatchObject({ pinned: true, editedAt: edited.editedAt });
    const { rows } = await owner.call(versions, { commentId: comment.id });
    expect(rows.map(({ body }) => body)).toEqual([said("First"), said("Frist")]);
    await owner.call(undo, { recordId: edited.recordId ?? expect.fail() });
    expect((await commentsOf(cardId)).find(({ id }) => id === comment.id)?.value).toMatchObject({
      body: said("Frist"),
      editedAt: null,
      pinned: true,
    });
    await expect(owner.call(update, { commentId: comment.id, body: said("Late"), expectedVersion: 1 })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(owner.call(update, { commentId: comment.id, body: said("Early"), expectedVersion: 99 })).rejects.toMatchObject(
      refusal({ expectedVersion: "validation.range" }),
    );
    await expect(owner.call(update, { commentId: comment.id, body: [] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("of reactions at once keep all of them; one's own comes and goes, and does not count as an edit", async () => {
    const comment = await owner.call(create, { cardId, body: said("Vote") });
    const one = (by: Owner, on: boolean) => by.call(react, { commentId: comment.id, reaction: "LIKE", on });
    await Promise.all([one(owner, true), one(colleague, true)]);
    await one(owner, true);
    const both = (await commentsOf(cardId)).find(({ id }) => id === comment.id)?.value;
    expect(both?.reactions.LIKE?.toSorted()).toEqual([owner.userId, colleague.userId].toSorted());
    expect(both?.editedAt).toBeNull();
    await one(colleague, false);
    expect(await one(owner, false)).toMatchObject({ reactions: {}, version: 5 });
  });

  it("repeated under the same id make one comment, which another person cannot take over", async () => {
    const commentId = `act_01K${"0".repeat(22)}C` as const;
    const first = await owner.call(create, { cardId, commentId, body: said("Once") });
    expect(await owner.call(create, { cardId, commentId, body: said("Once") })).toMatchObject({ id: first.id, recordId: null });
    await expect(colleague.call(create, { cardId, commentId, body: said("Mine") })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

it("a comment takes files of its card, and loses those that are deleted", async () => {
  const [on, other] = [await card("Files"), await card("Other")];
  const file = await storeFile(owner, { name: "roof.pdf", content: "%PDF-1.4", cardId: on });
  const foreign = await storeFile(owner, { name: "other.pdf", content: "%PDF-1.4", cardId: other });
  await expect(owner.call(create, { cardId: on, body: said("x"), attachments: [foreign] })).rejects.toMatchObject(
    refusal({ attachments: "validation.fileMissing" }),
  );
  const comment = await owner.call(create, { cardId: on, body: [], attachments: [file] });
  expect(comment.attachments).toMatchObject([{ fileId: file, name: "roof.pdf", mime: "application/pdf" }]);
  await owner.call(named(fileProcedures, "files.remove"), { fileId: file });
  expect((await commentsOf(on))[0]?.value.attachments).toEqual([]);
});
