import { useParams } from "@tanstack/react-router";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { lazy } from "react";
import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import { useWhyNot } from "../records/rights.ts";
import { useCardTypes } from "../records/card-types.ts";
import { Import } from "./Import.tsx";
import { useCardTarget } from "./targets/cards.ts";

const Failure = lazy(() => import("../../ui/pages/Failure.tsx"));
const ActivityImport = later(async () => (await withWords(["audit", "tasks"], import("./ActivityImport.tsx"))).ActivityImport);

/** `/cards/{slug}/import`, `/tasks/import` and `/calendar/import`: what a file becomes is in the address. */
export function ImportPage() {
  const { slug, place } = useParams({ strict: false });
  return place === undefined ? <CardsImport slug={slug} /> : <ActivityImport place={place} />;
}

function CardsImport({ slug }: { slug: string | undefined }) {
  const { types, error, retry } = useCardTypes();
  const isDenied = useWhyNot()("import") !== undefined;
  if (!types) return error instanceof Error ? <Failure error={error} onRetry={retry} /> : <SkeletonRows rows={8} />;
  const type = types.find((other) => other.slug === slug);
  if (!type) return <Failure />;
  return isDenied ? <DeniedState level={1} /> : <TypeImport type={type} />;
}

function TypeImport({ type }: { type: CardType }) {
  return <Import target={useCardTarget(type)} />;
}
