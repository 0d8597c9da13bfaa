import { useT } from "../../lib/i18n.tsx";
import { useEditor } from "./useTypeEditor.ts";

/** Message of the problem at a path. */
export function useProblem(): (path: string) => string | undefined {
  const t = useT();
  const { problems } = useEditor();
  return (path) => {
    const key = problems[path];
    return key === undefined ? undefined : (t.find(key) ?? t("validation.invalid"));
  };
}
