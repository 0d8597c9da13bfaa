/** The access of procedures that are called before signing in. */
export const strangers = { everyone: "who signs in is nobody yet" } as const;
