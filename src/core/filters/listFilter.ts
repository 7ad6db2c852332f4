import type { Memory } from "../base/memory.ts";
import type { ProjectScope } from "../base/refs.ts";
import type { FilterMemory } from "./filterMemory.ts";

/** What a filter needs of its view. */
interface FilteredView {
  readonly memory: Memory;
  /** Aborts when the view no longer shows the list. */
  readonly signal: AbortSignal;
  /** Shows the filter after it changed. */
  readonly filtered: () => void;
}

export interface ListFilterOptions<F> {
  readonly view: FilteredView;
  readonly memory: FilterMemory<F>;
  readonly scope: ProjectScope;
  /** Reloads or redraws the filtered rows. */
  readonly changed: (filter: F) => void;
}

/** The filter of a list, remembered for its project or host. */
export class ListFilter<F> {
  private readonly options: ListFilterOptions<F>;
  private current: F;

  constructor(options: ListFilterOptions<F>) {
    this.options = options;
    this.current = options.memory.read(options.view.memory, options.scope);
  }

  get value(): F {
    return this.current;
  }

  /** Applies a filter and remembers it. */
  async set(filter: F): Promise<void> {
    const { view, memory, scope, changed } = this.options;
    await memory.write(view.memory, scope, filter);
    if (view.signal.aborted) return;
    this.current = memory.read(view.memory, scope);
    changed(this.current);
    view.filtered();
  }
}
