import { ChatPlaces } from "../../../features/chats/ChatPlaces.tsx";
import { DashboardPlaces } from "../../../features/dashboard/DashboardPlaces.tsx";

/** The places of the parts that some organizations have. */
export function FeaturePlaces({ area, onLeave }: { area: "dashboard" | "chats"; onLeave: (() => void) | undefined }) {
  return area === "chats" ? <ChatPlaces onLeave={onLeave} /> : <DashboardPlaces onLeave={onLeave} />;
}
