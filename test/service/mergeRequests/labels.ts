export interface LabelRecord {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

const COLORS = ["#6699cc", "#009966", "#ed9121", "#cc338b", "#7b58cf", "#c21e56"];

/** Labels by project. A name that a merge request uses for the first time becomes a label, as on such hosts. */
export class Labels {
  readonly #ofProject = new Map<number, Map<string, LabelRecord>>();
  #ids = 0;

  /** The label of that name, made if there is none. */
  use(
    projectId: number,
    name: string,
    details: { readonly color?: string; readonly description?: string } = {},
  ): LabelRecord {
    const labels = this.#ofProject.get(projectId) ?? new Map<string, LabelRecord>();
    this.#ofProject.set(projectId, labels);
    const known = labels.get(name);
    if (known) return known;
    const id = ++this.#ids;
    const label = {
      id,
      name,
      color: details.color ?? COLORS[id % COLORS.length]!,
      description: details.description ?? null,
    };
    labels.set(name, label);
    return label;
  }
}

/** Black or white, whichever can be read on the color (`#rrggbb`). */
export function textColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#1F1E24" : "#FFFFFF";
}
