import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import { sameValue } from "@kartis/core/kernel/same-value.ts";
import { type RefObject, useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
import { isBlank } from "../editor/blank.ts";
import type { EditorHandle } from "../editor/Editor.tsx";

/** What a template replaces. */
interface Text {
  readonly subject: string;
  readonly body: RichText;
}

interface Writing {
  readonly editor: RefObject<EditorHandle | null>;
  /** The text as it is now. */
  readonly read: () => Text;
  readonly setSubject: (subject: string) => void;
}

/**
 * Puts the text of a template in the place of what is written, so that it can be taken back: by ⌘Z in the text, with which the subject goes along, and by a press.
 */
export function useTemplateText({ editor, read, setSubject }: Writing) {
  const t = useT();
  const swapped = useRef<{ readonly was: Text; readonly is: Text }>(undefined);
  const put = (text: Text) => {
    editor.current?.replace(text.body);
    setSubject(text.subject);
  };
  return {
    put(text: Text, name: string) {
      const was = read();
      put(text);
      swapped.current = { was, is: { subject: text.subject, body: read().body } };
      if (isBlank(was.body)) return;
      showToast({
        tone: "success",
        title: t("timeline.mail.replaced", { name }),
        action: { label: t("common.undo"), run: () => put(was) },
      });
    },
    /** Whether the text is again what it was before the template. */
    isTakenBack: (body: RichText): boolean => swapped.current !== undefined && sameValue(body, swapped.current.was.body),
    /** After each change of the text: where it is again what it was before the template or with it, the subject is too, if nobody has written another. */
    follow(body: RichText) {
      const { was, is } = swapped.current ?? {};
      if (!was || !is) return;
      const { subject } = read();
      if (subject === is.subject && sameValue(body, was.body)) setSubject(was.subject);
      else if (subject === was.subject && sameValue(body, is.body)) setSubject(is.subject);
    },
  };
}
