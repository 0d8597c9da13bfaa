/** The access of what is called before anybody is signed in. */
export const strangers = { everyone: "who signs in is nobody yet" } as const;
