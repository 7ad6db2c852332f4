import type { ProjectScope } from "../base/refs.ts";

/** The merge request whose description a document is. */
export interface DescriptionAddress extends ProjectScope {
  readonly iid: number;
}

/** Path and query of the document. The tab shows the last part of the path, the editor chooses the language by its end. */
export function descriptionParts({ instance, project, iid }: DescriptionAddress): {
  readonly path: string;
  readonly query: string;
} {
  return { path: `/${project}/!${iid}.md`, query: JSON.stringify({ instance, project, iid }) };
}

/** Undefined for what `descriptionParts` never makes. */
export function readDescriptionAddress(query: string): DescriptionAddress | undefined {
  try {
    const { instance, project, iid } = JSON.parse(query) as Readonly<Record<string, unknown>>;
    const known =
      typeof instance === "string" &&
      (typeof project === "number" || typeof project === "string") &&
      typeof iid === "number";
    return known ? { instance, project, iid } : undefined;
  } catch {
    return undefined;
  }
}
