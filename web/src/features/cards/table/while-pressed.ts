/**
 * Begins what a press may become once its code is here, unless the pointer has been let go by then.
 *
 * @param loading the code, fetched ahead as a rule
 */
export function whilePressed<Module>(loading: Promise<Module>, begin: (module: Module) => void): void {
  const released = new AbortController();
  for (const type of ["pointerup", "pointercancel"])
    document.addEventListener(type, () => released.abort(), { signal: released.signal });
  loading.then(
    (module) => {
      if (!released.signal.aborted) begin(module);
    },
    () => undefined,
  );
}
