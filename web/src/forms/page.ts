import "../ui/theme/tokens.css";
import "../ui/theme/fonts.css";
import "./form.css";
import type { Answers, OpenForm, Submitted } from "@kartis/core/lead-forms/schema.ts";
import { openForm, submitForm } from "./calls.ts";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { type DrawnForm, drawForm, drawNotice } from "./draw.ts";
import { element } from "./element.ts";
import { growWithContent, leaveFor } from "./frame.ts";
import { showPreviews } from "./preview.ts";
import { browserLanguage, problemIn, type Words, wordsIn } from "./words.ts";

const root = document.querySelector("main") ?? document.body;

function show(node: HTMLElement, title: string): void {
  root.removeAttribute("aria-busy");
  root.replaceChildren(node);
  document.title = title;
}

/** Shows a page in the form's place, and has it read out. */
function showNotice(node: HTMLElement, title: string): void {
  show(node, title);
  node.querySelector<HTMLElement>("h1")?.focus();
}

interface Earlier {
  readonly answers: Answers;
  /** The form has changed since they were typed. */
  readonly isChanged?: boolean;
}

/** Shows the form, with what was typed into it earlier. */
async function open(token: string, earlier: Earlier = { answers: readDraft(token) }): Promise<void> {
  const answer = await openForm(token);
  // The server's instant is before this one: measured from here, nobody who waits is too early for it.
  const openedAt = performance.now();
  if (answer.kind === "ok") {
    const words = await wordsIn(answer.value.language);
    if (answer.value.isClosed) return show(drawNotice(words["closed.title"], words["closed.text"]), words["closed.title"]);
    begin(token, answer.value, words, openedAt, earlier);
    return;
  }
  const words = await wordsIn(browserLanguage());
  if (answer.kind === "gone") return show(drawNotice(words["gone.title"], words["gone.text"]), words["gone.title"]);
  const again = element("button", { type: "button" }, words.tryAgain);
  again.addEventListener("click", () => void open(token));
  show(drawNotice(words.loadFailed, answer.kind === "tooMany" ? words.tooMany : "", again), words.loadFailed);
}

function begin(token: string, form: OpenForm, words: Words, openedAt: number, { answers: typed, isChanged }: Earlier): void {
  const drawn = drawForm(form, words);
  for (const field of drawn.fields) {
    const kept = typed[field.id];
    if (kept !== undefined) field.write(kept);
  }
  drawn.node.addEventListener("input", () => keepDraft(token, answersOf(drawn)));
  const sending = { isSending: false, last: "", submissionId: "" };
  drawn.node.addEventListener("submit", (event) => {
    event.preventDefault();
    if (sending.isSending) return;
    sending.isSending = true;
    void send().finally(() => {
      sending.isSending = false;
      drawn.setSending(false);
    });
  });
  show(drawn.node, form.title || form.organizationName);
  if (isChanged) {
    drawn.say(words.changed);
    // Beside the message, which is out of sight from the first field.
    drawn.node.querySelector("button")?.focus();
  }

  async function send(): Promise<void> {
    drawn.say(undefined);
    const missing = drawn.all.filter((field) => isEmpty(field.read()) && isRequired(field.id));
    if (missing.length > 0)
      return point(drawn, form, words, Object.fromEntries(missing.map(({ id }) => [id, "validation.required"])));
    drawn.setSending(true);
    const answers = answersOf(drawn);
    const consent = drawn.consent?.read() === true ? form.consent : "";
    // The same submission, if the answer to it was lost; another one, if something was changed since.
    const content = JSON.stringify([answers, consent]);
    if (sending.last !== content) Object.assign(sending, { last: content, submissionId: crypto.randomUUID() });
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, openedAt + form.waitMs - performance.now())));
    const { submissionId } = sending;
    const answer = await submitForm({ token, submissionId, answers, consent, opened: form.opened, website: drawn.trap() });
    if (answer.kind === "ok") return done(token, answer.value, words);
    if (answer.kind === "refused") {
      // Somebody has changed the form meanwhile: what is asked now is not what is on this page.
      const isChangedNow = Object.entries(answer.fields).some(
        ([id, key]) =>
          key === "validation.unknownField" ||
          (id === "consent" && consent !== "") ||
          !drawn.all.some((field) => field.id === id),
      );
      return isChangedNow ? open(token, { answers, isChanged: true }) : point(drawn, form, words, answer.fields);
    }
    if (answer.kind === "tooMany") return drawn.say(words.tooMany);
    if (answer.kind === "failed") return drawn.say(words.failed);
    drawn.say(`${words["closed.title"]}. ${words["closed.text"]}`);
  }

  const isRequired = (id: string) => id === "consent" || form.fields.some((field) => field.id === id && field.required);
}

const isEmpty = (value: unknown) =>
  value === false || (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0);
const answersOf = ({ fields }: DrawnForm) => Object.fromEntries(fields.map((field) => [field.id, field.read()]));

/** Shows what is wrong at the fields, and goes to the first of them. */
async function point(drawn: DrawnForm, form: OpenForm, words: Words, wrong: Readonly<Record<string, string>>): Promise<void> {
  const problem = await problemIn(form.language);
  for (const field of drawn.all) {
    const key = wrong[field.id];
    const message = key === undefined ? undefined : field === drawn.consent ? words.consent : problem(key);
    field.complain(message);
  }
  drawn.say(words.invalid);
  drawn.all.find(({ id }) => wrong[id] !== undefined)?.focus();
}

function done(token: string, { thanks, redirect }: Submitted, words: Words): void {
  dropDraft(token);
  const title = words["thanks.title"];
  if (redirect !== "") {
    const link = element("a", { href: redirect, target: "_top" }, words.continue);
    showNotice(drawNotice(title, thanks, link), title);
    return leaveFor(redirect);
  }
  const again = element("button", { type: "button", class: "quiet" }, words.another);
  again.addEventListener("click", () => void open(token));
  showNotice(drawNotice(title, thanks || words["thanks.text"], again), title);
}

const theme = new URLSearchParams(location.search).get("theme");
document.documentElement.dataset["theme"] =
  theme === "dark" || theme === "light" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
const [, , token = ""] = location.pathname.split("/");
growWithContent();
if (token === "preview") showPreviews(show);
else void open(token);
