/** Reads parts of drafts as the memory has them: anything may stand there. */
import type { Sent } from "./sent.ts";
import type { Start, Target } from "./target.ts";

type Raw = Readonly<Record<string, unknown>>;

export const isRaw = (value: unknown): value is Raw => typeof value === "object" && value !== null;
export const isText = (value: unknown): value is string => typeof value === "string";
export const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

export function asTarget(kept: unknown): Target | undefined {
  if (!isRaw(kept) || !isText(kept["branch"])) return undefined;
  const start = asStart(kept["start"]);
  return {
    branch: kept["branch"],
    ...(start === undefined ? {} : { start, ...(kept["force"] === true ? { force: true } : {}) }),
  };
}

function asStart(kept: unknown): Start | undefined {
  if (!isRaw(kept) || !isText(kept["ref"]) || (kept["kind"] !== "branch" && kept["kind"] !== "commit"))
    return undefined;
  const { project, label } = kept;
  return {
    kind: kept["kind"],
    ref: kept["ref"],
    ...(isText(label) ? { label } : {}),
    ...(isText(project) || typeof project === "number" ? { project } : {}),
  };
}

export function asSent(kept: unknown): Sent | undefined {
  if (!isRaw(kept) || !isText(kept["branch"]) || !isText(kept["message"])) return undefined;
  const [tip, before] = [textOf(kept["tip"]), textOf(kept["before"])];
  return {
    branch: kept["branch"],
    message: kept["message"],
    files: textsOf(kept["files"]),
    ...(tip !== undefined && { tip }),
    ...(before !== undefined && { before }),
  };
}
