import {
  type ChosenEvent,
  everyEvent,
  type WebhookEvent,
  webhookEventNames,
  webhookEvents,
} from "@kartis/core/outgoing-webhooks/rules.ts";
import { useId, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Mono } from "../../../ui/display/Num.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { SearchInput } from "../../../ui/inputs/SearchInput.tsx";
import styles from "./webhooks.module.css";

interface EventsFieldProps {
  value: readonly ChosenEvent[];
  errorMessage: string | undefined;
  onChange: (events: readonly ChosenEvent[]) => void;
}

/** All events, or some: shown by their texts and by their names in the payload. */
export function EventsField({ value, errorMessage, onChange }: EventsFieldProps) {
  const t = useT();
  const id = useId();
  const [text, setText] = useState("");
  const isAll = value.includes(everyEvent);
  const query = text.trim().toLocaleLowerCase();
  const shown = webhookEventNames.filter((name) => `${name} ${t(`webhooks.event.${name}`)}`.toLocaleLowerCase().includes(query));
  const groups = [...Map.groupBy(shown, (name) => webhookEvents[name].kind)];
  const turn = (names: readonly WebhookEvent[], isChosen: boolean) =>
    onChange(webhookEventNames.filter((name) => (names.includes(name) ? isChosen : value.includes(name))));
  return (
    <fieldset
      className={styles.events}
      data-invalid={errorMessage ? true : undefined}
      aria-describedby={errorMessage ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{t("webhooks.events")}</legend>
      <Checkbox isSelected={isAll} onChange={(isSelected) => onChange(isSelected ? [everyEvent] : [])}>
        <span className={styles.event}>
          {t("webhooks.events.all")} <span className={styles.quiet}>{t("webhooks.events.all.about")}</span>
        </span>
      </Checkbox>
      {!isAll && (
        <>
          <SearchInput label={t("webhooks.events.search")} value={text} onChange={setText} />
          {groups.length === 0 && <p className={styles.quiet}>{t("common.noMatches")}</p>}
          {/* Scrolls by itself; its checkboxes are reachable by keyboard. */}
          <div className={styles.groups}>
            {groups.map(([kind, names]) => {
              const count = names.filter((name) => value.includes(name)).length;
              return (
                <div key={kind} role="group" aria-label={t(`webhooks.kind.${kind}`)} className={styles.group}>
                  {/* Search results are only part of a kind, so they have no checkbox for the whole kind. */}
                  {query === "" ? (
                    <Checkbox
                      isSelected={count === names.length}
                      isIndeterminate={count > 0 && count < names.length}
                      onChange={(isSelected) => turn(names, isSelected)}
                    >
                      <b>{t(`webhooks.kind.${kind}`)}</b>
                    </Checkbox>
                  ) : (
                    <b>{t(`webhooks.kind.${kind}`)}</b>
                  )}
                  {names.map((name) => (
                    <Checkbox key={name} isSelected={value.includes(name)} onChange={(isSelected) => turn([name], isSelected)}>
                      <span className={styles.event}>
                        {t(`webhooks.event.${name}`)} <Mono>{name}</Mono>
                      </span>
                    </Checkbox>
                  ))}
                </div>
              );
            })}
          </div>
        </>
      )}
      {errorMessage && (
        <p id={`${id}-error`} className={styles.wrong} role="alert">
          {errorMessage}
        </p>
      )}
    </fieldset>
  );
}
