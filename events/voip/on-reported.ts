import { consumer } from "@kartis/core/data/consumer.ts";
import { recordOf } from "@kartis/core/data/payloads.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";
import { notifyOwn } from "@kartis/core/realtime/notify-own.ts";
import { keepPlaced } from "@kartis/core/voip/dial.ts";
import { StoredNews } from "@kartis/core/voip/reports.ts";
import { giveUp, takeIn } from "@kartis/core/voip/take-in.ts";
import { eventsOf } from "@kartis/core/provider-events/index.ts";
import { deps } from "./dependencies.ts";

/** Turns providers' reports into calls, stores what became of calls that were placed here, and has the browsers of those whose telephone rings show it. */
export const handler = consumer({
  name: "voip-on-reported",
  on: ["effect.succeed", "effect.fail", "effect.lose", "webhook.receive"],
  async run(record, { clock }) {
    const { orgId, id } = record;
    const taking = { clock, causedBy: id, deps };
    const concerned = new Set<UserId>();
    for (const { payload } of await eventsOf(record, "voip")) {
      const news = StoredNews.parse(payload);
      if ("silent" in news) await giveUp(orgId, news, taking);
      else for (const userId of await takeIn(orgId, news, taking)) concerned.add(userId);
    }
    for (const userId of concerned) await notifyOwn(orgId, userId, "calls", clock);
    await keepPlaced(recordOf(record, ["effect.succeed", "effect.fail", "effect.lose"]), taking);
  },
});
