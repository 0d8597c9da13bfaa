import type { PushMessage } from "@kartis/core/push/schema.ts";
import { client } from "../../lib/api.ts";
import { currentViewer } from "../../lib/query-client.ts";

/** Why this browser cannot be notified while Kartis is closed; undefined where it can. */
export type Obstacle = "unsupported" | "install" | "denied";

const isAppleHandheld = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export function obstacle(): Obstacle | undefined {
  const isSupported = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
  // There it comes with the app on the Home Screen.
  if (!isSupported) return isAppleHandheld() && !matchMedia("(display-mode: standalone)").matches ? "install" : "unsupported";
  return Notification.permission === "denied" ? "denied" : undefined;
}

/** The owner and session of this browser's subscription: another person who signs in here must not get their notifications. */
const ownerKey = "kartis-push";

/** The person is part of what answers are kept under. */
const personHere = (): string => currentViewer().split(":")[1] ?? "";

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration("/") : undefined;

const subscribed = async (): Promise<PushSubscription | null> =>
  (await (await registered())?.pushManager?.getSubscription()) ?? null;

async function add(subscription: PushSubscription, sessionId: string): Promise<void> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  await client.push.add.mutate({ endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } });
  localStorage.setItem(ownerKey, `${personHere()} ${sessionId}`);
}

/**
 * Subscribes this browser to notifications. The browser asks the person for permission, if it has not yet.
 * @returns false where they say no. Throws where the browser cannot reach its push service, or Kartis refuses.
 */
export async function switchOn(publicKey: string, sessionId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for somebody else, or for another sender, ends here.
  await (await pushManager.getSubscription())?.unsubscribe();
  await add(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }), sessionId);
  return true;
}

/** Ends this browser's own part of the subscription, also at sign-out, when the server has forgotten it with the session. */
export async function letGo(): Promise<void> {
  localStorage.removeItem(ownerKey);
  await (await subscribed())?.unsubscribe();
}

/** Compares what this browser has with what the server sends to: a new session of the same person takes it over, and in any other case it ends. */
export async function reconcile(): Promise<void> {
  const subscription = await subscribed();
  if (!subscription) return;
  const { sessionId, browsers } = await client.push.browsers.query({});
  if (browsers.some(({ isCurrent }) => isCurrent)) return;
  const [person, since] = (localStorage.getItem(ownerKey) ?? "").split(" ");
  const isRenewed = person === personHere() && since !== sessionId && Notification.permission === "granted";
  await (isRenewed ? add(subscription, sessionId) : letGo());
}

/** Lets the service worker show it, deduplicated with push messages. @returns false if there is none */
export async function showByWorker(message: Omit<PushMessage, "mustShow">): Promise<boolean> {
  const worker = (await registered())?.active;
  worker?.postMessage({ kind: "show", message: { ...message, mustShow: false } });
  return worker !== null && worker !== undefined;
}

/** Goes where a notification leads that was pressed, while the listener is there. */
export function onPressed(go: (path: string) => void): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const listener = ({ data, ports: [port] }: MessageEvent<{ kind?: unknown; path?: unknown } | null>) => {
    if (data?.kind !== "open" || typeof data.path !== "string" || !data.path.startsWith("/")) return;
    port?.postMessage("opens");
    go(data.path);
  };
  navigator.serviceWorker.addEventListener("message", listener);
  return () => navigator.serviceWorker.removeEventListener("message", listener);
}
