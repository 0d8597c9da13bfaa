/** Sends a file straight to the store, by a form that the server has signed. `fetch` cannot tell how much has gone out; XMLHttpRequest can. */
export async function postFile(
  { url, fields }: { url: string; fields: Readonly<Record<string, string>> },
  file: Blob,
  onProgress: (ratio: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", file);
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.addEventListener("progress", (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener("load", () =>
      request.status < 300 ? resolve() : reject(new Error(`The upload answered ${request.status}`)),
    );
    request.addEventListener("error", () => reject(new Error("The upload failed")));
    signal.addEventListener("abort", () => request.abort());
    request.addEventListener("abort", () => reject(new DOMException("The upload was canceled", "AbortError")));
    request.send(form);
  });
}
