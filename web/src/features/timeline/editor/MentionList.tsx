import { createPortal } from "react-dom";
import { useT } from "../../../lib/i18n.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { MemberAvatar } from "../../cards/MemberAvatar.tsx";
import { useCardTypes } from "../../cards/types.ts";
import type { MentionChoice } from "./useMentionChoices.ts";
import styles from "./Editor.module.css";

interface MentionListProps {
  id: string;
  choices: readonly MentionChoice[];
  active: number;
  /** The caret, in the window. */
  at: { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number };
  onChoose: (index: number) => void;
  onActive: (index: number) => void;
}

const [width, rowHeight] = [280, 32];

/** Who and what can be mentioned. The focus stays in the text, which says which one is meant. */
export function MentionList({ id, choices, active, at, onChoose, onActive }: MentionListProps) {
  const t = useT();
  const { types } = useCardTypes();
  const height = choices.length * rowHeight + 8;
  const isAbove = at.bottom + height + 8 > innerHeight && at.top > height;
  const left = Math.max(8, Math.min(document.dir === "rtl" ? at.right - width : at.left, innerWidth - width - 8));
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label={t("timeline.mention")}
      className={styles.choices}
      style={{ insetBlockStart: isAbove ? at.top - height - 4 : at.bottom + 4, left, inlineSize: width }}
    >
      {choices.map((choice, index) => (
        <div
          key={choice.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.choice}
          onPointerEnter={() => onActive(index)}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          {choice.kind === "member" ? <MemberAvatar userId={choice.id} /> : <RecordAvatar name={choice.label} />}
          <bdi className={styles.choiceName}>{choice.label}</bdi>
          {choice.kind === "card" && (
            <span className={styles.choiceType}>{types?.find((type) => type.id === choice.typeId)?.name ?? ""}</span>
          )}
        </div>
      ))}
    </div>,
    document.body,
  );
}
