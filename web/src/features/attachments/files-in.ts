/** The files in what was pasted. Text is pasted as text, though office programs put a picture of it beside it. */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  if (!data || data.types.includes("text/plain")) return [];
  return [...data.files];
}

/** Whether what is dragged over the page are files: what they are is seen when they are dropped. */
export const bringsFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") ?? false;
