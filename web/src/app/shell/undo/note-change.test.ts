import { beforeEach, expect, it, vi } from "vitest";
import { dropDone, nextDone, noteFinal } from "../../../features/undo/undo.ts";
import { call, onChanged } from "../../../lib/calls/calls.ts";
import { noteChange } from "./note-change.ts";

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  onChanged(noteChange);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** Everything that is done has a time of its own. */
async function sendMail() {
  noteFinal("Email on its way");
  await vi.advanceTimersByTimeAsync(1);
}

async function change(path: string, isRefused = false) {
  vi.stubGlobal("fetch", async () => Response.json([isRefused ? { error: { data: {} } } : { result: { data: {} } }]));
  const answer = call("mutation", path, {}).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
}

/** What the key says cannot be undone, from the last on. */
function pressed(): string[] {
  const said: string[] = [];
  for (let done = nextDone("undo"); done; done = nextDone("undo")) {
    said.push(done.label);
    dropDone("undo", done);
  }
  return said;
}

it("a change of the settings is not passed over by the key", async () => {
  await sendMail();
  await change("roles.update");
  expect(pressed()).toEqual(["", "Email on its way"]);
});

it("neither a refused change is noted, nor one that its caller undoes, nor what one chooses for oneself", async () => {
  await change("roles.update", true);
  await change("cards.update");
  await change("favorites.add");
  expect(pressed()).toEqual([]);
});

it("the calls of one press are one change, those of two presses are two", async () => {
  await change("layouts.remove");
  await change("layouts.create");
  await change("layouts.reorder");
  expect(pressed()).toEqual([""]);
  await change("members.suspend");
  await vi.advanceTimersByTimeAsync(5_000);
  await change("members.reinstate");
  expect(pressed()).toEqual(["", ""]);
});

it("what was done between two calls stays between them", async () => {
  await change("members.suspend");
  await sendMail();
  await change("members.reinstate");
  expect(pressed()).toEqual(["", "Email on its way", ""]);
});
