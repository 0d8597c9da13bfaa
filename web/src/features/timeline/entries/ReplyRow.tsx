import type { Comment } from "@kartis/core/activities/comments/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { useWhen } from "../../dates/when.ts";
import { Said } from "./Said.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import styles from "./entries.module.css";

/** One of the comments that stand below another, or on a task. */
export function ReplyRow({ value, on }: { value: Comment; on: CardId | ActivityId }) {
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
      <Said value={value} on={on} isEditing={isEditing} onEdited={() => setEditing(false)} />
    </div>
  );
}
