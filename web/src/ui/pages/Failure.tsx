import { useRouter } from "@tanstack/react-router";
import { use, useEffect } from "react";
import { errorMessage, errorTitle, isMissingFile, toAppError } from "../../lib/errors.ts";
import { loadFailureWords, useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../actions/Button.tsx";
import { DeniedState, ErrorState, GatedState, NotFoundState } from "../feedback/EmptyState.tsx";
import styles from "./Failure.module.css";
import { InSheet } from "./in-sheet.ts";

const denied = new Set(["FORBIDDEN", "NO_PERMISSION", "MISSING_ROLE", "MISSING_PERMISSION_DEFINITION"]);

/** An address below a list, and the view in one that puts it into the path instead of `?view=`. */
const belowList = /^(\/cards\/[^/]+)\/(?:views?\/([^/]+)\/?$)?/;

/** Page in place of another: not found (no `error`), denied, not in the plan, failed, not loaded, or broken. */
export default function Failure({ error, onRetry }: { error?: unknown; onRetry?: () => void }) {
  const t = useT();
  useEffect(() => void loadFailureWords().catch(() => undefined), []);
  const { navigate } = useRouter();
  const [, list, view] = belowList.exec(location.pathname) ?? [];
  const isMisplaced = error === undefined && view !== undefined;
  useEffect(() => {
    if (isMisplaced) void navigate({ href: `${list}?view=${view}`, replace: true });
  }, [isMisplaced, list, view, navigate]);
  const goBack = <Button onPress={() => void navigate({ href: list ?? "/cards" })}>{t("common.goBackToCards")}</Button>;
  const goHome = <Button onPress={() => location.assign("/")}>{t("common.goToHome")}</Button>;
  const failure = error === undefined ? undefined : toAppError(error);
  const isMissing = isMissingFile(error);
  useEffect(() => {
    if (!isMissing) return;
    const reload = () => location.reload();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [isMissing]);
  useTitle(failure ? t("common.error.title") : t("common.notFound.title"));

  const Frame = use(InSheet) ? "div" : "main";

  if (isMisplaced) return null;
  return <Frame className={styles.page}>{content()}</Frame>;

  function content() {
    // An address that leads nowhere: it need not have had anything to do with cards.
    if (!failure) return <NotFoundState level={1} actions={list ? goBack : goHome} />;
    if (failure.code === "NOT_FOUND") return <NotFoundState level={1} actions={goBack} />;
    if (failure.messageKey === "errors.notInPlan") return <GatedState level={1} actions={goBack} />;
    if (denied.has(failure.code)) return <DeniedState level={1} actions={goBack} />;
    const note = failure.requestId && t("common.error.details", { requestId: failure.requestId });
    const tryAgain = onRetry && (
      <Button variant="primary" onPress={onRetry}>
        {t("common.tryAgain")}
      </Button>
    );
    // Only a fresh start asks for the files again, and for those of today's version.
    if (isMissing) {
      return (
        <ErrorState
          level={1}
          title={t("common.error.title")}
          message={t(navigator.onLine ? "common.error.message" : "common.offline")}
          actions={
            <>
              {goBack}
              <Button variant="primary" onPress={() => location.reload()}>
                {t("common.reload")}
              </Button>
            </>
          }
        />
      );
    }
    // Not a failed call but a defect in this page: its state is not to be trusted, so the way out is a fresh start.
    if (failure.code === "UNKNOWN_ERROR") {
      return (
        <ErrorState
          level={1}
          title={t("common.critical.title")}
          message={t("common.critical.message")}
          actions={
            <>
              {goHome}
              {tryAgain}
            </>
          }
        />
      );
    }
    return (
      <ErrorState
        level={1}
        title={errorTitle(failure)}
        message={errorMessage(failure)}
        note={note}
        actions={
          <>
            {goBack}
            {tryAgain}
          </>
        }
      />
    );
  }
}
