import { useT } from "../../../lib/i18n.tsx";
import { validationMessage } from "../../fields/validation.ts";

/** Why a cell was rejected, and which of several people in it is wrong. */
export function RejectReason({ message, part }: { message: string; part: string | undefined }) {
  const t = useT();
  return (
    <>
      {part !== undefined && (
        <>
          <bdi>{part}</bdi>:{" "}
        </>
      )}
      {validationMessage(t, message)}
    </>
  );
}
