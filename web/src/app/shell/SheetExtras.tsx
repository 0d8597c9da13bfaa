import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { ScrollToBottom } from "./ScrollToBottom.tsx";

const Offline = later(async () => (await withWords(["card"], import("./Offline.tsx"))).Offline);

const Waiting = later(async () => (await withWords(["errors"], import("./Waiting.tsx"))).Waiting);

const Telephone = later(async () => (await withWords(["voip"], import("../../features/voip/Telephone.tsx"))).Telephone);

/** Elements that every page of the sheet shares. */
export function SheetExtras() {
  return (
    <>
      <Offline />
      <Waiting />
      <ScrollToBottom />
      <Telephone />
    </>
  );
}
