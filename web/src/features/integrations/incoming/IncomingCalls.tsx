import type { CardType } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { type CallFilter, CallLog, logOptions } from "./CallLog.tsx";
import type { Incoming } from "./queries.ts";

/** The log of a webhook. */
export function IncomingCalls({ webhookId, type }: { webhookId: Incoming["id"]; type: CardType }) {
  const t = useT();
  const [filter, setFilter] = useState<CallFilter>("all");
  const input = { webhookId, limit: 20, ...(filter === "all" ? {} : { state: filter }) };
  return (
    <CallLog
      title={t("incomingWebhooks.calls")}
      type={type}
      filters={["all", "refused"]}
      filter={filter}
      onFilter={setFilter}
      query={useInfiniteQuery(trpc.incomingWebhooks.calls.infiniteQueryOptions(input, logOptions))}
      valuesOf={(callId) => client.incomingWebhooks.values.query({ webhookId, callId })}
      onRetry={(callId) => client.incomingWebhooks.retry.mutate({ webhookId, callId })}
    />
  );
}
