import { commandGroups, labelOf, useCurrentCommands, type Command, type CommandGroup } from "../../lib/keys/commands.ts";
import { scoreOf } from "./match.ts";

export interface MatchingGroup {
  readonly group: CommandGroup;
  /** Best first. */
  readonly commands: readonly Command[];
  /** The score of the first, 0 to 10. */
  readonly best: number;
}

const shownAtMost = 40;

/** The commands that match the query, among all that are available here or `only` these. The group with the best match comes first. */
export function useMatching(typed: string, only: readonly Command[] | undefined): readonly MatchingGroup[] {
  const here = useCurrentCommands();
  const commands = only ?? here.filter((command) => !command.onlyKey);
  const text = typed.trim();
  const scored = commands
    .map((command) => {
      const words = command.keywords ? scoreOf(text, `${labelOf(command)} ${command.keywords}`) - 1 : 0;
      return { command, score: text === "" ? 0 : Math.max(scoreOf(text, labelOf(command)), words) };
    })
    .filter(({ score }) => text === "" || score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, shownAtMost);
  return commandGroups
    .map((group) => {
      const own = scored.filter(({ command }) => command.group === group);
      return { group, commands: own.map(({ command }) => command), best: own[0]?.score ?? 0 };
    })
    .filter((group) => group.commands.length > 0)
    .sort((a, b) => b.best - a.best);
}
