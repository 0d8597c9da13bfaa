import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { sameValue } from "@kartis/core/kernel/same-value.ts";
import { type RefObject, useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { isBlank } from "../editor/blank.ts";
import type { EditorHandle } from "../editor/Editor.tsx";

/** What a template replaces. */
interface Text {
  readonly subject: string;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
}

interface Writing {
  readonly editor: RefObject<EditorHandle | null>;
  /** The text as it is now. */
  readonly read: () => Text;
  readonly setSubject: (subject: string) => void;
  /** Puts files in the place of others, if those are what is attached. */
  readonly swapFiles: (from: Text["attachments"], to: Text["attachments"]) => void;
}

/**
 * Puts the text of a template in the place of what is written, and its files beside those that are attached, so that it can be taken back: by ⌘Z in the text, with which
 * subject and files go along, and by a press.
 */
export function useTemplateText({ editor, read, setSubject, swapFiles }: Writing) {
  const t = useT();
  const swapped = useRef<{ readonly was: Text; readonly is: Text }>(undefined);
  const put = (text: Text, before: Text) => {
    editor.current?.replace(text.body);
    setSubject(text.subject);
    swapFiles(before.attachments, text.attachments);
  };
  return {
    put(text: Text, name: string) {
      const was = read();
      put(text, was);
      swapped.current = { was, is: { ...text, body: read().body } };
      if (isBlank(was.body)) return;
      showToast({
        tone: "success",
        title: t("timeline.mail.replaced", { name }),
        action: { label: t("common.undo"), run: () => put(was, text) },
      });
    },
    /** Whether the text is again what it was before the template. */
    isTakenBack: (body: RichText): boolean => swapped.current !== undefined && sameValue(body, swapped.current.was.body),
    /** After each change of the text: where it is again what it was before the template or with it, subject and files are too, if nobody has changed them. */
    follow(body: RichText) {
      const { was, is } = swapped.current ?? {};
      if (!was || !is) return;
      const isBack = sameValue(body, was.body);
      if (!isBack && !sameValue(body, is.body)) return;
      const [from, to] = isBack ? [is, was] : [was, is];
      if (read().subject === from.subject) setSubject(to.subject);
      swapFiles(from.attachments, to.attachments);
    },
  };
}
