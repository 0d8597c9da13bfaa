import { Link } from "react-aria-components/Link";
import { useT, withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import rail from "./rail/Rail.module.css";
import tabs from "./TabBar.module.css";

/** Placeholder for a link that is still loading, so that the others do not move. A tab already has its label and works, so that no tap lands on the wrong one. */
function Place({ look, of }: { look?: "rail" | "tab"; of?: "admin" | "calendar" | "chats" | "dashboard" }) {
  const t = useT();
  if (look !== "tab" || !of) return <span className={rail.item} />;
  return (
    <Link className={tabs.item ?? ""} href={`/${of === "admin" ? "admin-console" : of}`}>
      <i className={tabs.icon} />
      {t(`shell.${of}`)}
    </Link>
  );
}

/** Ways into parts that not everybody has. */
export const AdminArea = later(
  async () => (await withWords(["admin"], import("./areas/AdminArea.tsx"))).AdminArea,
  ({ look }) => <Place look={look} of="admin" />,
);
export const FeatureArea = later(
  async () => (await withWords(["chats"], import("./areas/FeatureArea.tsx"))).FeatureArea,
  (props) => <Place {...props} />,
);
export const CalendarArea = later(
  async () => (await import("./areas/CalendarArea.tsx")).CalendarArea,
  ({ look }) => <Place look={look} of="calendar" />,
);
/** Loaded later: nobody waits for it with the first screen. */
export const AutomationsArea = later(
  async () => {
    await new Promise<void>(afterFirstScreen);
    return (await import("./areas/AutomationsArea.tsx")).AutomationsArea;
  },
  <Place />,
);
export const VoipArea = later(
  async () => {
    await new Promise<void>(afterFirstScreen);
    return (await import("./areas/VoipArea.tsx")).VoipArea;
  },
  <Place />,
);
/** The link to the tasks for a person who may not see any. */
export const DeniedTasks = later(async () => (await import("./areas/DeniedTasks.tsx")).DeniedTasks, <Place />);
