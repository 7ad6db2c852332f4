import type { NamedProject } from "../../../core/base/refs.ts";
import type { NodeRenderers, Rows } from "../../../core/tree/node.ts";
import type { CiFindings } from "./ciFindings.ts";
import { findingItem, findingsGroupItem, findingsItem, findingTooltip, gapItem } from "./items.ts";
import {
  findingNodes,
  findingsGroupId,
  findingsId,
  type FindingsGroupNode,
  type FindingsNode,
  type FindingsViewNode,
  gapId,
  groupNodes,
} from "./nodes.ts";

/** Number of findings that are added to a group at once. */
const pageSize = 200;

/** The rows of the findings that are shown for a project. */
export class FindingRows {
  readonly renderers: NodeRenderers<FindingsViewNode>;
  private readonly findings: Pick<CiFindings, "of">;
  private readonly project: () => NamedProject;
  /** Number of rows of groups of which more were loaded. */
  private readonly sizes = new Map<string, number>();

  constructor(findings: Pick<CiFindings, "of">, project: () => NamedProject) {
    this.findings = findings;
    this.project = project;
    this.renderers = {
      findings: { id: findingsId, item: findingsItem, known: (node) => ({ nodes: groupNodes(node) }) },
      findingsGroup: { id: findingsGroupId, item: findingsGroupItem, known: (node) => this.page(node) },
      finding: {
        id: ({ row }) => row,
        item: findingItem,
        detail: (node, item) => Object.assign(item, { tooltip: findingTooltip(node) }),
      },
      findingsGap: { id: gapId, item: gapItem },
    };
  }

  /** Returns the row of what is shown. */
  node(): FindingsNode | undefined {
    const { instance, project } = this.project();
    const shown = this.findings.of(this.project());
    return shown && { kind: "findings", instance, project, shown };
  }

  private page(group: FindingsGroupNode): Rows<FindingsViewNode> {
    const all = findingNodes(group);
    const id = findingsGroupId(group);
    const size = this.sizes.get(id) ?? pageSize;
    const more = (): Promise<Rows<FindingsViewNode>> => {
      this.sizes.set(id, size + pageSize);
      return Promise.resolve({ nodes: [] }); // The rows are made again, with the larger size.
    };
    return { nodes: all.slice(0, size), more: all.length > size ? more : undefined };
  }
}
