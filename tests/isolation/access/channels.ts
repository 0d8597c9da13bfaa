import type { Channel } from "./channel.ts";
import { automations } from "./channels/automations.ts";
import { bulk } from "./channels/bulk.ts";
import { changes } from "./channels/changes.ts";
import { dashboard } from "./channels/dashboard.ts";
import { files } from "./channels/files.ts";
import { imports } from "./channels/imports.ts";
import { lists } from "./channels/lists.ts";
import { merges } from "./channels/merges.ts";
import { output } from "./channels/output.ts";
import { personal } from "./channels/personal-data.ts";
import { meetings } from "./channels/meetings.ts";
import { sms } from "./channels/sms.ts";
import { tasks } from "./channels/tasks.ts";
import { timeline } from "./channels/timeline.ts";
import { voip } from "./channels/voip.ts";
import { whatsapp } from "./channels/whatsapp.ts";
import { single } from "./channels/single-cards.ts";

/** Every channel of the product: `access.test.ts` tries each at every level, for everybody's cards. */
export const channels: readonly Channel[] = [
  ...lists,
  ...single,
  ...output,
  ...personal,
  ...dashboard,
  ...files,
  ...changes,
  ...merges,
  ...bulk,
  ...imports,
  ...tasks,
  ...meetings,
  ...timeline,
  ...sms,
  ...whatsapp,
  ...voip,
  ...automations,
];
