import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense, use } from "react";
import { useT } from "../../lib/i18n.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import { InSheet } from "./in-sheet.ts";

/** The pages for failures are drawn with the component kit, which the entry does not hold. */
const load = () => import("./Failure.tsx");
const Failure = lazy(() => load().catch(() => ({ default: BareFailure })));
// Loaded ahead: it cannot be fetched once the connection is lost. If it cannot load now, it is fetched when needed.
afterFirstScreen(() => void load().catch(() => undefined));

export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Suspense>
      <Failure
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Suspense>
  );
}

/** When the page for failures could not be loaded either. */
function BareFailure() {
  const t = useT();
  const Frame = use(InSheet) ? "div" : "main";
  return (
    <Frame style={{ display: "grid", placeContent: "center", justifyItems: "center", gap: 12, blockSize: "100%" }}>
      <h1>{t("common.error.title")}</h1>
      <p>{t(navigator.onLine ? "common.error.message" : "common.offline")}</p>
      <button onClick={() => location.reload()}>{t("common.reload")}</button>
    </Frame>
  );
}

export function NotFoundPage() {
  return (
    <Suspense>
      <Failure />
    </Suspense>
  );
}
