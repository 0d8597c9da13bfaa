import { smsPartsOf } from "@kartis/core/activities/invitations/rules.ts";
import type { MessageKind } from "@kartis/core/activities/meetings/message-kinds.ts";
import type { GuestBySms } from "@kartis/core/activities/invitations/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { textDirection } from "../../../lib/text-direction.ts";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { type Draft, errorsOf, inputOf } from "./draft.ts";
import styles from "./MeetingEditor.module.css";

interface SmsNoticesProps {
  draft: Draft;
  /** Nobody has been invited yet. */
  isNew: boolean;
  /** What the cards of guests are called. */
  nameOf: (cardId: string) => string | undefined;
  onChange: (changed: Pick<Draft, "notify">) => void;
}

const switches = [
  ["inviteBySms", "invited"],
  ["changesBySms", "changed"],
  ["remindBySms", "reminded"],
] as const satisfies readonly (readonly [keyof Draft["notify"], MessageKind])[];

/** Which SMS guests get, what each takes of the balance, and who cannot get any. */
export function SmsNotices({ draft, isNew, nameOf, onChange }: SmsNoticesProps) {
  const t = useT();
  const isAllowed = useCan()(["SMS", "create"]);
  const { data: means } = useQuery(trpc.sms.options.queryOptions({}, { enabled: isAllowed, meta: { quiet: true } }));
  const { notify, reminder } = draft;
  const offered = switches.filter(([name]) => name !== "remindBySms" || reminder !== null);
  const reason = !isAllowed ? t("sms.denied") : means?.obstacle ? t(`sms.obstacle.${means.obstacle}`) : undefined;
  return (
    <div className={styles.notify} role="group" aria-label={t("calendar.sms")}>
      {offered.map(([name]) => (
        <Checkbox
          key={name}
          isSelected={notify[name]}
          // What somebody else has switched on can be switched off.
          isDisabled={!notify[name] && (reason !== undefined || !means)}
          onChange={(isSent) => onChange({ notify: { ...notify, [name]: isSent } })}
        >
          {t(`calendar.sms.${name}`)}
        </Checkbox>
      ))}
      {reason && <p className={styles.quiet}>{reason}</p>}
      {isAllowed && (
        <Cost
          draft={draft}
          isNew={isNew}
          kinds={offered.flatMap(([name, kind]) => (notify[name] ? [kind] : []))}
          nameOf={nameOf}
        />
      )}
    </div>
  );
}

/** What is sent next comes first. */
const inOrder = (kinds: readonly MessageKind[], isNew: boolean): MessageKind[] =>
  isNew ? [...kinds] : kinds.toSorted((one, other) => Number(other === "changed") - Number(one === "changed"));

interface CostProps {
  draft: Draft;
  isNew: boolean;
  kinds: readonly MessageKind[];
  nameOf: (cardId: string) => string | undefined;
}

function Cost({ draft, isNew, kinds, nameOf }: CostProps) {
  const t = useT();
  const settled = useDeferredValue(draft);
  const isWhole = kinds.length > 0 && Object.keys(errorsOf(settled)).length === 0;
  const { participants: _, reminder: __, notify: ___, attachments: ____, ...written } = inputOf(settled);
  const { data } = useQuery(
    trpc.meetings.smsToGuests.queryOptions(
      { ...written, kinds: [...kinds] },
      { enabled: isWhole, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  if (!isWhole || !data) return null;
  // Guests who were invited before get the change; those who are added get an invitation.
  const toTell = (kind: MessageKind) =>
    data.guests.filter((_, index) => isNew || kind !== "invited" || draft.guests[index]?.id === undefined);
  const costs = inOrder(kinds, isNew).flatMap((kind) => {
    const guests = toTell(kind);
    return guests.length === 0 ? [] : [{ kind, guests, count: smsPartsOf(guests, kind) }];
  });
  const sample = costs
    .flatMap(({ kind, guests }) =>
      guests.flatMap(({ problem, texts }) => (problem ? [] : texts.filter((one) => one.kind === kind))),
    )
    .at(0)?.text;
  const nameAt = (index: number): string => {
    const guest = draft.guests[index];
    return (guest?.cardId && nameOf(guest.cardId)) || guest?.name || guest?.email || "";
  };
  return (
    <div className={styles.cost} aria-live="polite">
      <p>
        {costs.map(({ kind, count }) => t(`calendar.sms.cost.${kind}`, { count })).join(" · ")}
        {" · "}
        {t("sms.left", { count: data.left })}
      </p>
      {costs.some(({ count }) => count > data.left) && <p className={styles.clash}>{t("calendar.sms.short")}</p>}
      {data.guests.map(({ problem }, index) =>
        problem === null ? null : (
          <p key={`${index} ${problem}`} className={styles.clash}>
            {t(`calendar.sms.problem.${problem satisfies NonNullable<GuestBySms["problem"]>}`, { name: nameAt(index) })}
          </p>
        ),
      )}
      {sample && (
        <blockquote className={styles.sample} dir={textDirection(sample)}>
          {sample}
        </blockquote>
      )}
    </div>
  );
}
