import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { refreshSession } from "../../lib/session.ts";
import { showToast } from "../../lib/toasts/toasts.ts";

/** Polling interval while the provider has not decided. */
const askAgainMilliseconds = 2_000;

/** Back from the provider's page: asks the server how it ended, and takes the question out of the address. */
export function useCheckoutReturn(): void {
  const t = useT();
  const router = useRouter();
  const { mutate, data } = useMutation(
    trpc.billing.confirm.mutationOptions({
      onSuccess: async ({ state }) => {
        if (state === "open") return;
        await leave();
        if (state !== "paid") return;
        showToast({ tone: "success", title: t("plans.changed.title"), message: t("plans.changed.message") });
        await Promise.all([
          queryClient.invalidateQueries(trpc.billing.plan.pathFilter()),
          queryClient.invalidateQueries(trpc.billing.usage.pathFilter()),
          refreshSession(),
        ]);
      },
      onError: () => leave(),
    }),
  );
  const leave = () => router.navigate({ to: "/settings/plan-and-billing", search: {}, replace: true });
  useEffect(() => {
    const checkoutId = new URLSearchParams(location.search).get("checkout");
    if (!checkoutId) return undefined;
    if (!data) {
      mutate({ checkoutId });
      return undefined;
    }
    const timer = data.state === "open" ? setTimeout(() => mutate({ checkoutId }), askAgainMilliseconds) : undefined;
    return () => clearTimeout(timer);
  }, [data, mutate]);
}
