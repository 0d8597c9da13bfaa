import { useQuery } from "@tanstack/react-query";
import { later } from "../../lib/later.tsx";
import { useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { trpc } from "../../lib/api.ts";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import { CardTypeEditor } from "./CardTypeEditor.tsx";
import { CardTypeList } from "./CardTypeList.tsx";
import { cardTypesOptions } from "./saving/save.ts";
import { useEditorSearch } from "./useEditorSearch.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** `/settings/card-types`: the types; with `id` one of them, with `id=new` a new one. */
export function CardTypesPage() {
  return (
    <Permitted right={["CARD_TYPES", "update"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const { id } = useEditorSearch();
  const { data: types, error, refetch } = useQuery(cardTypesOptions());
  useLive((message) => {
    if (message.kind !== "change") return;
    if (message.subject.kind === "layout") void queryClient.invalidateQueries(trpc.layouts.list.pathFilter());
    if (message.subject.kind === "cardType") void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
  });
  if (!types) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={12} />;
  if (id === undefined) return <CardTypeList types={types} />;
  const type = types.find((one) => one.id === id);
  if (!type && id !== "new") return <Failure />;
  return <CardTypeEditor key={id} type={type} types={types} />;
}
