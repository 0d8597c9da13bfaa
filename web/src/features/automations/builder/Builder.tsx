import beaker from "@fluentui/svg-icons/icons/beaker_16_regular.svg?icon";
import desktop from "@fluentui/svg-icons/icons/desktop_16_regular.svg?icon";
import redoIcon from "@fluentui/svg-icons/icons/arrow_redo_16_regular.svg?icon";
import undoIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import type { Automation } from "@kartis/core/automations/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { useOwnUndo } from "../../undo/own-undo.ts";
import { Frame } from "../Frame.tsx";
import { NodeForm } from "../inspector/NodeForm.tsx";
import { preloadTexts } from "../inspector/VariableText.tsx";
import { TestCardContext } from "../templates/test-card.ts";
import { TrialPanel } from "../trial/TrialPanel.tsx";
import { useWords } from "../words/useWords.ts";
import { Canvas } from "./Canvas.tsx";
import { Conflict } from "./Conflict.tsx";
import { DiscardDialog } from "./DiscardDialog.tsx";
import { PublishButton } from "./PublishButton.tsx";
import { PublishDialog } from "./PublishDialog.tsx";
import styles from "./builder.module.css";
import { nodeOf } from "./nodes.ts";
import { useDraft } from "./useDraft.ts";

/** Content of the side panel: a node's form, or the test. */
type Beside = { readonly node: string } | "test" | undefined;

/** `/automations/{id}`: the draft as a flow, the selected node's form, and testing and publishing. */
export function Builder({ automation }: { automation: Automation }) {
  const t = useT();
  const isPhone = useIsPhone();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const isReadOnly = isPhone || !mayUpdate;
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === automation.cardTypeId);
  const draft = useDraft(automation);
  const words = useWords(automation.cardTypeId, draft.definition.steps);
  const { step }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  // The URL may name a node, e.g. the step at which a run failed.
  const [beside, setBeside] = useState<Beside>(() => (typeof step === "string" ? { node: step } : undefined));
  const [testCardId, setTestCardId] = useState<CardId>();
  const testCard = useMemo(
    () => ({ typeId: automation.cardTypeId, cardId: testCardId, choose: setTestCardId }),
    [automation.cardTypeId, testCardId],
  );
  const [focus, setFocus] = useState<{ readonly node: string }>();
  const [asks, setAsks] = useState<"publish" | "discard">();
  const node = typeof beside === "object" ? beside.node : undefined;

  const undo = { label: t("common.undo"), group: "account", run: draft.undo } as const;
  const redo = { label: t("automations.redo"), group: "account", run: draft.redo } as const;
  useOwnUndo(!isReadOnly);
  useCommands([
    !isReadOnly && { ...undo, id: "app.undo", shortcut: "Mod+Z" },
    !isReadOnly && { ...redo, id: "app.redo", shortcut: "Mod+Shift+Z" },
    !isReadOnly && { ...redo, id: "app.redo.windows", shortcut: "Mod+Y", onlyKey: true },
  ]);

  useEffect(() => {
    if (!isReadOnly) void preloadTexts();
  }, [isReadOnly]);

  const close = () => {
    setBeside(undefined);
    if (node) setFocus({ node });
  };
  const why =
    draft.state !== "saved"
      ? t("automations.publish.unsaved")
      : draft.problems.length > 0
        ? t("automations.problem.some")
        : !automation.hasUnpublishedChanges
          ? t("automations.publish.nothing")
          : undefined;
  const wrong = nodeOf(draft.problems[0]?.path);
  const actions = !isReadOnly && (
    <>
      <span className={styles.state} role="status" data-state={draft.state}>
        {t(`automations.draft.${draft.state}`)}
      </span>
      {draft.state === "failed" && <Button onPress={draft.retry}>{t("common.tryAgain")}</Button>}
      <IconButton icon={undoIcon} flipIcon label={t("common.undo")} isDisabled={!draft.canUndo} onPress={draft.undo} />
      <IconButton icon={redoIcon} flipIcon label={t("automations.redo")} isDisabled={!draft.canRedo} onPress={draft.redo} />
      <Button icon={beaker} isDisabled={!type} onPress={() => setBeside("test")}>
        {t("automations.test")}
      </Button>
      <PublishButton
        why={why}
        onPublish={() => setAsks("publish")}
        onShowProblem={wrong === undefined ? undefined : () => setFocus({ node: wrong })}
      />
    </>
  );
  return (
    <Frame
      automation={automation}
      tab="build"
      actions={actions}
      onDiscard={
        !isReadOnly && automation.publishedVersion !== null && automation.hasUnpublishedChanges
          ? () => setAsks("discard")
          : undefined
      }
    >
      {draft.state === "conflict" && (
        <Conflict
          automation={automation}
          base={draft.base()}
          mine={draft.definition}
          onMine={draft.keepMine}
          onTheirs={draft.takeTheirs}
        />
      )}
      {isPhone && mayUpdate && (
        <p className={styles.phone}>
          <Icon of={desktop} />
          <span>{t("automations.readOnly.phone")}</span>
        </p>
      )}
      <div className={styles.builder}>
        {/* Scrollable content must be reachable by keyboard. */}
        <section
          className={styles.canvas}
          data-canvas
          aria-label={t("automations.canvas")}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <Canvas
            definition={draft.definition}
            type={type}
            words={words}
            problems={draft.problems}
            selected={node}
            focus={focus}
            isReadOnly={isReadOnly}
            onSelect={(chosen) => setBeside(chosen === undefined ? undefined : { node: chosen })}
            onEdit={(definition, about, next) => {
              draft.edit(definition, about);
              if (next === undefined) return;
              setFocus({ node: next });
              setBeside(undefined);
            }}
          />
        </section>
        <TestCardContext value={testCard}>
          {!isReadOnly && type && node !== undefined && (
            <NodeForm
              key={`${node} ${draft.revision}`}
              node={node}
              type={type}
              definition={draft.definition}
              problems={draft.problems}
              onEdit={draft.edit}
              onClose={close}
              onGone={(next) => {
                setBeside(undefined);
                setFocus({ node: next });
              }}
            />
          )}
          {!isReadOnly && type && beside === "test" && (
            <TrialPanel automation={automation} type={type} words={words} definition={draft.definition} onClose={close} />
          )}
        </TestCardContext>
      </div>
      {asks === "publish" && <PublishDialog automation={automation} type={type} onClose={() => setAsks(undefined)} />}
      {asks === "discard" && (
        <DiscardDialog
          automation={automation}
          onClose={() => setAsks(undefined)}
          onDiscard={(published) => {
            draft.replace(published);
            setBeside(undefined);
            setAsks(undefined);
          }}
        />
      )}
    </Frame>
  );
}
