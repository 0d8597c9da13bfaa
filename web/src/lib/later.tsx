import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import { reportUnreachable } from "./failures.ts";
import { fetchOr, fetchStylesAgain } from "./fetch-again.ts";
import { awaitCommands } from "./keys/commands.ts";
import { holdTyping, stopHolding } from "./keys/held-typing.ts";

export interface Later<Props> {
  (props: Props): ReactNode;
  /** Fetches it ahead of its first use. Never fails: what could not be fetched is fetched again, and shows, when it is used. */
  preload: () => Promise<void>;
}

/**
 * A component in a chunk of its own. React's `lazy` shows its fallback for a moment even when the chunk is here; this draws it at once then, so what was
 * preloaded opens without a flash. The fallback stays while there is no connection.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async () => (loaded ??= await load());

  const Fallback = (props: Props) => (typeof fallback === "function" ? fallback(props) : fallback);
  function absent(): ComponentType<Props> {
    // Some browsers do ask for the file again: whoever opens it the next time has another try.
    Waiting = waiting();
    return Fallback;
  }
  const waiting = (): ComponentType<Props> => lazy(async () => ({ default: await fetchOr(fetched, absent) }));
  let Waiting = waiting();

  function LaterComponent(props: Props) {
    // Chosen once: changing it when the chunk arrives would lose the component's state.
    const [Component] = useState(() => loaded ?? Waiting);
    return (
      <Suspense fallback={<Fallback {...props} />}>
        <Component {...props} />
      </Suspense>
    );
  }

  const preload = async () => {
    // What fails now would not be asked for again.
    if (!navigator.onLine) return;
    await fetched().catch(() => fetchStylesAgain().catch(() => undefined));
  };
  return Object.assign(LaterComponent, { preload });
}

interface InFocus {
  readonly onClose: () => void;
  /** False for one that is there unasked, with what was begun in it before. */
  readonly isFocused?: boolean;
}

/**
 * `later` for dialogs and forms that take the focus: what is typed while they load is typed into them, and Escape gives them up. So does a lost connection, with
 * a notification, since they are what somebody waits for.
 */
export function laterInFocus<Props extends InFocus>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  const loss = new Loss();
  return later(
    () => loss.of(load),
    ({ onClose, isFocused = true }) => isFocused && <Awaited loss={loss} onClose={onClose} />,
  );
}

/** Whether what is awaited did not come the last time it was tried. */
class Loss {
  #isLost = false;
  readonly #subscribers = new Set<() => void>();

  async of<Code>(load: () => Promise<Code>): Promise<Code> {
    this.#isLost = false;
    try {
      return await load();
    } catch (error) {
      this.#isLost = true;
      for (const subscriber of this.#subscribers) subscriber();
      throw error;
    }
  }

  readonly isLost = () => this.#isLost;
  readonly subscribe = (subscriber: () => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };
}

function Awaited({ loss, onClose }: { loss: Loss; onClose: () => void }): ReactNode {
  const isLost = useSyncExternalStore(loss.subscribe, loss.isLost);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isLost) return;
    stopHolding();
    reportUnreachable();
    close();
  }, [isLost]);
  return <TypingHeld onCancel={onClose} />;
}

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
