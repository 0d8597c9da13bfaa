import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "../../editor/Editor.module.css";
import type { MentionChoice } from "./useMentionChoices.ts";

/** A person or card that can be mentioned, in the list at the caret. */
export function MentionRow({ choice }: { choice: MentionChoice }) {
  const { types } = useCardTypes();
  return (
    <>
      {choice.kind === "member" && <MemberAvatar userId={choice.id} />}
      <span className={styles.choiceName}>
        {choice.kind === "member" ? <bdi>{choice.label}</bdi> : <RecordName name={choice.label} />}
      </span>
      {choice.kind === "card" && (
        <span className={styles.choiceType}>{types?.find((type) => type.id === choice.typeId)?.name ?? ""}</span>
      )}
    </>
  );
}
