import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { afterFirstScreen } from "../lib/warm-up.ts";

/** The pages for failures are drawn with the component kit, which the entry does not hold. */
const load = () => import("./Failure.tsx");
const Failure = lazy(load);
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

export function NotFoundPage() {
  return (
    <Suspense>
      <Failure />
    </Suspense>
  );
}
