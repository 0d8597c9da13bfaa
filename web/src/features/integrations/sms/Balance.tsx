import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useFormatHere, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { useNameOf } from "../../people/people.ts";
import { useCardHref } from "../../records/card-href.ts";
import { openContactUsAbout } from "../../support/contact-us.ts";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "./sms.module.css";

type Balance = RouterOutputs["sms"]["settings"]["balance"];
type Page = RouterOutputs["sms"]["entries"];
type Entry = Page["entries"][number];

/** The SMS that are left, and the ledger behind them. */
export function Balance({ balance }: { balance: Balance }) {
  const t = useT();
  const format = useFormat();
  const { left, used, allowance, extra } = balance;
  const facts = [
    [t("integrations.balance.left"), format.number(left)],
    [t("integrations.balance.month"), t("integrations.balance.of", { used, allowance })],
    [t("integrations.balance.extra"), format.number(extra)],
  ] as const;
  return (
    <section aria-label={t("integrations.balance")}>
      <div className={styles.balanceHead}>
        <h3 className={styles.title}>{t("integrations.balance")}</h3>
        <Button onPress={() => openContactUsAbout(t("integrations.topUp.title"), t("integrations.topUp.text", { left }))}>
          {t("integrations.topUp")}
        </Button>
      </div>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.quiet}>{name}</dt>
            <dd className={styles.amount}>{value}</dd>
          </div>
        ))}
      </dl>
      <Entries />
    </section>
  );
}

/** Reasons for top-ups by their instant, from the journal; only for callers who may read the journal. */
function useReasons(isAsked: boolean): (at: string) => string | undefined {
  const mayRead = useCan()(["AUDIT", "read"]);
  const { data } = useQuery(
    trpc.audit.search.queryOptions(
      { actions: ["smsBalance.topUp"], limit: 100 },
      { enabled: isAsked && mayRead, meta: { quiet: true } },
    ),
  );
  return (at) => {
    const reason = data?.entries.find(({ createdAt }) => createdAt === at)?.after?.["reason"];
    return typeof reason === "string" ? reason : undefined;
  };
}

function Entries() {
  const t = useT();
  const query = useInfiniteQuery(
    trpc.sms.entries.infiniteQueryOptions(
      { limit: 20 },
      { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, staleTime: 0, meta: { quiet: true } },
    ),
  );
  const pages = query.data?.pages ?? [];
  const reasonOf = useReasons(pages.some(({ entries }) => entries.some(({ kind }) => kind === "topUp")));
  const [first] = pages;
  if (!first) return null;
  if (first.entries.length === 0) return <p className={styles.quiet}>{t("integrations.entries.none")}</p>;
  const related: Page["related"] = Object.assign({}, ...pages.map((page) => page.related));
  const shown = withBalances(
    pages.flatMap((page) => page.entries),
    first.booked,
  );
  return (
    <>
      <table className={styles.ledger} aria-label={t("integrations.entries")}>
        <thead>
          <tr>
            <th scope="col">{t("integrations.entry.when")}</th>
            <th scope="col">{t("integrations.entry.what")}</th>
            <th scope="col" className={styles.number}>
              {t("integrations.entry.change")}
            </th>
            <th scope="col" className={styles.number}>
              {t("integrations.entry.balance")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ entry, balance }) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              balance={balance}
              related={related}
              reason={entry.kind === "topUp" ? reasonOf(entry.at) : undefined}
            />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <Button variant="ghost" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("integrations.entries.more")}
        </Button>
      )}
    </>
  );
}

/** The entries, the newest first, each with the balance after it, computed back from the newest. */
function withBalances(entries: readonly Entry[], newest: number): { readonly entry: Entry; readonly balance: number }[] {
  let balance = newest;
  return entries.map((entry) => {
    const row = { entry, balance };
    balance -= entry.change;
    return row;
  });
}

interface EntryRowProps {
  entry: Entry;
  balance: number;
  related: Page["related"];
  reason: string | undefined;
}

function EntryRow({ entry, balance, related, reason }: EntryRowProps) {
  const t = useT();
  const format = useFormatHere();
  const nameOf = useNameOf();
  const hrefOf = useCardHref();
  const { at, kind, change, cardId, by, remindedId } = entry;
  const card = cardId ? related[cardId] : undefined;
  return (
    <tr>
      <td>
        <time dateTime={at}>{format.dateTime(at)}</time>
      </td>
      <td>
        {t(`integrations.entry.${kind}`)}{" "}
        {cardId && card && <RecordName name={card.name} href={hrefOf(cardId, card.typeId)} look="quiet" />}{" "}
        {remindedId && <span className={styles.by}>{t("integrations.entry.reminds", { name: nameOf(remindedId) })}</span>}
        {by && <span className={styles.by}>{t("integrations.entry.by", { name: nameOf(by) })}</span>}
        {reason && <bdi className={styles.reason}>{reason}</bdi>}
      </td>
      <td className={styles.number} data-more={change > 0 || undefined}>
        <Num>{format.number(change, { signDisplay: "exceptZero" })}</Num>
      </td>
      <td className={styles.number}>
        <Num>{format.number(balance)}</Num>
      </td>
    </tr>
  );
}
