/** Makes pictures of windows small: PNG with a palette instead of three bytes for each pixel. */
import UPNG from "upng-js";

export interface Frame {
  readonly png: Buffer;
  /** How long it is shown. */
  readonly milliseconds: number;
}

/** Returns the frames, all of one size, as one PNG with at most 256 colors. Several play for ever (APNG); other viewers show the first. */
export function smallPng(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png }) => UPNG.decode(png));
  const { width = 0, height = 0 } = pictures[0] ?? {};
  const pixels = pictures.flatMap((picture) => UPNG.toRGBA8(picture));
  const delays = frames.map(({ milliseconds }) => milliseconds);
  return Buffer.from(UPNG.encode(pixels, width, height, 256, delays));
}

/** Returns a still picture with at most 256 colors. */
export const withPalette = (png: Buffer): Buffer => smallPng([{ png, milliseconds: 0 }]);
