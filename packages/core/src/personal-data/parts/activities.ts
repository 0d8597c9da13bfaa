import { activitiesOfCards, findActivities, purgeActivitiesOf, taskOf } from "../../activities/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { Erasure, PersonalDataPart, Person, Progress, Reader } from "./part.ts";

const idsOf = ({ orgId, cards }: Person) =>
  activitiesOfCards(
    orgId,
    cards.map(({ id }) => id),
  );

/** Tasks about them: what is written there is about a person as much as their card is. */
export const activities: PersonalDataPart = {
  count: async (person) => (await idsOf(person)).length,
  async *collect(person: Person, { t, members }: Reader): AsyncGenerator<BundleItem> {
    const found = await findActivities(person.orgId, await idsOf(person));
    const tasks = [...found.values()].map(taskOf);
    const nameOf = (userId: string | null) => members.find((member) => member.userId === userId)?.name ?? "";
    yield {
      kind: "table",
      name: "activities",
      title: t("personalData.part.activities"),
      header: (["title", "description", "location", "due", "assignedTo", "doneAt"] as const).map((name) =>
        t(`audit.value.${name}`),
      ),
      rows: tasks.map(({ title, description, location, due, assignedTo, doneAt }) => [
        title,
        description ?? "",
        location ?? "",
        due,
        nameOf(assignedTo),
        doneAt ?? "",
      ]),
      json: tasks,
    };
  },
  async erase({ cardIds, commitContext }: Erasure, stretch): Promise<Progress> {
    const { purged, isDone } = await purgeActivitiesOf(commitContext, [...cardIds], () => stretch.isOver());
    return isDone ? { done: true, count: purged } : { done: false, afterSeconds: 0 };
  },
};
