import replyIcon from "@fluentui/svg-icons/icons/arrow_reply_16_regular.svg?icon";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { addComment } from "../../timeline/changes/comments.ts";
import { CommentForm } from "../../timeline/composer/CommentForm.tsx";
import { hasBegun } from "../../timeline/composer/sent.ts";
import { deniedText, useWhyNotWritten } from "../../timeline/rights.ts";
import styles from "./actions.module.css";

type ReplyPlace = { readonly cardId: CardId; readonly parentId: ActivityId } | { readonly taskId: ActivityId };

interface ReplyActionProps {
  /** The comment that is answered on its card, or the task that more is written on. */
  on: ReplyPlace;
  /** Where the thread is. */
  href: string;
  onReplied: () => void;
}

/** Answers a comment within its notification. The draft is shared with the form where the comment is. */
export function ReplyAction({ on, href, onReplied }: ReplyActionProps) {
  const t = useT();
  const whyNot = useWhyNotWritten()("create");
  const [about, draftKey] = "taskId" in on ? [on.taskId, "comment"] : [on.cardId, `reply:${on.parentId}`];
  const [state, setState] = useState<"begun" | "asked" | undefined>(() => (hasBegun(about, draftKey) ? "begun" : undefined));
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setState(undefined);
    setTimeout(() => button.current?.focus());
  };
  if (whyNot)
    return (
      <Denied label={t("timeline.reply")} reason={deniedText(t)}>
        <Button size={28} icon={replyIcon} flipIcon>
          {t("timeline.reply")}
        </Button>
      </Denied>
    );
  if (!state)
    return (
      <Button ref={button} size={28} icon={replyIcon} flipIcon data-reply onPress={() => setState("asked")}>
        {t("timeline.reply")}
      </Button>
    );
  return (
    // What is typed here is none of the list's keys, and Escape closes the form alone.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.form} onKeyDown={(event) => event.stopPropagation()}>
      <CommentForm
        on={about}
        draftKey={draftKey}
        label={t("timeline.reply")}
        sendLabel={t("timeline.reply")}
        isFocused={state === "asked"}
        onSend={async (written) => {
          const failure = await addComment(
            { ...written, on },
            { message: t("timeline.replySent"), link: { label: t("common.open"), href } },
          );
          if (failure !== undefined) return failure;
          onReplied();
          close();
          return undefined;
        }}
        onClose={close}
      />
    </div>
  );
}
