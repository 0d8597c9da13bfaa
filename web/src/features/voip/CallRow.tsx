import callIn from "@fluentui/svg-icons/icons/call_inbound_16_regular.svg?icon";
import callMissed from "@fluentui/svg-icons/icons/call_missed_16_regular.svg?icon";
import callOut from "@fluentui/svg-icons/icons/call_outbound_16_regular.svg?icon";
import done from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import type { CardName } from "@kartis/core/cards/schema.ts";
import type { Call } from "@kartis/core/voip/schema.ts";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Hidden, Num } from "../../ui/display/Num.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import { PhoneNumber, usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { useNameOf } from "../people/people.ts";
import { useWhyNot } from "../records/rights.ts";
import { useCardTypes } from "../records/card-types.ts";
import { dayOf } from "../chats/days.ts";
import { useToday } from "../dates/days.ts";
import { offerUndo } from "../undo/undo.ts";
import { durationText } from "../timeline/duration.ts";
import { useWhen } from "../dates/when.ts";
import { useExtensionText } from "./extension-text.ts";
import { refreshCalls } from "./queries.ts";
import { useNewCardFrom } from "./useNewCardFrom.ts";
import styles from "./voip.module.css";

const hues = { answered: "green", missed: "red", failed: "red", pending: "amber" } as const;

/** One call: with whom, what became of it, whose it was, and when. */
export function CallRow({ call, card, isToCallBack }: { call: Call; card: CardName | undefined; isToCallBack: boolean }) {
  const t = useT();
  const nameOf = useNameOf();
  const extensionText = useExtensionText();
  const { direction, status, state, extension, userId, startedAt, seconds, reason, recording, handledBy } = call;
  const icon = status === "missed" ? callMissed : direction === "IN" ? callIn : callOut;
  return (
    <li className={styles.row} data-call={call.id} data-status={status}>
      <span className={styles.direction}>
        <Icon of={icon} />
        <Hidden>{t(`voip.direction.${direction}`)}</Hidden>
      </span>
      <Caller call={call} card={card} />
      <span className={styles.outcome}>
        <Pill hue={hues[status]}>
          {t(status === "pending" ? `voip.state.${state === "talking" ? "talking" : "ringing"}` : `voip.status.${status}`)}
        </Pill>
        {reason && status !== "answered" && <span className={styles.quiet}>{t(`voip.reason.${reason}`)}</span>}
        {handledBy && <span className={styles.quiet}>{t("voip.handled", { name: nameOf(handledBy) })}</span>}
        {isToCallBack && <Handle call={call} />}
      </span>
      <span className={styles.member}>
        {userId ? <bdi>{nameOf(userId)}</bdi> : <span className={styles.quiet}>{t("voip.noMember")}</span>}
        {extension && <span className={styles.quiet}>{t("voip.extension", { extension: extensionText(extension) })}</span>}
      </span>
      <span className={styles.time}>
        <When at={startedAt} />
        <span className={styles.quiet}>
          {seconds !== null && seconds > 0 && <Num>{durationText(seconds)}</Num>}{" "}
          {recording && (
            <a href={recording} target="_blank" rel="noopener noreferrer nofollow">
              {t("voip.recording")}
            </a>
          )}
        </span>
      </span>
    </li>
  );
}

/** Takes a missed call off the list of those to call back, with the way back. */
function Handle({ call: { id } }: { call: Call }) {
  const t = useT();
  const mayHandle = useCan()(["COMMENTS", "create"]);
  async function mark() {
    try {
      const { recordId } = await client.voip.handle.mutate({ callId: id, isHandled: true });
      refreshCalls();
      offerUndo({ recordId, message: t("voip.handled.done") });
    } catch (failure) {
      reportFailure(failure);
    }
  }
  if (!mayHandle) return null;
  return (
    <Button size={24} variant="ghost" icon={done} onPress={() => void mark()}>
      {t("voip.handle")}
    </Button>
  );
}

function Caller({ call: { number, cardId }, card }: { call: Call; card: CardName | undefined }) {
  const t = useT();
  const phoneText = usePhoneText();
  const { types } = useCardTypes();
  const newCardFrom = useNewCardFrom();
  const mayCreate = !useWhyNot()("create");
  const slug = types?.find(({ id }) => id === card?.typeId)?.slug;
  const tel = number && (
    <a className={styles.number} href={`tel:${number}`} aria-label={t("voip.call", { number: phoneText(number) })}>
      <PhoneNumber value={number} />
    </a>
  );
  return (
    <span className={styles.who}>
      {card && slug && (
        <span className={styles.name}>
          <Link href={`/cards/${slug}/${cardId}`}>
            <bdi>{card.name}</bdi>
          </Link>
        </span>
      )}
      {tel ?? <span className={styles.quiet}>{t("voip.hidden")}</span>}
      {!card && number && mayCreate && (
        <Button size={24} variant="ghost" icon={add} onPress={() => newCardFrom(number)}>
          {t("voip.newCard")}
        </Button>
      )}
    </span>
  );
}

function When({ at }: { at: string }) {
  const when = useWhen();
  const day = dayOf(at);
  const isToday = day === useToday();
  return (
    <time dateTime={at} title={when.full(at)}>
      {isToday ? when.time(at) : `${when.day(day)}, ${when.time(at)}`}
    </time>
  );
}
