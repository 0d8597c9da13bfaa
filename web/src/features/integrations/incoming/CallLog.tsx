import type { CardType } from "@kartis/core/cards/schema.ts";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { useInstants } from "../webhooks/useInstants.ts";
import styles from "../webhooks/webhooks.module.css";
import type { CallValues } from "@kartis/core/incoming-webhooks/schema.ts";
import type { IncomingCall, IncomingCallPage } from "./queries.ts";

export type CallFilter = "all" | "refused" | "spam";
const hues = {
  waiting: "slate",
  unmapped: "amber",
  created: "green",
  updated: "green",
  same: "slate",
  refused: "red",
  spam: "amber",
} as const;
/** Calls write no record that would have the page ask again. */
const refreshMs = 3_000;
/** How the log of a webhook or form is asked for. */
export const logOptions = {
  getNextPageParam: ({ nextCursor }: IncomingCallPage) => nextCursor ?? undefined,
  refetchInterval: refreshMs,
  staleTime: 0,
  meta: { quiet: true },
};

interface CallLogProps {
  title: string;
  type: CardType;
  filters: readonly CallFilter[];
  filter: CallFilter;
  onFilter: (filter: CallFilter) => void;
  /** Pages of calls. */
  query: UseInfiniteQueryResult<InfiniteData<IncomingCallPage>, unknown>;
  valuesOf: (callId: string) => Promise<CallValues>;
  onRetry: (callId: string) => Promise<unknown>;
}

/** What has come in 30 days, and what became of it. */
export function CallLog({ title, type, filters, filter, onFilter, query, valuesOf, onRetry }: CallLogProps) {
  const t = useT();
  const calls = query.data?.pages.flatMap((page) => page.calls);
  return (
    <section className={styles.message} aria-label={title}>
      <h3>{title}</h3>
      <SegmentedControl
        label={t("incomingWebhooks.filter")}
        options={filters.map((id) => ({ id, label: t(`incomingWebhooks.filter.${id}`) }))}
        value={filter}
        onChange={onFilter}
      />
      {calls?.length === 0 && (
        <p className={styles.quiet}>
          {t(filter === "refused" ? "incomingWebhooks.calls.noneOf" : "incomingWebhooks.calls.none")}
        </p>
      )}
      {calls && calls.length > 0 && (
        <table className={styles.log} aria-label={title}>
          <tbody>
            {calls.map((call) => (
              <CallRow
                key={call.id}
                call={call}
                type={type}
                valuesOf={() => valuesOf(call.id)}
                onRetry={() => onRetry(call.id).then(() => query.refetch(), reportFailure)}
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
  valuesOf: () => Promise<CallValues>;
  onRetry: () => Promise<unknown>;
}

const retriable: ReadonlySet<IncomingCall["state"]> = new Set(["refused", "unmapped", "spam"]);
/** Longer than the queue takes to repeat one that met a failure. */
const stuckMs = 10 * 60_000;
const mayBeRetried = ({ state, at }: IncomingCall): boolean =>
  retriable.has(state) || (state === "waiting" && Date.now() - Date.parse(at) > stuckMs);

function CallRow({ call, type, valuesOf, onRetry }: CallRowProps) {
  const t = useT();
  const instants = useInstants();
  const [isRetrying, setRetrying] = useState(false);
  const [shown, setShown] = useState<CallValues>();
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
        {shown && <Values values={shown.values} />}
      </td>
      <td>
        <Button
          variant="ghost"
          size={24}
          aria-expanded={shown !== undefined}
          onPress={() => (shown ? setShown(undefined) : void valuesOf().then(setShown, reportFailure))}
        >
          {t("incomingWebhooks.call.values")}
        </Button>
        {cardId && <Link href={`/cards/${type.slug}/${cardId}`}>{t("incomingWebhooks.call.card")}</Link>}
        {mayBeRetried(call) && (
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

/** What came with the call. */
function Values({ values }: CallValues) {
  const t = useT();
  if (values === null) return <span className={styles.nextAt}>{t("incomingWebhooks.call.valuesGone")}</span>;
  return (
    <dl className={styles.values}>
      {values.map(({ name, value }) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
