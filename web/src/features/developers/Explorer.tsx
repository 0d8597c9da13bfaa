import codeIcon from "@fluentui/svg-icons/icons/code_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import styles from "./developers.module.css";
import { type Operation, operationsOptions } from "./document.ts";
import { OperationView } from "./OperationView.tsx";

interface ExplorerProps {
  operationId: string | undefined;
  onChoose: (operationId: string | undefined) => void;
}

const isFound = (operation: Operation, text: string): boolean =>
  [operation.id, operation.summary, operation.path, operation.method].some((part) => part.toLowerCase().includes(text));

/** Every operation of the API, to be read and tried. Its words are the document's: in English, as the API itself. */
export function Explorer({ operationId, onChoose }: ExplorerProps) {
  const t = useT();
  const [search, setSearch] = useState("");
  const { data: operations, error, refetch } = useQuery(operationsOptions());
  if (!operations)
    return error ? (
      <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={10} columns={["1fr", "3fr"]} />
    );
  const found = operations.filter((operation) => isFound(operation, search.trim().toLowerCase()));
  const chosen = operations.find(({ id }) => id === operationId);
  return (
    <div className={styles.explorer} data-open={chosen !== undefined || undefined}>
      <nav className={styles.operations} aria-label={t("developers.operations")}>
        <div className={styles.search}>
          <SearchInput label={t("developers.search")} value={search} onChange={setSearch} />
        </div>
        {found.length === 0 && <p className={styles.quiet}>{t("common.noMatches")}</p>}
        {[...new Set(found.map(({ tag }) => tag))].map((tag) => (
          <section key={tag}>
            <h2 lang="en" className={styles.tag}>
              {tag}
            </h2>
            <ul>
              {found
                .filter((operation) => operation.tag === tag)
                .map((operation) => (
                  <li key={operation.id}>
                    <Link
                      className={styles.operation ?? ""}
                      href={`/settings/api?tab=explorer&operation=${operation.id}`}
                      {...(operation.id === operationId ? { "aria-current": "page" } : {})}
                    >
                      <span className={styles.method} data-method={operation.method}>
                        {operation.method}
                      </span>
                      <span lang="en" dir="ltr" className={styles.summary}>
                        {operation.summary}
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className={styles.chosen}>
        {chosen ? (
          <OperationView key={chosen.id} operation={chosen} onBack={() => onChoose(undefined)} />
        ) : (
          <EmptyState icon={codeIcon} title={t("developers.choose")}>
            {t("developers.choose.text")}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
