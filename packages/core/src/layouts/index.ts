/*
 * Layouts of card pages: which fields of a type are displayed, in which groups, for which cards and roles. Owns: layouts.
 * Invariant: a type always has a first layout, which applies to every card that no other covers; a layout shows no field that its type does not have. Records:
 * layout.create, layout.update, layout.delete.
 */
export { layoutProcedures } from "./procedures.ts";
