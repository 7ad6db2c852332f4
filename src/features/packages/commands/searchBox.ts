import { l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { PackageSearchResponse, SearchResultPackage } from "../../../api/resources/packagesV3.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { type Choice, fillBox, type Separator, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type OpenBox, showBox } from "../../../core/ui/quickInput.ts";

/** The user's choice: a package, or filtering the view by the text. */
export type Found =
  | { readonly kind: "package"; readonly package: SearchResultPackage }
  | { readonly kind: "filter"; readonly text: string };

export interface SearchBoxOptions {
  readonly title: string;
  /** The query; updated while the user types, so that the box reopens as it was left. */
  readonly typed: { text: string; prerelease: boolean };
  readonly page: (
    asked: { readonly text: string; readonly prerelease: boolean; readonly skip: number; readonly take: number },
    signal: AbortSignal,
  ) => Promise<PackageSearchResponse>;
}

const take = 20;
/** Debounce of key strokes, in ms. */
const typingPause = 250;

/** Searches packages on the host while the user types. @throws CancelledError */
export async function searchPackages(options: SearchBoxOptions): Promise<Found> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<Found>(box, { title: options.title }, (open) => wire(box, options, open));
}

function wire(
  box: ReturnType<typeof window.createQuickPick>,
  { title, typed, page }: SearchBoxOptions,
  open: OpenBox<Found>,
): void {
  const more: QuickPickItem = { label: l10n.t("Load More"), iconPath: new ThemeIcon("chevron-down"), alwaysShow: true };
  const list = fillBox<Found>(
    box,
    {
      title,
      placeholder: l10n.t("Enter part of a package name"),
      typed: (text) =>
        text.trim() === ""
          ? undefined
          : {
              label: l10n.t("Filter Packages View by “{0}”", plainText(text.trim(), 80)),
              iconPath: new ThemeIcon("filter"),
              value: { kind: "filter", text: text.trim() },
            },
    },
    open,
    (item) => {
      if (item === more) void read();
    },
  );
  let choices: Choice<Found>[] = [];
  /** Offset of the next page; undefined when all results were read. */
  let next: number | undefined = 0;
  let failed: unknown;
  let asking = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  open.signal.addEventListener("abort", () => {
    clearTimeout(timer);
    asking.abort();
  });

  const show = (): void => {
    more.label = failed === undefined ? l10n.t("Load More") : l10n.t("Try Again");
    more.detail = failed === undefined ? "" : describeError(failed).message;
    const none: Separator[] =
      choices.length === 0 && next === undefined ? [separator(l10n.t("No matching packages"))] : [];
    list.show([...none, ...choices], next === undefined ? [] : [more]);
  };

  const read = async (): Promise<void> => {
    const { signal } = asking;
    const first = choices.length;
    const skip = next ?? 0;
    box.busy = true;
    try {
      const { data, totalHits } = await page({ ...typed, text: typed.text.trim(), skip, take }, signal);
      if (signal.aborted) return;
      choices.push(...data.map(choiceOf));
      const end = skip + data.length;
      next = data.length > 0 && end < totalHits ? end : undefined;
      failed = undefined;
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      failed = error;
    }
    box.busy = false;
    show();
    const [focus] = [choices[first] ?? choices[0]].filter((choice) => choice !== undefined);
    if (focus && first > 0) box.activeItems = [focus];
  };

  const begin = (): void => {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    choices = [];
    next = 0;
    failed = undefined;
    void read();
  };

  const prereleases: QuickInputButton = { iconPath: new ThemeIcon("beaker"), tooltip: l10n.t("Hide Prereleases") };
  const releasesOnly: QuickInputButton = {
    iconPath: new ThemeIcon("beaker-stop"),
    tooltip: l10n.t("Show Prereleases"),
  };
  const offerPrereleases = (): void => {
    box.buttons = [typed.prerelease ? prereleases : releasesOnly];
    box.placeholder = typed.prerelease
      ? l10n.t("Enter part of a package name")
      : l10n.t("Enter part of a package name (prereleases are hidden)");
  };
  open.store.add(
    box.onDidTriggerButton(() => {
      typed.prerelease = !typed.prerelease;
      offerPrereleases();
      begin();
    }),
  );
  open.store.add(
    box.onDidChangeValue((text) => {
      typed.text = text;
      clearTimeout(timer);
      asking.abort();
      box.busy = true;
      timer = setTimeout(begin, typingPause);
    }),
  );
  offerPrereleases();
  box.value = typed.text;
  begin();
}

/** `alwaysShow`, because the host also matches text that the row does not show. */
const choiceOf = (found: SearchResultPackage): Choice<Found> => ({
  label: plainText(found.id, 120),
  description: [
    plainText(found.version, 60),
    found.versions.length > 1 ? l10n.t("{0} versions", found.versions.length) : "",
  ]
    .filter((part) => part !== "")
    .join(" · "),
  detail: plainText(found.description, 200),
  iconPath: new ThemeIcon("package"),
  alwaysShow: true,
  value: { kind: "package", package: found },
});
