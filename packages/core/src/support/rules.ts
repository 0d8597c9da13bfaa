/** Upper bounds are ours: the spec requires some and does not say which. */
export const titleLength = 200;
export const descriptionLength = 5_000;
