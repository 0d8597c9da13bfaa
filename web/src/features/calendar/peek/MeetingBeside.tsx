import type { RefObject } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { MeetingEntry } from "../entries.ts";
import { Beside } from "./Beside.tsx";
import { MeetingFacts } from "./MeetingFacts.tsx";

export interface MeetingBesideProps {
  entry: MeetingEntry;
  isDocked: boolean;
  isCovered: boolean;
  anchor?: RefObject<Element | null>;
  card: { readonly name: string; readonly href: string | undefined } | undefined;
  onEdit: () => void;
  onDelete: (() => void) | undefined;
  onClose: () => void;
}

/** A meeting that is open. */
export function MeetingBeside(props: MeetingBesideProps) {
  const t = useT();
  const { entry, isDocked, isCovered, anchor, onClose } = props;
  return (
    <Beside
      entry={entry}
      label={t("calendar.meeting")}
      isDocked={isDocked}
      isCovered={isCovered}
      anchor={anchor}
      onClose={onClose}
    >
      {(isTitled) => <MeetingFacts {...props} isTitled={isTitled} />}
    </Beside>
  );
}
