import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Invitation } from "./Invitation.tsx";
import styles from "./RsvpPage.module.css";

/** `/rsvp/{token}`: where the link in an invitation to a meeting leads. The address is a secret of its reader: no site that is opened from here learns it. */
export function RsvpPage() {
  const { token = "" } = useParams({ strict: false });
  const t = useT();
  const { data: meeting, error } = useQuery(
    trpc.rsvp.find.queryOptions({ token }, { retry: false, staleTime: 0, gcTime: 0, meta: { quiet: true } }),
  );
  useTitle(meeting?.title ?? (error ? t("rsvp.notFound") : ""));
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      {meeting ? <Invitation token={token} meeting={meeting} /> : error && <Unknown failure={error} />}
    </>
  );
}

function Unknown({ failure }: { failure: unknown }) {
  const t = useT();
  const error = toAppError(failure);
  const isGone = error.code === "NOT_FOUND" || error.code === "INVALID_INPUT";
  return (
    <main className={styles.unknown}>
      <h1 className={styles.title}>{isGone ? t("rsvp.notFound") : errorMessage(error)}</h1>
      {isGone && <p role="alert">{t("rsvp.notFound.lead")}</p>}
    </main>
  );
}
