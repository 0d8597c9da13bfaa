import { isMissingFile } from "./errors.ts";

/** Seconds before each further try while there is a network, but no answer. */
const pauses = [1, 3];

/** Whether a style sheet did not arrive: Chromium gives it one that cannot be read, others an empty one or none. */
function isLost({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/** Requests under way, by the style sheet that did not arrive and by the one in its place: several parts of a page ask at once. */
const asking = new WeakMap<Node, Promise<void>>();

function fetchStyleAgain(link: HTMLLinkElement): Promise<void> {
  const known = asking.get(link);
  if (known) return known;
  const again = link.cloneNode();
  const answer = new Promise<void>((resolve, reject) => {
    again.addEventListener("load", () => {
      link.remove();
      resolve();
    });
    again.addEventListener("error", () => {
      again.parentNode?.removeChild(again);
      asking.delete(link);
      reject(new Error("Unable to preload CSS"));
    });
  });
  asking.set(link, answer);
  asking.set(again, answer);
  link.after(again);
  return answer;
}

/** Style sheets that did not arrive are asked for again: Vite asks for each only once. */
export async function fetchStylesAgain(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  await Promise.all(links.filter(isLost).map(fetchStyleAgain));
}

/**
 * Resolves once the browser has a network. Code that nobody needs yet is not asked for before: browsers keep the failure of a module, and do not ask for it again
 * until the page is loaded anew.
 */
export const connection = (): Promise<unknown> =>
  navigator.onLine ? Promise.resolve() : new Promise((resolve) => addEventListener("online", resolve, { once: true }));

let isPartMissing = false;
const subscribers = new Set<() => void>();
/** Whether something that belongs on the page can only come with a reload. */
export const missesPart = (): boolean => isPartMissing;
export function subscribeToMissing(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/**
 * Loads code, also what the browser has kept; again once there is a network, and a few times while the server does not answer. What else is on the page is not lost
 * for it.
 *
 * @param absent stands for it if it does not come; the page then offers to be reloaded
 * @throws what is wrong with the code itself
 */
export async function fetchOr<Code>(load: () => Promise<Code>, absent: () => Code): Promise<Code> {
  for (const seconds of [0, ...pauses]) {
    try {
      if (seconds > 0) {
        await connection();
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        await fetchStylesAgain();
      }
      return await load();
    } catch (error) {
      if (!isMissingFile(error)) throw error;
    }
  }
  isPartMissing = true;
  for (const subscriber of subscribers) subscriber();
  return absent();
}
