import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as FetchAgain from "./fetch-again.ts";

const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/part.js"));

/** What a style sheet of the page is to the browser, and what it becomes when it is asked for again. */
class Link extends EventTarget {
  removed = 0;
  readonly added: Link[] = [];
  readonly sheet: { readonly cssRules: readonly unknown[] } | null;
  readonly answers: "load" | "error";
  constructor(sheet: Link["sheet"], answers: Link["answers"] = "load") {
    super();
    this.sheet = sheet;
    this.answers = answers;
  }
  cloneNode(): Link {
    return new Link({ cssRules: [1] }, this.answers);
  }
  after(link: Link): void {
    this.added.push(link);
    queueMicrotask(() => link.dispatchEvent(new Event(link.answers)));
  }
  remove(): void {
    this.removed++;
  }
}

let links: Link[];
let network: EventTarget & { onLine: boolean };
/** Each test has a page of its own. */
let page: typeof FetchAgain;
beforeEach(async () => {
  vi.useFakeTimers();
  links = [];
  network = Object.assign(new EventTarget(), { onLine: true });
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
  vi.stubGlobal("document", { querySelectorAll: (selector: string) => (selector === "link[rel=stylesheet]" ? links : []) });
  vi.resetModules();
  page = await import("./fetch-again.ts");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("code that arrives is asked for once", async () => {
  const load = vi.fn(async () => "code");
  expect(await page.fetchOr(load, () => "nothing")).toBe("code");
  expect(load).toHaveBeenCalledTimes(1);
  expect(page.missesPart()).toBe(false);
});

it("code that does not arrive is asked for again after one second, and after three more; then the page says that it misses a part", async () => {
  const load = vi.fn<() => Promise<string>>(missing);
  const notified = vi.fn();
  const quiet = vi.fn();
  page.subscribeToMissing(notified);
  page.subscribeToMissing(quiet)();
  const result = page.fetchOr(load, () => "nothing");
  await vi.advanceTimersByTimeAsync(999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(load).toHaveBeenCalledTimes(2);
  expect(page.missesPart()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe("nothing");
  expect(load).toHaveBeenCalledTimes(3);
  expect(page.missesPart()).toBe(true);
  expect(notified).toHaveBeenCalledTimes(1);
  expect(quiet).not.toHaveBeenCalled();
});

it("while there is no network, nothing is asked for again", async () => {
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(missing).mockResolvedValue("code");
  network.onLine = false;
  const result = page.fetchOr(load, () => "nothing");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  network.onLine = true;
  network.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toBe("code");
  expect(page.missesPart()).toBe(false);
});

it("what is wrong with the code itself is thrown at once", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("x is not a function"));
  await expect(page.fetchOr(load, () => "nothing")).rejects.toThrow("x is not a function");
  expect(load).toHaveBeenCalledTimes(1);
  expect(page.missesPart()).toBe(false);
});

it("style sheets that did not arrive, cannot be read or are empty are asked for again and replaced; the others stay", async () => {
  const unreadable = new Link(null);
  Object.defineProperty(unreadable, "sheet", {
    value: {
      get cssRules(): never {
        throw new DOMException("Cannot access rules", "SecurityError");
      },
    },
  });
  const lost = [new Link(null), new Link({ cssRules: [] }), unreadable];
  const whole = new Link({ cssRules: [1] });
  links = [...lost, whole];
  await page.fetchStylesAgain();
  for (const link of lost) expect([link.added.length, link.removed]).toEqual([1, 1]);
  expect([whole.added.length, whole.removed]).toEqual([0, 0]);
});

it("a style sheet that several parts of the page miss at once is asked for once, and so is the one in its place while it is on its way", async () => {
  const lost = new Link(null);
  links = [lost];
  const first = page.fetchStylesAgain();
  const [again] = lost.added;
  links = [lost, ...lost.added.map((link) => Object.assign(link, { sheet: null }))];
  await Promise.all([first, page.fetchStylesAgain(), page.fetchStylesAgain()]);
  expect([lost.added.length, again?.added.length, lost.removed]).toEqual([1, 0, 1]);
});

it("a style sheet that does not arrive again stays to be asked for, and with it the code", async () => {
  const lost = new Link(null, "error");
  links = [lost];
  const failed = page.fetchStylesAgain();
  await expect(failed).rejects.toThrow("Unable to preload CSS");
  expect(lost.removed).toBe(0);
  const load = vi.fn<() => Promise<string>>(missing);
  const result = page.fetchOr(load, () => "nothing");
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await result).toBe("nothing");
  // Without its style sheet it is not asked for.
  expect(load).toHaveBeenCalledTimes(1);
});
