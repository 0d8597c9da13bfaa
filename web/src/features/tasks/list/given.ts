import type { NewTask } from "../changes/create.ts";
import { peopleIn, prioritiesIn } from "../filter/several.ts";
import type { TasksSearch } from "../search.ts";

/** Values of a new task that make it appear in the filtered list: person, priority and card. If the filter has several people or priorities, none is chosen. */
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
