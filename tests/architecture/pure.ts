const core = "packages/core/src/";

/** In every domain: what its data look like, and what is allowed. */
const names = /\/(schema|rules|matches|processes|naming)\.ts$/;

/** Folders of which every file is pure. */
const folders = [
  "activities/recurrence/",
  "activities/tasks/quick-add/",
  "activities/types/",
  "automations/actions/",
  "automations/conditions/",
  "automations/recipes/",
  "automations/sharing/",
  "automations/triggers/",
  "cards/fields/",
  "cards/query/",
  "imports/targets/fields/",
  "message-templates/kinds/",
  "notifications/wording/",
];

const files = [
  "activities/activity.ts",
  "activities/meetings/columns.ts",
  "activities/meetings/guest-limits.ts",
  "activities/meetings/guests-at.ts",
  "activities/meetings/message-kinds.ts",
  "activities/meetings/participants.ts",
  "activities/meetings/path.ts",
  "activities/meetings/time.ts",
  "activities/meetings/void-replies.ts",
  "activities/tasks/columns.ts",
  "activities/tasks/next-due.ts",
  "as-of/bounds.ts",
  "automations/calendar.ts",
  "automations/kinds.ts",
  "automations/loops/effect.ts",
  "automations/related-variables.ts",
  "automations/variables.ts",
  "automations/undoable.ts",
  "cards/list-values.ts",
  "cards/merges/survivor.ts",
  "cards/replica/search/sounds-like.ts",
  "cards/replica/search/transliterate.ts",
  "data/journal.ts",
  "exports/csv.ts",
  "imports/dialect.ts",
  "message-templates/limits.ts",
  "plans/limits.ts",
  "plans/plans.ts",
  "plans/usage.ts",
];

const listed: ReadonlySet<string> = new Set(files.map((file) => core + file));

/** Files without I/O, which other domains and the web may read past a domain's index. A test holds that they are. */
export const isPure = (path: string): boolean =>
  path.startsWith(core) && (names.test(path) || listed.has(path) || folders.some((folder) => path.startsWith(core + folder)));
