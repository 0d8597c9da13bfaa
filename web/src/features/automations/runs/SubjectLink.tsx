import type { RunSubject } from "@kartis/core/automations/run-schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { useCardHref } from "../../records/card-href.ts";

/** A link to something that a run created; without a name if the reader has no access to it. */
export function SubjectLink({ id, subject }: { id: string; subject: RunSubject | undefined }) {
  const t = useT();
  const hrefOf = useCardHref();
  if (!subject) return <span>{t("automationRuns.unseen")}</span>;
  const href = hrefOfSubject(id, subject, hrefOf);
  const name = subject.name || t("automationRuns.value.none");
  return href ? (
    <Link href={href}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}

function hrefOfSubject(
  id: string,
  { typeId, cardId, activityType }: RunSubject,
  hrefOf: ReturnType<typeof useCardHref>,
): string | undefined {
  if (activityType === "TASK") return `/tasks?list=team&task=${id}`;
  if (activityType === "MEETING") return `/calendar?open=${id}`;
  return cardId ? hrefOf(cardId, typeId ?? undefined) : undefined;
}
