import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { addComment } from "../../timeline/changes/comments.ts";
import { CommentForm } from "../../timeline/composer/later.ts";
import { hasBegun } from "../../timeline/composer/sent.ts";
import { ReplyRow } from "../../timeline/entries/ReplyRow.tsx";
import { newRepliesTo, repliesWithPending, usePending } from "../../timeline/pending.ts";
import { deniedText, useWhyNotWritten } from "../../timeline/rights.ts";
import styles from "./TaskComments.module.css";

const draftKey = "comment";

/** What people wrote on a task, the oldest first, and where more is written. */
export function TaskComments({ task }: { task: Task }) {
  const t = useT();
  const format = useFormat();
  const { id: taskId } = task;
  const whyNot = useWhyNotWritten()("create");
  const pending = usePending();
  const { data } = useQuery(trpc.comments.ofTask.queryOptions({ taskId }, { meta: { quiet: true } }));
  const [state, setState] = useState<"begun" | "asked" | undefined>(() => (hasBegun(taskId, draftKey) ? "begun" : undefined));
  const opener = useRef<HTMLButtonElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const ask = () => setState("asked");
  // Whoever asks for it types at once.
  useEffect(() => void CommentForm.preload(), []);
  useCommands([
    !whyNot && { id: "tasks.comment", label: t("timeline.write"), group: "create", shortcut: "C", opensField: true, run: ask },
  ]);
  const rows = repliesWithPending([...(data?.rows ?? []), ...newRepliesTo(taskId, data?.rows ?? [], pending)], pending);
  const count = (data?.total ?? 0) + rows.length - (data?.rows.length ?? 0);
  const last = rows.at(-1)?.id;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // What has just been written comes into view; what is there when the task is opened stays where it is.
    if (data && shown.current !== undefined && last !== shown.current && state) end.current?.scrollIntoView({ block: "nearest" });
    if (data) shown.current = last ?? "";
  }, [data, last, state]);
  const earlier = (data?.total ?? 0) - (data?.rows.length ?? 0);
  const close = () => {
    setState(undefined);
    setTimeout(() => opener.current?.focus());
  };
  const write = (
    <Button ref={opener} size={28} onPress={ask}>
      {t("timeline.write")} <Kbd keys="C" />
    </Button>
  );
  return (
    <section className={styles.comments} aria-label={t("tasks.comments")}>
      <h3 className={styles.title}>
        {t("tasks.comments")} {count > 0 && <Num>{format.number(count)}</Num>}
      </h3>
      {earlier > 0 && <p className={styles.earlier}>{t("tasks.comments.earlier", { count: earlier })}</p>}
      {rows.map((comment) => (
        <ReplyRow key={comment.id} value={comment} on={taskId} />
      ))}
      <div ref={end}>
        {whyNot ? (
          <Denied label={t("timeline.write")} reason={deniedText(t)} placement="top">
            {write}
          </Denied>
        ) : state ? (
          <div className={styles.form}>
            <CommentForm
              on={taskId}
              draftKey={draftKey}
              label={t("timeline.write")}
              isFocused={state === "asked"}
              onSend={(comment) => addComment({ ...comment, on: { taskId } })}
              onClose={close}
            />
          </div>
        ) : (
          write
        )}
      </div>
    </section>
  );
}
