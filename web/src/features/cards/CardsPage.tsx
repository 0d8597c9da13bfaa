import { useParams } from "@tanstack/react-router";
import { later } from "../../lib/later.tsx";
import { CardList } from "./list/CardList.tsx";
import { ListSkeleton } from "./list/ListSkeleton.tsx";
import { useCardTypes } from "../records/card-types.ts";
import { useViews } from "./views/useViews.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** `/cards` and `/cards/{slug}`. */
export function CardsPage() {
  const { slug } = useParams({ strict: false });
  const { types, error, retry } = useCardTypes();
  // Asked for together with the types: an address may name a view.
  useViews(undefined);
  if (!types) return error instanceof Error ? <Failure error={error} onRetry={retry} /> : <ListSkeleton />;
  const type = slug === undefined ? undefined : types.find((other) => other.slug === slug);
  if (slug !== undefined && !type) return <Failure />;
  return <CardList key={slug ?? ""} types={types} type={type} />;
}
