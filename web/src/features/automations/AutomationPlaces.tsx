import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import styles from "../../ui/navigation/Panel.module.css";
import { Place } from "../../ui/navigation/Place.tsx";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { TypeSquare } from "../../ui/display/Pill.tsx";
import { toHue } from "../../ui/display/stored-hue.ts";
import { useCardTypes } from "../records/card-types.ts";
import { automationsOptions } from "./queries.ts";
import { automationsHref, listStates, stateOf, useAutomationsSearch } from "./search.ts";

/** The automations sidebar: all, by state, and by card type. */
export function AutomationPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const [{ state, typeId }] = useAutomationsSearch();
  const isList = useRouterState({ select: ({ location }) => location.pathname === "/automations" });
  const { data: automations = [] } = useQuery(automationsOptions());
  const { types = [] } = useCardTypes();
  const counted = (of: number) => (
    <span className={styles.count}>
      <Num>{format.number(of)}</Num>
    </span>
  );
  const used = types.filter(({ id }) => automations.some(({ cardTypeId }) => cardTypeId === id));
  return (
    <>
      <Place href="/automations" isCurrent={isList && !state && !typeId} onPress={onLeave}>
        <span className={styles.label}>{t("automations.all")}</span>
        {counted(automations.length)}
      </Place>
      <ul>
        {listStates.map((one) => (
          <li key={one}>
            <Place href={automationsHref({ state: one })} isCurrent={isList && state === one} onPress={onLeave}>
              <span className={styles.label}>{t(`automations.state.${one}`)}</span>
              {counted(automations.filter((automation) => stateOf(automation) === one).length)}
            </Place>
          </li>
        ))}
      </ul>
      {used.length > 0 && <h3 className={styles.title}>{t("automations.byType")}</h3>}
      <ul>
        {used.map((type) => (
          <li key={type.id}>
            <Place href={automationsHref({ typeId: type.id })} isCurrent={isList && typeId === type.id} onPress={onLeave}>
              <span className={styles.square}>
                <TypeSquare hue={toHue(type.hue)} />
              </span>
              <span className={styles.label}>
                <bdi>{type.pluralName}</bdi>
              </span>
              {counted(automations.filter(({ cardTypeId }) => cardTypeId === type.id).length)}
            </Place>
          </li>
        ))}
      </ul>
    </>
  );
}
