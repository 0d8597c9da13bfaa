export const maxFavorites = 200;
/** Number of recent cards: as many as people remember, and as fit a screen or two. */
export const maxRecent = 50;
