import type { CardType } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { useInstants } from "../webhooks/useInstants.ts";
import styles from "../webhooks/webhooks.module.css";
import type { Incoming, IncomingCall } from "./queries.ts";

const filters = ["all", "refused"] as const;
const hues = { waiting: "slate", unmapped: "amber", created: "green", updated: "green", same: "slate", refused: "red" } as const;
/** Calls write no record that would have the page ask again. */
const refreshMs = 3_000;

/** What has come in 30 days, and what became of it. */
export function CallLog({ webhookId, type }: { webhookId: Incoming["id"]; type: CardType }) {
  const t = useT();
  const [filter, setFilter] = useState<(typeof filters)[number]>("all");
  const query = useInfiniteQuery(
    trpc.incomingWebhooks.calls.infiniteQueryOptions(
      { webhookId, limit: 20, ...(filter === "all" ? {} : { state: filter }) },
      {
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
        refetchInterval: refreshMs,
        staleTime: 0,
        meta: { quiet: true },
      },
    ),
  );
  const calls = query.data?.pages.flatMap((page) => page.calls);
  return (
    <section className={styles.message} aria-label={t("incomingWebhooks.calls")}>
      <h3>{t("incomingWebhooks.calls")}</h3>
      <SegmentedControl
        label={t("incomingWebhooks.filter")}
        options={filters.map((id) => ({ id, label: t(`incomingWebhooks.filter.${id}`) }))}
        value={filter}
        onChange={setFilter}
      />
      {calls?.length === 0 && (
        <p className={styles.quiet}>{t(filter === "all" ? "incomingWebhooks.calls.none" : "incomingWebhooks.calls.noneOf")}</p>
      )}
      {calls && calls.length > 0 && (
        <table className={styles.log} aria-label={t("incomingWebhooks.calls")}>
          <tbody>
            {calls.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                type={type}
                onRetry={() =>
                  client.incomingWebhooks.retry.mutate({ webhookId, callId: call.id }).then(() => query.refetch(), reportFailure)
                }
              />
            ))}
          </tbody>
        </table>
      )}
      {query.hasNextPage && (
        <Button variant="ghost" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("incomingWebhooks.calls.more")}
        </Button>
      )}
    </section>
  );
}

interface CallRowProps {
  call: IncomingCall;
  type: CardType;
  onRetry: () => Promise<unknown>;
}

function CallRow({ call, type, onRetry }: CallRowProps) {
  const t = useT();
  const instants = useInstants();
  const [isRetrying, setRetrying] = useState(false);
  const row = useRef<HTMLTableRowElement>(null);
  const { at, state, cardId, problems } = call;
  const labelOf = (fieldId: string) => type.fields.find(({ id }) => id === fieldId)?.label ?? fieldId;
  return (
    <tr ref={row} tabIndex={-1}>
      <td data-column="when">
        <time dateTime={at}>{instants.instant(at)}</time>
      </td>
      <td>
        <Pill hue={hues[state]}>{t(`incomingWebhooks.call.${state}`)}</Pill>
        {problems.map(({ fieldId, message }) => (
          <span key={`${fieldId} ${message}`} className={styles.nextAt}>
            {fieldId !== null && <bdi>{labelOf(fieldId)}: </bdi>}
            {t.find(message) ?? t("incomingWebhooks.call.refused")}
          </span>
        ))}
      </td>
      <td>
        {cardId && <Link href={`/cards/${type.slug}/${cardId}`}>{t("incomingWebhooks.call.card")}</Link>}
        {(state === "refused" || state === "unmapped") && (
          <Button
            variant="ghost"
            size={24}
            isPending={isRetrying}
            onPress={() => {
              setRetrying(true);
              // The button goes once the call is a card: the keyboard goes on from its row.
              row.current?.focus();
              void onRetry().finally(() => setRetrying(false));
            }}
          >
            {t("incomingWebhooks.call.retry")}
          </Button>
        )}
      </td>
    </tr>
  );
}
