import downloadIcon from "@fluentui/svg-icons/icons/arrow_download_20_regular.svg?icon";
import blankIcon from "@fluentui/svg-icons/icons/add_20_regular.svg?icon";
import { recipes } from "@kartis/core/automations/recipes/list.ts";
import type { AutomationId, Definition } from "@kartis/core/automations/schema.ts";
import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { toHue } from "../../../ui/display/stored-hue.ts";
import { Select } from "../../../ui/inputs/Select.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { ImportDialog } from "../sharing/ImportDialog.tsx";
import { refreshAutomations } from "../queries.ts";
import { triggerScreenOf } from "../triggers/screens.ts";
import { useDistinctName } from "../useDistinctName.ts";
import styles from "./list.module.css";

interface NewAutomationProps {
  /** Selected initially. */
  typeId: CardTypeId | undefined;
  onClose: () => void;
}

const blank: Definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [] };

/** Creates a draft for a card type, blank or from a recipe, and opens it. */
export function NewAutomation({ typeId, onClose }: NewAutomationProps) {
  const t = useT();
  const router = useRouter();
  const { types = [] } = useCardTypes();
  const [isImporting, setImporting] = useState(false);
  const [chosenId, setChosen] = useState<string | undefined>(typeId);
  const type = types.find(({ id }) => id === chosenId) ?? types[0];
  const create = useMutation(
    trpc.automations.create.mutationOptions({
      onSuccess: async ({ id }) => {
        void refreshAutomations();
        onClose();
        await router.navigate({ href: `/automations/${id}` });
      },
    }),
  );
  const distinct = useDistinctName();
  // Whoever presses again after an answer was lost gets what was created then.
  const [ids] = useState(() => new Map<string, AutomationId>());
  const makeFor = (name: string, cardTypeId: CardTypeId, definition: Definition) => {
    if (create.isPending) return;
    const wish = JSON.stringify([cardTypeId, definition]);
    const automationId = ids.get(wish) ?? newId("aut");
    ids.set(wish, automationId);
    create.mutate({ automationId, cardTypeId, name, definition });
  };
  const make = (name: string, definition: Definition) => type && makeFor(distinct(name), type.id, definition);
  if (isImporting) return <ImportDialog isPending={create.isPending} onClose={onClose} onImport={makeFor} />;
  return (
    <Dialog isOpen title={t("automations.new")} size={760} onClose={onClose}>
      <div className={styles.making}>
        <Select
          label={t("automations.cardType")}
          options={types.map((one) => ({
            id: one.id,
            label: one.pluralName,
            node: (
              <span className={styles.type}>
                <TypeSquare hue={toHue(one.hue)} />
                <bdi>{one.pluralName}</bdi>
              </span>
            ),
          }))}
          value={type?.id ?? null}
          onChange={setChosen}
        />
        <h3 className={styles.recipesTitle}>{t("automations.recipes")}</h3>
        <ul className={styles.recipes}>
          <li>
            <Recipe
              icon={blankIcon}
              name={t("automations.blank")}
              about={t("automations.blank.about")}
              onChoose={() => make(t("automations.untitled"), blank)}
            />
          </li>
          <li>
            <Recipe
              icon={downloadIcon}
              name={t("automations.import")}
              about={t("automations.import.tile")}
              onChoose={() => setImporting(true)}
            />
          </li>
          {type &&
            recipes.map((recipe) => {
              const { id, name, about } = recipe;
              const made = recipe.make({ type, t });
              const isMissing = "missing" in made;
              return (
                <li key={id}>
                  <Recipe
                    icon={isMissing ? blankIcon : triggerScreenOf(made.trigger).icon}
                    name={t(name)}
                    about={isMissing ? t(made.missing) : t(about)}
                    onChoose={isMissing ? undefined : () => make(t(name), made)}
                  />
                </li>
              );
            })}
        </ul>
      </div>
    </Dialog>
  );
}

interface RecipeProps {
  icon: IconShape;
  name: string;
  about: string;
  /** Absent if the card type does not support the recipe. */
  onChoose: (() => void) | undefined;
}

function Recipe({ icon, name, about, onChoose }: RecipeProps) {
  return (
    <AriaButton className={styles.recipe ?? ""} isDisabled={!onChoose} onPress={() => onChoose?.()}>
      <span className={styles.recipeIcon}>
        <Icon of={icon} />
      </span>
      <span className={styles.recipeWords}>
        <span className={styles.recipeName}>{name}</span>
        <span className={styles.recipeAbout}>{about}</span>
      </span>
    </AriaButton>
  );
}
