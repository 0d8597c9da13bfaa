import meetingIcon from "@fluentui/svg-icons/icons/calendar_add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import mergeIcon from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_info_16_regular.svg?icon";
import questionIcon from "@fluentui/svg-icons/icons/person_key_16_regular.svg?icon";
import splitIcon from "@fluentui/svg-icons/icons/arrow_split_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCommands } from "../../../lib/keys/commands.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later, laterInFocus } from "../../../lib/later.tsx";
import { useCan, useCanAll } from "../../../lib/permissions.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { NewMeetingDialog } from "../../calendar/editor/later.ts";
import { whyNotMergeWith } from "../../merges/why-not-merge.ts";
import { moveToTrash } from "../bulk/useBulkChange.ts";
import { reasonOf } from "../../records/denied.ts";
import { useWhyNot } from "../../records/rights.ts";

const WhyDialog = laterInFocus(() =>
  withWords(["roles"], import("../../roles/WhyDialog.tsx")).then((module) => module.WhyDialog),
);
const StarButton = later(() => withWords(["palette"], import("../favorites/StarButton.tsx")).then((module) => module.StarButton));

const PersonDialog = laterInFocus(() =>
  withWords(["personalData"], import("../../personal-data/PersonDialog.tsx")).then((module) => module.PersonDialog),
);
const MergeWith = laterInFocus(async () => (await withWords(["changes"], import("../../merges/MergeWith.tsx"))).MergeWith);
const TakeApart = later(async () => (await withWords(["changes"], import("../../merges/TakeApart.tsx"))).TakeApart);

interface CardActionsProps {
  card: Card;
  type: CardType;
  /** Returns to the list when the card is gone. */
  onBack: () => void;
}

/** Actions for the card as a whole, for its menu, the palette and their dialogs. */
export function CardActions({ card, type, onBack }: CardActionsProps) {
  const t = useT();
  const can = useCan();
  const mayErase = useCanAll()(["CARDS", "delete"]);
  const whyNot = useWhyNot();
  const notDeleted = whyNot("delete", card);
  const notMerged = whyNotMergeWith(whyNot, card);
  const merges = useQuery(
    trpc.cards.merges.queryOptions(
      { cardId: card.id },
      { enabled: !whyNot("update", card) && !whyNot("delete"), meta: { quiet: true, private: true } },
    ),
  ).data;
  const [open, setOpen] = useState<"why" | "personalData" | "merge" | "takeApart" | "meeting">();
  const close = () => setOpen(undefined);
  /** Returns the focus if the dialog was opened from another dialog that has closed since. */
  function closeMerge() {
    close();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-card-actions]")?.focus({ preventScroll: true })),
    );
  }

  function remove() {
    moveToTrash([card.id]).then(onBack, reportFailure);
  }

  const mayMeet = can(["MEETINGS", "create"]);
  useCommands([
    mayMeet && {
      id: "card.meeting",
      label: t("card.newMeeting"),
      group: "create",
      icon: meetingIcon,
      shortcut: "Shift+M",
      opensField: true,
      run: () => setOpen("meeting"),
    },
    !notMerged && {
      id: "card.merge",
      label: t("card.mergeWith"),
      group: "card",
      icon: mergeIcon,
      opensField: true,
      run: () => setOpen("merge"),
    },
    mayErase && {
      id: "card.personalData",
      label: t("card.personalData"),
      group: "card",
      icon: personIcon,
      run: () => setOpen("personalData"),
    },
    !notDeleted && { id: "card.delete", label: t("common.delete"), group: "card", icon: deleteIcon, run: remove },
  ]);

  return (
    <>
      <StarButton card={card} />
      <Menu
        placement="bottom end"
        aria-label={t("common.more")}
        trigger={<IconButton data-card-actions icon={more} label={t("common.more")} />}
      >
        {mayMeet && (
          <MenuItem icon={meetingIcon} shortcut="Shift+M" onAction={() => setOpen("meeting")}>
            {t("card.newMeeting")}
          </MenuItem>
        )}
        {can(["ROLES", "read"]) && (
          <MenuItem icon={questionIcon} onAction={() => setOpen("why")}>
            {t("card.why")}
          </MenuItem>
        )}
        <MenuItem
          icon={mergeIcon}
          isDisabled={notMerged !== undefined}
          note={notMerged && reasonOf(t, notMerged)}
          onAction={() => setOpen("merge")}
        >
          {t("card.mergeWith")}
        </MenuItem>
        {merges && merges.length > 0 && (
          <MenuItem icon={splitIcon} onAction={() => setOpen("takeApart")}>
            {t("card.takeApart")}
          </MenuItem>
        )}
        {mayErase && (
          <MenuItem icon={personIcon} onAction={() => setOpen("personalData")}>
            {t("card.personalData")}
          </MenuItem>
        )}
        <MenuItem
          icon={deleteIcon}
          tone="danger"
          isDisabled={notDeleted !== undefined}
          note={notDeleted && reasonOf(t, notDeleted)}
          onAction={remove}
        >
          {t("common.delete")}
        </MenuItem>
      </Menu>
      {open === "meeting" && <NewMeetingDialog cardId={card.id} onClose={close} onReopen={() => setOpen("meeting")} />}
      {open === "why" && <WhyDialog card={card} onClose={close} />}
      {open === "personalData" && <PersonDialog card={card} onClose={close} onErased={onBack} />}
      {open === "merge" && <MergeWith card={card} type={type} onClose={closeMerge} />}
      {open === "takeApart" && merges && <TakeApart merges={merges} type={type} onClose={close} />}
    </>
  );
}
