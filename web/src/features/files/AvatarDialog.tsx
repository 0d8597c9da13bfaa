import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { useEffect, useRef, useState, type PointerEvent } from "react";
import { toAppError, errorMessage } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./AvatarDialog.module.css";
import { cropped, squareOf, wholeCrop, within, type Crop } from "./crop.ts";
import { DropArea } from "./FilesInput.tsx";
import { uploadFile, type UploadTarget } from "./useUploads.ts";

const shownPixels = 240;
const mostZoom = 4;

interface AvatarDialogProps {
  name: string;
  target: UploadTarget;
  currentUrl: string | undefined;
  onChange: (file: FileReference | null) => void;
  onClose: () => void;
}

/** Chooses a picture and the square of it that stands for a card. */
export function AvatarDialog({ name, target, currentUrl, onChange, onClose }: AvatarDialogProps) {
  const t = useT();
  const [picture, setPicture] = useState<ImageBitmap>();
  const [crop, setCrop] = useState<Crop>(wholeCrop);
  const [error, setError] = useState<string>();
  const [isPending, setPending] = useState(false);

  function choose([file]: readonly File[]) {
    if (!file) return;
    setError(undefined);
    createImageBitmap(file).then(
      (bitmap) => {
        setPicture(bitmap);
        setCrop(wholeCrop);
      },
      () => setError(t(file.type.startsWith("image/") ? "files.notAnImage" : "validation.imageOnly")),
    );
  }

  async function save() {
    if (!picture) return;
    setPending(true);
    try {
      const file = await cropped(picture, crop, name);
      const { fileId, name: kept, bytes, mime } = await uploadFile(file, target, () => undefined, new AbortController().signal);
      onChange({ fileId, name: kept, bytes, mime });
      onClose();
    } catch (failure) {
      const failed = toAppError(failure);
      setError(failed.code === "UNKNOWN_ERROR" ? t("files.uploadFailed") : errorMessage(failed));
      setPending(false);
    }
  }

  return (
    <Dialog
      title={t("files.avatarTitle", { name })}
      isOpen
      isDirty={picture !== undefined}
      onClose={onClose}
      footerStart={
        currentUrl && (
          <Button
            variant="danger-ghost"
            size={32}
            onPress={() => {
              onChange(null);
              onClose();
            }}
          >
            {t("files.avatarRemove")}
          </Button>
        )
      }
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button variant="primary" size={32} isDisabled={!picture} isPending={isPending} onPress={() => void save()}>
            {t("files.avatarSave")}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {picture ? (
          <Cropper picture={picture} crop={crop} onChange={setCrop} />
        ) : (
          currentUrl && <img className={styles.current} src={currentUrl} alt="" width={shownPixels} height={shownPixels} />
        )}
        <DropArea label={t("files.avatarChoose")} imagesOnly many={false} onFiles={choose} />
        {error && (
          <p className={styles.error} role="alert">
            <Icon of={errorCircle} />
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface CropperProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

const step = 0.02;

/** The picture behind a square window: dragged, or moved by the arrow keys; the slider enlarges it. */
function Cropper({ picture, crop, onChange }: CropperProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<{ x: number; y: number; crop: Crop }>(undefined);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const { left, top, side } = squareOf(picture, crop);
    const pixels = context.canvas.width;
    context.clearRect(0, 0, pixels, pixels);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels);
  }, [picture, crop]);

  const move = (start: Crop, right: number, down: number) => {
    const { side } = squareOf(picture, start);
    onChange(
      within(picture, { ...start, x: start.x - (right * side) / picture.width, y: start.y - (down * side) / picture.height }),
    );
  };

  function onPointerMove(event: PointerEvent) {
    const start = from.current;
    if (start) move(start.crop, (event.clientX - start.x) / shownPixels, (event.clientY - start.y) / shownPixels);
  }

  return (
    <>
      <canvas
        ref={canvas}
        className={styles.canvas}
        width={shownPixels * 2}
        height={shownPixels * 2}
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it takes arrow keys, which no other role gives it
        role="application"
        aria-label={t("files.crop")}
        // Arrow keys move it, so it takes the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY, crop };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (from.current = undefined)}
        onKeyDown={(event) => {
          const [right, down] = moves[event.key] ?? [0, 0];
          if (right === 0 && down === 0) return;
          event.preventDefault();
          move(crop, right * step, down * step);
        }}
      />
      <label className={styles.zoom}>
        {t("files.zoom")}
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => onChange(within(picture, { ...crop, zoom: event.currentTarget.valueAsNumber }))}
        />
      </label>
      <p className={styles.hint}>{t("files.cropHint")}</p>
    </>
  );
}

/** Moves of the picture: to the right and down, in parts of the window. */
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
