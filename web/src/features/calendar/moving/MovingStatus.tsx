import { useT } from "../../../lib/i18n.tsx";
import { Hidden } from "../../../ui/display/Num.tsx";
import type { Entry } from "../entries.ts";
import { useCalendarWords } from "../words.ts";
import { gapWords } from "./gap-words.ts";
import type { MovingState } from "./useMoving.ts";

/** Announces the new position of an entry that is moved by keyboard. */
export function MovingStatus({ moving: { draft, isByKeys }, entries }: { moving: MovingState; entries: readonly Entry[] }) {
  const t = useT();
  const words = useCalendarWords();
  const entry = entries.find(({ key }) => key === draft?.key);
  return (
    <div role="status">
      {draft && isByKeys && entry && (
        <Hidden>
          {gapWords(draft.place, words.locale)} {t("calendar.moving", { when: words.when({ ...entry, ...draft.place }) })}
        </Hidden>
      )}
    </div>
  );
}
