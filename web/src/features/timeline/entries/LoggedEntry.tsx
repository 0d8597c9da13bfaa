import callIn from "@fluentui/svg-icons/icons/call_inbound_16_regular.svg?icon";
import callMissed from "@fluentui/svg-icons/icons/call_missed_16_regular.svg?icon";
import callOut from "@fluentui/svg-icons/icons/call_outbound_16_regular.svg?icon";
import chat from "@fluentui/svg-icons/icons/people_chat_16_regular.svg?icon";
import type { Communication } from "@kartis/core/activities/communications/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Link } from "../../../ui/actions/Link.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { PhoneNumber } from "../../fields/display/PhoneNumber.tsx";
import { useNameOf } from "../../people/people.ts";
import { editLogged } from "../changes/logged.ts";
import { durationText } from "../duration.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import styles from "./entries.module.css";

const LogForm = laterInFocus(async () => (await import("../composer/LogForm.tsx")).LogForm);

const tones = { answered: "success", missed: "danger", failed: "danger", pending: undefined } as const;

/** A call or another conversation that a person has logged, or a call that the telephony provider has reported. */
export function LoggedEntry({ value, at, isLast }: { value: Communication; at: string; isLast: boolean }) {
  const t = useT();
  const nameOf = useNameOf();
  const [isEditing, setEditing] = useState(false);
  const { type, direction, status, note, number, seconds, link, callId, recording, createdBy } = value;
  const isPlaced = callId !== null && createdBy !== null && direction === "OUT";
  const tone = status ? tones[status] : undefined;
  const icon = type !== "CALL" ? chat : status === "missed" ? callMissed : direction === "IN" ? callIn : callOut;
  const verb =
    type === "CALL"
      ? t(isPlaced ? "timeline.call.placed" : `timeline.call.${direction}`)
      : t(`timeline.social.${direction}`, { channel: t(`timeline.type.${type}`) });
  return (
    <EntryFrame
      icon={icon}
      tone={tone}
      actor={value.createdBy ? nameOf(value.createdBy) : t("cards.actor.system")}
      verb={verb}
      at={at}
      isLast={isLast}
      actions={<WrittenMenu value={value} onEdit={() => setEditing(true)} />}
    >
      <div className={styles.box} data-incoming={direction === "IN" || undefined}>
        {isEditing ? (
          <LogForm
            type={type}
            value={value}
            sendLabel={t("common.save")}
            onSend={(_, logged) => editLogged(value, logged)}
            onClose={() => setEditing(false)}
          />
        ) : (
          <>
            {note && (
              <div className={styles.note} dir={textDirection(note)}>
                {note}
              </div>
            )}
            <div className={styles.line}>
              {status && (
                <span className={styles.status} data-tone={tone}>
                  {t(`timeline.status.${status}`)}
                </span>
              )}
              {number && (
                <Link href={`tel:${number.replaceAll(/[^\d+*;=ext]/g, "")}`}>
                  <PhoneNumber value={number} />
                </Link>
              )}
              {seconds !== null && seconds > 0 && <Num>{durationText(seconds)}</Num>}
              {recording && (
                <a href={recording} target="_blank" rel="noopener noreferrer nofollow">
                  {t("timeline.recording")}
                </a>
              )}
              {link && (
                <a href={link} target="_blank" rel="noopener noreferrer nofollow" dir="ltr">
                  {link.replace(/^https?:\/\/(www\.)?/, "")}
                </a>
              )}
            </div>
          </>
        )}
      </div>
    </EntryFrame>
  );
}
