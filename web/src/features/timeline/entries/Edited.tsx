import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { useNameOf } from "../../people/people.ts";
import { RichTextView } from "../RichTextView.tsx";
import { useWhen } from "../../dates/when.ts";
import styles from "./entries.module.css";

/** Mark that a comment was edited, with its earlier versions. */
export function Edited({ commentId }: { commentId: ActivityId }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.foot}>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button size={24} variant="ghost">
          {t("timeline.edited")}
        </Button>
        <Popover placement="bottom start">
          <Dialog className={styles.versions ?? ""} aria-label={t("timeline.versions")}>
            {isOpen && <Versions commentId={commentId} />}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
}

function Versions({ commentId }: { commentId: ActivityId }) {
  const t = useT();
  const nameOf = useNameOf();
  const when = useWhen();
  const { data } = useQuery(trpc.comments.versions.queryOptions({ commentId }, { staleTime: 0 }));
  if (!data) return <span>{t("common.loading")}</span>;
  return data.rows.map(({ recordId, at, userId, body }) => (
    <div key={recordId}>
      <div className={styles.meta}>
        <bdi>{userId ? nameOf(userId) : ""}</bdi> {when.full(at)}
      </div>
      <RichTextView text={body} />
    </div>
  ));
}
