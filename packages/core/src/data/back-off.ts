import { setTimeout as delay } from "node:timers/promises";

/** The longest pause between two attempts, in milliseconds. */
const longestMs = 1_000;

/**
 * Waits before the next attempt at something that the engine refused or that lost to another writer: exponential back-off with full jitter
 * (https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/).
 * @param attempt how many attempts have failed, from 1 on.
 */
export const backOff = (attempt: number): Promise<void> => delay(Math.random() * Math.min(longestMs, 10 * 2 ** attempt));
