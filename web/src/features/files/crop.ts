/** A square section of a picture: its center as parts of width and height, and the zoom relative to filling the square. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeCrop: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The square in the picture's own pixels. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: x * width - side / 2, top: y * height - side / 2, side };
}

/** The same, moved so far that the square lies within the picture. */
export function within({ width, height }: Size, crop: Crop): Crop {
  const half = Math.min(width, height) / crop.zoom / 2;
  const between = (value: number, margin: number) => Math.min(1 - margin, Math.max(margin, value));
  return { ...crop, x: between(crop.x, half / width), y: between(crop.y, half / height) };
}

const savedPixels = 256;

/** The square as a file of its own, small enough for every list. */
export async function cropped(picture: ImageBitmap, crop: Crop, name: string): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = savedPixels;
  canvas.height = savedPixels;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas");
  const { left, top, side } = squareOf(picture, crop);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, savedPixels, savedPixels);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
  if (!blob) throw new Error("The canvas gave no picture");
  // A browser that cannot write WebP gives a PNG.
  const ending = blob.type === "image/webp" ? "webp" : "png";
  return new File([blob], `${name || "avatar"}.${ending}`, { type: blob.type });
}
