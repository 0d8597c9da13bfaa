import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import type { CardType, FieldValues } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { useT, withWords } from "../../lib/i18n.tsx";
import { laterInFocus, TypingHeld } from "../../lib/later.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { TypeSquare } from "../../ui/display/Pill.tsx";
import { sayDiscarded } from "../../ui/feedback/discarded.ts";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Switch } from "../../ui/inputs/Switch.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/collections/Tabs.tsx";
import { LimitNotice } from "../billing/later-notice.ts";
import { offerUndo } from "../undo/undo.ts";
import { refreshLists } from "../records/card-cache.ts";
import { cardHref } from "../records/card-href.ts";
import styles from "./create/NewCardForm.module.css";
import { drafts } from "./create/drafts.ts";
import { NewCardForm } from "./create/NewCardForm.tsx";
import { useNewCard } from "./create/useNewCard.ts";
import { openNewRecord } from "../records/new-record.ts";
import { useCardTypes } from "../records/card-types.ts";

const MergeDialog = laterInFocus(async () => (await withWords(["changes"], import("../merges/MergeDialog.tsx"))).MergeDialog);

interface NewRecordDialogProps {
  typeId: string | undefined;
  /** Values of that type's fields to begin with. */
  given?: FieldValues | undefined;
  onClose: () => void;
}

/** Makes a card, with one tab per type; `typeId`'s is open, or else that of the page behind. */
export function NewRecordDialog({ typeId, given, onClose }: NewRecordDialogProps) {
  const t = useT();
  const { types } = useCardTypes();
  const visible = types?.filter((type) => !type.hidden) ?? [];
  const [, , slugHere] = location.pathname.split("/");
  const [chosen, setChosen] = useState(typeId);
  const type = visible.find((other) => other.id === chosen) ?? visible.find((other) => other.slug === slugHere) ?? visible[0];
  if (!type) {
    return (
      <Dialog title={t("cards.newRecord")} isOpen onClose={onClose} size={560}>
        <SkeletonRows rows={4} />
        <TypingHeld onCancel={onClose} />
      </Dialog>
    );
  }
  return (
    <OpenDialog types={visible} type={type} given={type.id === typeId ? given : undefined} onType={setChosen} onClose={onClose} />
  );
}

interface OpenDialogProps {
  types: readonly CardType[];
  type: CardType;
  given: FieldValues | undefined;
  onType: (typeId: string) => void;
  onClose: () => void;
}

function OpenDialog({ types, type, given, onType, onClose }: OpenDialogProps) {
  const t = useT();
  const me = useQuery(meOptions()).data;
  const form = useNewCard(type, me?.user.id, given);
  const [isAnother, setAnother] = useState(false);
  const can = useCan();
  const mayMerge = can(["CARDS", "update"]) && can(["CARDS", "delete"]);
  /** Cards to merge. The first, which existed before, is kept unless another is chosen. */
  const [merging, setMerging] = useState<readonly CardId[]>();

  async function create(mergeWith?: CardId) {
    const card = await form.create();
    if (!card) return;
    refreshLists();
    if (mergeWith) {
      setMerging([mergeWith, card.id]);
      return;
    }
    offerUndo({
      recordId: card.recordId,
      message: t("cards.create.done"),
      notice: { link: { label: card.name, href: cardHref(type, card.id) } },
    });
    if (isAnother) form.reset();
    else onClose();
  }

  /** Throws away what was typed, where Escape keeps it. */
  function cancel() {
    const draft = form.isDirty ? drafts.get(type.id) : undefined;
    drafts.delete(type.id);
    onClose();
    if (!draft) return;
    sayDiscarded(() => {
      drafts.set(type.id, draft);
      openNewRecord(type.id, given);
    });
  }

  const fields = (
    <>
      <div className={styles.notice}>
        <LimitNotice limit="cards" from={0.9} />
      </div>
      {form.isDraft && (
        <p className={styles.draft} role="status">
          {t("card.create.draft")}
          <Button size={24} variant="ghost" onPress={form.reset}>
            {t("card.create.startOver")}
          </Button>
        </p>
      )}
      <NewCardForm
        id="new-record"
        type={type}
        types={types}
        form={form}
        onSubmit={() => void create()}
        {...(mayMerge ? { onMerge: (cardId: CardId) => void create(cardId) } : {})}
      />
    </>
  );
  if (merging) return <MergeDialog type={type} cardIds={merging} onClose={onClose} onMerged={onClose} />;

  return (
    <Dialog
      title={t("cards.newRecord")}
      isOpen
      onClose={onClose}
      size={560}
      isDirty={form.isDirty}
      footerStart={
        <Switch isSelected={isAnother} onChange={setAnother}>
          {t("card.create.another")}
        </Switch>
      }
      footer={
        <>
          <Button size={32} onPress={cancel}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            variant="primary"
            type="submit"
            form="new-record"
            isPending={form.isPending}
            pendingLabel={t("common.saving")}
            isDisabled={form.duplicate?.isDuplicate ?? false}
          >
            {t("cards.create", { label: type.name })}
          </Button>
        </>
      }
    >
      {types.length > 1 ? (
        <Tabs selectedKey={type.id} onSelectionChange={(key) => onType(String(key))}>
          <div className={styles.tabs}>
            <TabList size={36} aria-label={t("shell.cardTypes")}>
              {types.map((other) => (
                <Tab key={other.id} id={other.id} before={<TypeSquare hue={other.hue} />}>
                  <bdi>{other.pluralName}</bdi>
                </Tab>
              ))}
            </TabList>
          </div>
          <TabPanel id={type.id}>{fields}</TabPanel>
        </Tabs>
      ) : (
        fields
      )}
    </Dialog>
  );
}
