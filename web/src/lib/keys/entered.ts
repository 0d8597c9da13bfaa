import { useEffect, useEffectEvent, useState } from "react";

/**
 * Enter pressed before the results of what was typed are here means the first of them, once they are; going on typing takes it back.
 *
 * @param isHere whether the results are those of `text`
 * @param run acts on the first result; called apart from drawing the results
 * @param isEntered Enter was pressed before the component was mounted
 * @returns what to call when Enter is pressed
 */
export function useEntered(text: string, isHere: boolean, run: () => void, isEntered = false): () => void {
  const [entered, setEntered] = useState(isEntered ? text : undefined);
  const isDue = entered !== undefined && entered === text && isHere;
  const act = useEffectEvent(() => {
    setEntered(undefined);
    run();
  });
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(act);
    return () => clearTimeout(timer);
  }, [isDue]);
  return () => setEntered(text);
}
