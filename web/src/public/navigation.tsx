import { useSyncExternalStore, type AnchorHTMLAttributes, type MouseEvent } from "react";

/**
 * The few public pages need no router: an address without its last slash names the page. What is not one of them (sign-in, the app) is loaded by the browser.
 */
const subscribers = new Set<() => void>();

function notify(): void {
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  addEventListener("popstate", notify);
  return () => {
    subscribers.delete(subscriber);
    removeEventListener("popstate", notify);
  };
}

function currentPath(): string {
  return location.pathname.replace(/(?<=.)\/$/, "");
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, currentPath);
}

/** Drops `?lang=`: from here on the reader's own choice holds, not the link's. */
export function forgetLanguageOfLink(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has("lang")) return;
  url.searchParams.delete("lang");
  history.replaceState(null, "", url);
}

function follow(event: MouseEvent<HTMLAnchorElement>): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented) return;
  event.preventDefault();
  const { pathname, hash } = new URL(event.currentTarget.href);
  history.pushState(null, "", pathname + hash);
  notify();
  // After the page is drawn: a section of it may be what was asked for.
  requestAnimationFrame(() => {
    const section = hash && document.getElementById(hash.slice(1));
    if (section) return section.scrollIntoView();
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  });
}

/** Link to another public page, without reloading the site. */
export function A({ onClick, children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    // A link of its own: the keyboard presses it as it presses any.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <a
      {...props}
      onClick={(event) => {
        onClick?.(event);
        follow(event);
      }}
    >
      {children}
    </a>
  );
}
