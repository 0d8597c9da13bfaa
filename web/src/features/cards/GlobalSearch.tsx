import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import type { SearchResult } from "@kartis/core/cards/schema.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ComboBox } from "react-aria-components/ComboBox";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem, ListBoxLoadMoreItem } from "react-aria-components/ListBox";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { RecordAvatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import listStyles from "../../ui/List.module.css";
import { Ltr } from "../../ui/Num.tsx";
import { TypeSquare } from "../../ui/Pill.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import styles from "./GlobalSearch.module.css";
import { useCardTypes } from "./types.ts";

/** SPEC section 9: debounce 200 ms, results fresh for a minute and kept for ten. */
const debounceMilliseconds = 200;
const freshMilliseconds = 60_000;
const keptMilliseconds = 10 * 60_000;

/** Finds any card by name, mail address or telephone; choosing one opens it. */
export function GlobalSearch({ onOpened }: { onOpened?: () => void }) {
  const t = useT();
  const router = useRouter();
  const { types } = useCardTypes();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const query = useDebounced(text.trim());
  const found = useInfiniteQuery(
    trpc.cards.freeSearch.infiniteQueryOptions(
      { query },
      {
        enabled: isOpen || query !== "",
        getNextPageParam: (page) => page.nextCursor,
        staleTime: freshMilliseconds,
        gcTime: keptMilliseconds,
        placeholderData: keepPreviousData,
        meta: { private: true },
      },
    ),
  );
  const results = found.data?.pages.flatMap((page) => page.results) ?? [];

  function choose(id: string | number | null) {
    const result = results.find((other) => other.id === id);
    const type = types?.find((other) => other.id === result?.cardTypeId);
    if (!result || !type) return;
    setText("");
    setOpen(false);
    onOpened?.();
    void router.navigate({ to: "/cards/$slug/$cardId", params: { slug: type.slug, cardId: result.id } });
  }

  return (
    <search className={styles.region}>
      <ComboBox<SearchResult>
        aria-label={t("shell.search.label")}
        className={styles.search ?? ""}
        items={results}
        defaultFilter={() => true}
        inputValue={text}
        onInputChange={setText}
        value={null}
        onChange={choose}
        onOpenChange={setOpen}
        menuTrigger="focus"
        allowsEmptyCollection
        allowsCustomValue
      >
        <Group className={styles.box ?? ""}>
          {found.isFetching && text !== "" ? <Spinner /> : <Icon of={searchIcon} />}
          <Input className={styles.input ?? ""} placeholder={t("shell.search.label")} dir="auto" />
        </Group>
        <Popover kind="menu">
          <ListBox<SearchResult>
            className={listStyles.list ?? ""}
            renderEmptyState={() => (
              <p className={listStyles.none}>
                {query === "" || found.isFetching ? t("shell.search.hint") : t("shell.search.empty", { query })}
              </p>
            )}
          >
            {results.map((result) => (
              <Result key={result.id} result={result} type={types?.find((type) => type.id === result.cardTypeId)} />
            ))}
            <ListBoxLoadMoreItem
              onLoadMore={() => void (found.hasNextPage && found.fetchNextPage())}
              isLoading={found.isFetchingNextPage}
            >
              <Spinner />
            </ListBoxLoadMoreItem>
          </ListBox>
        </Popover>
      </ComboBox>
    </search>
  );
}

type CardTypes = NonNullable<ReturnType<typeof useCardTypes>["types"]>;

function Result({ result, type }: { result: SearchResult; type: CardTypes[number] | undefined }) {
  const reach = result.email ?? result.phone;
  return (
    <ListBoxItem id={result.id} textValue={result.name} className={listStyles.item ?? ""}>
      <RecordAvatar name={result.name} />
      <bdi className={styles.name}>{result.name}</bdi>
      {reach && (
        <span className={styles.reach}>
          <Ltr>{reach}</Ltr>
        </span>
      )}
      {type && (
        <span className={styles.type}>
          <TypeSquare hue={type.hue} />
          <bdi>{type.name}</bdi>
        </span>
      )}
    </ListBoxItem>
  );
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
