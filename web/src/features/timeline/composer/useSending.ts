import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type Attempt } from "../changes/comments.ts";
import { sayNotSaved } from "../changes/save.ts";
import { leftSent, sendKept, type Written } from "./sent.ts";

interface Sending {
  readonly on: CardId | ActivityId;
  /** Undefined for changes of a comment that is saved. */
  readonly draftKey: string | undefined;
  /** Answers why it was not saved. */
  readonly onSend: (written: Written & { readonly attempt: Attempt }) => Promise<string | undefined>;
  readonly onSaved: () => void;
  /** What could not be saved is the form's again. */
  readonly onBack: (written: Written) => void;
}

/** Sends what a form has written, and what was sent from it before the page was left. */
export function useSending({ on, draftKey, onSend, onSaved, onBack }: Sending) {
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState<string>();
  const isThere = useRef(true);
  /** Sent from this form before, perhaps without an answer. */
  const tried = useRef<ActivityId>(undefined);

  async function send(written: Written, attempt: Attempt = tried.current === written.commentId ? "again" : "first") {
    setSending(true);
    setReason(undefined);
    const run = () => onSend({ ...written, attempt });
    const failure = await (draftKey ? sendKept(on, draftKey, written, run) : run());
    setSending(false);
    if (failure === undefined) return onSaved();
    // The form will have it when it is opened again.
    if (draftKey && !isThere.current) return sayNotSaved(failure);
    if (attempt !== "left") tried.current = written.commentId;
    setReason(failure);
    onBack(written);
  }

  const sendLeft = useEffectEvent(() => {
    const left = draftKey ? leftSent(on, draftKey) : undefined;
    if (left) void send(left, "left");
  });
  useEffect(() => {
    isThere.current = true;
    queueMicrotask(() => sendLeft());
    return () => {
      isThere.current = false;
    };
  }, []);

  return { isSending, reason, send: (written: Written) => send(written) };
}
