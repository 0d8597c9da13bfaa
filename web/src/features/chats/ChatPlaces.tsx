import type { ChatFolder } from "@kartis/core/chats/schema.ts";
import { useQuery } from "@tanstack/react-query";
import styles from "../../ui/navigation/Panel.module.css";
import { Place } from "../../ui/navigation/Place.tsx";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { countsOptions } from "./queries.ts";
import { chatHref, useChatsSearch } from "./search.ts";

const folders = ["open", "unread", "mine", "unassigned", "closed"] as const;
const states = ["window", "notSent"] as const;

/** The sidebar of the inbox: its folders, with their counts. */
export function ChatPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const [{ folder: shown }] = useChatsSearch();
  const { data } = useQuery(countsOptions());
  const place = (folder: ChatFolder) => (
    <li key={folder}>
      <Place href={chatHref({ folder })} isCurrent={folder === shown} onPress={onLeave}>
        <span className={styles.label}>{t(`chats.folder.${folder}`)}</span>
        {data && folder !== "closed" && data.counts[folder] > 0 && (
          <span className={styles.count}>
            <Num>{format.number(data.counts[folder])}</Num>
          </span>
        )}
      </Place>
    </li>
  );
  return (
    <>
      <ul>{folders.map(place)}</ul>
      <h3 className={styles.title}>{t("chats.state")}</h3>
      <ul>{states.map(place)}</ul>
    </>
  );
}
