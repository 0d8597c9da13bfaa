import arrow from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import back from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { actionScreenOf } from "../actions/screens.ts";
import { triggerScreenOf } from "../triggers/screens.ts";
import { phraseText } from "../words/phrase.tsx";
import { useWords } from "../words/useWords.ts";
import styles from "./loops.module.css";

type LoopNode = RouterOutputs["automations"]["loops"][number]["nodes"][number];

/**
 * A loop from top to bottom: each automation with the step that starts the next one, and a line from the last back to the first. Screen readers get the same as a
 * list, in which the last item says that it starts over.
 */
export function LoopPicture({ nodes, automationId }: { nodes: readonly LoopNode[]; automationId: AutomationId }) {
  const t = useT();
  return (
    <ol className={styles.picture}>
      {nodes.map((node, at) => (
        <li key={node.automationId} className={styles.node} data-own={node.automationId === automationId || undefined}>
          <Words node={node} isOwn={node.automationId === automationId} />
          {at < nodes.length - 1 && <Icon of={arrow} />}
        </li>
      ))}
      <li className={styles.back}>
        <Icon of={back} />
        <span>{t("automations.loop.over", { name: nodes[0]?.name ?? "" })}</span>
      </li>
    </ol>
  );
}

function Words({ node, isOwn }: { node: LoopNode; isOwn: boolean }) {
  const t = useT();
  const words = useWords(node.cardTypeId);
  const { trigger, action } = node;
  return (
    <div className={styles.box}>
      <span className={styles.name}>
        <bdi>{node.name}</bdi>
        {isOwn && <span className={styles.own}>{t("automations.loop.own")}</span>}
      </span>
      <span>
        {t("automations.loop.node", {
          trigger: phraseText(triggerScreenOf(trigger).say(trigger, words), t, true),
          step: phraseText(actionScreenOf(action).say(action, words), t, true),
        })}
      </span>
    </div>
  );
}
