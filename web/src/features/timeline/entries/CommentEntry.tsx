import commentIcon from "@fluentui/svg-icons/icons/comment_16_regular.svg?icon";
import emoji from "@fluentui/svg-icons/icons/emoji_add_16_regular.svg?icon";
import { type Comment, type Reaction, reactions } from "@kartis/core/activities/comments/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import type { Thread } from "@kartis/core/timeline/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { readDraft } from "../../../lib/drafts.ts";
import { meOptions } from "../../../lib/session.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { AttachedFiles } from "../../attachments/later.tsx";
import { MemberAvatar } from "../../cards/MemberAvatar.tsx";
import { useNameOf } from "../../cards/members.tsx";
import { addComment, editComment, toggleReaction } from "../changes.ts";
import { repliesWithPending, usePending } from "../pending.ts";
import { RichTextView } from "../RichTextView.tsx";
import { useWhyNotWritten } from "../rights.ts";
import { useWhen } from "../when.ts";
import { Edited } from "./Edited.tsx";
import { EntryFrame } from "./EntryFrame.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import styles from "./entries.module.css";

const CommentForm = laterInFocus(
  async () => (await withWords(["files", "validation"], import("../composer/CommentForm.tsx"))).CommentForm,
);

const signs: Readonly<Record<Reaction, string>> = {
  LIKE: "👍",
  HEART: "❤️",
  CELEBRATE: "🎉",
  LAUGH: "😄",
  EYES: "👀",
  DONE: "✅",
};

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
    !isOnTop && readDraft(card.id, draftKey) ? "begun" : undefined,
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
        <Said value={value} card={card} isEditing={isEditing} onEdited={() => setEditing(false)} />
        {thread && <Replies commentId={value.id} thread={thread} card={card} />}
        {answering && mayWrite ? (
          <CommentForm
            cardId={card.id}
            draftKey={draftKey}
            label={t("timeline.reply")}
            isFocused={answering === "asked"}
            onSend={(comment) => addComment({ ...comment, cardId: card.id, parentId: value.id })}
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
        <Reply key={reply.id} value={reply} card={card} />
      ))}
    </div>
  );
}

function Reply({ value, card }: { value: Comment; card: Card }) {
  const t = useT();
  const nameOf = useNameOf();
  const when = useWhen();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={styles.reply}>
      <div className={styles.head}>
        {value.createdBy && <MemberAvatar userId={value.createdBy} />}
        <b className={styles.actor}>
          <bdi>{value.createdBy ? nameOf(value.createdBy) : t("cards.actor.system")}</bdi>
        </b>
        <time className={styles.time} dateTime={value.createdAt} title={when.full(value.createdAt)}>
          {when.full(value.createdAt)}
        </time>
        <span className={styles.end}>
          <WrittenMenu value={value} onEdit={() => setEditing(true)} />
        </span>
      </div>
      <Said value={value} card={card} isEditing={isEditing} onEdited={() => setEditing(false)} />
    </div>
  );
}

interface SaidProps {
  value: Comment;
  card: Card;
  isEditing: boolean;
  onEdited: () => void;
}

function Said({ value, card, isEditing, onEdited }: SaidProps) {
  const t = useT();
  if (isEditing)
    return (
      <CommentForm
        cardId={card.id}
        label={t("timeline.editComment")}
        value={value}
        sendLabel={t("common.save")}
        onSend={(comment) => editComment(value, comment)}
        onClose={onEdited}
      />
    );
  return (
    <>
      {value.body.length > 0 && <RichTextView text={value.body} />}
      {value.attachments.length > 0 && <AttachedFiles files={value.attachments} />}
      {value.editedAt && <Edited commentId={value.id} />}
      <Reactions value={value} />
    </>
  );
}

function Reactions({ value }: { value: Comment }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { data: me } = useQuery(meOptions());
  const mayReact = !useWhyNotWritten()("create");
  const given = reactions.flatMap((reaction) => {
    const people = value.reactions[reaction] ?? [];
    return people.length > 0 ? [{ reaction, people }] : [];
  });
  if (given.length === 0 && !mayReact) return null;
  return (
    <div className={styles.foot}>
      {given.map(({ reaction, people }) => (
        <button
          key={reaction}
          type="button"
          className={styles.reaction}
          data-mine={people.some((userId) => userId === me?.user.id) || undefined}
          aria-pressed={people.some((userId) => userId === me?.user.id)}
          aria-label={`${t(`timeline.reaction.${reaction}`)} ${format.number(people.length)}: ${format.list(people.map(nameOf))}`}
          title={format.list(people.map(nameOf))}
          disabled={!mayReact}
          onClick={() => toggleReaction(value, reaction)}
        >
          <span aria-hidden>{signs[reaction]}</span>
          {format.number(people.length)}
        </button>
      ))}
      {mayReact && (
        <Menu
          aria-label={t("timeline.react")}
          placement="bottom start"
          trigger={<IconButton icon={emoji} size={24} label={t("timeline.react")} />}
        >
          {reactions.map((reaction) => (
            <MenuItem
              key={reaction}
              textValue={t(`timeline.reaction.${reaction}`)}
              onAction={() => toggleReaction(value, reaction)}
            >
              {signs[reaction]} {t(`timeline.reaction.${reaction}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
