/** `Kartis <no-reply@kartis.example>` → `no-reply@kartis.example` */
export const bareAddress = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
