import { TreeItem, TreeItemCollapsibleState } from "vscode";
import type { InstanceCapabilities } from "../../api/capabilities.ts";
import { ApiError } from "../../api/errors.ts";
import type { Vulnerability } from "../../api/resources/vulnerabilities.ts";
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

export type VulnerabilitiesNode = ListNode | VulnerabilityNode | VulnerabilityFactNode;

/** The Vulnerabilities view: those that a person opened in the project. The API has no list of them. */
export type VulnerabilitiesView = ProjectView<VulnerabilitiesNode, VulnerabilitiesContents>;

/** @param capabilities what is known of each instance */
export const openVulnerabilities =
  (capabilities: { of(instance: string): InstanceCapabilities }): Open<VulnerabilitiesNode, VulnerabilitiesContents> =>
  (project, connection, frame) =>
    new VulnerabilitiesContents(project, connection, frame, capabilities.of(project.instance));

/** What the host said of one of them. */
type Told = { readonly vulnerability: Vulnerability } | { readonly withheld: Withheld };

/** So many are asked for at once. */
const atOnce = 4;
/** ms for which an answer is good enough when the window gets back its focus. */
const goodFor = 5 * 60_000;

/** The vulnerabilities on the list of one project as rows. Nothing is asked but what somebody looks at, wrote or wants anew. */
export class VulnerabilitiesContents implements ViewModel<VulnerabilitiesNode> {
  readonly renderers: NodeRenderers<VulnerabilitiesNode>;
  readonly running = false;
  readonly still = true;
  readonly filterText = undefined;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly frame: ViewContext<VulnerabilitiesNode>;
  private readonly capabilities: InstanceCapabilities;
  private readonly watched: WatchedVulnerabilities;
  private readonly root: ListNode;
  private readonly told = new Map<number, Told & { readonly at: number }>();

  constructor(
    { instance, project }: OpenProject,
    connection: Connection,
    frame: ViewContext<VulnerabilitiesNode>,
    capabilities: InstanceCapabilities,
  ) {
    this.scope = { instance, project };
    this.connection = connection;
    this.frame = frame;
    this.capabilities = capabilities;
    this.watched = new WatchedVulnerabilities(frame.memory);
    this.root = { kind: "list", instance, project };
    this.renderers = {
      list: {
        id: () => `${instance} ${project}/vulnerabilities`,
        item: () => new TreeItem("", TreeItemCollapsibleState.Expanded),
        known: () => (this.list.some(({ id }) => this.told.has(id)) ? { nodes: this.nodes() } : undefined),
        children: async (_node, signal) => {
          await this.read(this.list, signal);
          return { nodes: this.nodes() };
        },
      },
      vulnerability: {
        id: vulnerabilityId,
        item: vulnerabilityItem,
        known: (node) => ({ nodes: factNodes(node) }),
        detail: (node, item) => Object.assign(item, { tooltip: vulnerabilityTooltip(node) }),
      },
      vulnerabilityFact: { id: factId, item: factItem },
    };
    this.tellEmpty();
  }

  roots(): readonly ListNode[] {
    return this.list.length > 0 ? [this.root] : [];
  }

  /** Those on the list with what is known of each, the most urgent first. */
  nodes(): VulnerabilityNode[] {
    return this.list.map((one) => this.node(one)).sort(byUrgency);
  }

  /** Never asked: nothing here moves by itself. */
  poll(): Promise<void> {
    return Promise.resolve();
  }

  async refresh(signal: AbortSignal): Promise<void> {
    const { tree, pollHandle } = this.frame;
    if (!tree.isOpened(this.root)) return;
    const now = Date.now();
    const old = this.list.filter(({ id }) => now - (this.told.get(id)?.at ?? -Infinity) > goodFor);
    if (old.length === 0) return;
    pollHandle.loaded();
    try {
      await this.read(old, signal);
      tree.current(this.root);
      pollHandle.answered();
    } catch (error) {
      if (!this.frame.signal.aborted && !isCancelled(error) && !signal.aborted) tree.fail(this.root, error);
    }
    this.frame.read();
  }

  written(change: Change): void {
    if (change.subject === "vulnerability" && change.id !== undefined) {
      const told = this.told.get(change.id);
      // The row stays as it was until the host says how it is now.
      if (told) this.told.set(change.id, { ...told, at: -Infinity });
    }
    this.tellEmpty();
    this.frame.read();
  }

  dispose(): void {
    // What is said of an empty list is about a project that is open.
    void setContextKey("forgeline.vulnerabilitiesEmpty", false);
  }

  private get list(): readonly Watched[] {
    return this.watched.list(this.scope);
  }

  private tellEmpty(): void {
    void setContextKey("forgeline.vulnerabilitiesEmpty", this.list.length === 0);
  }

  private node(one: Watched): VulnerabilityNode {
    const { scope, frame } = this;
    const told = this.told.get(one.id);
    const row = { kind: "vulnerability", ...scope } as const;
    if (told === undefined || "withheld" in told) {
      return {
        ...row,
        vulnerability: { id: one.id, ...(one.title !== undefined && { title: one.title }) },
        ...(told && { withheld: told.withheld }),
        ...(one.page !== undefined && { page: one.page }),
      };
    }
    const { vulnerability } = told;
    const elsewhere = projectElsewhere(vulnerability, String(scope.project), projectNumber(frame.project()));
    const page = vulnerabilityPage(scope.instance, vulnerability, one, this.capabilities);
    return {
      ...row,
      vulnerability,
      ...(elsewhere !== undefined && { elsewhere }),
      ...(page !== undefined && { page }),
    };
  }

  /** Asks for some of them; what the account may not see is known thereby. @throws ApiError for anything else, once all were asked for */
  private async read(some: readonly Watched[], signal: AbortSignal): Promise<void> {
    const waiting = [...some];
    const failures: unknown[] = [];
    const next = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined && failures.length === 0; one = waiting.shift()) {
        try {
          await this.readOne(one, signal);
        } catch (error) {
          failures.push(error);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    if (failures.length > 0) throw failures[0];
  }

  private async readOne(one: Watched, signal: AbortSignal): Promise<void> {
    const told = await this.ask(one.id, signal);
    if (this.frame.signal.aborted) return;
    this.told.set(one.id, { ...told, at: Date.now() });
    if (!("vulnerability" in told)) return;
    const { title, project } = told.vulnerability;
    if (project !== null && project.full_path.toLowerCase() === String(this.scope.project).toLowerCase())
      this.frame.learn(project.id);
    // Somebody may have taken it off the list meanwhile.
    if (title !== one.title && this.list.some(({ id }) => id === one.id))
      await this.watched.keep(this.scope, { id: one.id, title });
  }

  private async ask(id: number, signal: AbortSignal): Promise<Told> {
    try {
      return { vulnerability: await this.connection.client.vulnerabilities.get(id, { signal }) };
    } catch (error) {
      if (error instanceof ApiError && (error.kind === "forbidden" || error.kind === "notFound"))
        return { withheld: error.kind };
      throw error;
    }
  }
}
