import { useQuery } from "@tanstack/react-query";
import styles from "../../ui/navigation/Panel.module.css";
import { Place } from "../../ui/navigation/Place.tsx";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { callCountsOptions } from "./queries.ts";
import { useMayUseVoip } from "./rights.ts";
import { useVoipSearch, voipFolders, voipHref } from "./search.ts";

/** The sidebar of the VoIP center: its folders, with their counts. */
export function VoipPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const mayUse = useMayUseVoip();
  const [{ folder: shown }] = useVoipSearch();
  const { data } = useQuery({ ...callCountsOptions(), enabled: mayUse });
  if (!mayUse) return null;
  return (
    <ul>
      {voipFolders.map((folder) => (
        <li key={folder}>
          <Place href={voipHref({ folder })} isCurrent={folder === shown} onPress={onLeave}>
            <span className={styles.label}>{t(`voip.folder.${folder}`)}</span>
            {data && folder === "callBack" && data.counts.callBack > 0 && (
              <span className={styles.count}>
                <Num>{format.number(data.counts.callBack)}</Num>
              </span>
            )}
          </Place>
        </li>
      ))}
    </ul>
  );
}
