import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

/** The pages for failures are drawn with the component kit, which the entry does not hold. */
const Failure = lazy(() => import("./Failure.tsx"));

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
