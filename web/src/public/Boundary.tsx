import { Component, type ReactNode } from "react";
import { useT } from "./language.ts";
import { Notice } from "./Notice.tsx";

interface BoundaryState {
  isBroken: boolean;
}

/** Catches what a page throws, above all a file of it that did not arrive. */
export class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { isBroken: false };

  static getDerivedStateFromError(): BoundaryState {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <Failed /> : this.props.children;
  }
}

function Failed() {
  const t = useT();
  return (
    <Notice title={t("public.failed.title")} message={t("public.failed.message")}>
      <button type="button" data-look="primary" onClick={() => location.reload()}>
        {t("public.reload")}
      </button>
    </Notice>
  );
}
