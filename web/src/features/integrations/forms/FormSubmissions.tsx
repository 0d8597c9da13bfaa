import type { CardType } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { type CallFilter, CallLog, logOptions } from "../incoming/CallLog.tsx";
import type { Form } from "./queries.ts";

/** What visitors have sent. */
export function FormSubmissions({ formId, type }: { formId: Form["id"]; type: CardType }) {
  const t = useT();
  const [filter, setFilter] = useState<CallFilter>("all");
  const input = { formId, limit: 20, ...(filter === "all" ? {} : { state: filter }) };
  return (
    <CallLog
      title={t("leadForms.submissions")}
      type={type}
      filters={["all", "refused", "spam"]}
      filter={filter}
      onFilter={setFilter}
      query={useInfiniteQuery(trpc.leadForms.submissions.infiniteQueryOptions(input, logOptions))}
      valuesOf={(callId) => client.leadForms.values.query({ formId, callId })}
      onRetry={(callId) => client.leadForms.retry.mutate({ formId, callId })}
    />
  );
}
