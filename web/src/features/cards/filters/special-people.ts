import { createContext } from "react";

/** A person whom a condition names by their part, such as "me". */
export interface SpecialPerson {
  readonly id: string;
  readonly label: string;
}

/** Whom conditions can name by their part where nobody in particular reads them; undefined in lists, which have "me". */
export const SpecialPeople = createContext<readonly SpecialPerson[] | undefined>(undefined);
