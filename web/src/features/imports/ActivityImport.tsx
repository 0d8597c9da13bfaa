import { isActivityTarget } from "@kartis/core/imports/targets/ids.ts";
import { useCan } from "../../lib/permissions.ts";
import { useQuery } from "@tanstack/react-query";
import { meOptions } from "../../lib/session.ts";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import { NotFoundPage } from "../../app/ErrorPage.tsx";
import { Import } from "./Import.tsx";
import { useTaskTarget } from "./targets/tasks.ts";

/** `/tasks/import`: tasks from a file. */
export function ActivityImport({ place }: { place: string }) {
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  const isKnown = isActivityTarget(place);
  if (!isKnown) return <NotFoundPage />;
  if (me && !can(["TASKS", "create"])) return <DeniedState level={1} />;
  return <TaskImport />;
}

function TaskImport() {
  return <Import target={useTaskTarget()} />;
}
