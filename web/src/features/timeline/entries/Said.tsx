import emoji from "@fluentui/svg-icons/icons/emoji_add_16_regular.svg?icon";
import { type Comment, type Reaction, reactions } from "@kartis/core/activities/comments/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { AttachedFiles } from "../../attachments/later.tsx";
import { useNameOf } from "../../people/people.ts";
import { editComment, toggleReaction } from "../changes/comments.ts";
import { CommentForm } from "../composer/later.ts";
import { RichTextView } from "../RichTextView.tsx";
import { useWhyNotWritten } from "../rights.ts";
import { Edited } from "./Edited.tsx";
import styles from "./entries.module.css";

const signs: Readonly<Record<Reaction, string>> = {
  LIKE: "👍",
  HEART: "❤️",
  CELEBRATE: "🎉",
  LAUGH: "😄",
  EYES: "👀",
  DONE: "✅",
};

interface SaidProps {
  value: Comment;
  on: CardId | ActivityId;
  isEditing: boolean;
  onEdited: () => void;
}

/** What a comment says, or the form that changes it. */
export function Said({ value, on, isEditing, onEdited }: SaidProps) {
  const t = useT();
  if (isEditing)
    return (
      <CommentForm
        on={on}
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
          trigger={<IconButton icon={emoji} size={24} label={t("timeline.react")} tooltipPlacement="top" />}
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
