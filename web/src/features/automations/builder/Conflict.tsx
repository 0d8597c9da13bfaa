import type { Automation, Definition } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { useNameOf } from "../../people/people.ts";
import { type Part, partsOf } from "../versions/diff.ts";
import styles from "./builder.module.css";
import { headOf } from "./nodes.ts";

interface ConflictProps {
  automation: Automation;
  /** The common ancestor of both drafts. */
  base: Definition;
  mine: Definition;
  onMine: () => void;
  onTheirs: () => void;
}

/** Shows who saved another draft in the meantime, and what each choice would discard. */
export function Conflict({ automation, base, mine, onMine, onTheirs }: ConflictProps) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { data: me } = useQuery(meOptions());
  const { updatedBy, definition: theirs } = automation;
  const nameOfPart = ({ of, before, after }: Part): string => {
    const node = after ?? before;
    if (of === "trigger" || !node) return t(of === "trigger" ? "automations.trigger" : "automations.conditions");
    return "id" in node ? t(headOf(node).name) : "";
  };
  const changed = (definition: Definition) => {
    const names = partsOf(base, definition).flatMap((part) => (part.difference === "same" ? [] : [nameOfPart(part)]));
    return format.list([...new Set(names)]) || t("automations.conflict.nothing");
  };
  const isMe = updatedBy !== null && updatedBy === me?.user.id;
  const name = updatedBy === null ? "" : nameOf(updatedBy);
  return (
    <div className={styles.conflict} role="alert">
      <p>
        {isMe ? t("automations.conflict.you") : name ? t("automations.conflict.by", { name }) : t("automations.conflict")}{" "}
        {t("automations.conflict.lost", { mine: changed(mine), theirs: changed(theirs) })}
      </p>
      <Button size={24} onPress={onTheirs}>
        {t("automations.conflict.theirs")}
      </Button>
      <Button size={24} onPress={onMine}>
        {t("automations.conflict.mine")}
      </Button>
    </div>
  );
}
