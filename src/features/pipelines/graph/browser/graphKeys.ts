import { neighbour } from "../neighbours.ts";

/** Keyboard navigation in the grid of jobs: a roving tabindex, arrow keys, and a menu per job. */
export class GraphKeys {
  private readonly page: Element;
  private readonly touched: (job: string | undefined) => void;
  /** Id of the button in the tab order. */
  private current = "";

  /** @param touched called with the focused or hovered job */
  constructor(page: Element, touched: (job: string | undefined) => void) {
    this.page = page;
    this.touched = touched;
    page.addEventListener("keydown", (event) => event instanceof KeyboardEvent && this.press(event));
    page.addEventListener("click", ({ target }) => this.click(target));
    page.addEventListener("focusin", ({ target }) => this.focused(target));
    page.addEventListener("focusout", () => this.touched(undefined));
    page.addEventListener("pointerover", ({ target }) =>
      this.touched(jobAt(target)?.id ?? jobAt(document.activeElement)?.id),
    );
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Element) || target.closest(".holder[data-open]") === null) this.close(false);
    });
    window.addEventListener("blur", () => this.close(false));
  }

  /** Restores tab order and menus after the page was patched. */
  renew(): void {
    const focused = jobAt(document.activeElement);
    const current = focused ?? this.jobs().find(({ id }) => id === this.current) ?? this.jobs()[0];
    this.current = current?.id ?? "";
    current?.setAttribute("tabindex", "0");
    for (const job of this.jobs())
      if (hasMenu(job))
        job.setAttribute("aria-expanded", String(job.closest(".holder")?.hasAttribute("data-open") === true));
  }

  /** Closes the open menu. @param back whether to return the menu's focus to its job */
  close(back: boolean): void {
    const open = this.page.querySelector(".holder[data-open]");
    if (open === null) return;
    const job = open.querySelector<HTMLElement>(".job");
    const had = open.querySelector(".menu")?.contains(document.activeElement) === true;
    open.removeAttribute("data-open");
    job?.setAttribute("aria-expanded", "false");
    if (back && had) job?.focus();
  }

  private jobs(): HTMLElement[] {
    return [...this.page.querySelectorAll<HTMLElement>(".job")];
  }

  private focused(target: EventTarget | null): void {
    const job = jobAt(target);
    this.touched(job?.id);
    if (job === undefined) return;
    for (const other of this.jobs()) if (other !== job) other.setAttribute("tabindex", "-1");
    job.setAttribute("tabindex", "0");
    this.current = job.id;
  }

  private click(target: EventTarget | null): void {
    const job = target instanceof Element ? target.closest<HTMLElement>(".job") : null;
    // Groups have no menu: the extension shows their jobs.
    if (job === null || !hasMenu(job)) return;
    const holder = job.closest(".holder");
    const open = holder?.hasAttribute("data-open") === true;
    this.close(true);
    if (open) return;
    holder?.setAttribute("data-open", "");
    job.setAttribute("aria-expanded", "true");
    const menu = holder?.querySelector(".menu");
    menu?.scrollIntoView({ block: "nearest", inline: "nearest" });
    menu?.querySelector<HTMLElement>("button")?.focus();
  }

  private press(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || !(event.target instanceof Element)) return;
    const menu = event.target.closest(".menu");
    const handled = menu === null ? this.pressOnJob(event, event.target) : this.pressInMenu(event, menu);
    if (handled) event.preventDefault();
  }

  private pressOnJob({ key, ctrlKey }: KeyboardEvent, target: Element): boolean {
    const from = target.closest("td");
    const table = from?.closest("table");
    if (!from || !table || target.closest(".job") === null) return false;
    const rows = [...(table.tBodies[0]?.rows ?? [])];
    const columns = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const jobs = (row: number, column: number): HTMLElement | undefined =>
      rows[row]?.cells[column]?.querySelector<HTMLElement>(".job") ?? undefined;
    const lengths = Array.from(
      { length: columns },
      (_, column) => rows.filter((_row, row) => jobs(row, column) !== undefined).length,
    );
    const place = neighbour(
      lengths,
      { row: rows.findIndex((row) => row === from.parentElement), column: from.cellIndex },
      key,
      ctrlKey,
    );
    if (place === undefined) return false;
    const next = jobs(place.row, place.column);
    next?.focus();
    next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  private pressInMenu({ key }: KeyboardEvent, menu: Element): boolean {
    const items = [...menu.querySelectorAll<HTMLElement>("button")];
    const at = items.findIndex((item) => item === document.activeElement);
    if (key === "Escape" || key === "Tab") {
      this.close(true);
      return key === "Escape";
    }
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key];
    if (to === undefined) return key === "ArrowLeft" || key === "ArrowRight";
    items.at(to % items.length)?.focus();
    return true;
  }
}

const hasMenu = (job: Element): boolean => job.hasAttribute("aria-haspopup");

function jobAt(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest(".holder")?.querySelector<HTMLElement>(".job") ?? undefined;
}
