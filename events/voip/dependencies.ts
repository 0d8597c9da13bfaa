import { findActivities } from "@kartis/core/activities/store.ts";
import { creation, edit, purging } from "@kartis/core/activities/writes.ts";
import { cardsWithPhone } from "@kartis/core/cards/replica/phones.ts";
import { fieldContextOf } from "@kartis/core/cards/scope.ts";
import { findCards } from "@kartis/core/cards/store.ts";
import { membersWithExtension } from "@kartis/core/voip/extensions/index.ts";
import type { CallDependencies } from "@kartis/core/voip/take-in.ts";

/** What taking a call in needs of other domains. */
export const deps: CallDependencies = {
  cardsWithPhone,
  creation,
  edit,
  fieldContextOf,
  findActivities,
  findCards,
  membersWithExtension,
  purging,
};
