import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { optionOf } from "../../fields/values.ts";
import { type Denial, DeniedAction } from "../../records/rights.ts";
import { reasonAgainst } from "../status-reason.ts";
import { fieldOf } from "../../records/card-types.ts";
import { updateCard } from "../update-card.ts";
import styles from "./card.module.css";

interface CardStatusProps {
  card: Card;
  type: CardType;
  /** Why it may not be changed. */
  denial: Denial | undefined;
}

/** Status of the card; a click or S changes it. */
export function CardStatus({ card, type, denial }: CardStatusProps) {
  const [isOpen, setOpen] = useState(false);
  const field = fieldOf(type, "status");
  useCommands([
    field && !denial && { id: "card.status", label: field.label, group: "card", shortcut: "S", run: () => setOpen(true) },
  ]);
  if (!field) return null;
  return denial ? (
    <DeniedStatus card={card} field={field} denial={denial} />
  ) : (
    <StatusMenu card={card} type={type} field={field} isOpen={isOpen} onOpenChange={setOpen} />
  );
}

/** The status that the card had. */
export function PastStatus({ card, type }: Pick<CardStatusProps, "card" | "type">) {
  const field = fieldOf(type, "status");
  const option = field && optionOf(field, card.fields[field.id]);
  return (
    option && (
      <Pill hue={option.hue} size={24}>
        {option.label}
      </Pill>
    )
  );
}

/** A status the person may not change, and why. */
function DeniedStatus({ card, field, denial }: { card: Card; field: Field; denial: Denial }) {
  const option = optionOf(field, card.fields[field.id]);
  if (!option) return null;
  return (
    <DeniedAction denial={denial} label={`${field.label}: ${option.label}`}>
      <Pill hue={option.hue} size={24}>
        {option.label}
      </Pill>
    </DeniedAction>
  );
}

interface StatusMenuProps {
  card: Card;
  type: CardType;
  field: Field;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

function StatusMenu({ card, type, field, isOpen, onOpenChange }: StatusMenuProps) {
  const t = useT();
  const format = useFormat();
  const option = optionOf(field, card.fields[field.id]);

  return (
    <Menu
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      selectionMode="single"
      selectedKeys={option ? [option.id] : []}
      aria-label={field.label}
      trigger={
        <Button className={styles.status ?? ""} {...(option ? { "aria-label": `${field.label}: ${option.label}` } : {})}>
          <Pill hue={option?.hue ?? "slate"} size={24} hasChevron>
            {option?.label ?? t("cards.add", { label: field.label })}
          </Pill>
        </Button>
      }
    >
      {field.options.map((other) => {
        const reason = reasonAgainst(type, card, other.id, t, format);
        return (
          <MenuItem
            key={other.id}
            id={other.id}
            textValue={other.label}
            isDisabled={reason !== undefined}
            note={reason}
            onAction={() => other.id !== option?.id && updateCard(card, field, other.id)}
          >
            <Pill hue={other.hue}>{other.label}</Pill>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
