import { isId } from "@kartis/core/kernel/id-form.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useAssignable, useNameOf } from "../../people/people.ts";
import choiceStyles from "../../tasks/choices/choices.module.css";
import type { MeetingEntry } from "../entries.ts";

interface ParticipantChoiceProps {
  anchor: Element;
  kind: "add" | "remove";
  meetings: readonly MeetingEntry[];
  onChoose: (userId: UserId) => void;
  onClose: () => void;
}

/** Who is to take part in all of the meetings: those who are not in each; or in none: those who are in some. */
export function ParticipantChoice({ anchor, kind, meetings, onChoose, onClose }: ParticipantChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const members = useAssignable();
  const nameOf = useNameOf();
  const isIn = (userId: string) => (meeting: MeetingEntry) => meeting.occurrence.participants.some((id) => id === userId);
  const present = [...new Set(meetings.flatMap(({ occurrence }) => occurrence.participants))];
  const choices =
    kind === "remove"
      ? present.map((userId) => ({ id: userId as string, label: nameOf(userId) }))
      : members
          .filter(({ userId }) => !meetings.every(isIn(userId)))
          .map(({ userId, name }) => ({ id: userId as string, label: name }));
  const label = t(kind === "add" ? "calendar.many.add" : "calendar.many.remove");
  return (
    <Popover
      kind="menu"
      aria-label={label}
      isOpen
      triggerRef={triggerRef}
      placement="top"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Searchable label={t("tasks.findPerson")} choices={choices}>
        {(shown) => (
          <AriaMenu
            aria-label={label}
            className={`${listStyles.list} ${choiceStyles.people}`}
            onAction={(userId) => isId("usr", userId) && onChoose(userId)}
            onClose={onClose}
            renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
          >
            {shown.map((choice) => (
              <MenuItem key={choice.id} id={choice.id} textValue={choice.label}>
                <span className={choiceStyles.who}>
                  <MemberAvatar userId={choice.id} />
                  <bdi>{choice.label}</bdi>
                </span>
              </MenuItem>
            ))}
          </AriaMenu>
        )}
      </Searchable>
    </Popover>
  );
}
