import type { Box } from "../columns.ts";
import { edgeRoutes } from "../edgeRoutes.ts";
import type { DrawnEdge } from "../messages.ts";

const svg = "http://www.w3.org/2000/svg";

/** Draws the lines between jobs behind them. Hidden from screen readers, as the jobs' labels contain the needs. */
export class GraphLines {
  private readonly page: Element;
  private readonly picture = document.createElementNS(svg, "svg");
  private readonly resized = new ResizeObserver(() => this.draw());
  private edges: readonly DrawnEdge[] = [];
  private paths: SVGPathElement[] = [];

  constructor(page: Element) {
    this.page = page;
    this.picture.setAttribute("class", "lines");
    this.picture.setAttribute("aria-hidden", "true");
    this.picture.setAttribute("focusable", "false");
  }

  /** Draws lines after the page was patched. */
  show(edges: readonly DrawnEdge[]): void {
    // The critical path is drawn last, above the others.
    this.edges = edges.toSorted((a, b) => Number(a.critical) - Number(b.critical));
    this.resized.disconnect();
    const graph = this.page.querySelector(".graph");
    const table = graph?.querySelector("table");
    if (!graph || !table) return;
    graph.prepend(this.picture);
    this.paths = this.edges.map(({ by, critical }) => {
      const path = document.createElementNS(svg, "path");
      path.setAttribute("class", `line ${by}${critical ? " critical" : ""}`);
      return path;
    });
    this.picture.replaceChildren(...this.paths);
    this.resized.observe(table);
    this.draw();
  }

  /** Highlights the lines of a job, by the id of its button. */
  touch(job: string | undefined): void {
    this.edges.forEach(({ from, to }, at) =>
      this.paths[at]?.classList.toggle("touched", job !== undefined && (from === job || to === job)),
    );
  }

  private draw(): void {
    const table = this.picture.parentElement?.querySelector("table");
    if (!table) return;
    const origin = this.picture.getBoundingClientRect();
    const { width: wide, height: high } = table.getBoundingClientRect();
    // Measure everything before drawing, to lay out the page only once.
    const boxes = new Map<string, Box>();
    for (const job of table.querySelectorAll(".job")) {
      const { left, top, width, height } = job.getBoundingClientRect();
      boxes.set(job.id, { left: left - origin.left, top: top - origin.top, width, height });
    }
    this.picture.setAttribute("width", String(Math.ceil(wide)));
    this.picture.setAttribute("height", String(Math.ceil(high)));
    edgeRoutes(boxes, this.edges).forEach((route, at) => {
      if (route !== undefined) this.paths[at]?.setAttribute("d", route);
    });
  }
}
