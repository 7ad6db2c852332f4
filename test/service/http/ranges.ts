/** What a Range header asks of something `total` bytes long. `end` is exclusive. */
export type Range =
  | { readonly kind: "whole" }
  | { readonly kind: "part"; readonly start: number; readonly end: number }
  | { readonly kind: "suffix" }
  | { readonly kind: "unsatisfiable" };

/** One byte range; several, other units and nonsense mean the whole (RFC 9110, 14.2). */
export function readRange(text: string | undefined, total: number): Range {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return { kind: "whole" };
  if (match[1] === "") return { kind: "suffix" };
  const start = Number(match[1]);
  const end = match[2] === "" ? total : Math.min(Number(match[2]) + 1, total);
  if (match[2] !== "" && Number(match[2]) < start) return { kind: "whole" };
  return start >= total ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}
