import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { Layout } from "@kartis/core/layouts/schema.ts";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useT } from "../../../lib/i18n.tsx";
import { CardAvatar } from "./CardAvatar.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { fieldOf } from "../../records/card-types.ts";
import { useWhyNot } from "../../records/rights.ts";
import styles from "./card.module.css";
import { CardActions } from "./CardActions.tsx";
import { CardName } from "./CardName.tsx";
import { CardStatus, PastStatus } from "./CardStatus.tsx";
import { CardWalk } from "./CardWalk.tsx";
import { KeyFacts } from "./fields/KeyFacts.tsx";
import { openEditor } from "./fields/open-editor.ts";

interface CardHeaderProps {
  card: Card;
  type: CardType;
  listHref: string;
  layout: Layout | undefined;
  /** Whether the card is shown as it was, and so cannot be changed. */
  isPast: boolean;
  /** What can be pressed to act on the card, beside the actions that every card has. */
  buttons: ReactNode;
}

/** Name, status and actions of the card. */
export function CardHeader({ card, type, listHref, layout, isPast, buttons }: CardHeaderProps) {
  const t = useT();
  const isPhone = useIsPhone();
  const router = useRouter();
  const notEdited = useWhyNot()("update", card);
  const name = fieldOf(type, "name");
  const back = () => void router.navigate({ href: listHref });
  useCommands([
    !notEdited &&
      !isPast && {
        id: "card.assign",
        label: t("card.assign"),
        group: "card",
        shortcut: "A",
        opensField: true,
        run: () => openEditor("owner"),
      },
    { id: "card.back", label: t("common.back"), group: "card", shortcut: "Escape", onlyKey: true, run: back },
  ]);

  const title = name && <CardName card={card} field={name} isFixed={isPast || notEdited !== undefined} />;
  const state = isPast ? <PastStatus card={card} type={type} /> : <CardStatus card={card} type={type} denial={notEdited} />;
  const walk = <CardWalk card={card} type={type} listHref={listHref} />;
  const actions = <CardActions card={card} type={type} onBack={back} />;

  if (isPhone)
    return (
      <header className={styles.phoneHeader}>
        <div className={styles.who}>
          <CardAvatar card={card} />
          {title}
        </div>
        <div className={styles.state}>
          {state}
          <KeyFacts card={card} type={type} layout={layout} />
        </div>
        <div className={styles.walk}>
          {walk}
          <span className={styles.grow} />
          {actions}
        </div>
        {buttons}
      </header>
    );
  return (
    <header className={styles.header}>
      <CardAvatar card={card} />
      {title}
      {state}
      {walk}
      <span className={styles.grow} />
      {buttons}
      {actions}
    </header>
  );
}
