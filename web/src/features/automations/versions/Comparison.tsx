import arrowRight from "@fluentui/svg-icons/icons/arrow_right_12_regular.svg?icon";
import conditionIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import triggerIcon from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import { typedSteps } from "@kartis/core/automations/rules.ts";
import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Tag } from "../../../ui/display/Pill.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { iconOf } from "../settings/icons.ts";
import { nameOfStep, nameOfTrigger } from "../settings/names.ts";
import { Settings, SettingValue } from "../settings/SettingValue.tsx";
import { settingsOfFilter, settingsOfStep, settingsOfTrigger, type Setting } from "../settings/settings.ts";
import { PhraseChips } from "../words/phrase.tsx";
import { sayStep, sayTrigger } from "../words/say.ts";
import type { Words } from "../words/useWords.ts";
import { type Difference, type Part, partsOf } from "./diff.ts";
import styles from "./versions.module.css";

interface ComparisonProps {
  before: Definition | null;
  after: Definition;
  /** If false, only the second is shown. */
  isCompared: boolean;
  type: CardType | undefined;
  words: Words;
}

const hues: Readonly<Partial<Record<Difference, "green" | "red" | "amber" | "blue">>> = {
  added: "green",
  removed: "red",
  changed: "amber",
  moved: "blue",
};

/** Compares two definitions part by part: unchanged parts in one line, others with their values before and after. */
export function Comparison({ before, after, isCompared, type, words }: ComparisonProps) {
  const t = useT();
  const { types } = useCardTypes();
  const parts = partsOf(before, after);
  const typed = type ? [before, after].flatMap((definition) => typedSteps(definition?.steps ?? [], type.id)) : [];
  const typeOf = ({ after: is, before: was }: Part): CardType | undefined => {
    const typeId = typed.find(({ step }) => step === (is ?? was))?.typeId ?? type?.id;
    return typeId === type?.id ? type : types?.find(({ id }) => id === typeId);
  };
  const isSame = isCompared && parts.every(({ difference }) => difference === "same");
  return (
    <div className={styles.scroll}>
      {isSame && (
        <p className={styles.note} role="status">
          {t("automationRuns.versions.same")}
        </p>
      )}
      <ol className={styles.parts}>
        {parts.map((part) => (
          <li
            key={part.id}
            className={styles.part}
            data-depth={part.depth || undefined}
            data-difference={isCompared ? part.difference : "same"}
          >
            <div className={styles.partHead}>
              <Icon of={iconOfPart(part)} />
              <h3 className={styles.partName}>{nameOfPart(part, t)}</h3>
              {isCompared && part.difference !== "same" && (
                <Tag hue={hues[part.difference] ?? "slate"}>{t(`automationRuns.diff.${part.difference}`)}</Tag>
              )}
              {isCompared && part.isMoved && part.difference === "changed" && (
                <Tag hue="blue">{t("automationRuns.diff.moved")}</Tag>
              )}
            </div>
            <Sentence part={part} definition={part.after || !before ? after : before} words={words.of(typeOf(part)?.id ?? "")} />
            {!isCompared || part.difference === "added" || part.difference === "removed" ? (
              hasMore(part) && (
                <Settings settings={part.settings.flatMap(({ before: was, after: is }) => is ?? was ?? [])} type={typeOf(part)} />
              )
            ) : (
              <ChangedSettings part={part} definitions={{ before, after }} type={typeOf(part)} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The part's phrase, as in the builder. */
function Sentence({ part, definition, words }: { part: Part; definition: Definition; words: Words }) {
  const t = useT();
  const value = part.after ?? part.before;
  const phrase =
    part.of === "trigger" ? sayTrigger(definition.trigger, words) : isStep(value) ? sayStep(value, words) : undefined;
  return (
    phrase && (
      <p className={styles.sentence}>
        <PhraseChips phrase={phrase} t={t} />
      </p>
    )
  );
}

/** Actions whose phrase covers all of their settings. */
const fullyDescribed: ReadonlySet<string> = new Set(["changeField", "notify"]);

/** Whether the part has settings that its phrase omits. */
const hasMore = ({ of, before, after }: Part): boolean => {
  const value = after ?? before;
  if (of === "filter") return true;
  if (!isStep(value) || value.kind === "wait") return false;
  return value.kind !== "action" || !fullyDescribed.has(value.action.kind);
};

/** The settings that differ, before and after. */
function ChangedSettings({
  part,
  definitions,
  type,
}: {
  part: Part;
  definitions: Pick<ComparisonProps, "before" | "after">;
  type: CardType | undefined;
}) {
  const t = useT();
  if (part.settings.length === 0) return null;
  const [was, is] = [settingsOfPart(part, "before", definitions), settingsOfPart(part, "after", definitions)];
  return (
    <dl className={styles.changes}>
      {part.settings.map(({ name, before, after }) => (
        <div key={name} className={styles.change}>
          <dt>{t.find(`automationRuns.setting.${name}`) ?? name}</dt>
          <dd>
            <del className={styles.was}>
              {before ? <SettingValue setting={before} among={was} type={type} /> : t("automationRuns.value.none")}
            </del>
            <Icon of={arrowRight} flip label={t("cards.history.to")} />
            <ins className={styles.is}>
              {after ? <SettingValue setting={after} among={is} type={type} /> : t("automationRuns.value.none")}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isStep = (value: Part["after"]): value is Step => value !== null && "id" in value;

function settingsOfPart(
  part: Part,
  side: "before" | "after",
  { before, after }: Pick<ComparisonProps, "before" | "after">,
): readonly Setting[] {
  const definition = side === "before" ? before : after;
  const value = part[side];
  if (isStep(value)) return settingsOfStep(value);
  if (!definition) return [];
  return part.of === "filter" ? settingsOfFilter(definition.filter) : settingsOfTrigger(definition.trigger);
}

function iconOfPart({ of, before, after }: Part): IconShape {
  const step = after ?? before;
  if (of === "filter") return conditionIcon;
  return isStep(step) ? iconOf(step) : triggerIcon;
}

export function nameOfPart({ of, before, after }: Part, t: Translate): string {
  if (of === "filter") return t("automationRuns.conditions.title");
  const [was, is] = [before, after].map((value) =>
    value === null ? undefined : isStep(value) ? nameOfStep(value, t) : nameOfTrigger(value, t),
  );
  return is === was || was === undefined || is === undefined ? (is ?? was ?? "") : `${was} → ${is}`;
}
