import sortIcon from "@fluentui/svg-icons/icons/arrow_sort_16_regular.svg?icon";
import trashIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import { type TimelineChannel, timelineChannels } from "@kartis/core/timeline/schema.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import styles from "./timeline.module.css";
import type { TimelineView } from "./view.ts";

interface FiltersProps {
  view: TimelineView;
  counts: Readonly<Record<TimelineChannel, number>> | undefined;
  onChange: (change: Partial<TimelineView>) => void;
  /** Shows what was deleted, to whom may restore it. */
  onDeleted: (() => void) | undefined;
}

/** Which channels are shown, each on and off by itself, and which way round. */
export function Filters({ view, counts, onChange, onDeleted }: FiltersProps) {
  const t = useT();
  const { channels, order } = view;
  const offered = timelineChannels.filter((channel) => channels.includes(channel) || (counts?.[channel] ?? 0) > 0);
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const toggle = (channel: TimelineChannel) =>
    onChange({
      channels: channels.includes(channel) ? channels.filter((other) => other !== channel) : [...channels, channel],
    });
  return (
    <div className={styles.filters} role="group" aria-label={t("timeline.filter")}>
      <Chip label={t("timeline.all")} count={total} isOn={channels.length === 0} onPress={() => onChange({ channels: [] })} />
      {offered.map((channel) => (
        <Chip
          key={channel}
          label={t(`timeline.channel.${channel}`)}
          count={counts?.[channel]}
          isOn={channels.includes(channel)}
          onPress={() => toggle(channel)}
        />
      ))}
      <span className={styles.order}>
        {onDeleted && <IconButton icon={trashIcon} size={24} label={t("timeline.deletedOnes")} onPress={onDeleted} />}
        <IconButton
          icon={sortIcon}
          size={24}
          label={t(order === "newest" ? "timeline.oldestFirst" : "timeline.newestFirst")}
          onPress={() => onChange({ order: order === "newest" ? "oldest" : "newest" })}
        />
      </span>
    </div>
  );
}

interface ChipProps {
  label: string;
  count: number | undefined;
  isOn: boolean;
  onPress: () => void;
}

function Chip({ label, count, isOn, onPress }: ChipProps) {
  const format = useFormat();
  return (
    <button type="button" className={styles.chip} aria-pressed={isOn} onClick={onPress}>
      {label}
      {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
    </button>
  );
}
