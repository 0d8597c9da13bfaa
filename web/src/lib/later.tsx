import { lazy, Suspense, useLayoutEffect, useState, type ComponentType, type ReactNode } from "react";
import { suspendKeys } from "./commands.ts";

export interface Later<Props> {
  (props: Props): ReactNode;
  /** Fetches it ahead of its first use. Never fails: what could not be fetched is fetched again, and shows, when it is used. */
  preload: () => Promise<void>;
}

/**
 * A component in a chunk of its own. React's `lazy` shows its fallback for a moment even when the chunk is here; this draws it at once then, so what was
 * preloaded opens without a flash.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, fallback: ReactNode = null): Later<Props> {
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
      <Suspense fallback={fallback}>
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

/** `later` for dialogs and forms that take the focus: letters typed while they load are not taken for commands. */
export const laterInFocus = <Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> =>
  later(load, <KeysSuspended />);

function KeysSuspended(): ReactNode {
  useLayoutEffect(suspendKeys, []);
  return null;
}
