/** SES takes 40 MB; beside a larger one than this there would be no room to read it. */
export const largestMailBytes = 30 * 1_048_576;
