import { useRouter } from "@tanstack/react-router";
import { openNewRecord } from "../records/new-record.ts";
import { useCardTypes } from "../records/card-types.ts";

/** Opens the form of a new card with the number, of the first type that has a field for it. */
export function useNewCardFrom(): (number: string) => void {
  const router = useRouter();
  const { types = [] } = useCardTypes();
  return (number) => {
    const shown = types.filter(({ hidden }) => !hidden);
    const phoneOf = (type: (typeof types)[number]) => type.fields.find((field) => field.type === "phone")?.id;
    // The type of the page behind, if it has one.
    const slug = router.state.location.pathname.split("/")[2];
    const type = shown.find((one) => one.slug === slug && phoneOf(one)) ?? shown.find(phoneOf) ?? shown[0];
    const field = type && phoneOf(type);
    openNewRecord(type?.id, field ? { [field]: number } : {});
  };
}
