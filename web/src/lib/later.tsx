import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState, type ComponentType, type ReactNode } from "react";
import { awaitCommands } from "./keys/commands.ts";
import { holdTyping } from "./keys/held-typing.ts";

export interface Later<Props> {
  (props: Props): ReactNode;
  /** Fetches it ahead of its first use. Never fails: what could not be fetched is fetched again, and shows, when it is used. */
  preload: () => Promise<void>;
}

/**
 * A component in a chunk of its own. React's `lazy` shows its fallback for a moment even when the chunk is here; this draws it at once then, so what was
 * preloaded opens without a flash.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Waiting: ComponentType<Props> = lazy(fetched);

  function LaterComponent(props: Props) {
    // Chosen once: changing it when the chunk arrives would lose the component's state.
    const [Component] = useState(() => loaded ?? Waiting);
    return (
      <Suspense fallback={typeof fallback === "function" ? fallback(props) : fallback}>
        <Component {...props} />
      </Suspense>
    );
  }

  const preload = () =>
    fetched().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(LaterComponent, { preload });
}

interface InFocus {
  readonly onClose: () => void;
  /** False for one that is there unasked, with what was begun in it before. */
  readonly isFocused?: boolean;
}

/** `later` for dialogs and forms that take the focus: what is typed while they load is typed into them, and Escape gives them up. */
export const laterInFocus = <Props extends InFocus>(load: () => Promise<ComponentType<Props>>): Later<Props> =>
  later(load, ({ onClose, isFocused = true }) => isFocused && <TypingHeld onCancel={onClose} />);

/** Stands for a form that takes the focus until it is drawn. */
export function TypingHeld({ onCancel }: { onCancel: () => void }): ReactNode {
  const cancel = useEffectEvent(onCancel);
  useLayoutEffect(() => holdTyping(() => cancel()), []);
  return null;
}

/** Stands for a part of the page until it offers the commands with these shortcuts. */
export function CommandsAwaited({ shortcuts }: { shortcuts: readonly string[] }): ReactNode {
  useLayoutEffect(() => awaitCommands({ shortcuts }), [shortcuts]);
  return null;
}
