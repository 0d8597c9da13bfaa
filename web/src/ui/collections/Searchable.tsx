import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { SearchField } from "react-aria-components/SearchField";
import { inputClass } from "../inputs/Field.tsx";
import { Icon } from "../display/Icon.tsx";
import { entersAtOnce } from "../../lib/keys/held-typing.ts";
import listStyles from "./List.module.css";

interface SearchableProps<Choice> {
  /** Label of the search. */
  label: string;
  choices: readonly Choice[];
  /** The text that opened it. */
  initialText?: string | undefined;
  autoFocus?: boolean;
  /** The list draws options that were collected outside of it, as a `Select` does: it leaves those out that do not match. */
  isCollected?: boolean;
  /** Answers with the id of the choice that was typed for or moved to, and not taken yet. */
  aimed?: Ref<() => string | undefined>;
  /** The list (`ListBox` or `Menu`) of the choices that match. */
  children: (shown: readonly Choice[]) => ReactNode;
}

const movingKeys = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"]);

/**
 * A list with a search above it that is typed into at once. The first match is always marked and Enter takes it: react-aria marks it only when the first
 * item changes, which it does not when the next letter leaves it where it is.
 */
export function Searchable<Choice extends { readonly label: string }>({
  label,
  choices,
  initialText = "",
  autoFocus = true,
  isCollected = false,
  aimed,
  children,
}: SearchableProps<Choice>) {
  const { contains, startsWith } = useFilter({ sensitivity: "base" });
  const [text, setText] = useState(initialText);
  const root = useRef<HTMLDivElement>(null);
  const aim = useRef<"typed" | "moved" | undefined>(initialText.trim() === "" ? undefined : "typed");
  const query = text.trim();
  /** The exact one, then those that begin with the text, then the others. */
  const rank = (choice: Choice) => {
    if (!startsWith(choice.label, query)) return 2;
    return startsWith(query, choice.label) ? 0 : 1;
  };
  const shown =
    query === ""
      ? choices
      : choices.filter((choice) => contains(choice.label, query)).toSorted((one, other) => rank(one) - rank(other));

  // Before the next key: react-aria gives it the focus a moment later. But not before the popover around it is known to belong to the panel below: that one would close, as
  // though the focus had left both.
  useLayoutEffect(() => {
    if (autoFocus) queueMicrotask(() => root.current?.querySelector("input")?.focus({ preventScroll: true }));
  }, [autoFocus]);

  useEffect(() => {
    if (query === "") return undefined;
    // Once the list has drawn its matches.
    const timer = setTimeout(() => {
      if (aim.current === "typed")
        root.current?.querySelector("input")?.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
    });
    return () => clearTimeout(timer);
  }, [query]);

  const item = () => {
    const selector = aim.current === "moved" ? "[data-key][data-focused]" : "[data-key]:not([aria-disabled=true])";
    return aim.current && root.current?.querySelector<HTMLElement>(selector);
  };
  useImperativeHandle(aimed, () => () => item()?.dataset["key"]);

  function onKeyDownCapture(event: KeyboardEvent) {
    // Enter may have been pressed before this was here, and be struck again in the search.
    const isStruck = event.key === "Enter" && event.target instanceof HTMLInputElement;
    if ((!event.nativeEvent.isTrusted && !isStruck) || event.nativeEvent.isComposing) return;
    if (movingKeys.has(event.key)) aim.current = "moved";
    if (event.key !== "Enter") return;
    const first = aim.current === "typed" ? item() : undefined;
    aim.current = undefined;
    if (!first) return;
    event.preventDefault();
    event.stopPropagation();
    first.click();
  }

  function onInputChange(next: string) {
    aim.current = next.trim() === "" ? undefined : "typed";
    setText(next);
  }

  return (
    <div
      ref={root}
      className={listStyles.searchable}
      role="presentation"
      {...{ [entersAtOnce]: true }}
      onKeyDownCapture={onKeyDownCapture}
    >
      <Autocomplete
        inputValue={text}
        onInputChange={onInputChange}
        {...(isCollected ? { filter: (label: string) => contains(label, query) } : {})}
      >
        <SearchField aria-label={label} autoFocus={autoFocus} className={listStyles.search ?? ""}>
          <Icon of={searchIcon} />
          <Input className={inputClass} placeholder={label} />
        </SearchField>
        {children(isCollected ? choices : shown)}
      </Autocomplete>
    </div>
  );
}
