import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronUp from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import questionIcon from "@fluentui/svg-icons/icons/person_key_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_info_16_regular.svg?icon";
import mergeIcon from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import splitIcon from "@fluentui/svg-icons/icons/arrow_split_16_regular.svg?icon";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { trpc } from "../../../lib/api.ts";
import { useCommands } from "../../../lib/commands.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useCan, useCanAll } from "../../../lib/permissions.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { Pill } from "../../../ui/Pill.tsx";
import { CardAvatar } from "../../files/CardAvatar.tsx";
import { whyNotMergeWith } from "../../changes/why-not-merge.ts";
import { moveToTrash } from "../bulk/useBulkChange.ts";
import { Editor } from "../fields/Editor.tsx";
import { sameValue } from "../fields/editing.ts";
import { optionOf } from "../fields/values.ts";
import { reasonAgainst } from "../status-reason.ts";
import { fieldOf, nameOf } from "../types.ts";
import { reasonOf } from "../denied.ts";
import { type Denial, DeniedAction, useWhyNot } from "../rights.ts";
import { updateCard, useRolledBack } from "../useCardUpdate.ts";
import styles from "./card.module.css";
import { openEditor } from "./open-editor.ts";
import { useNeighbours } from "./useNeighbours.ts";

const WhyDialog = later(() => withWords(["roles"], import("../../roles/WhyDialog.tsx")).then((module) => module.WhyDialog));
const StarButton = later(() => withWords(["palette"], import("../favorites/StarButton.tsx")).then((module) => module.StarButton));

const PersonDialog = later(() =>
  withWords(["personalData"], import("../../personal-data/PersonDialog.tsx")).then((module) => module.PersonDialog),
);
const MergeWith = later(async () => (await withWords(["changes"], import("../../changes/MergeWith.tsx"))).MergeWith);
const TakeApart = later(async () => (await withWords(["changes"], import("../../changes/TakeApart.tsx"))).TakeApart);

interface CardHeaderProps {
  card: Card;
  type: CardType;
  listHref: string;
}

export function CardHeader({ card, type, listHref }: CardHeaderProps) {
  const t = useT();
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
    next && { id: "card.next", label: t("cards.next"), group: "card", shortcut: "J", onlyKey: true, run: next },
    previous && { id: "card.previous", label: t("cards.previous"), group: "card", shortcut: "K", onlyKey: true, run: previous },
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

  return (
    <header className={styles.header}>
      <CardAvatar card={card} />
      {name && <Name card={card} field={name} isFixed={notEdited !== undefined} />}
      {status && notEdited && <DeniedStatus card={card} field={status} denial={notEdited} />}
      {status && !notEdited && (
        <StatusMenu card={card} type={type} field={status} isOpen={isStatusOpen} onOpenChange={setStatusOpen} />
      )}
      <nav className={styles.nav} aria-label={t("cards.neighbours")}>
        <IconButton
          icon={chevronUp}
          size={24}
          label={t("cards.previous")}
          tooltip={
            <>
              {t("cards.previous")} <Kbd keys="K" />
            </>
          }
          isDisabled={!previous}
          onPress={() => previous?.()}
        />
        <IconButton
          icon={chevronDown}
          size={24}
          label={t("cards.next")}
          tooltip={
            <>
              {t("cards.next")} <Kbd keys="J" />
            </>
          }
          isDisabled={!next}
          onPress={() => next?.()}
        />
        {neighbours && neighbours.position !== null && (
          <span className={styles.position}>
            {t("cards.position", { position: format.number(neighbours.position), total: format.number(neighbours.total) })}
          </span>
        )}
      </nav>
      <span className={styles.grow} />
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
      {isExplaining && <WhyDialog card={card} onClose={() => setExplaining(false)} />}
      {isPersonal && <PersonDialog card={card} onClose={() => setPersonal(false)} onErased={back} />}
      {isMerging === "merge" && <MergeWith card={card} type={type} onClose={() => setMerging(undefined)} />}
      {isMerging === "takeApart" && merges && <TakeApart merges={merges} type={type} onClose={() => setMerging(undefined)} />}
    </header>
  );
}

function Name({ card, field, isFixed }: { card: Card; field: Field; isFixed: boolean }) {
  const t = useT();
  const isRolledBack = useRolledBack();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={styles.name} data-rolled-back={isRolledBack(card.id, field.id) || undefined}>
      <h1 className={styles.title}>
        <bdi>{nameOf(card)}</bdi>
      </h1>
      {!isFixed && (
        <Button
          className={styles.over ?? ""}
          aria-label={t("cards.edit", { name: field.label })}
          onPress={() => setEditing(true)}
        />
      )}
      {isEditing && (
        <Editor
          field={field}
          value={card.fields[field.id]}
          place="card"
          onCancel={() => setEditing(false)}
          onCommit={(value) => {
            setEditing(false);
            if (!sameValue(value, card.fields[field.id])) updateCard(card, field, value);
          }}
        />
      )}
    </div>
  );
}

/** The status that one may not change, and why. */
function DeniedStatus({ card, field, denial }: { card: Card; field: Field; denial: Denial }) {
  const option = optionOf(field, card.fields[field.id]);
  if (!option) return null;
  return (
    <DeniedAction denial={denial} label={`${field.label}: ${option.label}`}>
      <Pill hue={option.hue} size={24}>
        {option.label}
      </Pill>
    </DeniedAction>
  );
}

interface StatusMenuProps {
  card: Card;
  type: CardType;
  field: Field;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

function StatusMenu({ card, type, field, isOpen, onOpenChange }: StatusMenuProps) {
  const t = useT();
  const format = useFormat();
  const option = optionOf(field, card.fields[field.id]);

  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      selectionMode="single"
      selectedKeys={option ? [option.id] : []}
      aria-label={field.label}
      trigger={
        <Button className={styles.status ?? ""} {...(option ? { "aria-label": `${field.label}: ${option.label}` } : {})}>
          <Pill hue={option?.hue ?? "slate"} size={24} hasChevron>
            {option?.label ?? t("cards.add", { name: field.label })}
          </Pill>
        </Button>
      }
    >
      {field.options.map((other) => {
        const reason = reasonAgainst(type, card, other.id, t, format);
        return (
          <MenuItem
            key={other.id}
            id={other.id}
            textValue={other.label}
            isDisabled={reason !== undefined}
            note={reason}
            onAction={() => other.id !== option?.id && updateCard(card, field, other.id)}
          >
            <Pill hue={other.hue}>{other.label}</Pill>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
