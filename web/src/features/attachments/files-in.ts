/** The files in what was pasted. Text is pasted as text, though office programs put a picture of it beside it. */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  if (!data || data.types.includes("text/plain")) return [];
  return [...data.files];
}

/** Whether files are dragged over the page; their names and types become known when they are dropped. */
export const bringsFiles = (data: DataTransfer | null): boolean => data?.types.includes("Files") ?? false;
