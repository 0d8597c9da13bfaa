import { activitiesOfCards, findActivities, purgeActivitiesOf, shownActivity } from "../../activities/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { Erasure, PersonalDataPart, Person, Progress, Reader } from "./part.ts";

const idsOf = ({ orgId, cards }: Person) =>
  activitiesOfCards(
    orgId,
    cards.map(({ id }) => id),
  );

/** Values that are text, in the order of the table's columns. */
const told = ["title", "text", "note", "description", "location", "due", "doneAt", "happenedAt", "number", "link"] as const;

/** Tasks, comments and what was logged about them: what is written there is about a person as much as their card is. */
export const activities: PersonalDataPart = {
  count: async (person) => (await idsOf(person)).length,
  async *collect(person: Person, { t, members }: Reader): AsyncGenerator<BundleItem> {
    const found = await findActivities(person.orgId, await idsOf(person));
    const all = [...found.values()];
    const nameOf = (userId: string | null) => members.find((member) => member.userId === userId)?.name ?? "";
    yield {
      kind: "table",
      name: "activities",
      title: t("personalData.part.activities"),
      header: (["activityType", "createdAt", "createdBy", ...told, "assignedTo"] as const).map((name) =>
        t(`audit.value.${name}`),
      ),
      rows: all.map(({ type, createdAt, createdBy, values }) => [
        t(`audit.activity.${type}`),
        createdAt,
        nameOf(createdBy),
        ...told.map((name) => (typeof values[name] === "string" ? values[name] : "")),
        nameOf(typeof values["assignedTo"] === "string" ? values["assignedTo"] : null),
      ]),
      json: all.map(shownActivity).map(({ type, value }) => ({ ...value, type })),
    };
  },
  async erase({ cardIds, commitContext }: Erasure, stretch): Promise<Progress> {
    const { purged, isDone } = await purgeActivitiesOf(commitContext, [...cardIds], () => stretch.isOver());
    return isDone ? { done: true, count: purged } : { done: false, afterSeconds: 0 };
  },
};
