import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { AllItems } from "../../../api/pages.ts";
import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { parentGroup } from "../../../core/groups/groupsAbove.ts";
import type { Folder } from "../../../core/tree/folders.ts";
import { cappedRows } from "../../../core/tree/footerRows.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../../../core/tree/node.ts";
import type { FolderContext } from "../../../core/tree/viewModel.ts";
import type { OpenProject } from "../../../git/project.ts";
import { administrationRefusal } from "./errors.ts";
import { attributeOwnerItem, customAttributeItem, customAttributesItem, customAttributeTooltip } from "./items.ts";
import {
  type AttributeOwnerNode,
  attributeRow,
  attributesRow,
  type CustomAttributeNodes,
  type CustomAttributesNode,
  ownerRow,
} from "./nodes.ts";
import { findOwner, goneOwner } from "./owner.ts";
import { keptOwners } from "./owners.ts";
import type { AttributesRef } from "./refs.ts";

type Owner = AttributesRef["owner"];

const sameOwner = (a: Owner, b: Owner): boolean => a.kind === b.kind && a.name.toLowerCase() === b.name.toLowerCase();

/** The Custom Attributes folder: the open project, its group, and added owners. Each is read when expanded. */
export class CustomAttributesFolder implements Folder<CustomAttributeNodes> {
  private readonly root: CustomAttributesNode;
  readonly renderers: NodeRenderers<CustomAttributeNodes>;
  private readonly connection: Connection;
  private readonly view: FolderContext<CustomAttributeNodes>;
  private readonly log: Pick<Logger, "debug">;

  constructor(
    { instance }: OpenProject,
    connection: Connection,
    view: FolderContext<CustomAttributeNodes>,
    log: Pick<Logger, "debug">,
  ) {
    this.connection = connection;
    this.view = view;
    this.log = log;
    this.root = { kind: "customAttributes", instance };
    this.renderers = {
      customAttributes: {
        id: attributesRow,
        item: customAttributesItem,
        remembered: true,
        known: () => ({ nodes: this.owners }),
      },
      attributeOwner: this.ownerRenderer(),
      customAttribute: {
        id: attributeRow,
        item: customAttributeItem,
        detail: (node, item) => Object.assign(item, { tooltip: customAttributeTooltip(node) }),
      },
    };
  }

  roots(): readonly CustomAttributesNode[] {
    return [this.root];
  }

  /** The owners in the view, the open project and its group first. */
  get owners(): readonly AttributeOwnerNode[] {
    const { instance } = this.root;
    const open = this.openOwners();
    const kept = keptOwners(this.view.memory, instance)
      .read()
      .filter((owner) => !open.some((one) => sameOwner(one, owner)));
    const node = (owner: Owner, isOpen: boolean): AttributeOwnerNode => ({
      kind: "attributeOwner",
      instance,
      owner,
      open: isOpen,
    });
    return [...open.map((owner) => node(owner, true)), ...kept.map((owner) => node(owner, false))];
  }

  /** Adds an owner to the view. @returns its row */
  async add(owner: Owner): Promise<AttributeOwnerNode | undefined> {
    if (!this.owners.some((node) => sameOwner(node.owner, owner)))
      await keptOwners(this.view.memory, this.root.instance).add(owner);
    if (this.view.signal.aborted) return undefined;
    this.view.tree.update();
    return this.owners.find((node) => sameOwner(node.owner, owner));
  }

  /** Removes an owner from the view. */
  async hide(owner: Owner): Promise<void> {
    await keptOwners(this.view.memory, this.root.instance).remove(owner);
    if (!this.view.signal.aborted) this.view.tree.update();
  }

  /** Shows the row in the view. */
  async reveal(node: AttributeOwnerNode): Promise<void> {
    await this.view.tree.reveal(() => [attributesRow(this.root), ownerRow(node)], { expand: true });
  }

  refresh(): Promise<void> {
    return this.view.tree.refreshOpened("attributeOwner");
  }

  private openOwners(): Owner[] {
    const { project, projectId } = this.view.project();
    const path = String(project);
    const group = parentGroup(path);
    // A user namespace is not a group.
    const own = group !== undefined && group.toLowerCase() === this.connection.session?.user.username.toLowerCase();
    return [
      { kind: "projects", name: path, ...(projectId !== undefined && { id: projectId }) },
      ...(group === undefined || own ? [] : [{ kind: "groups", name: group } as const]),
    ];
  }

  private ownerRenderer(): NodeRenderer<AttributeOwnerNode, CustomAttributeNodes> {
    return {
      id: ownerRow,
      item: attributeOwnerItem,
      children: async ({ instance, owner }, signal) => {
        const rows = (list: AllItems<CustomAttribute>, id: number): Rows<CustomAttributeNodes> => ({
          nodes: list.items.map((attribute) => ({
            kind: "customAttribute",
            instance,
            owner: { ...owner, id },
            attribute,
          })),
          note: l10n.t("No custom attributes"),
          ...cappedRows(list),
        });
        try {
          const { id } = await findOwner(this.connection, owner, signal);
          return rows(await this.connection.client.customAttributes.list(owner.kind, id, { signal }).all(), id);
        } catch (error) {
          return { nodes: [], note: this.refusal(owner, error) };
        }
      },
    };
  }

  /** Returns the text in place of rows when the host refuses. @throws any other error */
  private refusal(owner: Owner, error: unknown): string {
    const { instance } = this.root;
    if (error instanceof UserError) return error.message;
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "notFound") return goneOwner(owner, instance, error).message;
    const refusal = administrationRefusal(error, this.connection, this.log);
    if (refusal === undefined) throw error;
    return refusal;
  }
}
