import { l10n } from "vscode";
import type { ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Folder, OpenFolder } from "../../../core/tree/folders.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../../../core/tree/node.ts";
import type { FolderContext } from "../../../core/tree/viewModel.ts";
import type { OpenProject, ProjectTracker } from "../../../git/project.ts";
import { accessItem, coveredItem, entryItem, factItem, folderItem, ruleItem } from "./items.ts";
import { entriesOf } from "./labels.ts";
import {
  accessKey,
  type AccessNode,
  type CoveredBranchNode,
  folderRow,
  type ProtectedBranchesNode,
  type ProtectedBranchFolderNode,
  type ProtectedBranchNode,
  type ProtectionFactNode,
  ruleRow,
} from "./nodes.ts";
import { fitsPattern } from "./patterns.ts";
import { accessKinds, mayEdit } from "./permissions.ts";
import type { Protections } from "./protections.ts";

export interface ProtectedBranchTools {
  readonly protections: Protections;
  readonly projects: Pick<ProjectTracker, "localBranches">;
}

/** Opens the Protected Branches folder of the Project Settings view: rules, the local branches they cover, and their access levels. */
export const openProtectedBranches =
  (tools: ProtectedBranchTools): OpenFolder<ProtectedBranchesNode> =>
  (project, connection, view) =>
    new ProtectedBranchFolder(tools, project, connection, view);

class ProtectedBranchFolder implements Folder<ProtectedBranchesNode> {
  readonly renderers: NodeRenderers<ProtectedBranchesNode>;
  private readonly tools: ProtectedBranchTools;
  private readonly scope: ProjectScope;
  private readonly connection: Connection;
  private readonly view: FolderContext<ProtectedBranchesNode>;
  private readonly listening: { dispose(): void };
  /** Local branches; undefined until read. */
  private branches: readonly string[] | undefined;

  constructor(
    tools: ProtectedBranchTools,
    { instance, project }: OpenProject,
    connection: Connection,
    view: FolderContext<ProtectedBranchesNode>,
  ) {
    this.tools = tools;
    this.scope = { instance, project };
    this.connection = connection;
    this.view = view;
    this.listening = tools.protections.onDidChange(() => view.read());
    this.renderers = {
      protectedBranchFolder: this.folderRenderer(),
      protectedBranch: {
        id: ruleRow,
        item: ruleItem,
        known: (node) => ({ nodes: partsOf(node, tools.protections.higherEdition(this.scope)) }),
      },
      coveredBranch: { id: (node) => `${ruleRow(node)}/branches/${node.branch}`, item: coveredItem },
      protectedBranchAccess: {
        id: (node) => `${ruleRow(node)}/${node.access}`,
        item: accessItem,
        known: (node) => ({
          nodes: node.entries.map((entry) => ({ ...node, kind: "protectedBranchEntry", entry })),
          note: l10n.t("No one"),
        }),
      },
      protectedBranchEntry: {
        id: (node) => `${ruleRow(node)}/${node.access}/${accessKey(node.entry)}`,
        item: entryItem,
      },
      protectedBranchFact: { id: (node) => `${ruleRow(node)}/${node.fact}`, item: factItem },
    };
  }

  roots(): readonly ProtectedBranchFolderNode[] {
    const known = this.tools.protections.known(this.connection, this.scope);
    const { level } = this.tools.protections.person(this.connection, this.scope) ?? {};
    const readonly = known?.kind === "hidden" || !mayEdit(level);
    return [
      {
        kind: "protectedBranchFolder",
        ...this.scope,
        readonly,
        ...(known?.kind === "rules" && { total: known.rules.length }),
      },
    ];
  }

  refresh(): Promise<void> {
    return this.view.tree.refreshOpened("protectedBranchFolder");
  }

  /** Updates local branches after a checkout, creation or deletion, without a request. */
  moved(): void {
    if (this.branches === undefined) return;
    this.view.read();
    void this.readBranches().then(() => this.view.read());
  }

  dispose(): void {
    this.listening.dispose();
  }

  private folderRenderer(): NodeRenderer<ProtectedBranchFolderNode, ProtectedBranchesNode> {
    return {
      id: folderRow,
      item: folderItem,
      remembered: true,
      known: (node) => (this.branches === undefined ? undefined : this.rows(node)),
      children: async (node, signal) => {
        await Promise.all([this.tools.protections.read(this.connection, this.scope), this.readBranches(signal)]);
        this.view.pollHandle.loaded();
        this.view.read();
        return this.rows(node) ?? { nodes: [] };
      },
    };
  }

  private async readBranches(signal: AbortSignal = this.view.signal): Promise<void> {
    try {
      this.branches = await this.tools.projects.localBranches(signal);
    } catch {
      // Errors of the repository are reported elsewhere; rules are still shown without their branches.
      this.branches ??= [];
    }
  }

  private rows({ readonly }: ProtectedBranchFolderNode): Rows<ProtectedBranchNode> | undefined {
    const known = this.tools.protections.known(this.connection, this.scope);
    if (known === undefined) return undefined;
    if (known.kind === "hidden") {
      return {
        nodes: [],
        note:
          known.why === "forbidden"
            ? l10n.t("Only project members can see protected branches")
            : l10n.t("Protected branches are not available"),
      };
    }
    const current = this.view.project().branch;
    return {
      nodes: known.rules.map((rule) => this.node(rule, readonly, current)),
      note: l10n.t("No protected branches"),
      ...(known.capped === true && { capped: known.rules.length }),
    };
  }

  private node(rule: ProtectedBranch, readonly: boolean, current: string | undefined): ProtectedBranchNode {
    const branches = (this.branches ?? []).filter((branch) => fitsPattern(rule.name, branch));
    const here = current !== undefined && fitsPattern(rule.name, current) ? current : undefined;
    return {
      kind: "protectedBranch",
      ...this.scope,
      protectedBranch: rule,
      readonly: readonly || rule.inherited === true,
      branches,
      here,
    };
  }
}

/** Returns the rows below a rule: local branches, access levels and switches. */
function partsOf({ branches, here, ...node }: ProtectedBranchNode, single: boolean): ProtectedBranchesNode[] {
  const { protectedBranch: rule } = node;
  const covered = branches.map((branch): CoveredBranchNode => ({
    ...node,
    kind: "coveredBranch",
    branch,
    here: branch === here,
  }));
  const none: ProtectionFactNode[] =
    covered.length === 0 ? [{ ...node, kind: "protectedBranchFact", fact: "noBranch" }] : [];
  const access = accessKinds.flatMap((kind): AccessNode[] => {
    const entries = entriesOf(rule, kind);
    return entries === undefined ? [] : [{ ...node, kind: "protectedBranchAccess", access: kind, entries, single }];
  });
  const facts: ProtectionFactNode[] = [
    { ...node, kind: "protectedBranchFact", fact: "forcePush" },
    ...(typeof rule.code_owner_approval_required === "boolean"
      ? [{ ...node, kind: "protectedBranchFact", fact: "codeOwners" } as const]
      : []),
  ];
  return [...covered, ...none, ...access, ...facts];
}
