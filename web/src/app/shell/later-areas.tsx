import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { afterFirstScreen } from "../../lib/warm-up.ts";
import rail from "./rail/Rail.module.css";

/** Stands where the way will be, so that the others do not move when it comes. */
const place = <span className={rail.item} />;

/** Ways into parts that not everybody has. */
export const AdminArea = later(async () => (await withWords(["admin"], import("./areas/AdminArea.tsx"))).AdminArea, place);
export const FeatureArea = later(async () => (await withWords(["chats"], import("./areas/FeatureArea.tsx"))).FeatureArea, place);
export const CalendarArea = later(async () => (await import("./areas/CalendarArea.tsx")).CalendarArea, place);
/** Loaded later: nobody waits for it with the first screen. */
export const AutomationsArea = later(async () => {
  await new Promise<void>(afterFirstScreen);
  return (await import("./areas/AutomationsArea.tsx")).AutomationsArea;
}, place);
export const VoipArea = later(async () => {
  await new Promise<void>(afterFirstScreen);
  return (await import("./areas/VoipArea.tsx")).VoipArea;
}, place);
/** The link to the tasks for a person who may not see any. */
export const DeniedTasks = later(async () => (await import("./areas/DeniedTasks.tsx")).DeniedTasks, place);
