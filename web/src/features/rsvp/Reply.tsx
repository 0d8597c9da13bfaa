import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import question from "@fluentui/svg-icons/icons/question_circle_16_regular.svg?icon";
import { formatter } from "@kartis/i18n/format.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import type { RouterInputs } from "../../lib/types.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import styles from "./RsvpPage.module.css";
import { shortDay } from "./times.ts";

type ReplyName = OpenMeeting["reply"];
/** A guest's link: what it ends with, and of single times the day that names one. */
export type InvitationLink = RouterInputs["rsvp"]["find"];

const answers = [
  { reply: "ACCEPTED", icon: checkmark },
  { reply: "TENTATIVE", icon: question },
  { reply: "DECLINED", icon: dismiss },
] as const;

const labels = {
  ACCEPTED: "rsvp.answer.ACCEPTED",
  TENTATIVE: "rsvp.answer.TENTATIVE",
  DECLINED: "rsvp.answer.DECLINED",
} as const;

export const names = {
  ACCEPTED: "rsvp.reply.ACCEPTED",
  TENTATIVE: "rsvp.reply.TENTATIVE",
  DECLINED: "rsvp.reply.DECLINED",
  PENDING: "rsvp.reply.PENDING",
} as const;

/** Will they come? One press replies; the message is a thing of its own. */
export function Reply({ link, meeting }: { link: InvitationLink; meeting: OpenMeeting }) {
  const t = useT();
  const { token, on } = link;
  const { day, times, repeat, organizerName, organizationName } = meeting;
  const isSeries = repeat !== null && times !== 1;
  const [part, setPart] = useState<"one" | "all">("all");
  const [replaced, setReplaced] = useState<ReplyName>();
  const [text, setText] = useState(meeting.message);
  const [isSent, setSent] = useState(false);
  const isForOne = isSeries && part === "one";
  const stored = isForOne || !isSeries ? meeting.reply : meeting.replyToAll;
  // A guest of single times replies to the one that is shown.
  const about = { token, day: isForOne || repeat === null ? day : null, ...(on === undefined ? {} : { on }) };

  const save = useMutation(
    trpc.rsvp.answer.mutationOptions({
      onSuccess: (changed) => queryClient.setQueryData(trpc.rsvp.find.queryKey(link), changed),
      meta: { quiet: true },
    }),
  );
  // A reply counts from the click on, also while it waits for a connection: a later message must not carry an earlier reply.
  const waiting = save.isPending && save.variables.day === about.day ? save.variables.rsvp : undefined;
  const current = waiting ?? stored;
  const reply = (rsvp: ReplyName) => {
    const before = current;
    save.mutate({ ...about, rsvp }, { onSuccess: () => setReplaced(before) });
  };
  const send = () => save.mutate({ ...about, rsvp: current, message: text }, { onSuccess: () => setSent(true) });

  return (
    <section className={styles.reply} aria-labelledby="question">
      {current !== "PENDING" && !save.isPaused && (
        <Status
          meeting={meeting}
          reply={current}
          isSaving={waiting !== undefined}
          replaced={replaced}
          onUndo={() => replaced && reply(replaced)}
        />
      )}
      <div className={styles.ask}>
        <h2 id="question">{t("rsvp.question")}</h2>
        {isSeries && (
          <SegmentedControl
            label={t("rsvp.part")}
            value={part}
            onChange={(chosen) => {
              setPart(chosen);
              setReplaced(undefined);
            }}
            options={[
              { id: "one", label: t("rsvp.part.one", { day: shortDay(meeting, t) }) },
              { id: "all", label: times === null ? t("rsvp.part.endless") : t("rsvp.part.all", { times }) },
            ]}
          />
        )}
        <ToggleButtonGroup
          className={styles.answers ?? ""}
          aria-labelledby="question"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={current === "PENDING" ? [] : [current]}
          onSelectionChange={(keys) => {
            const chosen = answers.find((one) => keys.has(one.reply));
            if (chosen) reply(chosen.reply);
          }}
        >
          {answers.map((answer) => (
            <ToggleButton
              key={answer.reply}
              id={answer.reply}
              className={styles.answer ?? ""}
              data-reply={answer.reply}
              data-primary={(current === "PENDING" && answer.reply === "ACCEPTED") || undefined}
            >
              <Icon of={answer.icon} />
              {t(labels[answer.reply])}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {save.isPaused && (
        <p className={styles.failure} role="alert">
          {t("rsvp.offline")}
        </p>
      )}
      {save.error && (
        <p className={styles.failure} role="alert">
          {errorMessage(toAppError(save.error))}
        </p>
      )}
      <div className={styles.message}>
        <TextArea
          label={t("rsvp.message", { name: organizerName ?? organizationName })}
          rows={2}
          maxLength={1_000}
          value={text}
          onChange={(value) => {
            setText(value);
            setSent(false);
          }}
        />
        <div className={styles.send}>
          <Button
            size={32}
            variant={text.trim() === meeting.message ? "secondary" : "primary"}
            isDisabled={text.trim() === meeting.message}
            onPress={send}
          >
            {t("rsvp.message.send")}
          </Button>
          <span role="status">{isSent ? t("rsvp.message.sent") : ""}</span>
        </div>
        <p className={styles.hint}>{t("rsvp.hint")}</p>
      </div>
    </section>
  );
}

const tones = { ACCEPTED: "success", TENTATIVE: "warning", DECLINED: "danger", PENDING: "neutral" } as const;
const icons = { ACCEPTED: checkmark, TENTATIVE: question, DECLINED: dismiss, PENDING: question } as const;

interface StatusProps {
  meeting: OpenMeeting;
  reply: ReplyName;
  /** The server has not confirmed it yet: they must not leave in the belief that it has. */
  isSaving: boolean;
  /** The reply before this visit's change. */
  replaced: ReplyName | undefined;
  onUndo: () => void;
}

/** The guest's current reply, and the one that they just changed it from. */
function Status({ meeting, reply, isSaving, replaced, onUndo }: StatusProps) {
  const t = useT();
  const isChanged = !isSaving && replaced !== undefined && replaced !== reply;
  const day = meeting.repliedAt && formatter({ language: t.language, region: meeting.region }).date(meeting.repliedAt);
  const words = () => {
    const name = { reply: t(names[reply]) };
    if (isSaving) return t("rsvp.status.saving", name);
    if (isChanged && replaced !== "PENDING") return t("rsvp.status.changed", name);
    if (meeting.isRecorded) return t("rsvp.status.recorded", name);
    return day && !isChanged ? t("rsvp.status.replied", { ...name, day }) : t("rsvp.status.saved", name);
  };
  return (
    <div className={styles.status} data-tone={tones[reply]} role="status">
      <Icon of={icons[reply]} />
      <p>
        <strong>{words()}</strong>{" "}
        {isChanged && replaced !== "PENDING" && t("rsvp.status.before", { before: t(names[replaced]) })}
      </p>
      {isChanged && (
        <Button size={24} variant="ghost" onPress={onUndo}>
          {t("rsvp.undo")}
        </Button>
      )}
    </div>
  );
}
