import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";
import bell from "@fluentui/svg-icons/icons/alert_off_16_regular.svg?icon";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import type { InvitationLink } from "./Reply.tsx";
import styles from "./RsvpPage.module.css";

interface RemindersProps {
  link: InvitationLink;
  meeting: OpenMeeting;
  isAskedToStop: boolean;
}

/** Reminders stop when the button is pressed, not when the page is opened, which programs that look at links do as well. They can be had again. */
export function Reminders({ link, meeting: { reminders }, isAskedToStop }: RemindersProps) {
  const t = useT();
  const [wasChanged, setChanged] = useState(false);
  const save = useMutation(
    trpc.rsvp.setReminders.mutationOptions({
      onSuccess: (changed) => {
        queryClient.setQueryData(trpc.rsvp.find.queryKey(link), changed);
        setChanged(true);
      },
      meta: { quiet: true },
    }),
  );
  const isOn = reminders === "wanted";
  if (reminders === "none" || (isOn && !isAskedToStop && !wasChanged)) return null;
  return (
    <div className={styles.status} data-tone="neutral">
      <Icon of={bell} />
      <p role={wasChanged ? "status" : undefined}>
        <strong>{t(isOn ? (wasChanged ? "rsvp.reminders.on" : "rsvp.reminders.ask") : "rsvp.reminders.off")}</strong>{" "}
        {t("rsvp.reminders.lead")}
        {save.error && (
          <span className={styles.failure} role="alert">
            {" "}
            {errorMessage(toAppError(save.error))}
          </span>
        )}
      </p>
      <Button
        size={32}
        variant={isOn && !wasChanged ? "primary" : "ghost"}
        isPending={save.isPending}
        onPress={() => save.mutate({ ...link, isWanted: !isOn })}
      >
        {t(isOn ? "rsvp.reminders.stop" : "rsvp.reminders.again")}
      </Button>
    </div>
  );
}
