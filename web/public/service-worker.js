/*
 * Shows what Kartis pushes while none of its pages is in view, and opens what is pressed. It answers no requests and keeps nothing of the app, so that no page
 * is ever older than its server. Version 1.
 */
const shownStore = "kartis-shown";
/** As many are remembered as having been shown. */
const mostRemembered = 100;
/** A page that does not say by then that it opens the place has nobody who does. */
const answerMs = 1_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let message;
  try {
    message = event.data?.json();
  } catch {
    // Not one of ours.
  }
  if (message) event.waitUntil(inTurn(message));
});

/** A page that is open but not in view has something shown, such as a reminder, which comes by push as well: once, by its id. */
self.addEventListener("message", (event) => {
  if (event.data?.kind === "show") event.waitUntil(inTurn(event.data.message));
});

let last = Promise.resolve();

/** One after the other: two that come at the same moment would each find that the other has not been shown. */
function inTurn(message) {
  const shown = last.then(() => show(message));
  last = shown.catch(() => undefined);
  return shown;
}

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ id, tag, title, body, path, lang, dir, mustShow }) {
  const isSeen = (await pages()).some(({ visibilityState }) => visibilityState === "visible");
  // The page that is in view shows it.
  if (isSeen && !mustShow) return;
  const store = await self.caches.open(shownStore);
  const key = `/shown/${encodeURIComponent(id)}`;
  const isAgain = (await store.match(key)) !== undefined;
  if (isAgain && !mustShow) return;
  await store.put(key, new Response());
  await self.registration.showNotification(title, {
    body,
    tag,
    lang,
    dir,
    data: { path },
    renotify: !isAgain,
    silent: isSeen || isAgain,
  });
  const all = await store.keys();
  for (const old of all.slice(0, Math.max(0, all.length - mostRemembered))) await store.delete(old);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPlace(String(event.notification.data?.path ?? "/")));
});

async function openPlace(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const open = await pages();
  const page = open.find(({ focused }) => focused) ?? open[0];
  if (page && (await takes(page, url.pathname + url.search))) {
    await page.focus();
    return;
  }
  await self.clients.openWindow(url.href);
}

/** Asks the page to go there by itself, so that nothing in it is lost. */
function takes(page, path) {
  const { port1, port2 } = new MessageChannel();
  page.postMessage({ kind: "open", path }, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerMs);
  });
}
