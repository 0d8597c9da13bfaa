import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import chevron from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import consentIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import historyIcon from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import restore from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import type { Card, CardType, HistoryEntry as Record } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { useAutomation } from "../../people/automations.ts";
import { useSource } from "../../integrations/sources.ts";
import { Change } from "../../cards/card/history/Change.tsx";
import { changesOf, type FieldChange } from "../../cards/card/history/changes.ts";
import { EntryMenu, Restore } from "../../cards/card/history/Restore.tsx";
import cardStyles from "../../cards/card/Timeline.module.css";
import { asText } from "../../fields/values.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { useNameOf } from "../../people/people.ts";
import { useWhyNot } from "../../records/rights.ts";
import { fieldOf } from "../../records/card-types.ts";
import type { HistoryItem } from "../rows.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import styles from "./entries.module.css";

const icons: Readonly<{ [action: string]: IconShape }> = {
  "card.create": add,
  "card.delete": deleteIcon,
  "card.restore": restore,
  "card.reveal": eye,
  "card.consent": consentIcon,
};

export interface HistoryContext {
  card: Card;
  type: CardType;
  /** The record after which the card is shown, where that is not now. */
  asOf: string | undefined;
  /** Absent for the newest record, which is how the card is now. */
  onAsOf: (recordId: string) => (() => void) | undefined;
}

/** Something that happened to the card, with what each change was before. */
export function HistoryEntry({
  record,
  at,
  isLast,
  ...context
}: HistoryContext & { record: Record; at: string; isLast: boolean }) {
  const t = useT();
  const isPhone = useIsPhone();
  const { card, type } = context;
  const whyNot = useWhyNot();
  const actor = useActor(record);
  const notMerged = whyNot("update", card) ?? whyNot("delete");
  const changes = ["card.update", "card.merge", "card.unmerge"].includes(record.action)
    ? changesOf(record).filter(({ fieldId }) => fieldOf(type, fieldId))
    : [];
  const [only] = changes;
  const onlyField = record.action === "card.update" && changes.length === 1 && only ? fieldOf(type, only.fieldId) : undefined;
  const onAsOf = context.onAsOf(record.recordId);
  // Gone once the person is erased.
  const consent = record.action === "card.consent" ? asText(record.after?.["text"]) : "";
  return (
    <EntryFrame
      icon={icons[record.action] ?? edit}
      actor={actor.name}
      actorHref={actor.href}
      at={at}
      isLast={isLast}
      isShown={record.recordId === context.asOf}
      verb={
        <>
          {onlyField ? t("card.history.changed", { label: onlyField.label }) : verbOf(changes.length)}
          {actor.origin}
        </>
      }
      actions={
        <>
          {onlyField && only && <Change field={onlyField} change={only} />}
          {record.action === "card.merge" && !card.trashedAt && !notMerged && <Unmerge recordId={record.recordId} type={type} />}
          {onlyField && only && !isPhone && <Restore card={card} field={onlyField} change={only} />}
          {onAsOf && !isPhone && (
            <span className={styles.onHover}>
              <IconButton icon={historyIcon} size={24} label={t("card.history.asOf")} onPress={onAsOf} />
            </span>
          )}
          {isPhone && <EntryMenu card={card} type={type} changes={changes} onAsOf={onAsOf} />}
        </>
      }
    >
      {consent !== "" && (
        <p className={cardStyles.box}>
          <bdi>{consent}</bdi>
        </p>
      )}
      {changes.length > (onlyField ? 1 : 0) && <Changes changes={changes} card={card} type={type} />}
    </EntryFrame>
  );

  function verbOf(count: number): string {
    const { action, after } = record;
    if (action === "card.consent") return t("timeline.consent");
    if (action === "card.reveal")
      return t("card.history.revealed", { label: fieldOf(type, asText(after?.["fieldId"]))?.label ?? t("cards.secret") });
    if (action === "card.update") return t("card.history.changedFields", { count });
    return t.find(`audit.action.${action}`) ?? t("card.history.changedFields", { count });
  }
}

/** Several changes by one person that belong together: one line, which opens. */
export function HistoryRun({ items, isLast, ...context }: HistoryContext & { items: readonly HistoryItem[]; isLast: boolean }) {
  const t = useT();
  const [isOpen, setOpen] = useState(items.some(({ id }) => id === context.asOf));
  const [first] = items;
  const actor = useActor(first?.record);
  if (!first) return null;
  if (isOpen)
    return (
      <>
        <Fold isOpen label={t("timeline.foldRun")} onPress={() => setOpen(false)} />
        {items.map(({ record, at }, index) => (
          <HistoryEntry
            key={record.recordId}
            {...context}
            record={record}
            at={at}
            isLast={isLast && index === items.length - 1}
          />
        ))}
      </>
    );
  const count = new Set(items.flatMap(({ record }) => changesOf(record).map(({ fieldId }) => fieldId))).size;
  return (
    <EntryFrame
      icon={edit}
      actor={actor.name}
      actorHref={actor.href}
      at={first.at}
      isLast={isLast}
      verb={
        <Fold
          isOpen={false}
          label={`${t("card.history.changedFields", { count })}${actor.origin}`}
          onPress={() => setOpen(true)}
        />
      }
    />
  );
}

function Fold({ isOpen, label, onPress }: { isOpen: boolean; label: string; onPress: () => void }) {
  return (
    <button type="button" className={styles.fold} data-touch aria-expanded={isOpen} onClick={onPress}>
      {label}
      <span style={isOpen ? { rotate: "90deg" } : undefined}>
        <Icon of={chevron} flip={!isOpen} />
      </span>
    </button>
  );
}

interface NamedActor {
  readonly name: string;
  /** The page of the automation, form or webhook, for those who may open it. */
  readonly href?: string;
  readonly origin: string;
}

function useActor(record: Record | undefined): NamedActor {
  const t = useT();
  const nameOf = useNameOf();
  const { automationId, sourceId } = record ?? {};
  const automation = useAutomation(automationId);
  const source = useSource(sourceId);
  if (!record) return { name: "", origin: "" };
  if (automation?.name) {
    const { name, href } = automation;
    return { name: t("card.history.automation", { name }), ...(href ? { href } : {}), origin: "" };
  }
  if (source?.name) {
    const { name, href } = source;
    const named = t("timeline.actor.named", { actor: t.find(`timeline.actor.${record.actorKind}`) ?? "", name });
    return { name: named, ...(href ? { href } : {}), origin: "" };
  }
  const name = record.userId
    ? nameOf(record.userId)
    : (t.find(`cards.actor.${record.actorKind}`) ?? t.find(`timeline.actor.${record.actorKind}`) ?? t("cards.actor.system"));
  const origin =
    record.origin === "import" ? "import" : record.origin === "automation" && !automationId ? "automation" : undefined;
  return { name, origin: origin ? ` ${t(`cards.origin.${origin}`)}` : "" };
}

function Changes({ changes, card, type }: { changes: readonly FieldChange[]; card: Card; type: CardType }) {
  const isPhone = useIsPhone();
  return (
    <dl className={cardStyles.box}>
      {changes.map((change) => {
        const field = fieldOf(type, change.fieldId);
        return field ? (
          <div key={change.fieldId} className={cardStyles.change}>
            <dt className={cardStyles.field}>
              <bdi>{field.label}</bdi>
            </dt>
            <dd>
              <Change field={field} change={change} />
              {!isPhone && <Restore card={card} field={field} change={change} />}
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}

const UnmergeDialog = laterInFocus(
  async () => (await withWords(["changes"], import("../../merges/UnmergeDialog.tsx"))).UnmergeDialog,
);

/** Takes a merge apart, after a look at what comes of it. */
function Unmerge({ recordId, type }: { recordId: string; type: CardType }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={24} variant="ghost" onPress={() => setOpen(true)}>
        {t("card.history.unmerge")}
      </Button>
      {isOpen && <UnmergeDialog recordId={recordId} type={type} onClose={() => setOpen(false)} />}
    </>
  );
}
