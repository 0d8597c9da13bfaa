export const maxFavorites = 200;
/** As many as people remember, and as fit a screen or two. */
export const maxRecent = 50;
