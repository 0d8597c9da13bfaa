import { switchOn } from "@kartis/tests/support/features.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change } from "../data/journal.ts";
import type { RecordId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { templateProcedures } from "./procedures.ts";
import { builtIn, type StoredTemplate, templateRemoval, templateWrite, valuesOf } from "./store.ts";
import { inverseOf } from "./undoing.ts";

const list = named(templateProcedures, "templates.list");
const create = named(templateProcedures, "templates.create");
const update = named(templateProcedures, "templates.update");
const remove = named(templateProcedures, "templates.remove");
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  await switchOn(owner, "content-templates");
});
afterAll(() => backend.close());

const text = (body: string) => ({ subject: "Offer", body });
const recordOf = ({ recordId }: { readonly recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");
const find = async (templateId: string) => (await owner.call(list, {})).templates.find(({ id }) => id === templateId);
const newTemplate = () => owner.call(create, { name: "Offer", channel: "mail", texts: { en: text("Hello"), he: text("שלום") } });
const undone = async (recordId: RecordId): Promise<RecordId> => recordOf(await owner.call(undo, { recordId }));

describe("undoing", () => {
  it("a new template takes it away, and undoing that brings it back, as its author's", async () => {
    const { id, recordId } = await newTemplate();
    const redo = await undone(recordOf({ recordId }));
    expect(await find(id)).toBeUndefined();
    const again = await undone(redo);
    expect(await find(id)).toMatchObject({
      name: "Offer",
      createdBy: owner.userId,
      texts: { en: text("Hello"), he: text("שלום") },
    });
    await undone(again);
    expect(await find(id)).toBeUndefined();
  });

  it("a change restores what it changed, and leaves what others changed since", async () => {
    const { id } = await newTemplate();
    const changed = await owner.call(update, { templateId: id, name: "Other", texts: { en: text("Bye"), he: null } });
    await owner.call(update, { templateId: id, texts: { hu: text("Szia") } });
    const redo = await undone(recordOf(changed));
    const before = { name: "Offer", texts: { en: text("Hello"), he: text("שלום"), hu: text("Szia") } };
    expect(await find(id)).toMatchObject(before);
    await undone(redo);
    expect(await find(id)).toMatchObject({ name: "Other", texts: { en: text("Bye"), hu: text("Szia") } });
    expect(Object.keys((await find(id))?.texts ?? {}).toSorted()).toEqual(["en", "hu"]);
  });

  it("a change is refused where the same text was changed since", async () => {
    const { id } = await newTemplate();
    const first = recordOf(await owner.call(update, { templateId: id, texts: { en: text("One") } }));
    await owner.call(update, { templateId: id, texts: { en: text("Two") } });
    await expect(owner.call(undo, { recordId: first })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await find(id))?.texts.en?.body).toBe("Two");
  });

  it("a deletion brings the template back, and a reset the organization's text", async () => {
    const { id } = await newTemplate();
    await undone(recordOf(await owner.call(remove, { templateId: id })));
    expect(await find(id)).toMatchObject({ name: "Offer", createdBy: owner.userId });
    const kind = "TASK_EMAIL_REMINDER" as const;
    const written = await owner.call(update, { templateId: kind, isOn: false, texts: { en: text("Do it") } });
    const reset = await owner.call(remove, { templateId: kind });
    expect(await find(kind)).toMatchObject({ version: 0, isOn: true });
    await undone(recordOf(reset));
    expect(await find(kind)).toMatchObject({ isOn: false, texts: { en: text("Do it") } });
    // The first text of the organization's own is undone to the built-in one.
    await undone(recordOf(written));
    expect(await find(kind)).toMatchObject({ version: 0, isOn: true });
  });

  it("a deletion is refused where the text was written again since, and for a role that is gone", async () => {
    const kind = "MEETING_EMAIL_CHANGED" as const;
    await owner.call(update, { templateId: kind, texts: { en: text("One") } });
    const reset = recordOf(await owner.call(remove, { templateId: kind }));
    await owner.call(update, { templateId: kind, texts: { en: text("Two") } });
    await expect(owner.call(undo, { recordId: reset })).rejects.toMatchObject({ code: "CONFLICT" });
    const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Passing", grants: {} });
    const { id } = await owner.call(create, { name: "For a role", channel: "mail", roleId: role.id, texts: { en: text("Hi") } });
    const removed = recordOf(await owner.call(remove, { templateId: id }));
    await owner.call(named(organizationProcedures, "roles.remove"), { roleId: role.id });
    await expect(owner.call(undo, { recordId: removed })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("needs the permission for the inverse, and reaches no further than that", async () => {
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Writers",
      grants: { "TEMPLATES.read": "ORGANIZATION", "TEMPLATES.create": "USER", "TEMPLATES.update": "USER" },
    });
    const writer = await newMember(owner, { roleId: role.id });
    const { id, recordId } = await newTemplate();
    const changed = recordOf(await owner.call(update, { templateId: id, name: "Other" }));
    await expect(writer.call(undo, { recordId: changed })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writer.call(undo, { recordId: recordOf({ recordId }) })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const own = await writer.call(create, { name: "Mine", channel: "mail", texts: { en: text("Hi") } });
    const renamed = recordOf(await writer.call(update, { templateId: own.id, name: "Renamed" }));
    await writer.call(undo, { recordId: renamed });
    expect(await find(own.id)).toMatchObject({ name: "Mine" });
  });
});

/** What one change of a history sets; absent parts stay. */
interface Step extends Partial<Pick<StoredTemplate, "name" | "isOn" | "format">> {
  readonly en?: string;
  readonly he?: string | null;
  readonly isRemoved?: boolean;
}

it("any history of a template is undone step by step to its beginning, and redone to its end", async () => {
  const at = "2026-01-01T00:00:00.000Z";
  const step: fc.Arbitrary<Step> = fc.record(
    {
      name: fc.constantFrom("A", "B"),
      isOn: fc.boolean(),
      format: fc.constantFrom("plain" as const, "rich" as const),
      en: fc.constantFrom("one", "two"),
      he: fc.option(fc.constantFrom("אחת", "שתיים")),
      isRemoved: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const first: StoredTemplate = {
    ...builtIn("TASK_EMAIL_REMINDER"),
    id: "tpl_01ARZ3NDEKTSV4RRFFQ69G5FAV",
    kind: null,
    name: "First",
    texts: {},
  };
  const { orgId } = owner;
  const apply = (current: StoredTemplate | undefined, { en, he, isRemoved, ...part }: Step) => {
    if (current && isRemoved) return { ...templateRemoval(orgId, current), template: undefined };
    const base = current ?? { ...first, version: 0 };
    const texts = Object.fromEntries(
      Object.entries({
        ...base.texts,
        ...(en ? { en: text(en) } : {}),
        ...(he === undefined ? {} : { he: he ? text(he) : null }),
      })
        .filter(([, one]) => one !== null)
        .map(([language, one]) => [language, { changedAt: at, ...one }]),
    );
    return templateWrite(orgId, current, { ...base, ...part, texts });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      let current: StoredTemplate | undefined;
      const changes: Change[] = [];
      const states: unknown[] = [];
      for (const one of steps) {
        const written = apply(current, one);
        if (!written) continue;
        states.push(valuesOf(current));
        changes.push(written.change);
        current = written.template;
      }
      const last = valuesOf(current);
      const inverses: Change[] = [];
      for (const change of changes.toReversed()) {
        const inverse = (await inverseOf(orgId, change, current, at)) ?? expect.fail("not undone");
        inverses.push(inverse.change);
        current = inverse.change.action === "template.delete" ? undefined : inverse.template;
        expect(valuesOf(current)).toEqual(states.pop());
      }
      for (const change of inverses.toReversed()) {
        const inverse = (await inverseOf(orgId, change, current, at)) ?? expect.fail("not redone");
        current = inverse.change.action === "template.delete" ? undefined : inverse.template;
      }
      expect(valuesOf(current)).toEqual(last);
    }),
    { numRuns: 500 },
  );
});
