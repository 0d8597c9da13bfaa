import { Modal as AriaModal, type ModalOverlayProps } from "react-aria-components/Modal";
import { BackCloses } from "./BackCloses.tsx";
import { OwnForms } from "./OwnForms.tsx";

/** Content of a `ModalOverlay`. On phones Back closes it. */
export function Modal({ children, ...props }: ModalOverlayProps) {
  return (
    <AriaModal {...props}>
      {(values) => (
        <>
          <BackCloses />
          <OwnForms>{typeof children === "function" ? children(values) : children}</OwnForms>
        </>
      )}
    </AriaModal>
  );
}
