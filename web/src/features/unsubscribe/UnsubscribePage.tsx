import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import styles from "./UnsubscribePage.module.css";

/** `/unsubscribe/{token}`: where the link in a mail leads that a person follows. Mails stop when the button is pressed, not before. */
export function UnsubscribePage() {
  const { token = "" } = useParams({ strict: false });
  const t = useT();
  const { data, error } = useQuery(
    trpc.unsubscribes.find.queryOptions({ token }, { retry: false, staleTime: 0, gcTime: 0, meta: { quiet: true } }),
  );
  const confirm = useMutation(trpc.unsubscribes.confirm.mutationOptions());
  const language = data?.language;
  useEffect(() => {
    if (language) void setLanguage(language);
  }, [language]);
  useTitle(t("unsubscribe.title"));
  const failure = error && toAppError(error);
  const isGone = failure?.code === "NOT_FOUND" || failure?.code === "INVALID_INPUT";
  const isOff = confirm.isSuccess || data?.isOn === false;
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <main className={styles.page}>
        {failure ? (
          <>
            <h1 className={styles.title}>{isGone ? t("unsubscribe.unknown") : errorMessage(failure)}</h1>
            {isGone && <p role="alert">{t("unsubscribe.unknown.lead")}</p>}
          </>
        ) : (
          data && (
            <>
              <h1 className={styles.title}>{t(isOff ? "unsubscribe.done" : `unsubscribe.ask.${data.kind}`)}</h1>
              <p role={isOff ? "status" : undefined}>{t(isOff ? `unsubscribe.done.${data.kind}` : "unsubscribe.lead")}</p>
              {!isOff && (
                <Button variant="primary" size={40} isPending={confirm.isPending} onPress={() => confirm.mutate({ token })}>
                  {t("unsubscribe.confirm")}
                </Button>
              )}
            </>
          )
        )}
        {(data || failure) && (
          <a className={styles.link} href="/settings/user">
            {t("unsubscribe.settings")}
          </a>
        )}
      </main>
    </>
  );
}
