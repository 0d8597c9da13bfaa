import { expect, it, vi } from "vitest";
import { currentViewer, setViewer } from "./query-client.ts";
import { toastQueue } from "./toasts/toast-queue.ts";
import { preloadToasts, showToast } from "./toasts/toasts.ts";

vi.stubGlobal("document", { cookie: "" });
vi.stubGlobal("location", { protocol: "https:", origin: "https://kartis.example", pathname: "/cards" });
/** A browser that lets nothing be stored. */
function open() {
  const request = { error: new Error("Not allowed"), onerror: () => undefined };
  queueMicrotask(() => request.onerror());
  return request;
}
vi.stubGlobal("indexedDB", { open });

it("what a person has done leaves the screen with them, and what is said to nobody stays", async () => {
  const { endSession } = await import("./session.ts");
  await preloadToasts();
  setViewer("org_1:usr_1");
  showToast({ tone: "success", title: "Dana saved", action: { label: "Undo", run: () => undefined } });
  expect(toastQueue.visibleToasts).toHaveLength(1);
  await endSession();
  expect(toastQueue.visibleToasts).toEqual([]);
  expect(currentViewer()).toBe("");
  showToast({ tone: "success", title: "The account is deleted" });
  await endSession();
  expect(toastQueue.visibleToasts).toHaveLength(1);
});
