import { useCan } from "../../../lib/permissions.ts";
import { useLiveCalendar } from "../../calendar/live.ts";
import { useShownState } from "../../tasks/changes/pending.ts";
import { MyTasks } from "./MyTasks.tsx";
import { Today } from "./Today.tsx";
import { useMyDue } from "./useMyDue.ts";

/** Today's tasks and meetings. What the person's role cannot read is not requested. */
export function MyDay() {
  const can = useCan();
  const mayReadTasks = can(["TASKS", "read"]);
  const mayReadMeetings = can(["MEETINGS", "read"]);
  const due = useMyDue(mayReadTasks);
  useShownState();
  useLiveCalendar();
  return (
    <>
      {mayReadTasks && <MyTasks due={due} />}
      <Today due={due} mayReadMeetings={mayReadMeetings} />
    </>
  );
}
