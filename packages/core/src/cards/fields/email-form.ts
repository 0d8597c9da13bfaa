/** One address: a local part, a host with a dot, no spaces and no invisible characters; deliverability is for mail to find out. */
export const emailForm =
  /^[^\s\p{C}\p{DI}@<>(),;:"[\]\\]+@[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+(\.[^\s\p{C}\p{DI}@<>(),;:"[\]\\.]+)+$/u;
