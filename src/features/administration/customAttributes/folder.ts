import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CustomAttribute } from "../../../api/resources/customAttributes.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { Logger } from "../../../core/base/log.ts";
import type { Connection } from "../../../core/connections.ts";
import { parentGroup } from "../../../core/groups/groupsAbove.ts";
import type { NodeRenderer, NodeRenderers, Rows } from "../../../core/tree/node.ts";
import type { ViewContext } from "../../../core/tree/viewModel.ts";
import type { OpenProject } from "../../../git/project.ts";
import type { AdministrationFolder } from "../folder.ts";
import { askRights } from "../rights.ts";
import { refusedWords } from "./errors.ts";
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

/** The folder Custom Attributes of the Administration view: the open project, its group, and whatever else was asked for. Each is read when it is opened. */
export class CustomAttributesFolder implements AdministrationFolder<CustomAttributeNodes> {
  readonly root: CustomAttributesNode;
  readonly kinds: NodeRenderers<CustomAttributeNodes>;
  private readonly connection: Connection;
  private readonly frame: ViewContext<CustomAttributeNodes>;
  private readonly log: Pick<Logger, "debug">;

  constructor(
    { instance }: OpenProject,
    connection: Connection,
    frame: ViewContext<CustomAttributeNodes>,
    log: Pick<Logger, "debug">,
  ) {
    this.connection = connection;
    this.frame = frame;
    this.log = log;
    this.root = { kind: "customAttributes", instance };
    this.kinds = {
      customAttributes: {
        id: attributesRow,
        item: customAttributesItem,
        remembered: true,
        known: () => ({ nodes: this.owners }),
      },
      attributeOwner: this.ownerKind(),
      customAttribute: {
        id: attributeRow,
        item: customAttributeItem,
        detail: (node, item) => Object.assign(item, { tooltip: customAttributeTooltip(node) }),
      },
    };
  }

  /** Whose attributes are shown: the open project's and its group's first. */
  get owners(): readonly AttributeOwnerNode[] {
    const { instance } = this.root;
    const open = this.openOwners();
    const kept = keptOwners(this.frame.memory, instance)
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

  /** Shows something's attributes from now on. @returns its row */
  async add(owner: Owner): Promise<AttributeOwnerNode | undefined> {
    if (!this.owners.some((node) => sameOwner(node.owner, owner)))
      await keptOwners(this.frame.memory, this.root.instance).add(owner);
    if (this.frame.signal.aborted) return undefined;
    this.frame.tree.update();
    return this.owners.find((node) => sameOwner(node.owner, owner));
  }

  /** Shows something's attributes no more. */
  async hide(owner: Owner): Promise<void> {
    await keptOwners(this.frame.memory, this.root.instance).remove(owner);
    if (!this.frame.signal.aborted) this.frame.tree.update();
  }

  /** Shows the row in the view. */
  async reveal(node: AttributeOwnerNode): Promise<void> {
    await this.frame.tree.reveal(() => [attributesRow(this.root), ownerRow(node)], { expand: true });
  }

  async refresh(): Promise<void> {
    const { tree } = this.frame;
    const opened = tree.opened().filter((node) => node.kind === "attributeOwner");
    // Failures are told in the rows.
    await Promise.allSettled(opened.map((node) => tree.refresh(node)));
  }

  private openOwners(): Owner[] {
    const { project, projectId } = this.frame.project();
    const path = String(project);
    const group = parentGroup(path);
    // A person's own projects stand in no group.
    const own = group !== undefined && group.toLowerCase() === this.connection.session?.user.username.toLowerCase();
    return [
      { kind: "projects", name: path, ...(projectId !== undefined && { id: projectId }) },
      ...(group === undefined || own ? [] : [{ kind: "groups", name: group } as const]),
    ];
  }

  private ownerKind(): NodeRenderer<AttributeOwnerNode, CustomAttributeNodes> {
    return {
      id: ownerRow,
      item: attributeOwnerItem,
      children: async ({ instance, owner }, signal) => {
        const rows = (items: readonly CustomAttribute[], id: number): Rows<CustomAttributeNodes> => ({
          nodes: items.map((attribute) => ({ kind: "customAttribute", instance, owner: { ...owner, id }, attribute })),
          note: l10n.t("No custom attributes"),
        });
        try {
          const { id } = await findOwner(this.connection, owner, signal);
          return rows((await this.connection.client.customAttributes.list(owner.kind, id, { signal }).all()).items, id);
        } catch (error) {
          return { nodes: [], note: this.whyNot(owner, error) };
        }
      },
    };
  }

  /** One calm row where the host does not show attributes. @throws what else is wrong */
  private whyNot(owner: Owner, error: unknown): string {
    const { instance } = this.root;
    if (error instanceof UserError) return error.message;
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "notFound") return goneOwner(owner, instance, error).message;
    if (error.kind !== "forbidden") throw error;
    askRights(this.connection, this.log);
    return refusedWords(instance);
  }
}
