import type { Client } from "../../api/client.ts";
import type { Page, Pages } from "../../api/pages.ts";
import type { ListOptions } from "../../api/request.ts";
import type { Milestone } from "../../api/resources/milestoneTypes.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import { PagedList } from "../../core/tree/pagedList.ts";
import type { MilestoneFilter } from "./filter.ts";
import type { MilestoneFolderId } from "./nodes.ts";
import type { MilestoneOwner } from "./owner.ts";

/** Whose milestones a folder asks for. @param group where the project stands, once that is known */
export const ownerAsked = (folder: MilestoneFolderId, { project }: ProjectScope, group: string): MilestoneOwner =>
  folder === "active" || folder === "closed" ? { project } : { group };

/** A folder's milestones: a project's with those of the groups above, a group's with those of all around it. */
export function folderPages(
  { milestones }: Client,
  folder: MilestoneFolderId,
  owner: MilestoneOwner,
  { search }: MilestoneFilter,
  options: ListOptions,
): Pages<Milestone> {
  const query = {
    state: folder === "active" || folder === "groupActive" ? "active" : "closed",
    include_ancestors: true,
    search,
  } as const;
  return "group" in owner
    ? milestones.group.list(owner.group, { ...query, include_descendants: true }, options)
    : milestones.project.list(owner.project, query, options);
}

/** The milestones of one folder: read page by page, counted, kept. */
export class MilestoneList {
  private readonly list: PagedList<Milestone>;
  private readonly now: () => number;
  private told: number | undefined;
  /** When it was last read from its beginning, ms since 1970. */
  seenAt = 0;

  constructor(source: (options: ListOptions) => Promise<Pick<Pages<Milestone>, "page">>, now: () => number) {
    this.now = now;
    this.list = new PagedList<Milestone>((options) => ({
      page: async (cursor): Promise<Page<Milestone>> => {
        const page = await (await source(options)).page(cursor);
        this.told = page.total ?? this.told;
        return page;
      },
    }));
  }

  /** Undefined before the first answer. */
  get items(): readonly Milestone[] | undefined {
    return this.list.items;
  }

  get hasMore(): boolean {
    return this.list.hasMore;
  }

  /** How many there are: as many as were read where those are all, else as the host counts them. */
  get total(): number | undefined {
    return this.list.items !== undefined && !this.list.hasMore ? this.list.items.length : this.told;
  }

  async load(signal: AbortSignal): Promise<void> {
    await this.list.load(signal);
    this.seenAt = this.now();
  }

  more(signal: AbortSignal): Promise<void> {
    return this.list.more(signal);
  }

  async refresh(signal: AbortSignal): Promise<void> {
    await this.list.refresh(signal);
    this.seenAt = this.now();
  }

  clear(): void {
    this.list.clear();
  }
}
