import type { CardId } from "@kartis/core/kernel/id.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useTitle } from "../../lib/title.ts";
import { afterFirstScreen, firstScreenStands } from "../../lib/warm-up.ts";
import { SkeletonRows } from "../../ui/Skeleton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/Tabs.tsx";
import { CardHeader } from "./card/CardHeader.tsx";
import styles from "./card/card.module.css";
import { FieldColumn } from "./card/FieldColumn.tsx";
import { Timeline } from "./card/Timeline.tsx";
import { preloadEditors } from "./fields/Editor.tsx";
import { lastList } from "./list/list-memory.ts";
import { useIsPhone } from "./list/useIsPhone.ts";
import { nameOf, useCardTypes } from "./types.ts";
import { useLiveCards } from "./useLiveCards.ts";

const Failure = later(async () => (await import("../../app/Failure.tsx")).default);

const isCardId = (id: string | undefined): id is CardId => id?.startsWith("crd_") ?? false;

/** `/cards/{slug}/{id}`. */
export function CardPage() {
  const { cardId } = useParams({ strict: false });
  return isCardId(cardId) ? <LoadedCard key={cardId} cardId={cardId} /> : <Failure />;
}

function LoadedCard({ cardId }: { cardId: CardId }) {
  const { types, error, retry } = useCardTypes();
  const query = useQuery(trpc.cards.get.queryOptions({ cardId }, { meta: { quiet: true } }));
  const card = query.data;
  const type = types?.find((other) => other.id === card?.typeId);
  useLiveCards();
  if (card && type) return <Page card={card} type={type} />;
  const failure = query.error ?? error;
  if (failure instanceof Error) return <Failure error={failure} onRetry={() => (query.error ? void query.refetch() : retry())} />;
  return card && types ? <Failure /> : <SkeletonRows rows={12} columns={["24px", "1fr", "3fr"]} />;
}

function Page({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const isPhone = useIsPhone();
  const name = nameOf(card);
  const listHref = lastList() ?? `/cards/${type.slug}`;
  useTitle(name);
  useEffect(() => {
    afterFirstScreen(preloadEditors);
    firstScreenStands();
  }, []);
  useCrumbs([
    { label: t("shell.cards"), href: "/cards" },
    { label: type.pluralName, href: listHref.startsWith(`/cards/${type.slug}`) ? listHref : `/cards/${type.slug}` },
    { label: name },
  ]);
  return (
    <article className={styles.page} aria-label={name}>
      <CardHeader card={card} type={type} listHref={listHref} />
      {isPhone ? (
        <div className={styles.tabs}>
          <Tabs>
            <TabList aria-label={name}>
              <Tab id="activity">{t("cards.activity")}</Tab>
              <Tab id="details">{t("cards.details")}</Tab>
            </TabList>
            <TabPanel id="activity">
              <Timeline card={card} type={type} />
            </TabPanel>
            <TabPanel id="details">
              <FieldColumn card={card} type={type} />
            </TabPanel>
          </Tabs>
        </div>
      ) : (
        <div className={styles.body}>
          <div className={styles.fields}>
            <FieldColumn card={card} type={type} />
          </div>
          <div className={styles.timeline}>
            <Timeline card={card} type={type} />
          </div>
        </div>
      )}
    </article>
  );
}
