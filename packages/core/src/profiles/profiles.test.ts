import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileProcedures } from "../attachments/index.ts";
import { identityProcedures } from "../identity/index.ts";
import { auditProcedures } from "../journal/index.ts";
import { errorShape } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { onboardingProcedures } from "../onboarding/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { profileProcedures } from "./index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const get = named(profileProcedures, "profile.get");
const update = named(profileProcedures, "profile.update");
const setAvatar = named(profileProcedures, "profile.setAvatar");
const members = named(organizationProcedures, "members.list");
const audit = named(auditProcedures, "audit.search");
const me = named(identityProcedures, "identity.me");

const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => errorShape(error, "r"),
  );

describe("a profile", () => {
  it("has what was set, everything else switched on, and nothing that was cleared", async () => {
    const person = await newOwner({ phone: "+972 50 234 5678" });
    expect(await person.call(get, {})).toMatchObject({
      phone: null,
      voipExtension: null,
      notifications: { web: true, email: true, meetings: true, tasks: true, mentions: true },
    });
    await person.call(update, { phone: "050-234-5678", notifications: { email: false } });
    await person.call(update, { notifications: { tasks: false } });
    expect(await person.call(get, {})).toMatchObject({
      phone: "+972502345678",
      notifications: { web: true, email: false, meetings: true, tasks: false, mentions: true },
    });
    await person.call(update, { phone: "" });
    expect(await person.call(get, {})).toMatchObject({ phone: null });
    expect(JSON.stringify(await person.call(get, {}))).not.toContain("passwordHash");
  });

  it("names the invalid field", async () => {
    const person = await newOwner();
    expect(await shapeOf(person.call(update, { phone: "12" }))).toMatchObject({ fields: { phone: "validation.phone" } });
  });

  it("changes the person's name for colleagues in every organization, and records it in each journal", async () => {
    const person = await newOwner();
    const second = await person.call(named(onboardingProcedures, "organizations.create"), {
      name: "Second",
      language: "en",
      template: "empty",
    });
    expect(second.orgId).not.toBe(person.orgId);
    await person.call(update, { name: "Noa Adler-Katz" });
    for (const orgId of [person.orgId, second.orgId]) {
      await person.call(named(identityProcedures, "identity.switchOrganization"), { orgId });
      expect((await person.call(members, {})).map(({ name }) => name)).toEqual(["Noa Adler-Katz"]);
      const { entries } = await person.call(audit, { limit: 50 });
      expect(entries.filter(({ action }) => action === "member.update")).toHaveLength(1);
    }
    expect((await person.call(me, {})).user.name).toBe("Noa Adler-Katz");
  });
});

describe("a person's picture", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );

  it("is seen by colleagues; a new one replaces it, and a deleted one is gone for all", async () => {
    const owner = await newOwner();
    const colleague = await newMember(owner, {});
    const upload = () => storeFile(owner, { name: "me.png", content: png, purpose: "avatar" });
    const first = await upload();
    await owner.call(setAvatar, { fileId: first });
    expect((await colleague.call(members, {})).find(({ userId }) => userId === owner.userId)?.avatarId).toBe(first);
    expect((await owner.call(me, {})).user.avatarId).toBe(first);
    const second = await upload();
    await owner.call(setAvatar, { fileId: second });
    expect((await owner.call(named(fileProcedures, "files.storage"), {})).bytes).toBe(png.byteLength);
    await owner.call(named(fileProcedures, "files.remove"), { fileId: second });
    expect((await owner.call(get, {})).avatarId).toBeNull();
  });

  it("must be the person's own upload and not a card's file", async () => {
    const owner = await newOwner();
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    const theirs = await storeFile(owner, { name: "me.png", content: png, purpose: "avatar" });
    expect(await shapeOf(colleague.call(setAvatar, { fileId: theirs }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await shapeOf(owner.call(setAvatar, { fileId: newId("fil", Date.now()) }))).toMatchObject({ code: "NOT_FOUND" });
  });
});
