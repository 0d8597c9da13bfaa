import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

export const whatsappOptions = () => trpc.whatsapp.settings.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Everything about the number, here and on cards. */
export const refreshWhatsApp = () => queryClient.invalidateQueries(trpc.whatsapp.pathFilter());

/** Messages wherever they are shown, and what can be sent. */
export const refreshMessages = () =>
  Promise.all(
    [trpc.timeline.pathFilter(), trpc.whatsapp.options.pathFilter(), trpc.chats.pathFilter()].map((filter) =>
      queryClient.invalidateQueries(filter),
    ),
  );
