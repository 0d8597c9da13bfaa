import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import linkDismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { RelatedGroup } from "@kartis/core/cards/relations/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { trpc } from "../../../../lib/api.ts";
import { useT } from "../../../../lib/i18n.tsx";
import { later } from "../../../../lib/later.tsx";
import { afterFirstScreen } from "../../../../lib/warm-up.ts";
import { Button } from "../../../../ui/actions/Button.tsx";
import { Icon } from "../../../../ui/display/Icon.tsx";
import { IconButton } from "../../../../ui/actions/IconButton.tsx";
import { TypeSquare } from "../../../../ui/display/Pill.tsx";
import { Popover } from "../../../../ui/overlays/Popover.tsx";
import { avatarUrlOf } from "../../../records/file-values.ts";
import { useCardNames } from "../../../records/card-names.ts";
import { Display } from "../../../fields/display/Display.tsx";
import { isEmpty } from "../../../fields/values.ts";
import { DeniedAction, useWhyNot } from "../../../records/rights.ts";
import { fieldOf, nameOf, useCardTypes } from "../../../records/card-types.ts";
import { Group } from "../fields/Group.tsx";
import { createLinked, setLinked } from "./link-cards.ts";
import { useOpenGroups } from "../fields/open-groups.ts";
import { RecordName } from "../../../records/RecordName.tsx";
import { cardHref } from "../../../records/card-href.ts";
import styles from "./RelatedCards.module.css";

const CardPicker = later(async () => (await import("../../../fields/editors/CardPicker.tsx")).CardPicker);

const pageSize = 50;

/** The cards that this one names and those that name it, list by list; each can be added to, from what there is or with a new card. */
export function RelatedCards({ card, type }: { card: Card; type: CardType }) {
  const open = useOpenGroups(type.id);
  useEffect(() => afterFirstScreen(CardPicker.preload), []);
  const { data } = useQuery(trpc.cards.related.queryOptions({ cardId: card.id }, { meta: { quiet: true } }));
  return data?.groups.map((group) => (
    <RelatedList
      key={group.id}
      card={card}
      group={group}
      isOpen={open.isOpen(group.id, true)}
      onOpenChange={(isOpen) => open.set(group.id, isOpen)}
    />
  ));
}

interface RelatedListProps {
  card: Card;
  group: RelatedGroup;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

function RelatedList({ card, group, isOpen, onOpenChange }: RelatedListProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const [isLong, setLong] = useState(false);
  const more = useInfiniteQuery(
    trpc.cards.related.infiniteQueryOptions(
      { cardId: card.id, groupId: group.id, limit: pageSize },
      { enabled: isLong, getNextPageParam: (page) => page.groups[0]?.nextCursor, meta: { quiet: true } },
    ),
  );
  const pages = isLong ? more.data?.pages : undefined;
  const rows = pages ? pages.flatMap((page) => page.groups[0]?.rows ?? []) : group.rows;

  function showMore() {
    if (isLong) void more.fetchNextPage();
    else setLong(true);
  }

  const whyNot = useWhyNot();
  // The card that has the field is the one that is changed.
  const denialFor = (other?: Card) => whyNot("update", group.direction === "names" ? card : other);
  const notAdded = denialFor();
  const addLabel = t("card.related.add", { label: group.title });
  return (
    <Group
      title={group.title}
      count={group.total}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      action={
        notAdded ? (
          <DeniedAction denial={notAdded} label={addLabel}>
            <IconButton icon={add} size={24} label={addLabel} />
          </DeniedAction>
        ) : (
          <AddRelated card={card} group={group} types={types} onAdded={() => onOpenChange(true)} />
        )
      }
    >
      {rows.length > 0 && (
        <ul className={styles.list} aria-label={group.title}>
          {rows.map((row) => (
            <RelatedRow
              key={row.id}
              row={row}
              type={types.find(({ id }) => id === row.typeId)}
              fieldIds={group.fieldIds}
              {...(denialFor(row) ? {} : { onRemove: () => void setLinked(card, group, row.id, nameOf(row), false) })}
            />
          ))}
        </ul>
      )}
      {rows.length < group.total && (
        <div className={styles.more}>
          <Button variant="ghost" isPending={more.isFetching} onPress={showMore}>
            {t("card.related.more")}
          </Button>
        </div>
      )}
    </Group>
  );
}

interface RelatedRowProps {
  row: Card;
  type: CardType | undefined;
  fieldIds: readonly string[];
  /** Absent if the person may not. */
  onRemove?: () => void;
}

function RelatedRow({ row, type, fieldIds, onRemove }: RelatedRowProps) {
  const t = useT();
  const name = nameOf(row);
  return (
    <li className={styles.row}>
      <span className={styles.card}>
        <RecordName name={name} imageUrl={avatarUrlOf(row)} look="quiet" href={type && cardHref(type, row.id)} />
      </span>
      <span className={styles.values}>
        {fieldIds.map((fieldId) => {
          const field = type && fieldOf(type, fieldId);
          const value = row.fields[fieldId];
          return field && !isEmpty(value) ? <Display key={fieldId} field={field} value={value} place="cell" /> : null;
        })}
      </span>
      {type && (
        <span className={styles.type}>
          <TypeSquare hue={type.hue} />
          <bdi>{type.name}</bdi>
        </span>
      )}
      {onRemove && (
        <AriaButton className={styles.remove ?? ""} aria-label={t("card.related.remove", { name })} onPress={onRemove}>
          <Icon of={linkDismiss} size={14} />
        </AriaButton>
      )}
    </li>
  );
}

interface AddRelatedProps {
  card: Card;
  group: RelatedGroup;
  types: readonly CardType[];
  onAdded: () => void;
}

function AddRelated({ card, group, types, onAdded }: AddRelatedProps) {
  const t = useT();
  const cardName = useCardNames();
  const [isOpen, setOpen] = useState(false);
  const field = types.find(({ id }) => id === group.typeId)?.fields.find(({ id }) => id === group.fieldId);
  const typeIds = group.direction === "names" ? (field?.relation?.typeIds ?? []) : [group.typeId];

  function choose([otherId]: readonly string[]) {
    setOpen(false);
    if (!isCardId(otherId)) return;
    onAdded();
    void setLinked(card, group, otherId, cardName(otherId)?.name ?? "", true);
  }

  function create(type: CardType, name: string) {
    setOpen(false);
    onAdded();
    void createLinked(card, group, type, name);
  }

  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <IconButton icon={add} size={24} label={t("card.related.add", { label: group.title })} />
      <Popover kind="menu" placement="bottom end">
        <Dialog aria-label={group.title} className={styles.picker ?? ""}>
          <CardPicker
            label={group.title}
            typeIds={typeIds}
            selectionMode="single"
            chosen={none}
            onChange={choose}
            onCreate={create}
            exceptIds={[card.id, ...group.rows.map(({ id }) => id)]}
            givenFieldId={group.direction === "namedBy" ? group.fieldId : undefined}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const none: readonly string[] = [];
const isCardId = (id: string | undefined): id is CardId => id?.startsWith("crd_") ?? false;
