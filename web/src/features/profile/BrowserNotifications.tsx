import laptop from "@fluentui/svg-icons/icons/laptop_20_regular.svg?icon";
import phone from "@fluentui/svg-icons/icons/phone_20_regular.svg?icon";
import { deviceOf } from "@kartis/core/kernel/device.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Switch } from "../../ui/inputs/Switch.tsx";
import { letGo, type Obstacle, obstacle, switchOn } from "../notifications/browser-push.ts";
import styles from "./ProfilePage.module.css";

type Browser = RouterOutputs["push"]["browsers"]["browsers"][number];

const refresh = () => queryClient.invalidateQueries(trpc.push.browsers.pathFilter());

/** Switch for notifications in this browser while no page of Kartis is open, the reason if they are impossible, and the person's other browsers that have them. */
export function BrowserNotifications({ isInApp }: { isInApp: boolean }) {
  const t = useT();
  const { data } = useQuery(trpc.push.browsers.queryOptions({}, { staleTime: 0 }));
  const [found, setObstacle] = useState<Obstacle | undefined>(obstacle);
  const [isBusy, setBusy] = useState(false);
  const [isUnreached, setUnreached] = useState(false);
  const current = data?.browsers.find(({ isCurrent }) => isCurrent);
  const others = data?.browsers.filter(({ isCurrent }) => !isCurrent) ?? [];
  const isOn = current !== undefined && found === undefined;

  async function turn(on: boolean): Promise<void> {
    if (!data) return;
    setBusy(true);
    setUnreached(false);
    try {
      if (on) await switchOn(data.publicKey, data.sessionId);
      else {
        await client.push.remove.mutate({ id: data.sessionId });
        await letGo();
      }
    } catch (error) {
      // Errors of the browser are its push service's; Kartis's refusals have a reason.
      if (error instanceof DOMException) setUnreached(true);
      else reportFailure(error);
    }
    setObstacle(obstacle());
    await refresh();
    setBusy(false);
  }

  const line = found
    ? t(`security.push.${found}`)
    : isUnreached
      ? t("security.push.unreached")
      : isInApp
        ? t("security.push.line")
        : t("security.push.needsApp");
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.label}>{t("security.push")}</legend>
      <Switch
        isSelected={isOn}
        isDisabled={found !== undefined || !data || isBusy || (!isInApp && !isOn)}
        aria-describedby="push-line"
        onChange={(on) => void turn(on)}
      >
        {t("security.push.here")}
      </Switch>
      <p id="push-line" className={styles.line} role="status">
        {line}
      </p>
      {others.length > 0 && (
        <ul className={styles.rows} aria-label={t("security.push.others")}>
          {others.map((browser) => (
            <BrowserRow key={browser.id} browser={browser} />
          ))}
        </ul>
      )}
    </fieldset>
  );
}

function BrowserRow({ browser: { id, userAgent, since } }: { browser: Browser }) {
  const t = useT();
  const format = useFormat();
  const remove = useMutation(trpc.push.remove.mutationOptions({ onSettled: refresh }));
  const { browser, system, isHandheld } = deviceOf(userAgent);
  const name =
    browser && system ? t("security.device", { browser, system }) : (browser ?? system ?? t("security.device.unknown"));
  return (
    <li className={styles.row}>
      <Icon of={isHandheld ? phone : laptop} />
      <div className={styles.words}>
        <span className={styles.device}>{name}</span>
        <span className={styles.line}>{t("security.push.since", { when: format.relative(since) })}</span>
      </div>
      <Button
        aria-label={t("security.push.remove", { device: name })}
        isPending={remove.isPending}
        onPress={() => remove.mutate({ id })}
      >
        {t("common.remove")}
      </Button>
    </li>
  );
}
