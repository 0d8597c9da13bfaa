import { AutomationPlaces } from "../../../features/automations/AutomationPlaces.tsx";
import { ChatPlaces } from "../../../features/chats/ChatPlaces.tsx";
import { DashboardPlaces } from "../../../features/dashboard/DashboardPlaces.tsx";

const places = { automations: AutomationPlaces, chats: ChatPlaces, dashboard: DashboardPlaces } as const;

/** The places of the parts that not everybody has. */
export function FeaturePlaces({ area, onLeave }: { area: keyof typeof places; onLeave: (() => void) | undefined }) {
  const Places = places[area];
  return <Places onLeave={onLeave} />;
}
