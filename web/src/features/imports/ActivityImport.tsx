import { useQuery } from "@tanstack/react-query";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import { NotFoundPage } from "../../ui/pages/ErrorPage.tsx";
import { Import } from "./Import.tsx";
import { useMeetingTarget } from "./targets/meetings.ts";
import { useTaskTarget } from "./targets/tasks.ts";

/** Permission and wizard for each kind of import. */
const imports = {
  tasks: { right: ["TASKS", "create"], Wizard: () => <Import target={useTaskTarget()} /> },
  calendar: { right: ["MEETINGS", "create"], Wizard: () => <Import target={useMeetingTarget()} /> },
} as const;
const isPlace = (place: string): place is keyof typeof imports => place in imports;

/** `/tasks/import` and `/calendar/import`: tasks and meetings from a file. */
export function ActivityImport({ place }: { place: string }) {
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  if (!isPlace(place)) return <NotFoundPage />;
  const { right, Wizard } = imports[place];
  return me && !can(right) ? <DeniedState level={1} /> : <Wizard />;
}
