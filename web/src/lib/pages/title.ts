import { useEffect } from "react";

/** The document's title while the component is there. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Kartis`;
  }, [title]);
}
