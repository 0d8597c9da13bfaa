import { isDay } from "@kartis/core/cards/fields/day.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Invitation } from "./Invitation.tsx";
import styles from "./RsvpPage.module.css";

/** `/rsvp/{token}`: where the link in an invitation to a meeting leads. The address is a secret of its reader: no site that is opened from here learns it. */
export function RsvpPage() {
  const { token = "" } = useParams({ strict: false });
  const [link] = useState(() => {
    const on = new URLSearchParams(location.search).get("on");
    return { token, ...(on && isDay(on) ? { on } : {}) };
  });
  const [isAskedToStop] = useState(() => new URLSearchParams(location.search).get("reminders") === "off");
  const t = useT();
  const {
    data: meeting,
    error,
    isFetching,
    refetch,
  } = useQuery(
    trpc.rsvp.find.queryOptions(link, {
      retry: (failures, failure) => failures < 1 && !isGone(failure),
      staleTime: 0,
      gcTime: 0,
      meta: { quiet: true },
    }),
  );
  useTitle(meeting?.title ?? (error ? (isGone(error) ? t("rsvp.notFound") : errorMessage(toAppError(error))) : ""));
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      {meeting ? (
        <Invitation link={link} meeting={meeting} isAskedToStop={isAskedToStop} />
      ) : (
        error && <Unknown failure={error} isTrying={isFetching} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** Whether the link leads nowhere, and trying again will not change that. */
function isGone(failure: unknown): boolean {
  const { code } = toAppError(failure);
  return code === "NOT_FOUND" || code === "INVALID_INPUT";
}

function Unknown({ failure, isTrying, onRetry }: { failure: unknown; isTrying: boolean; onRetry: () => void }) {
  const t = useT();
  if (isGone(failure))
    return (
      <main className={styles.unknown}>
        <h1 className={styles.title}>{t("rsvp.notFound")}</h1>
        <p role="alert">{t("rsvp.notFound.lead")}</p>
      </main>
    );
  return (
    <main className={styles.unknown}>
      <h1 className={styles.title} role="alert">
        {errorMessage(toAppError(failure))}
      </h1>
      <Button variant="primary" isPending={isTrying} onPress={onRetry}>
        {t("common.retry")}
      </Button>
    </main>
  );
}
