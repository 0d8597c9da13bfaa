import commentIcon from "@fluentui/svg-icons/icons/comment_16_regular.svg?icon";
import type { Comment } from "@kartis/core/activities/comments/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import type { Thread } from "@kartis/core/timeline/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { addComment } from "../changes/comments.ts";
import { CommentForm } from "../composer/later.ts";
import { hasBegun } from "../composer/sent.ts";
import { repliesWithPending, usePending } from "../pending.ts";
import { useWhyNotWritten } from "../rights.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import { ReplyRow } from "./ReplyRow.tsx";
import { Said } from "./Said.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import styles from "./entries.module.css";

interface CommentEntryProps {
  value: Comment;
  thread: Thread<Comment> | null;
  at: string;
  card: Card;
  isLast: boolean;
  isOnTop: boolean;
}

/** A comment with what was answered to it. */
export function CommentEntry({ value, thread, at, card, isLast, isOnTop }: CommentEntryProps) {
  const t = useT();
  const nameOf = useNameOf();
  const whyNot = useWhyNotWritten();
  const draftKey = `reply:${value.id}`;
  // A kept draft opens the reply again when the entry scrolls back into view or the page reloads.
  const [answering, setAnswering] = useState<"begun" | "asked" | undefined>(() =>
    !isOnTop && hasBegun(card.id, draftKey) ? "begun" : undefined,
  );
  const [isEditing, setEditing] = useState(false);
  const mayWrite = !whyNot("create") && !card.trashedAt;
  return (
    <EntryFrame
      icon={value.createdBy ? <MemberAvatar userId={value.createdBy} size={24} /> : commentIcon}
      actor={value.createdBy ? nameOf(value.createdBy) : t("cards.actor.system")}
      verb={t("timeline.commented")}
      at={at}
      isLast={isLast}
      actions={<WrittenMenu value={value} onEdit={() => setEditing(true)} />}
    >
      <div className={styles.box}>
        <Said value={value} on={card.id} isEditing={isEditing} onEdited={() => setEditing(false)} />
        {thread && <Replies commentId={value.id} thread={thread} card={card} />}
        {answering && mayWrite ? (
          <CommentForm
            on={card.id}
            draftKey={draftKey}
            label={t("timeline.reply")}
            isFocused={answering === "asked"}
            onSend={(comment) => addComment({ ...comment, on: { cardId: card.id, parentId: value.id } })}
            onClose={() => setAnswering(undefined)}
          />
        ) : (
          mayWrite && (
            <div className={styles.foot}>
              <Button size={24} variant="ghost" onPress={() => setAnswering("asked")}>
                {t("timeline.reply")}
              </Button>
            </div>
          )
        )}
      </div>
    </EntryFrame>
  );
}

/** The latest of the replies; all of them once they are asked for. */
function Replies({ commentId, thread, card }: { commentId: ActivityId; thread: Thread<Comment>; card: Card }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  const pending = usePending();
  const { data, isFetching, refetch } = useQuery({
    ...trpc.comments.replies.queryOptions({ commentId }),
    enabled: isAsked,
  });
  const latest = new Set(thread.rows.map(({ id }) => id));
  const earlier = repliesWithPending(data?.rows ?? [], pending).filter(({ id }) => !latest.has(id));
  const hidden = thread.total - thread.rows.length - earlier.length;
  const isShown = data !== undefined;
  // The button that was pressed is gone: the keyboard goes on from what it has brought.
  useEffect(() => {
    if (isShown && isAsked) place.current?.focus();
  }, [isShown, isAsked]);
  return (
    <div ref={place} className={styles.thread} tabIndex={-1} role="group" aria-label={t("timeline.replies")}>
      {hidden > 0 && (
        <div className={styles.foot}>
          <span className={styles.meta}>{t("timeline.earlierReplies", { count: hidden })}</span>
          {!isShown && (
            <Button size={24} variant="ghost" isPending={isFetching} onPress={() => (isAsked ? void refetch() : setAsked(true))}>
              {t("timeline.moreReplies")}
            </Button>
          )}
        </div>
      )}
      {[...earlier, ...thread.rows].map((reply) => (
        <ReplyRow key={reply.id} value={reply} on={card.id} />
      ))}
    </div>
  );
}
