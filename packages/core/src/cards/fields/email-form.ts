/** One address: a local part, a host with a dot, no spaces; deliverability is the mail's business. */
export const emailForm = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/u;
