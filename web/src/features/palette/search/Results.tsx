import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { Collection } from "react-aria-components/Collection";
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from "react-aria-components/ListBox";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Ltr } from "../../../ui/display/Num.tsx";
import { Spinner } from "../../../ui/feedback/Spinner.tsx";
import { PhoneNumber } from "../../fields/display/PhoneNumber.tsx";
import { ResultName, ResultType } from "./ResultParts.tsx";
import styles from "./search.module.css";
import type { CardSearch } from "../../records/useCardSearch.ts";

interface ResultsProps {
  search: CardSearch;
  /** Search results to show; all by default. */
  results?: readonly SearchResult[];
  /** Called when the list itself reports choices; inside a combo box that does it. */
  onChoose?: (id: string) => void;
}

export function Results({ search, results = search.results, onChoose }: ResultsProps) {
  const t = useT();
  return (
    <ListBox<SearchResult>
      aria-label={t("shell.search.label")}
      className={`${listStyles.list} ${styles.results}`}
      {...(onChoose ? { onAction: (key) => onChoose(String(key)) } : {})}
      renderEmptyState={() => (
        <p className={listStyles.none}>
          {search.isPending || search.query === "" ? t("shell.search.hint") : t("shell.search.empty", { query: search.query })}
        </p>
      )}
    >
      <Collection items={results} dependencies={[search.typeOf]}>
        {(result) => <Result result={result} type={search.typeOf(result)} />}
      </Collection>
      <ListBoxLoadMoreItem onLoadMore={search.loadMore} isLoading={search.isLoadingMore} className={styles.more ?? ""}>
        <Spinner />
      </ListBoxLoadMoreItem>
    </ListBox>
  );
}

function Result({ result, type }: { result: SearchResult; type: ReturnType<CardSearch["typeOf"]> }) {
  return (
    <ListBoxItem id={result.id} textValue={result.name} className={`${listStyles.item} ${styles.result}`}>
      <span className={styles.name}>
        <ResultName result={result} />
      </span>
      <span className={styles.reach}>
        {result.email && <Ltr>{result.email}</Ltr>}
        {result.email && result.phone && " · "}
        {result.phone && <PhoneNumber value={result.phone} />}
      </span>
      {type && (
        <span className={styles.type}>
          <ResultType type={type} />
        </span>
      )}
    </ListBoxItem>
  );
}
