declare module "upng-js" {
  interface Picture {
    readonly width: number;
    readonly height: number;
  }

  const UPNG: {
    decode(png: Uint8Array): Picture;
    /** Returns the RGBA pixels of each frame. */
    toRGBA8(picture: Picture): ArrayBuffer[];
    /** @param colors how many at most @param delays ms for which each frame is shown */
    encode(
      frames: readonly ArrayBuffer[],
      width: number,
      height: number,
      colors: number,
      delays: readonly number[],
    ): ArrayBuffer;
  };
  export default UPNG;
}
