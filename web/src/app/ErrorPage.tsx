import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { afterFirstScreen } from "../lib/warm-up.ts";

/** The pages for failures are drawn with the component kit, which the entry does not hold. */
const load = () => import("./Failure.tsx");
const Failure = lazy(load);
// To tell of a lost connection it must be here before the connection is lost. If it cannot come now, it is asked for when it is needed.
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
