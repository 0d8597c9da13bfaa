import { useQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components/Link";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import styles from "./presence.module.css";

type Entry = RouterOutputs["presence"]["list"][number];

export function PresenceList({ people, onLeave }: { people: readonly Entry[]; onLeave: () => void }) {
  const t = useT();
  const format = useFormat();
  const placeOf = usePlaceName();
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t("presence.title")}</h2>
      <ul>
        {people.map((entry) => (
          <li key={entry.userId}>
            <Link className={styles.person ?? ""} href={entry.urlState.pathname} onPress={onLeave}>
              <PersonAvatar
                userId={entry.userId}
                name={entry.name}
                size={24}
                {...(entry.avatarId ? { imageUrl: `/files/${entry.avatarId}?inline` } : {})}
              />
              <span className={styles.who}>
                <bdi>{entry.name}</bdi>
                <span className={styles.where}>
                  <bdi>{placeOf(entry)}</bdi>
                </span>
              </span>
              <time className={styles.when} dateTime={entry.date}>
                {format.relative(entry.date)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A page by the name its readers know it under. */
function usePlaceName(): (entry: Entry) => string {
  const t = useT();
  const { data: types } = useQuery(trpc.cards.types.queryOptions({}));
  return ({ cardName, urlState: { pathname } }) => {
    if (cardName) return cardName;
    if (pathname.startsWith("/settings")) return t("shell.settings");
    const slug = /^\/cards\/([^/]+)/.exec(pathname)?.[1];
    return types?.find((type) => type.slug === slug)?.pluralName ?? t("shell.cards");
  };
}
