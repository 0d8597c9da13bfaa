import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import type { ReactNode } from "react";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { inlineUrl } from "../../records/file-values.ts";
import { RecordName } from "../../records/RecordName.tsx";
import type { CardSearch } from "../../records/useCardSearch.ts";

/** The name of a card that was found, with its picture; `children` is the name as it is drawn. */
export function ResultName({ result, children }: { result: SearchResult; children?: ReactNode }) {
  return (
    <RecordName name={result.name} imageUrl={result.avatarFileId ? inlineUrl(result.avatarFileId) : undefined}>
      {children}
    </RecordName>
  );
}

export function ResultType({ type }: { type: ReturnType<CardSearch["typeOf"]> }) {
  return (
    type && (
      <>
        <TypeSquare hue={type.hue} />
        <bdi>{type.name}</bdi>
      </>
    )
  );
}
