import type { FieldDefinition } from "@kartis/core/cards/fields/field.ts";
import type { FieldType } from "@kartis/core/cards/fields/registry.ts";
import { useEffect, useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { loadDefinitions } from "./definitions.ts";

type DefinitionOf = (type: FieldType) => FieldDefinition<unknown>;

/** The field definitions, once they are here. */
export function useDefinitions(): DefinitionOf | undefined {
  const [loaded, setLoaded] = useState<{ definitionOf: DefinitionOf }>();
  useEffect(() => {
    loadDefinitions().then((definitionOf) => setLoaded({ definitionOf }), reportFailure);
  }, []);
  return loaded?.definitionOf;
}
