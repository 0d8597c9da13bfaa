import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, soon, toast, wednesday } from "./support/calendar.ts";
import { call, makeLeads } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { make, open, person, timesOf } = calendarOf(() => app);

it("dates and times of a Hebrew form are written from left to right", async () => {
  const { page, complaints } = await person({ language: "he", width: 390, height: 844, isPhone: true });
  await open(page, `day=${wednesday}`);
  await page.getByRole("button", { name: "פגישה חדשה" }).first().tap();
  const form = page.getByRole("dialog", { name: "פגישה חדשה" });
  await form.getByRole("spinbutton").first().waitFor(soon);
  const fromLeft = await form.getByRole("spinbutton").evaluateAll((all) =>
    all
      .map((each) => ({ type: each.getAttribute("data-type") ?? "", box: each.getBoundingClientRect() }))
      .toSorted((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
      .map(({ type }) => type),
  );
  expect([
    fromLeft.filter((type) => ["day", "month", "year"].includes(type)),
    fromLeft.filter((type) => /hour|minute/.test(type)),
  ]).toEqual([
    ["day", "month", "year"],
    ["hour", "minute"],
  ]);
  await keepPicture(page, "meeting-form-he");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("says who is busy, and finds a time when everyone is free", async () => {
  const { page, complaints } = await person();
  await make(page, { title: "Crew briefing", start: `${wednesday}T09:00`, minutes: 30 });
  await open(page, `day=${wednesday}`);
  await page.getByRole("button", { name: /New meeting/ }).click();
  const editor = page.getByRole("dialog", { name: "New meeting" });
  await editor.getByText(/Noa Adler is busy .*Crew briefing/).waitFor(soon);
  await editor.getByRole("button", { name: "Find a time" }).click();
  await editor.getByRole("group", { name: "Times when everyone is free" }).getByRole("button").first().click();
  await editor.getByText(/Noa Adler is busy/).waitFor({ state: "detached", ...soon });
  expect(await serious(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("says in the zone of the meeting on which day and at which hour somebody is busy", async () => {
  const { page, complaints } = await person();
  // 18:30 on the day before in New York.
  await make(page, { title: "Night watch", start: `${wednesday}T01:30`, minutes: 60 });
  const { id } = await make(page, {
    title: "Board call",
    start: "2027-03-09T19:00",
    minutes: 60,
    timeZone: "America/New_York",
    participants: [],
  });
  await open(page, `open=${id}`);
  await page.getByRole("dialog", { name: "Board call" }).getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Edit meeting" });
  const participants = editor.getByRole("combobox", { name: "Participants" });
  await participants.focus();
  await page.getByRole("option", { name: "Noa Adler" }).click();
  await participants.press("Escape");
  await editor.getByText(/Noa Adler is busy .*18:30–19:30.*Night watch/).waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("says who is busy on whole days, and at the next times of a series", async () => {
  const { page, complaints } = await person();
  await make(page, { title: "Crew briefing", start: "2027-03-17T09:15", minutes: 30 });
  await open(page, `day=${wednesday}`);
  await page.getByRole("button", { name: /New meeting/ }).click();
  const editor = page.getByRole("dialog", { name: "New meeting" });
  const clash = editor.getByText(/Noa Adler is busy .*17.*Crew briefing/);
  await editor.getByRole("textbox", { name: "Title" }).fill("Weekly");
  expect(await clash.count()).toBe(0);
  await editor.getByRole("button", { name: /Repeat/ }).click();
  await page.getByRole("menuitemradio", { name: /week/i }).first().click();
  await clash.waitFor(soon);
  await keepPicture(page, "meeting-form-series-busy");
  await editor.getByText("All day").click();
  await editor.getByText(/Noa Adler is busy .*17.*Crew briefing/).waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("keeps to itself what is chosen in a dialog above it, loses nobody by Tab, and takes typed guests", async () => {
  const { page, complaints } = await person();
  await open(page, `day=${wednesday}`);
  await page.getByRole("button", { name: /New meeting/ }).click();
  const editor = page.getByRole("dialog", { name: "New meeting" });
  await editor.getByRole("textbox", { name: "Title" }).fill("Standup");
  await editor.getByRole("button", { name: /Repeat/ }).click();
  await page.getByText("Custom…").click();
  const custom = page.getByRole("dialog", { name: "Repeat" });
  await custom.getByRole("button", { name: "Save" }).click();
  await custom.waitFor({ state: "detached", ...soon });
  expect(await editor.isVisible()).toBe(true);
  expect(await timesOf(page, "Standup")).toEqual([]);

  const participants = editor.getByRole("combobox", { name: "Participants" });
  for (const key of ["Tab", "Enter"]) {
    await participants.focus();
    await page.getByRole("option", { name: "Noa Adler" }).waitFor(soon);
    await participants.press(key);
    await editor.getByRole("row", { name: "Noa Adler" }).waitFor(soon);
  }
  const guests = editor.getByRole("combobox", { name: "Guests" });
  // While the list is open, only it and its field are there for a screen reader.
  const guest = (name: string) => editor.getByRole("row", { name, includeHidden: true });
  await guests.pressSequentially("a@galil.example");
  await guests.press("Enter");
  await guest("a@galil.example").waitFor(soon);
  await guests.pressSequentially("b@galil.example,");
  await guest("b@galil.example").waitFor(soon);
  await guests.fill("c@galil.example; d@galil.example");
  await guests.press("Tab");
  await guest("c@galil.example").waitFor(soon);
  await guest("d@galil.example").waitFor(soon);
  // What is wrong is said below the field, which no list covers; the list comes and goes with what is typed.
  const list = page.getByRole("listbox");
  await guests.pressSequentially("e@galil");
  await list.waitFor(soon);
  await guests.press("Enter");
  await editor.getByText("Invalid email").waitFor(soon);
  await list.waitFor({ state: "detached", ...soon });
  await guests.press("Control+a");
  await guests.press("Backspace");
  await expect.poll(() => guests.inputValue()).toBe("");
  await guests.pressSequentially("e@");
  await list.waitFor(soon);
  await guests.press("Escape");
  await list.waitFor({ state: "detached", ...soon });
  expect(await editor.isVisible()).toBe(true);
  expect(await guests.inputValue()).toBe("e@");

  await guests.fill("e@galil");
  await guests.press("Tab");
  await editor.getByText("Invalid email").waitFor(soon);
  expect(await guests.inputValue()).toBe("e@galil");
  await editor.getByRole("button", { name: "Create meeting" }).click();
  expect(await editor.isVisible()).toBe(true);
  await guests.fill("e@galil.example");
  await guests.press("Tab");
  await editor.getByRole("button", { name: "Create meeting" }).click();
  await toast(page, "Meeting created").waitFor(soon);
  await expect.poll(async () => (await timesOf(page, "Standup")).length, soon).toBeGreaterThan(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("makes a meeting about a card, with it as a guest", async () => {
  const { page, complaints } = await person();
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Galil Cold Storage" }).first().click();
  await page.getByRole("heading", { name: "Galil Cold Storage" }).first().waitFor(soon);
  await page.keyboard.press("Shift+M");
  const editor = page.getByRole("dialog", { name: "New meeting" });
  await editor.getByRole("textbox", { name: "Title" }).waitFor(soon);
  await editor.getByText("Galil Cold Storage").waitFor(soon);
  await page.keyboard.type("Site visit");
  await page.keyboard.press("Enter");
  await toast(page, "Meeting created").waitFor(soon);
  await toast(page, "Meeting created").getByRole("link", { name: "Open" }).click();
  await page.getByRole("dialog", { name: "Site visit" }).getByText("No reply yet").waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("Cancel throws away what was typed in a new meeting, and Undo brings it back", async () => {
  const { page, complaints } = await person();
  await open(page, `day=${wednesday}`);
  const editor = page.getByRole("dialog", { name: "New meeting" });
  const title = editor.getByRole("textbox", { name: "Title" });
  await page.keyboard.press("n");
  await title.fill("Site visit");
  await editor.getByRole("button", { name: "Cancel" }).click();
  await editor.waitFor({ state: "detached", ...soon });
  await toast(page, "Discarded what you typed").getByRole("button", { name: "Undo" }).click();
  await title.waitFor(soon);
  expect(await title.inputValue()).toBe("Site visit");
  await editor.getByRole("button", { name: "Cancel" }).click();
  await editor.waitFor({ state: "detached", ...soon });
  await page.keyboard.press("n");
  await title.waitFor(soon);
  expect(await title.inputValue()).toBe("");
  expect(await editor.getByText("What you typed before").count()).toBe(0);
  // Nothing was typed, so there is nothing to bring back.
  await editor.getByRole("button", { name: "Cancel" }).click();
  await editor.waitFor({ state: "detached", ...soon });
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("keeps what was typed and not saved, of a new meeting and of one that is changed, until it is saved or started over", async () => {
  const { page, complaints } = await person();
  const { id } = await make(page, { title: "Kickoff", start: `${wednesday}T10:00`, location: "Room 1" });
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await open(page, `day=${wednesday}`);
  const editor = page.getByRole("dialog", { name: "New meeting" });
  const title = editor.getByRole("textbox", { name: "Title" });
  await page.keyboard.press("n");
  await title.fill("Site visit");
  const guests = editor.getByRole("combobox", { name: "Guests" });
  await guests.fill("Galil");
  await page.getByRole("option", { name: "Galil Cold Storage" }).click();
  await guests.press("Tab");
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached", ...soon });
  await page.reload();
  await page.locator("[data-calendar-view]").waitFor(soon);
  await page.keyboard.press("n");
  await editor.getByRole("status").filter({ hasText: "What you typed before is here again." }).waitFor(soon);
  expect(await title.inputValue()).toBe("Site visit");
  await editor.getByRole("row", { name: "Galil Cold Storage", includeHidden: true }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "meeting-draft");
  await editor.getByRole("button", { name: "Start over" }).click();
  expect(await title.inputValue()).toBe("");
  await editor.getByText("What you typed before").waitFor({ state: "detached", ...soon });
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached", ...soon });
  await page.keyboard.press("n");
  await title.waitFor(soon);
  expect(await editor.getByText("What you typed before").count()).toBe(0);
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached", ...soon });

  await open(page, `open=${id}`);
  const peek = page.getByRole("dialog", { name: "Kickoff" });
  const change = page.getByRole("dialog", { name: "Edit meeting" });
  const location = change.getByRole("textbox", { name: "Location" });
  await peek.getByRole("button", { name: "Edit" }).click();
  await location.fill("Room 2");
  await change.getByRole("button", { name: "Close" }).click();
  await change.waitFor({ state: "detached", ...soon });
  await peek.getByText("Room 1").waitFor(soon);
  // What others write in the meantime stays theirs.
  await call(page, app.origin, "meetings.update", { meetingId: id, title: "Kickoff in person" });
  await page.getByRole("dialog", { name: "Kickoff in person" }).getByRole("button", { name: "Edit" }).click();
  await change.getByText("What you typed before is here again.").waitFor(soon);
  expect(await location.inputValue()).toBe("Room 2");
  // From a field in which Enter alone breaks a line.
  await change.getByRole("textbox", { name: "Description" }).press("Control+Enter");
  await toast(page, "Meeting changed").waitFor(soon);
  const saved = page.getByRole("dialog", { name: "Kickoff in person" });
  await saved.getByText("Room 2").waitFor(soon);
  await saved.getByRole("button", { name: "Edit" }).click();
  await location.waitFor(soon);
  expect(await change.getByText("What you typed before").count()).toBe(0);
  // From a part of the time, which lets no key through to the form of itself.
  await location.fill("Room 3");
  await change.getByRole("spinbutton", { name: /hour/ }).press("Control+Enter");
  await saved.getByText("Room 3").waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("shows what somebody else saved while one wrote, keeps what was written, and saves it with the next press", async () => {
  const { page, complaints } = await person();
  const repeat = { frequency: "week", every: 1, weekdays: ["WE"], ends: { type: "after", times: 3 } };
  const { id } = await make(page, { title: "Crew briefing", start: `${wednesday}T10:00`, location: "Room 1", repeat });
  const change = (more: object) => call(page, app.origin, "meetings.update", { meetingId: id, ...more });
  await open(page, `open=${id}&on=${wednesday}&day=${wednesday}`);
  await page.getByRole("dialog", { name: "Crew briefing" }).getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Edit meeting", includeHidden: true });
  const field = (name: string) => editor.getByRole("textbox", { name });
  const question = page.getByRole("alertdialog", { name: "Change repeating meeting" });
  async function save(part: string) {
    await editor.getByRole("button", { name: "Save" }).click();
    await question.getByText(part, { exact: true }).click();
    await question.getByRole("button", { name: "Save" }).click();
  }
  await field("Location").fill("Room 2");
  await change({ location: "Room 3", title: "Site briefing" });
  await save("All meetings");
  const alert = editor.getByRole("alert");
  await alert.getByText("Location: Room 3").waitFor(soon);
  expect(await alert.getByRole("listitem").count()).toBe(1);
  expect([await field("Location").inputValue(), await field("Title").inputValue()]).toEqual(["Room 2", "Site briefing"]);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "meeting-conflict");
  // It is still over what somebody else has saved after the page was loaded again.
  await page.reload();
  const peek = page.getByRole("dialog", { name: "Site briefing" });
  await peek.getByRole("button", { name: "Edit" }).click();
  await field("Location").waitFor(soon);
  expect(await field("Location").inputValue()).toBe("Room 2");
  await save("All meetings");
  await toast(page, "Meeting changed").waitFor(soon);
  await peek.getByText("Room 2").waitFor(soon);

  // Another date is nothing to this one.
  await peek.getByRole("button", { name: "Edit" }).click();
  await field("Title").fill("Roof inspection");
  await change({ scope: "one", day: "2027-03-17", title: "Review" });
  await save("This meeting");
  await page.getByRole("dialog", { name: "Roof inspection" }).waitFor(soon);
  await editor.waitFor({ state: "detached", ...soon });
  expect(await timesOf(page, "Review")).toEqual(["2027-03-17 10:00 2027-03-17 11:00"]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("records what a guest said by telephone, for a date or for all, and shows who did until the guest replies", async () => {
  const { page, complaints } = await person();
  const repeat = { frequency: "week", every: 1, weekdays: ["WE"], ends: { type: "after", times: 3 } };
  const guests = [{ email: "dana@galil.example", name: "Dana Levi" }];
  const { id } = await make(page, { title: "Crew briefing", start: `${wednesday}T20:00`, minutes: 30, repeat, guests });
  await open(page, `open=${id}`);
  const peek = page.getByRole("dialog", { name: "Crew briefing" });
  const reply = peek.getByRole("button", { name: /Record the reply of Dana Levi/ });
  // On a row at the lower edge of the window all of it is in view, also what came after it was opened.
  await expect.poll(() => peek.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight), soon).toBe(0);
  const box = await peek.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  await reply.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu");
  await menu.getByRole("group", { name: "For this date" }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "meeting-reply-menu");
  await menu.getByRole("group", { name: "For this date" }).getByRole("menuitem", { name: "Accepted" }).press("Enter");
  await toast(page, "Reply recorded").waitFor(soon);
  await peek.getByRole("button", { name: /Dana Levi: Accepted/ }).waitFor(soon);
  await peek.getByText("recorded by Noa Adler").waitFor(soon);
  await page.keyboard.press("Escape");
  await open(page, `open=${id}&on=2027-03-17&day=2027-03-17`);
  await peek.getByRole("button", { name: /Dana Levi: No reply yet/ }).click();
  await menu.getByRole("group", { name: "For all dates" }).getByRole("menuitem", { name: "Declined" }).click();
  await peek.getByRole("button", { name: /Dana Levi: Declined/ }).waitFor(soon);
  await keepPicture(page, "meeting-reply-low");
  await toast(page, "Reply recorded").getByRole("button", { name: "Undo" }).click();
  await peek.getByRole("button", { name: /Dana Levi: No reply yet/ }).waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("shows the dates of a series that differ from it, restores each, and says which a changed rule leaves out", async () => {
  const { page, complaints } = await person();
  const repeat = { frequency: "week", every: 1, weekdays: ["WE", "TH"], weekStart: "SU", ends: { type: "never" } };
  const { id: meetingId } = await make(page, { title: "Crew briefing", start: `${wednesday}T10:00`, minutes: 30, repeat });
  const change = (name: string, on: string, more: object = {}) =>
    call(page, app.origin, name, { meetingId, scope: "one", day: on, ...more });
  await change("meetings.remove", "2027-03-17");
  await change("meetings.update", "2027-03-18", { start: "2027-03-19T16:00" });
  await change("meetings.update", "2027-03-25", { title: "Retrospective" });
  await open(page, `open=${meetingId}&on=${wednesday}&day=${wednesday}`);
  await page.getByRole("dialog", { name: "Crew briefing" }).getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Edit meeting" });
  const dates = editor.getByRole("region", { name: "Dates that differ from the series" });
  await dates.getByText(/Moved to Friday.*19 March.*16:00|Moved to Friday.*4:00/).waitFor(soon);
  await dates.getByText("Changed: Retrospective").scrollIntoViewIfNeeded();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "meeting-dates");
  for (const button of [/Restore Wednesday.*17/, /Restore Thursday.*18/]) {
    await dates.getByRole("button", { name: button }).press("Enter");
    await dates.getByRole("button", { name: button }).waitFor({ state: "detached", ...soon });
  }
  await expect
    .poll(() => timesOf(page, "Crew briefing"), soon)
    .toEqual(["10", "11", "17", "18", "24", "31"].map((at) => `2027-03-${at} 10:00 2027-03-${at} 10:30`));
  // What is saved afterwards is no conflict with what was restored.
  await editor.getByRole("button", { name: /^Repeat/ }).click();
  await page.getByRole("menuitemradio", { name: /^Weekly on Wednesday|^Every week on Wednesday/ }).click();
  await editor.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Change repeating meeting" });
  await question.getByRole("radio", { name: /All meetings/ }).waitFor(soon);
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await toast(page, /A date that was changed separately is no longer in the series: 25 Mar 2027|Mar 25, 2027/).waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("knows somebody who is a guest by card and by address as one", async () => {
  const { page, complaints } = await person();
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage", email: "office@galil.example" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Galil Cold Storage" }).first().click();
  await page.getByRole("group", { name: "Add to the timeline" }).getByRole("button", { name: "Meeting" }).click();
  const editor = page.getByRole("dialog", { name: "New meeting" });
  await editor.getByRole("row", { name: "Galil Cold Storage", includeHidden: true }).waitFor(soon);
  const guests = editor.getByRole("combobox", { name: "Guests" });
  await guests.fill("office@galil.example");
  await page.getByRole("option", { name: /office@galil.example/ }).waitFor(soon);
  await guests.press("Tab");
  await editor.getByText("Galil Cold Storage is already a guest, with this address").waitFor(soon);
  expect(await editor.getByRole("row", { name: "office@galil.example", includeHidden: true }).count()).toBe(0);
  await keepPicture(page, "meeting-one-guest");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("offers nobody twice: what is chosen while typing adds, and takes nobody away", async () => {
  const { page, complaints } = await person();
  await makeLeads(page, app.origin, [{ name: "Cedar Cold Storage" }, { name: "Cedar Terrace" }]);
  await open(page, `day=${wednesday}`);
  await page.keyboard.press("n");
  const editor = page.getByRole("dialog", { name: "New meeting" });
  const guests = editor.getByRole("combobox", { name: "Guests" });
  const rows = () => editor.getByRole("row", { includeHidden: true }).allTextContents();
  await guests.pressSequentially("guest1@x.example");
  await guests.press("Enter");
  await editor.getByRole("row", { name: "guest1@x.example", includeHidden: true }).waitFor(soon);
  for (const name of ["Cedar Cold Storage", "Cedar Terrace"]) {
    await guests.pressSequentially(name.toLowerCase());
    await expect.poll(() => page.getByRole("option").count(), soon).toBe(1);
    await page.getByRole("option", { name }).waitFor(soon);
    await guests.press("ArrowDown");
    await guests.press("Enter");
    await editor.getByRole("row", { name, includeHidden: true }).waitFor(soon);
  }
  expect(await rows()).toEqual(["Noa Adler", "guest1@x.example", "Cedar Cold Storage", "Cedar Terrace"]);
  // Who takes part already is no match any more.
  const participants = editor.getByRole("combobox", { name: "Participants" });
  await participants.pressSequentially("Noa");
  await page.getByText("No matches").waitFor(soon);
  await participants.press("ArrowDown");
  await participants.press("Enter");
  expect(await rows()).toContain("Noa Adler");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("says on a phone why a meeting was not created, and what is missing of it, where one sees it", async () => {
  const { page } = await person({ width: 390, height: 844, isPhone: true });
  await open(page, `day=${wednesday}`);
  await page.getByRole("button", { name: /New meeting/ }).tap();
  const editor = page.getByRole("dialog", { name: "New meeting" });
  const create = editor.getByRole("button", { name: "Create meeting" });
  const title = editor.getByRole("textbox", { name: "Title" });
  /** Between the heading and the buttons of the dialog. */
  const isInView = async (what: Locator): Promise<boolean> => {
    const [said, above, below] = await Promise.all([
      what.isVisible().then((isThere) => (isThere ? what.boundingBox() : null)),
      editor.getByRole("heading", { name: "New meeting" }).boundingBox(),
      create.boundingBox(),
    ]);
    if (!said || !above || !below) return false;
    return said.y >= above.y + above.height && said.y + said.height <= below.y;
  };
  await title.fill("Site visit");
  await page.route("**/api/trpc/meetings.create*", (route) =>
    route.fulfill({
      status: 500,
      json: { error: { message: "INTERNAL", code: -32_603, data: { code: "INTERNAL_SERVER_ERROR" } } },
    }),
  );
  for (const send of [() => create.tap(), () => title.press("Enter")]) {
    await title.scrollIntoViewIfNeeded();
    await send();
    await expect.poll(() => isInView(editor.getByRole("alert")), soon).toBe(true);
  }
  await keepPicture(page, "meeting-refused-phone");
  await title.fill("");
  await editor.getByRole("textbox", { name: "Description" }).scrollIntoViewIfNeeded();
  expect(await isInView(title)).toBe(false);
  await create.tap();
  await expect.poll(() => isInView(editor.getByText("Please enter a title")), soon).toBe(true);
  await page.context().close();
});

it("asks what the change of a series is for, before it says that it saves", async () => {
  const { page, complaints } = await person();
  const repeat = { frequency: "week", every: 1, weekdays: ["WE"], ends: { type: "after", times: 3 } };
  const { id } = await make(page, { title: "Crew briefing", start: `${wednesday}T10:00`, minutes: 30, repeat });
  await open(page, `open=${id}&on=${wednesday}&day=${wednesday}`);
  await page.getByRole("dialog", { name: "Crew briefing" }).getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Edit meeting", includeHidden: true });
  const saving = editor.getByText("Saving");
  await editor.getByRole("textbox", { name: "Location" }).fill("Room 2");
  await editor.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Change repeating meeting" });
  await question.getByRole("radio", { name: /All meetings/ }).waitFor(soon);
  expect(await saving.count()).toBe(0);
  await keepPicture(page, "meeting-scope-asked");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached", ...soon });
  expect(await saving.count()).toBe(0);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/trpc/meetings.update*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await editor.getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Save" }).click();
  await saving.waitFor(soon);
  held.resolve();
  await toast(page, "Meeting changed").waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});
