import type { NewTask } from "../changes/create.ts";
import { peopleIn, prioritiesIn } from "../filter/several.ts";
import type { TasksSearch } from "../search.ts";

/** What a task that is added to a list has, so that it is in the list: the person, the priority and the card that the list is narrowed to. Of several people or priorities none is meant more than the others. */
export function givenBy({ chip, who, priority, card }: TasksSearch): Partial<NewTask> {
  const person = onlyOne(peopleIn(who));
  const wanted = onlyOne(prioritiesIn(priority ?? (chip === "high" ? "HIGH" : undefined)));
  return {
    ...(wanted ? { priority: wanted } : {}),
    ...(person === undefined ? {} : { assignedTo: person }),
    ...(card ? { cardId: card } : {}),
  };
}

const onlyOne = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);
