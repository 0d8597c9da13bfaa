import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { toHue } from "../../../ui/display/stored-hue.ts";
import { Num } from "../../../ui/display/Num.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { Skeleton } from "../../../ui/feedback/Skeleton.tsx";
import { ContactUsButton } from "../ContactUsButton.tsx";
import { useArea } from "../areas/area.ts";
import { NewRecordButton } from "../NewRecordButton.tsx";
import styles from "../../../ui/navigation/Panel.module.css";
import { Place } from "../../../ui/navigation/Place.tsx";

const SettingsPlaces = later(() =>
  withWords(["settings"], import("../../../features/settings/SettingsPlaces.tsx")).then((module) => module.SettingsPlaces),
);

const DeniedPlace = later(async () => (await import("../../../features/settings/DeniedPlace.tsx")).DeniedPlace);

const AdminPlaces = later(() =>
  withWords(["admin"], import("../../../features/admin-console/AdminPlaces.tsx")).then((module) => module.AdminPlaces),
);

const TaskPlaces = later(() =>
  withWords(["tasks"], import("../../../features/tasks/TaskPlaces.tsx")).then((module) => module.TaskPlaces),
);

const CalendarPlaces = later(() =>
  withWords(["calendar", "tasks"], import("../../../features/calendar/CalendarPlaces.tsx")).then(
    (module) => module.CalendarPlaces,
  ),
);

const FeaturePlaces = later(() =>
  withWords(["automations", "chats", "voip"], import("./FeaturePlaces.tsx")).then((module) => module.FeaturePlaces),
);

/** The places of the current area. `onLeave` runs when one is chosen, e.g. to close a flyout. */
export function Panel({ onNewRecord, onLeave }: { onNewRecord?: () => void; onLeave?: () => void }) {
  const t = useT();
  const area = useArea();
  return (
    <div className={styles.panel}>
      <h2 className={styles.area}>{t(`shell.${area}`)}</h2>
      <div className={styles.places}>
        {area === "settings" ? (
          <SettingsPlaces onLeave={onLeave} />
        ) : area === "admin" ? (
          <AdminPlaces onLeave={onLeave} />
        ) : area === "tasks" ? (
          <TaskPlaces onLeave={onLeave} />
        ) : area === "calendar" ? (
          <CalendarPlaces onLeave={onLeave} />
        ) : area !== "cards" ? (
          <FeaturePlaces area={area} onLeave={onLeave} />
        ) : (
          <CardPlaces onLeave={onLeave} />
        )}
      </div>
      {onNewRecord && (
        <div className={styles.dock}>
          <NewRecordButton look="docked" onPress={onNewRecord} />
          <ContactUsButton />
        </div>
      )}
    </div>
  );
}

function CardPlaces({ onLeave }: { onLeave: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const can = useCan();
  const { data: types } = useQuery(trpc.cards.types.queryOptions({}));
  return (
    <>
      <Place href="/cards" isExact onPress={onLeave}>
        <span className={styles.label}>{t("shell.allCards")}</span>
      </Place>
      <h3 className={styles.title}>{t("shell.cardTypes")}</h3>
      <ul>
        {types
          ? types
              .filter((type) => !type.hidden)
              .map((type) => (
                <li key={type.id}>
                  <Place href={`/cards/${type.slug}`} onPress={onLeave}>
                    <span className={styles.square}>
                      <TypeSquare hue={toHue(type.hue)} />
                    </span>
                    <span className={styles.label}>
                      <bdi>{type.pluralName}</bdi>
                    </span>
                    <span className={styles.count}>
                      <Num>{format.number(type.count)}</Num>
                    </span>
                  </Place>
                </li>
              ))
          : ["70%", "85%", "60%"].map((width) => (
              <li key={width} className={styles.waiting}>
                <Skeleton width={width} />
              </li>
            ))}
      </ul>
      {can(["CARDS", "delete"]) ? (
        <Place href="/cards/trash" isExact onPress={onLeave}>
          <span className={styles.label}>{t("shell.trash")}</span>
        </Place>
      ) : (
        <DeniedPlace className={styles.place ?? ""}>
          <span className={styles.label}>{t("shell.trash")}</span>
        </DeniedPlace>
      )}
    </>
  );
}
