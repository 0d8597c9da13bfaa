import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronUp from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import questionIcon from "@fluentui/svg-icons/icons/person_key_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_info_16_regular.svg?icon";
import mergeIcon from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import splitIcon from "@fluentui/svg-icons/icons/arrow_split_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { Layout } from "@kartis/core/layouts/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCommands } from "../../../lib/commands.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useCan, useCanAll } from "../../../lib/permissions.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { CardAvatar } from "../../files/CardAvatar.tsx";
import { whyNotMergeWith } from "../../merges/why-not-merge.ts";
import { moveToTrash } from "../bulk/useBulkChange.ts";
import { useIsPhone } from "../list/useIsPhone.ts";
import { fieldOf } from "../types.ts";
import { reasonOf } from "../denied.ts";
import { useWhyNot } from "../rights.ts";
import styles from "./card.module.css";
import { CardName } from "./CardName.tsx";
import { DeniedStatus, StatusMenu } from "./CardStatus.tsx";
import { KeyFacts } from "./KeyFacts.tsx";
import { openEditor } from "./open-editor.ts";
import { useNeighbours } from "./useNeighbours.ts";

const WhyDialog = later(() => withWords(["roles"], import("../../roles/WhyDialog.tsx")).then((module) => module.WhyDialog));
const StarButton = later(() => withWords(["palette"], import("../favorites/StarButton.tsx")).then((module) => module.StarButton));

const PersonDialog = later(() =>
  withWords(["personalData"], import("../../personal-data/PersonDialog.tsx")).then((module) => module.PersonDialog),
);
const MergeWith = later(async () => (await withWords(["changes"], import("../../merges/MergeWith.tsx"))).MergeWith);
const TakeApart = later(async () => (await withWords(["changes"], import("../../merges/TakeApart.tsx"))).TakeApart);

interface CardHeaderProps {
  card: Card;
  type: CardType;
  listHref: string;
  layout: Layout | undefined;
}

/** Who or what the card is, where it stands, and what can be done with it as a whole. */
export function CardHeader({ card, type, listHref, layout }: CardHeaderProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const format = useFormat();
  const router = useRouter();
  // Come here over a link from a card of another type, one walks the list of this type.
  const [listPath] = listHref.split("?");
  const isListed = listPath === "/cards" || listPath === `/cards/${type.slug}`;
  const neighbours = useNeighbours(card, isListed ? listHref : `/cards/${type.slug}`);
  const [isExplaining, setExplaining] = useState(false);
  const [isStatusOpen, setStatusOpen] = useState(false);
  const can = useCan();
  const mayErase = useCanAll()(["CARDS", "delete"]);
  const [isPersonal, setPersonal] = useState(false);
  const whyNot = useWhyNot();
  const [notEdited, notDeleted] = [whyNot("update", card), whyNot("delete", card)];
  const notMerged = whyNotMergeWith(whyNot, card);
  const merges = useQuery(
    trpc.cards.merges.queryOptions(
      { cardId: card.id },
      { enabled: !notEdited && !whyNot("delete"), meta: { quiet: true, private: true } },
    ),
  ).data;
  const [isMerging, setMerging] = useState<"merge" | "takeApart">();
  const status = fieldOf(type, "status");
  const name = fieldOf(type, "name");

  // Neighbours take each other's place in the history, so that Back leads to the list.
  const goTo = (cardId: CardId) =>
    void router.navigate({
      to: "/cards/$slug/$cardId",
      params: { slug: router.state.location.pathname.split("/")[2] ?? type.slug, cardId },
      replace: true,
    });
  const { previousId, nextId } = neighbours ?? {};
  const previous = previousId ? () => goTo(previousId) : undefined;
  const next = nextId ? () => goTo(nextId) : undefined;
  const back = () => void router.navigate({ href: listHref });
  useCommands([
    next && { id: "card.next", label: t("card.next"), group: "card", shortcut: "J", onlyKey: true, run: next },
    previous && { id: "card.previous", label: t("card.previous"), group: "card", shortcut: "K", onlyKey: true, run: previous },
    status &&
      !notEdited && { id: "card.status", label: status.label, group: "card", shortcut: "S", run: () => setStatusOpen(true) },
    !notEdited && { id: "card.assign", label: t("card.assign"), group: "card", shortcut: "A", run: () => openEditor("owner") },
    !notMerged
      ? {
          id: "card.merge",
          label: t("card.mergeWith"),
          group: "card",
          icon: mergeIcon,
          run: () => setMerging("merge"),
        }
      : undefined,
    mayErase
      ? {
          id: "card.personalData",
          label: t("card.personalData"),
          group: "card",
          icon: personIcon,
          run: () => setPersonal(true),
        }
      : undefined,
    !notDeleted && { id: "card.delete", label: t("common.delete"), group: "card", icon: deleteIcon, run: () => remove() },
    { id: "card.back", label: t("common.back"), group: "card", shortcut: "Escape", onlyKey: true, run: back },
  ]);

  function remove() {
    moveToTrash([card.id]).then(back, reportFailure);
  }

  const title = name && <CardName card={card} field={name} isFixed={notEdited !== undefined} />;
  const statusOf =
    status &&
    (notEdited ? (
      <DeniedStatus card={card} field={status} denial={notEdited} />
    ) : (
      <StatusMenu card={card} type={type} field={status} isOpen={isStatusOpen} onOpenChange={setStatusOpen} />
    ));
  const walk = (
    <nav className={styles.nav} aria-label={t("card.neighbours")}>
      <IconButton
        icon={chevronUp}
        size={24}
        label={t("card.previous")}
        tooltip={
          <>
            {t("card.previous")} <Kbd keys="K" />
          </>
        }
        isDisabled={!previous}
        onPress={() => previous?.()}
      />
      <IconButton
        icon={chevronDown}
        size={24}
        label={t("card.next")}
        tooltip={
          <>
            {t("card.next")} <Kbd keys="J" />
          </>
        }
        isDisabled={!next}
        onPress={() => next?.()}
      />
      {neighbours && neighbours.position !== null && (
        <span className={styles.position}>
          {t("card.position", { position: format.number(neighbours.position), total: format.number(neighbours.total) })}
        </span>
      )}
    </nav>
  );
  const actions = (
    <>
      <StarButton card={card} />
      <Menu placement="bottom end" aria-label={t("common.more")} trigger={<IconButton icon={more} label={t("common.more")} />}>
        {can(["ROLES", "read"]) && (
          <MenuItem icon={questionIcon} onAction={() => setExplaining(true)}>
            {t("card.why")}
          </MenuItem>
        )}
        <MenuItem
          icon={mergeIcon}
          isDisabled={notMerged !== undefined}
          note={notMerged && reasonOf(t, notMerged)}
          onAction={() => setMerging("merge")}
        >
          {t("card.mergeWith")}
        </MenuItem>
        {merges && merges.length > 0 && (
          <MenuItem icon={splitIcon} onAction={() => setMerging("takeApart")}>
            {t("card.takeApart")}
          </MenuItem>
        )}
        {mayErase && (
          <MenuItem icon={personIcon} onAction={() => setPersonal(true)}>
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
    </>
  );
  const dialogs = (
    <>
      {isExplaining && <WhyDialog card={card} onClose={() => setExplaining(false)} />}
      {isPersonal && <PersonDialog card={card} onClose={() => setPersonal(false)} onErased={back} />}
      {isMerging === "merge" && <MergeWith card={card} type={type} onClose={() => setMerging(undefined)} />}
      {isMerging === "takeApart" && merges && <TakeApart merges={merges} type={type} onClose={() => setMerging(undefined)} />}
    </>
  );

  if (isPhone)
    return (
      <header className={styles.phoneHeader}>
        <div className={styles.who}>
          <CardAvatar card={card} />
          {title}
        </div>
        <div className={styles.state}>
          {statusOf}
          <KeyFacts card={card} type={type} layout={layout} />
        </div>
        <div className={styles.walk}>
          {walk}
          <span className={styles.grow} />
          {actions}
        </div>
        {dialogs}
      </header>
    );
  return (
    <header className={styles.header}>
      <CardAvatar card={card} />
      {title}
      {statusOf}
      {walk}
      <span className={styles.grow} />
      {actions}
      {dialogs}
    </header>
  );
}
