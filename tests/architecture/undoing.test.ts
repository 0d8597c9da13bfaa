import { procedures } from "@kartis/functions/api/procedures.ts";
import { expect, it } from "vitest";
import * as undoing from "../../web/src/app/shell/undo/undoing.ts";
import { isTest, sources, textOf } from "./imports.ts";

/** ⌘Z would otherwise undo something older than the change by a procedure that nobody has thought of. */
it("it is known of every change whether ⌘Z undoes it, once", () => {
  const changes = procedures.filter(({ kind }) => kind === "mutation").map(({ name }) => name);
  const named = Object.values(undoing).flat();
  expect(changes.length).toBeGreaterThan(200);
  expect(named.toSorted()).toEqual(changes.toSorted());
});

/** Why they have nothing to say to the key. */
const silent: Readonly<Record<string, string>> = {
  "web/src/app/shell/rail/MeMenu.tsx": "one's own language",
  "web/src/app/shell/undo/run-undo.ts": "undoes",
  "web/src/features/attachments/useAttachments.ts": "files that nothing holds",
  "web/src/features/automations/builder/PublishDialog.tsx": "a name that goes with publishing",
  "web/src/features/automations/builder/useDraft.ts": "the builder has an undo of its own",
  "web/src/features/automations/buttons/PressDialog.tsx": "followChange says it",
  "web/src/features/cards/create/useNewCard.ts": "whoever shows the form does",
  "web/src/features/files/FileFieldInput.tsx": "files that nothing holds",
  "web/src/features/identity/welcome/WelcomePage.tsx": "one's own language",
  "web/src/features/palette/AppCommands.tsx": "one's own language",
  "web/src/features/profile/Notifications.tsx": "which notifications one gets",
  "web/src/features/profile/ProfilePage.tsx": "one's own language, clock and theme",
  "web/src/lib/api.ts": "an example in a comment",
};

it("whoever makes a change that its caller undoes has the key know of it", () => {
  const names = undoing.byCaller.map((name) => name.replace(".", String.raw`\s*\.\s*`)).join("|");
  const calls = new RegExp(String.raw`\b(?:client|trpc)\s*\.\s*(?:${names})\s*\.\s*mutat`);
  const callers = sources.filter((file) => file.startsWith("web/src/") && !isTest(file) && calls.test(textOf(file)));
  expect(callers.length).toBeGreaterThan(20);
  const unheard = callers.filter(
    (file) => !/\b(offerUndo|noteFinal|saveOrSay|save|followChange|startChange)\(/.test(textOf(file)),
  );
  expect(unheard.filter((file) => !(file in silent))).toEqual([]);
  expect(Object.keys(silent).filter((file) => !callers.includes(file))).toEqual([]);
});
