import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_info_16_regular.svg?icon";
import restoreIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import { daysLeft } from "@kartis/core/cards/trash/rules.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormatHere, useT, withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";
import { useCanAll } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TypedDeleteDialog } from "../cards/bulk/TypedDeleteDialog.tsx";
import { FieldColumn } from "../cards/card/fields/FieldColumn.tsx";
import cardStyles from "../cards/card/card.module.css";
import { useLayout } from "../cards/card/useLayout.ts";
import { DeniedAction, useWhyNot } from "../records/rights.ts";
import { nameOf } from "../records/card-types.ts";
import { purgeCards } from "./purge.ts";
import { restoreCards } from "./restore.ts";
import styles from "./trash.module.css";

const PersonDialog = laterInFocus(() =>
  withWords(["personalData"], import("../personal-data/PersonDialog.tsx")).then((module) => module.PersonDialog),
);

/** A card in the trash: to be looked at, restored, or deleted for good. */
export function TrashedCard({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const format = useFormatHere();
  const name = nameOf(card);
  const [isPending, setPending] = useState(false);
  const [nowMs] = useState(Date.now);
  const [isPurging, setPurging] = useState(false);
  const mayErase = useCanAll()(["CARDS", "delete"]);
  const [isPersonal, setPersonal] = useState(false);
  const router = useRouter();
  const leave = () => void router.navigate({ href: "/cards/trash", replace: true });
  const layout = useLayout(card, type);
  useTitle(name);
  useCrumbs([{ label: t("shell.cards"), href: "/cards" }, { label: t("shell.trash"), href: "/cards/trash" }, { label: name }]);
  const denial = useWhyNot()("delete", card);
  const purgeButton = (
    <Button icon={deleteIcon} size={32} onPress={() => setPurging(true)}>
      {t("changes.purge")}
    </Button>
  );
  const restoreButton = (
    <Button
      icon={restoreIcon}
      size={32}
      variant="primary"
      isPending={isPending}
      onPress={() => {
        setPending(true);
        void restoreCards([card.id]).finally(() => setPending(false));
      }}
    >
      {t("changes.restore")}
    </Button>
  );
  return (
    <article className={cardStyles.page} aria-label={name}>
      <header className={cardStyles.header}>
        <RecordAvatar name={name} size={40} />
        <h1 className={cardStyles.title}>
          <bdi>{name}</bdi>
        </h1>
        <span className={cardStyles.grow} />
        {mayErase && (
          <Button icon={personIcon} size={32} onPress={() => setPersonal(true)}>
            {t("card.personalData")}
          </Button>
        )}
        {denial ? (
          <>
            <DeniedAction denial={denial} label={t("changes.purge")}>
              {purgeButton}
            </DeniedAction>
            <DeniedAction denial={denial} label={t("changes.restore")}>
              {restoreButton}
            </DeniedAction>
          </>
        ) : (
          <>
            {purgeButton}
            {restoreButton}
          </>
        )}
      </header>
      <p className={styles.note} role="status">
        {t("changes.inTrash", { date: format.dateTime(card.trashedAt ?? card.updatedAt) })}{" "}
        {t("changes.trash.goes", { count: daysLeft(card.trashedAt ?? card.updatedAt, nowMs) })}
      </p>
      {isPersonal && <PersonDialog card={card} onClose={() => setPersonal(false)} onErased={leave} />}
      {isPurging && (
        <TypedDeleteDialog
          title={t("changes.purge.named", { name })}
          message={t("changes.purge.messageOne")}
          isPending={isPending}
          onClose={() => setPurging(false)}
          onDelete={() => {
            setPending(true);
            void purgeCards([card.id]).then((isDone) =>
              isDone ? router.navigate({ href: "/cards/trash", replace: true }) : setPending(false),
            );
          }}
        />
      )}
      <div className={styles.fields}>
        <FieldColumn card={card} type={type} layout={layout} isPast />
      </div>
    </article>
  );
}
