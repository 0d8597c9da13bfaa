import { useQuery } from "@tanstack/react-query";
import { later } from "../../lib/later.tsx";
import { loadPhoneFormat } from "../fields/display/PhoneNumber.tsx";
import { standingOptions } from "./queries.ts";
import { useMayUseVoip } from "./rights.ts";

/** Both write numbers as people do, which weighs more than themselves: most people have no extension. */
const IncomingCalls = later(async () => {
  await loadPhoneFormat();
  return (await import("./IncomingCalls.tsx")).IncomingCalls;
});
const PressedNumbers = later(async () => {
  await loadPhoneFormat();
  return (await import("./PressedNumbers.tsx")).PressedNumbers;
});

/** Shows who is calling, and calls numbers that are pressed anywhere on the page, for people with an extension. */
export function Telephone() {
  const mayUse = useMayUseVoip();
  const { data: standing } = useQuery({ ...standingOptions(), enabled: mayUse });
  if (!standing?.extension || standing.obstacle === "missing") return null;
  return (
    <>
      <IncomingCalls extension={standing.extension} />
      {standing.mayCall && <PressedNumbers />}
    </>
  );
}
