import { TreeItem, TreeItemCollapsibleState } from "vscode";
import type { InstanceCapabilities } from "../../api/capabilities.ts";
import { ApiError } from "../../api/errors.ts";
import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
import type { Disposable } from "../../core/base/disposable.ts";
import { isCancelled } from "../../core/base/errors.ts";
import { projectNumber, type ProjectScope } from "../../core/base/refs.ts";
import type { Change } from "../../core/changes.ts";
import type { Connection } from "../../core/connections.ts";
import type { NodeRenderers } from "../../core/tree/node.ts";
import type { ListNode } from "../../core/tree/projectList.ts";
import type { ProjectView } from "../../core/tree/projectView.ts";
import type { ViewModel, ViewContext, Open } from "../../core/tree/viewModel.ts";
import { setContextKey } from "../../core/ui/contextKeys.ts";
import type { OpenProject } from "../../git/project.ts";
import type { CiFindings } from "./findings/ciFindings.ts";
import { findingsId, type FindingsViewNode } from "./findings/nodes.ts";
import { FindingRows } from "./findings/rows.ts";
import { factItem, vulnerabilityItem } from "./items.ts";
import {
  byUrgency,
  factId,
  factNodes,
  projectElsewhere,
  vulnerabilityId,
  type VulnerabilityFactNode,
  type VulnerabilityNode,
  type Withheld,
} from "./nodes.ts";
import { vulnerabilityPage } from "./page.ts";
import { vulnerabilityTooltip } from "./tooltip.ts";
import { type Watched, WatchedVulnerabilities } from "./watched.ts";

export type VulnerabilitiesNode = ListNode | VulnerabilityNode | VulnerabilityFactNode | FindingsViewNode;

/**
 * The Vulnerabilities view: those the user opened in the project, because the API has no list of them, and the findings
 * of a pipeline.
 */
export type VulnerabilitiesView = ProjectView<VulnerabilitiesNode, VulnerabilitiesViewModel>;

/** Returns the factory of the view model. */
export const openVulnerabilities =
  (
    capabilities: { of(instance: string): InstanceCapabilities },
    findings: CiFindings,
  ): Open<VulnerabilitiesNode, VulnerabilitiesViewModel> =>
  (project, connection, view) =>
    new VulnerabilitiesViewModel(project, connection, view, capabilities.of(project.instance), findings);

/** The host's answer for one vulnerability. */
type ReadResult = { readonly vulnerability: Vulnerability } | { readonly withheld: Withheld };

/** Maximum number of parallel requests. */
const concurrency = 4;
/** Age in ms up to which an answer is not read again when the window regains focus. */
const maxAge = 5 * 60_000;

/** The vulnerabilities on a project's list as rows; read only when shown, changed or refreshed. */
export class VulnerabilitiesViewModel implements ViewModel<VulnerabilitiesNode> {
  readonly renderers: NodeRenderers<VulnerabilitiesNode>;
  readonly running = false;
  readonly still = true;
  readonly filterText = undefined;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly view: ViewContext<VulnerabilitiesNode>;
  private readonly capabilities: InstanceCapabilities;
  private readonly watched: WatchedVulnerabilities;
  private readonly root: ListNode;
  private readonly findings: FindingRows;
  private readonly listening: Disposable;
  private readonly results = new Map<number, ReadResult & { readonly at: number }>();

  constructor(
    { instance, project }: OpenProject,
    connection: Connection,
    view: ViewContext<VulnerabilitiesNode>,
    capabilities: InstanceCapabilities,
    findings: CiFindings,
  ) {
    this.scope = { instance, project };
    this.connection = connection;
    this.view = view;
    this.capabilities = capabilities;
    this.watched = new WatchedVulnerabilities(view.memory);
    this.root = { kind: "list", instance, project };
    this.findings = new FindingRows(findings, view.project);
    this.listening = findings.onDidChange(() => {
      this.updateEmptyKey();
      view.read();
    });
    this.renderers = {
      list: {
        id: () => `${instance} ${project}/vulnerabilities`,
        item: () => new TreeItem("", TreeItemCollapsibleState.Expanded),
        known: () =>
          this.list.length === 0 || this.list.some(({ id }) => this.results.has(id))
            ? { nodes: this.rows() }
            : undefined,
        children: async (_node, signal) => {
          await this.read(this.list, signal);
          return { nodes: this.rows() };
        },
      },
      vulnerability: {
        id: vulnerabilityId,
        item: vulnerabilityItem,
        known: (node) => ({ nodes: factNodes(node) }),
        detail: (node, item) => Object.assign(item, { tooltip: vulnerabilityTooltip(node) }),
      },
      vulnerabilityFact: { id: factId, item: factItem },
      ...this.findings.renderers,
    };
    this.updateEmptyKey();
  }

  roots(): readonly ListNode[] {
    return this.isEmpty ? [] : [this.root];
  }

  /** Reveals the findings of the pipeline that is shown; opens the view if it is hidden. */
  async revealFindings(): Promise<void> {
    const node = this.findings.node();
    if (node) await this.view.tree.reveal(() => [findingsId(node)], { focus: false });
  }

  /** Returns the rows of the list, the most urgent first. */
  nodes(): VulnerabilityNode[] {
    return this.list.map((one) => this.node(one)).sort(byUrgency);
  }

  /** Not called, since the view is `still`. */
  poll(): Promise<void> {
    return Promise.resolve();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, pollHandle } = this.view;
    if (!tree.isOpened(this.root)) return;
    const now = Date.now();
    const old = this.list.filter(({ id }) => now - (this.results.get(id)?.at ?? -Infinity) > maxAge);
    if (old.length === 0) return;
    pollHandle.loaded();
    try {
      await this.read(old, signal);
      tree.current(this.root);
      pollHandle.answered();
    } catch (error) {
      if (!this.view.signal.aborted && !isCancelled(error) && !signal.aborted) tree.fail(this.root, error);
    }
    this.view.read();
  }

  written(change: Change): void {
    if (change.subject === "vulnerability" && change.id !== undefined) {
      const result = this.results.get(change.id);
      // Marked as outdated; the row stays until it is read again.
      if (result) this.results.set(change.id, { ...result, at: -Infinity });
    }
    this.updateEmptyKey();
    this.view.read();
  }

  dispose(): void {
    this.listening.dispose();
    // The welcome text for an empty list needs an open project.
    void setContextKey("forgeline.vulnerabilitiesEmpty", false);
  }

  private get list(): readonly Watched[] {
    return this.watched.list(this.scope);
  }

  private get isEmpty(): boolean {
    return this.list.length === 0 && this.findings.node() === undefined;
  }

  /** Returns the rows of the list, then the findings. */
  private rows(): VulnerabilitiesNode[] {
    const findings = this.findings.node();
    return findings ? [...this.nodes(), findings] : this.nodes();
  }

  private updateEmptyKey(): void {
    void setContextKey("forgeline.vulnerabilitiesEmpty", this.isEmpty);
  }

  private node(one: Watched): VulnerabilityNode {
    const { scope, view } = this;
    const result = this.results.get(one.id);
    const row = { kind: "vulnerability", ...scope } as const;
    if (result === undefined || "withheld" in result) {
      return {
        ...row,
        vulnerability: { id: one.id, ...(one.title !== undefined && { title: one.title }) },
        ...(result && { withheld: result.withheld }),
        ...(one.page !== undefined && { page: one.page }),
      };
    }
    const { vulnerability } = result;
    const elsewhere = projectElsewhere(vulnerability.project, String(scope.project), projectNumber(view.project()));
    const page = vulnerabilityPage(scope.instance, vulnerability, one, this.capabilities);
    return {
      ...row,
      vulnerability,
      ...(elsewhere !== undefined && { elsewhere }),
      ...(page !== undefined && { page }),
    };
  }

  /**
   * Reads vulnerabilities; ones that the account cannot see become withheld rows.
   * @throws ApiError for any other failure
   */
  private async read(some: readonly Watched[], signal: AbortSignal): Promise<void> {
    const queue = [...some];
    const failures: unknown[] = [];
    const next = async (): Promise<void> => {
      for (let one = queue.shift(); one !== undefined && failures.length === 0; one = queue.shift()) {
        try {
          await this.readOne(one, signal);
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, next));
    if (failures.length > 0) throw failures[0];
  }

  private async readOne(one: Watched, signal: AbortSignal): Promise<void> {
    const result = await this.ask(one.id, signal);
    if (this.view.signal.aborted) return;
    this.results.set(one.id, { ...result, at: Date.now() });
    if (!("vulnerability" in result)) return;
    const { title, project } = result.vulnerability;
    if (
      typeof project?.id === "number" &&
      project.full_path?.toLowerCase() === String(this.scope.project).toLowerCase()
    )
      this.view.learn(project.id);
    // It may have been removed from the list in the meantime.
    if (title !== one.title && this.list.some(({ id }) => id === one.id))
      await this.watched.keep(this.scope, { id: one.id, title });
  }

  private async ask(id: number, signal: AbortSignal): Promise<ReadResult> {
    try {
      return { vulnerability: await this.connection.client.vulnerabilities.get(id, { signal }) };
    } catch (error) {
      if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound"))
        return { withheld: error.kind };
      throw error;
    }
  }
}
