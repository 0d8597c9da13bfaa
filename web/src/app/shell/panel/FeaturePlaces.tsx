import { AutomationPlaces } from "../../../features/automations/AutomationPlaces.tsx";
import { ChatPlaces } from "../../../features/chats/ChatPlaces.tsx";
import { VoipPlaces } from "../../../features/voip/VoipPlaces.tsx";
import { DashboardPlaces } from "../../../features/dashboard/DashboardPlaces.tsx";

const places = { automations: AutomationPlaces, chats: ChatPlaces, voip: VoipPlaces, dashboard: DashboardPlaces } as const;

/** The places of the parts that not everybody has. */
export function FeaturePlaces({ area, onLeave }: { area: keyof typeof places; onLeave: (() => void) | undefined }) {
  const Places = places[area];
  return <Places onLeave={onLeave} />;
}
