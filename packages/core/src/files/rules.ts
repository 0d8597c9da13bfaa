/** Imports and exports are passing things: what is under this prefix the bucket forgets, by a lifecycle rule, after so many days. */
export const temporaryPrefix = "tmp/";
export const temporaryDays = 30;
