/** Upper bounds are ours: the spec says that there are some and not which. */
export const titleLength = 200;
export const descriptionLength = 5_000;
