import boardIcon from "@fluentui/svg-icons/icons/contact_card_group_20_regular.svg?icon";
import searchIcon from "@fluentui/svg-icons/icons/search_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { openNewRecord } from "../../records/new-record.ts";
import { useWhyNot } from "../../records/rights.ts";

/** The filters and the search leave nothing. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  const t = useT();
  return (
    <EmptyState
      icon={searchIcon}
      title={t("cards.none.title")}
      actions={<Button onPress={onClear}>{t("cards.none.clear")}</Button>}
    >
      {t("cards.none.message")}
    </EmptyState>
  );
}

export function NoCardsYet({ name }: { name: string }) {
  const t = useT();
  const mayCreate = !useWhyNot()("create");
  return (
    <EmptyState
      icon={boardIcon}
      title={t("cards.empty.title", { label: name })}
      actions={
        mayCreate && (
          <Button variant="primary" onPress={openNewRecord}>
            {t("shell.newRecord")}
          </Button>
        )
      }
    >
      {mayCreate && t("cards.empty.message")}
    </EmptyState>
  );
}
