import type { CardId } from "@kartis/core/kernel/id.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormatHere, useT, withWords } from "../../lib/i18n.tsx";
import { CommandsAwaited, later } from "../../lib/later.tsx";
import { meOptions } from "../../lib/session.ts";
import { media } from "../../lib/device/media.ts";
import { useCan } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { afterFirstScreen, firstScreenStands } from "../../lib/warm-up.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/collections/Tabs.tsx";
import { CardHeader } from "../cards/card/CardHeader.tsx";
import { CardSkeleton, HistorySkeleton } from "../cards/card/CardSkeleton.tsx";
import styles from "../cards/card/card.module.css";
import { DockContext } from "../cards/card/dock.ts";
import { FieldColumn } from "../cards/card/fields/FieldColumn.tsx";
import { RelatedAndFiles } from "../cards/card/related/RelatedAndFiles.tsx";
import { RelatedCards } from "../cards/card/related/RelatedCards.tsx";
import { useCardView } from "../cards/card/useCardView.ts";
import { usePartKeys } from "../cards/card/usePartKeys.ts";
import { usePast } from "../cards/card/history/useHistory.ts";
import { useIsQuiet } from "../cards/card/useIsQuiet.ts";
import { useLayout } from "../cards/card/useLayout.ts";
import { loadDefinitions } from "../fields/definitions.ts";
import { preloadEditors } from "../fields/screens.ts";
import { lastList } from "../cards/list/list-memory.ts";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { CardFiles } from "../files/later.ts";
import { SimilarCards } from "../merges/later.ts";
import { useWhyNot } from "../records/rights.ts";
import { nameOf, useCardTypes } from "../records/card-types.ts";
import { preloadSaving } from "../cards/update-card.ts";
import { useLiveCards } from "../cards/useLiveCards.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** Commands of parts that are drawn after the page. */
const [taskShortcuts, historyShortcuts] = [["T"], ["C", "M", "L"]];
const laterShortcuts = [...taskShortcuts, ...historyShortcuts, "Shift+M"];

const CardTasks = later(
  async () => (await withWords(["tasks", "recurrence", "reminders"], import("../tasks/card/CardTasks.tsx"))).CardTasks,
  <CommandsAwaited shortcuts={taskShortcuts} />,
);
const CardTimeline = later(
  async () => (await withWords(["timeline", "tasks", "sms", "whatsapp"], import("../timeline/CardTimeline.tsx"))).CardTimeline,
  <HistoryAwaited />,
);
const CardButtons = later(
  async () => (await withWords(["automationRuns"], import("../automations/buttons/CardButtons.tsx"))).CardButtons,
);
const TrashedCard = later(async () => (await withWords(["changes"], import("../trash/TrashedCard.tsx"))).TrashedCard);

function HistoryAwaited() {
  return (
    <>
      <HistorySkeleton />
      <CommandsAwaited shortcuts={historyShortcuts} />
    </>
  );
}

/** A third column has room. */
const useIsWide = media("(min-width: 1280px)").useIs;

const isCardId = (id: string | undefined): id is CardId => id?.startsWith("crd_") ?? false;

/** `/cards/{slug}/{id}`. */
export function CardPage() {
  const { cardId } = useParams({ strict: false });
  return isCardId(cardId) ? <LoadedCard key={cardId} cardId={cardId} /> : <Failure />;
}

function LoadedCard({ cardId }: { cardId: CardId }) {
  const { types, error, retry } = useCardTypes();
  const query = useQuery(trpc.cards.get.queryOptions({ id: cardId }, { meta: { quiet: true } }));
  const card = query.data;
  const type = types?.find((other) => other.id === card?.typeId);
  useLiveCards();
  const router = useRouter();
  const into = card?.mergedInto;
  useEffect(() => {
    // Its address leads to the card it was merged into.
    if (into && type)
      void router.navigate({ to: "/cards/$slug/$cardId", params: { slug: type.slug, cardId: into }, replace: true });
  }, [into, type, router]);
  if (card && type && card.trashedAt && !into) return <TrashedCard card={card} type={type} />;
  if (card && type) return <Page card={card} type={type} />;
  const failure = query.error ?? error;
  if (failure instanceof Error) return <Failure error={failure} onRetry={() => (query.error ? void query.refetch() : retry())} />;
  if (card && types) return <Failure />;
  return (
    <>
      <CardSkeleton />
      <CommandsAwaited shortcuts={laterShortcuts} />
    </>
  );
}

/** Notice that an earlier state of the card is shown, with the way back. */
function PastNote({ at, onBack }: { at: string; onBack: () => void }) {
  const t = useT();
  // As the history beside it.
  const format = useFormatHere();
  return (
    <div className={styles.past} role="status">
      <span>{t("card.asOf", { date: format.dateTime(at) })}</span>
      <Button size={24} onPress={onBack}>
        {t("card.asOf.back")}
      </Button>
    </div>
  );
}

function Page({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const isPhone = useIsPhone();
  const whyNot = useWhyNot();
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  const name = nameOf(card);
  const listHref = lastList() ?? `/cards/${type.slug}`;
  const [view, setView] = useCardView();
  useTitle(name);
  useEffect(() => {
    // It is drawn when its width is known; fetching it does not wait for that.
    void CardTimeline.preload();
    // Without a connection an edit finds only what is here.
    for (const load of [preloadEditors, preloadSaving, loadDefinitions]) afterFirstScreen(load);
    firstScreenStands();
  }, []);
  useCrumbs([
    { label: t("shell.cards"), href: "/cards" },
    { label: type.pluralName, href: listHref.startsWith(`/cards/${type.slug}`) ? listHref : `/cards/${type.slug}` },
    { label: name },
  ]);
  const page = useRef<HTMLElement>(null);
  usePartKeys(page);
  const layout = useLayout(card, type);
  const { sections } = layout.settings;
  const past = usePast(card, view.asOf);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  const details = (
    <>
      {past && <PastNote at={past.entry.at} onBack={() => setView({ asOf: undefined })} />}
      <FieldColumn card={past?.card ?? card} type={type} layout={layout} isPast={past !== undefined} />
    </>
  );
  const hasButtons = !past && !whyNot("update", card) && me?.plan?.capabilities.includes("automation");
  const isQuiet = useIsQuiet(card.id);
  const isWide = useIsWide();
  // How wide the history is depends on it.
  const isSettled = !isWide || isQuiet !== undefined;
  const relatedAndFiles = isQuiet && sections.history && (sections.related || sections.files) && (
    <RelatedAndFiles card={card} type={type} sections={sections} />
  );
  const isBeside = isWide && Boolean(relatedAndFiles);
  // On a phone the fields are on another tab: showing an earlier state switches to it.
  const showAsOf = (asOf: string | undefined) => setView({ asOf, ...(isPhone && asOf ? { tab: "details" } : {}) });
  const activity = isSettled ? (
    <DockContext value={dock}>
      <CardTimeline card={card} type={type} asOf={view.asOf} onAsOf={showAsOf} below={isPhone && relatedAndFiles} />
    </DockContext>
  ) : (
    <HistoryAwaited />
  );
  const files = <CardFiles card={card} />;
  const tasks = can(["TASKS", "read"]) && <CardTasks card={card} />;
  const related = <RelatedCards card={card} type={type} />;
  return (
    <article ref={page} className={styles.page} aria-label={name}>
      <CardHeader
        card={past?.card ?? card}
        type={type}
        listHref={listHref}
        layout={layout.layout}
        isPast={past !== undefined}
        buttons={hasButtons && <CardButtons card={card} />}
      />
      {!whyNot("update", card) && !whyNot("delete", card) && <SimilarCards card={card} type={type} />}
      {isPhone ? (
        <div className={styles.tabs}>
          <Tabs selectedKey={view.tab ?? "details"} onSelectionChange={(key) => setView({ tab: String(key) })}>
            <TabList aria-label={name}>
              <Tab id="details">{t("card.details")}</Tab>
              {sections.history && <Tab id="activity">{t("card.activity")}</Tab>}
              {sections.related && <Tab id="related">{t("card.related")}</Tab>}
              {sections.files && <Tab id="files">{t("cards.files")}</Tab>}
            </TabList>
            <TabPanel id="details">
              {details}
              {tasks}
            </TabPanel>
            {sections.history && <TabPanel id="activity">{activity}</TabPanel>}
            {sections.related && <TabPanel id="related">{related}</TabPanel>}
            {sections.files && <TabPanel id="files">{files}</TabPanel>}
          </Tabs>
        </div>
      ) : (
        <div className={styles.body}>
          <div className={styles.fields} data-part>
            {details}
            {tasks}
            {sections.related && isSettled && !isBeside && related}
          </div>
          <div className={styles.timeline} data-part>
            {sections.files && !isBeside ? (
              <Tabs
                selectedKey={view.tab === "files" || !sections.history ? "files" : "activity"}
                onSelectionChange={(key) => setView({ tab: key === "files" ? "files" : undefined })}
              >
                <TabList aria-label={name}>
                  {sections.history && <Tab id="activity">{t("card.activity")}</Tab>}
                  <Tab id="files">{t("cards.files")}</Tab>
                </TabList>
                {sections.history && <TabPanel id="activity">{activity}</TabPanel>}
                <TabPanel id="files">{files}</TabPanel>
              </Tabs>
            ) : (
              sections.history && activity
            )}
          </div>
          {isBeside && (
            <aside className={styles.beside} aria-label={t("card.related")} data-part>
              {relatedAndFiles}
            </aside>
          )}
          <div ref={setDock} className={styles.dock} data-part />
        </div>
      )}
    </article>
  );
}
