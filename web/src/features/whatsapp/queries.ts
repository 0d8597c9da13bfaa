import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

export const whatsappOptions = () => trpc.whatsapp.settings.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Everything about the number, here and on cards. */
export const refreshWhatsApp = () => queryClient.invalidateQueries(trpc.whatsapp.pathFilter());
