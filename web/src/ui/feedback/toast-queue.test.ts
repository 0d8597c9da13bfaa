import { beforeEach, describe, expect, it } from "vitest";
import { clearToasts, showToast, toastQueue } from "../../lib/toasts/toast-queue.ts";

const titles = () => toastQueue.visibleToasts.map((toast) => toast.content.title);

describe("notifications", () => {
  beforeEach(clearToasts);

  it("are shown one at a time", () => {
    showToast({ tone: "error", code: "CONFLICT", title: "Already exists" });
    showToast({ tone: "error", code: "TIMEOUT", title: "Took too long" });
    expect(titles()).toHaveLength(1);
  });

  it("with a code that is open already are not shown again", () => {
    showToast({ tone: "error", code: "CONFLICT", title: "Already exists" });
    showToast({ tone: "error", code: "CONFLICT", title: "Already exists" });
    const [first] = toastQueue.visibleToasts;
    if (first) toastQueue.close(first.key);
    expect(titles()).toEqual([]);
  });

  it("of success end the errors before them, which would otherwise come back as if they were new", () => {
    showToast({ tone: "error", code: "TIMEOUT", title: "Took too long" });
    showToast({ tone: "success", title: "Sent" });
    expect(titles()).toEqual(["Sent"]);
    const [first] = toastQueue.visibleToasts;
    if (first) toastQueue.close(first.key);
    expect(titles()).toEqual([]);
  });

  it("can come again once closed", () => {
    showToast({ tone: "error", code: "CONFLICT", title: "Already exists" });
    const [first] = toastQueue.visibleToasts;
    if (first) toastQueue.close(first.key);
    showToast({ tone: "error", code: "CONFLICT", title: "Already exists" });
    expect(titles()).toEqual(["Already exists"]);
  });
});
