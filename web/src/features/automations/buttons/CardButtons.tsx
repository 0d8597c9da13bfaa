import flash from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useLive } from "../../../lib/live/live.ts";
import { queryClient } from "../../../lib/query-client.ts";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import styles from "./buttons.module.css";
import { usePress } from "./usePress.ts";

export type CardButton = RouterOutputs["automations"]["buttons"][number];

/** The automation buttons available for the card: the first as a button, the others in a menu beside it. */
export function CardButtons({ card }: { card: Card }) {
  const t = useT();
  const { data = [] } = useQuery(
    trpc.automations.buttons.queryOptions({ cardId: card.id }, { staleTime: 0, meta: { quiet: true, private: true } }),
  );
  const { press, pending } = usePress(card.id);
  const [confirming, setConfirming] = useState<CardButton>();
  // The buttons depend on the automations and on the card's values.
  useLive((message) => {
    const isTheirs =
      message.kind === "batch" || message.subject.id === card.id || /^automation\.(update|delete|stop)$/.test(message.action);
    if (isTheirs) void queryClient.invalidateQueries(trpc.automations.buttons.pathFilter());
  });
  const start = (button: CardButton) => (button.question === "" ? void press(button) : setConfirming(button));
  useCommands(
    data.map((button) => ({
      id: `automation.${button.automationId}`,
      label: button.label,
      group: "card" as const,
      icon: flash,
      run: () => start(button),
    })),
  );
  const [first, ...others] = data;
  if (!first) return null;
  return (
    <div className={styles.buttons} role="group" aria-label={t("automationRuns.buttons")}>
      <Button size={28} icon={flash} isPending={pending === first.automationId} onPress={() => start(first)}>
        <bdi className={styles.label}>{first.label}</bdi>
      </Button>
      {others.length > 0 && (
        <Menu
          aria-label={t("automationRuns.buttons.more")}
          placement="bottom end"
          trigger={
            <IconButton
              icon={more}
              variant="secondary"
              label={t("automationRuns.buttons.more")}
              isPending={pending !== undefined && pending !== first.automationId}
            />
          }
        >
          {others.map((button) => (
            <MenuItem key={button.automationId} icon={flash} onAction={() => start(button)}>
              <bdi>{button.label}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
      {confirming && (
        <Question
          button={confirming}
          onClose={() => setConfirming(undefined)}
          onStart={() => {
            setConfirming(undefined);
            void press(confirming);
          }}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  button: CardButton;
  onClose: () => void;
  onStart: () => void;
}

/** Asks the button's question before starting the run. */
function Question({ button: { label, question }, onClose, onStart }: QuestionProps) {
  const t = useT();
  return (
    <Dialog
      title={<bdi>{label}</bdi>}
      role="alertdialog"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="primary" autoFocus onPress={onStart}>
            {t("automationRuns.buttons.start")}
          </Button>
        </>
      }
    >
      <p>
        <bdi>{question}</bdi>
      </p>
    </Dialog>
  );
}
