import back from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import replayIcon from "@fluentui/svg-icons/icons/arrow_clockwise_16_regular.svg?icon";
import sendIcon from "@fluentui/svg-icons/icons/send_16_regular.svg?icon";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Bdi, Num } from "../../../ui/display/Num.tsx";
import { ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { DeliveryDialog } from "./DeliveryDialog.tsx";
import { DeliveryState } from "./DeliveryState.tsx";
import { useEventName } from "./event-name.ts";
import { EndpointState, StateReason } from "./EndpointState.tsx";
import { type Delivery, type DeliveryDetails, type Endpoint, refreshWebhooks } from "./queries.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { useInstants } from "./useInstants.ts";
import styles from "./webhooks.module.css";

const filters = ["all", "waiting", "failed"] as const;
type Filter = (typeof filters)[number];
/** Outcomes write no journal records that would trigger a refresh: asked for often while there are some to come. */
const [refreshMs, pendingRefreshMs] = [3_000, 1_000];
/** A change may be an event: by then its first attempt has usually been made. */
const attemptMs = 700;

/** An endpoint's deliveries and their responses; each can be opened and resent. */
export function EndpointLog({ endpoint, onBack }: { endpoint: Endpoint; onBack: () => void }) {
  const t = useT();
  const { id: endpointId, url, description } = endpoint;
  const [filter, setFilter] = useState<Filter>("all");
  const [opened, setOpened] = useState<string | DeliveryDetails>();
  const [isReplaying, setReplaying] = useState(false);
  const [isTesting, setTesting] = useState(false);
  async function test() {
    setTesting(true);
    try {
      setOpened(await client.webhooks.test.mutate({ endpointId }));
      await refreshWebhooks();
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setTesting(false);
    }
  }
  return (
    <div className={styles.panel}>
      <div className={styles.logHead}>
        <IconButton icon={back} flipIcon label={t("webhooks.back")} autoFocus onPress={onBack} />
        <span className={styles.logTitle}>
          <span className={styles.rowHead}>
            <h3 className={styles.name}>
              <bdi>{description || url}</bdi>
            </h3>
            <EndpointState endpoint={endpoint} />
          </span>
          {description && (
            <bdi dir="ltr" className={styles.url}>
              {url}
            </bdi>
          )}
          <StateReason endpoint={endpoint} />
        </span>
      </div>
      <div className={styles.tools}>
        <SegmentedControl
          label={t("webhooks.filter")}
          options={filters.map((id) => ({ id, label: t(`webhooks.filter.${id}`) }))}
          value={filter}
          onChange={setFilter}
        />
        <span className={styles.end}>
          <Button icon={replayIcon} onPress={() => setReplaying(true)}>
            {t("webhooks.replay")}
          </Button>
          <Button icon={sendIcon} flipIcon isPending={isTesting} onPress={() => void test()}>
            {t("webhooks.test")}
          </Button>
        </span>
      </div>
      <Deliveries endpointId={endpointId} filter={filter} onOpen={setOpened} />
      {opened && <DeliveryDialog endpoint={endpoint} opened={opened} onClose={() => setOpened(undefined)} />}
      {isReplaying && <ReplayDialog endpointId={endpointId} onClose={() => setReplaying(false)} />}
    </div>
  );
}

interface DeliveriesProps {
  endpointId: Endpoint["id"];
  filter: Filter;
  onOpen: (messageId: string) => void;
}

function Deliveries({ endpointId, filter, onOpen }: DeliveriesProps) {
  const t = useT();
  const query = useInfiniteQuery(
    trpc.webhooks.deliveries.infiniteQueryOptions(
      { endpointId, limit: 20, ...(filter === "all" ? {} : { state: filter }) },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
        refetchInterval: ({ state: { data } }) =>
          data?.pages.some(({ deliveries }) => deliveries.some(({ state }) => state === "waiting"))
            ? pendingRefreshMs
            : refreshMs,
        staleTime: 0,
        meta: { quiet: true },
      },
    ),
  );
  const { data, error, refetch } = query;
  useLive(() => void setTimeout(() => void refetch(), attemptMs));
  if (!data)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={6} columns={["1fr", "2fr", "1fr"]} />
    );
  const deliveries = data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0)
    return <p className={styles.quiet}>{t(filter === "all" ? "webhooks.deliveries.none" : "webhooks.deliveries.noneOf")}</p>;
  return (
    <>
      <table className={styles.log} aria-label={t("webhooks.log")}>
        <thead>
          <tr>
            {(["when", "event", "state", "attempts", "duration"] as const).map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`webhooks.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.messageId} delivery={delivery} onOpen={() => onOpen(delivery.messageId)} />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <Button variant="ghost" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("webhooks.deliveries.more")}
        </Button>
      )}
    </>
  );
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const t = useT();
  const format = useFormat();
  const instants = useInstants();
  const nameOf = useEventName();
  const { event, createdAt, attempts, status, durationMs, nextAt } = delivery;
  return (
    <tr>
      <td data-column="when">
        <time dateTime={createdAt}>{instants.instant(createdAt)}</time>
      </td>
      <td>
        <Button variant="ghost" size={24} onPress={onOpen}>
          {nameOf(event)}
        </Button>
      </td>
      <td>
        <span className={styles.outcome}>
          <DeliveryState delivery={delivery} />
          {status !== null && <Num>{status}</Num>}
        </span>
        {nextAt && attempts > 0 && (
          <span className={styles.nextAt}>{t("webhooks.nextAt.at", { when: instants.soon(nextAt) })}</span>
        )}
      </td>
      <td data-column="attempts">
        <Num>{format.number(attempts)}</Num>
      </td>
      <td data-column="duration">{durationMs !== null && <Bdi>{instants.milliseconds(durationMs)}</Bdi>}</td>
    </tr>
  );
}
