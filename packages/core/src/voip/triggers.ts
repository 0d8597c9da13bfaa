/** Changes that can give a card a number, or bring back a card that has one. */
export const numberingActions = ["card.create", "card.update", "card.restore"] as const;
/** Reports that can be the last of a call. */
export const reportingActions = ["voip.incomingCall", "voip.callDetailRecord", "voip.update"] as const;

/** Records after which a call may have a card that had none. */
export const matchingActions = [...numberingActions, ...reportingActions] as const;
