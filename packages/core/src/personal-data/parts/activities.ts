import {
  activitiesOfCards,
  findActivities,
  forgetGuests,
  meetingsWithGuests,
  purgeActivitiesOf,
  settleBeforeErasure,
  shownActivity,
  type ShownActivity,
} from "../../activities/index.ts";
import { isOneOf, ownGuestsOf, withOwnGuests } from "../../activities/meetings/guests-at.ts";
import { optOut, release, settle } from "../../sms/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { Erasure, PersonalDataPart, Person, Progress, Reader } from "./part.ts";

async function idsOf({ orgId, cards }: Person) {
  const cardIds = cards.map(({ id }) => id);
  const [about, guestIn] = await Promise.all([activitiesOfCards(orgId, cardIds), meetingsWithGuests(orgId, cardIds)]);
  return [...new Set([...about, ...guestIn])];
}

/** A bundle's version of an activity. Of a meeting's guests it includes only the person, since the others are other people. */
function ofPerson({ cards }: Person, { type, value }: ShownActivity) {
  if (type !== "MEETING") return { ...value, type };
  const { answers: _, withoutReminders: __, guests, exceptions, ...meeting } = value;
  const isTheirs = isOneOf(new Set(cards.map(({ id }) => id)));
  const own = guests.filter(isTheirs);
  const times = exceptions.flatMap((one) => {
    const { added, removed } = ownGuestsOf(one) ?? { added: [], removed: [] };
    const difference = { added: added.filter(isTheirs), removed: removed.filter((id) => own.some((guest) => guest.id === id)) };
    return withOwnGuests(one, difference) ?? [];
  });
  return { ...meeting, exceptions: times, guests: own, type };
}

/** The table's columns whose values are text, in their order. */
const textColumns = [
  "title",
  "text",
  "note",
  "description",
  "location",
  "start",
  "due",
  "doneAt",
  "happenedAt",
  "number",
  "link",
] as const;

/** Tasks, meetings, comments and what was logged about them, and meetings to which they were invited: what is written there is about a person as much as their card is. */
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
      header: (["activityType", "createdAt", "createdBy", ...textColumns, "assignedTo"] as const).map((name) =>
        t(`audit.value.${name}`),
      ),
      rows: all.map(({ type, createdAt, createdBy, values }) => [
        t(`audit.activity.${type}`),
        createdAt,
        nameOf(createdBy),
        ...textColumns.map((name) => (typeof values[name] === "string" ? values[name] : "")),
        nameOf(typeof values["assignedTo"] === "string" ? values["assignedTo"] : null),
      ]),
      json: all.map(shownActivity).map((shown) => ofPerson(person, shown)),
    };
  },
  async erase({ orgId, cardIds, commitContext }: Erasure, stretch): Promise<Progress> {
    const { clock } = commitContext;
    const ids = await activitiesOfCards(orgId, [...cardIds]);
    await settleBeforeErasure(orgId, ids, { clock, deps: { release, settle, optOut } });
    const { purged, isDone } = await purgeActivitiesOf(commitContext, [...cardIds], () => stretch.isOver());
    const left = isDone && (await forgetGuests(commitContext, cardIds, () => stretch.isOver()));
    return left ? { done: true, count: purged + left.count } : { done: false, afterSeconds: 0 };
  },
};
