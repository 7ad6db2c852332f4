import { env, l10n, type QuickPickItem, ThemeIcon, type TextDocument, ViewColumn, window } from "vscode";
import type { CiTemplateEntry } from "../../../api/resources/ciTemplates.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Cached, TemplateStore } from "../../../core/ciTemplates/templateStore.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { partialRows } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type Place, showBox } from "../../../core/ui/quickInput.ts";
import type { ReadOnlyTexts } from "../../../core/ui/readOnlyTexts.ts";

export interface TemplatePickOptions {
  readonly store: Pick<TemplateStore, "cachedNames" | "capped" | "names" | "template">;
  readonly texts: Pick<ReadOnlyTexts, "show" | "update" | "close">;
  /** Display name of the instance. */
  readonly host: string;
  readonly place: Place;
  /** Key of the template that is focused first. */
  readonly active?: string | undefined;
  /** Called when a preview or the list cannot be loaded. */
  readonly onError: (error: unknown) => void;
}

interface Entry extends QuickPickItem {
  readonly entry: CiTemplateEntry;
}

/** Delay before the focused template is loaded, in ms. */
const previewDelay = 200;

/**
 * Asks for a CI template of an instance. Cached templates are listed at once and replaced when the host has others. The
 * focused template is previewed read-only beside the list; the preview closes with it.
 * @throws CancelledError, GoBack; ApiError when the list cannot be loaded
 */
export async function pickTemplate({
  store,
  texts,
  host,
  place,
  active,
  onError,
}: TemplatePickOptions): Promise<CiTemplateEntry> {
  const path = `${l10n.t("Template Preview")}.yml`;
  let shown: Promise<TextDocument | undefined> = Promise.resolve(undefined);
  const box = window.createQuickPick<QuickPickItem>();
  try {
    return await showBox<CiTemplateEntry>(
      box,
      { title: place.title, place },
      ({ store: owned, signal, done, fail }) => {
        box.placeholder = l10n.t("Select a template to insert (the focused one is previewed)");
        box.matchOnDescription = true;
        box.busy = true;
        if (place.draft !== undefined) box.value = place.draft;
        owned.add(box.onDidChangeValue((text) => (place.draft = text)));
        let listed = "";
        const list = ({ value }: Cached<readonly CiTemplateEntry[]>): void => {
          // Replacing equal rows would lose the focus.
          const { capped } = store;
          const wanted = JSON.stringify([value, capped]);
          if (listed === wanted) return;
          listed = wanted;
          const focused = (box.activeItems[0] as Entry | undefined)?.entry.key ?? active;
          const entries = rows(value);
          box.items = [...entries, ...partialRows({ items: value, capped })];
          const again = entries.find(({ entry }) => entry.key === focused);
          if (again && box.value === "") box.activeItems = [again];
        };
        const load = async (): Promise<void> => {
          const kept = await store.cachedNames();
          if (kept && !signal.aborted) list(kept);
          const names = await store.names(signal);
          if (signal.aborted) return;
          list(names);
          box.busy = false;
          if (names.stale) {
            onError(names.stale);
            box.placeholder = l10n.t(
              "{0} is not available; showing templates cached on {1}",
              host,
              new Date(names.at).toLocaleString(env.language),
            );
          } else if (names.value.length === 0) box.placeholder = l10n.t("{0} offers no CI templates", host);
        };
        load().catch(fail);

        const preview = async (entry: CiTemplateEntry): Promise<void> => {
          const text = await store.template(entry.key, signal).then(
            ({ value }) => value.content,
            (error: unknown) => {
              if (isCancelled(error)) throw error;
              onError(error);
              return `# ${describeError(error).message}\n`;
            },
          );
          if (signal.aborted || (box.activeItems[0] as Entry | undefined)?.entry.key !== entry.key) return;
          if (texts.update(path, text)) return;
          // Not in a preview tab: the group beside may have one of the user's.
          shown = texts.show(path, text, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: false });
          await shown;
        };
        let timer: NodeJS.Timeout | undefined;
        owned.add({ dispose: () => clearTimeout(timer) });
        owned.add(
          box.onDidChangeActive(([item]) => {
            clearTimeout(timer);
            if (item) timer = setTimeout(() => void preview((item as Entry).entry).catch(onError), previewDelay);
          }),
        );
        owned.add(
          box.onDidAccept(() => {
            const chosen = (box.selectedItems[0] ?? box.activeItems[0]) as Entry | undefined;
            if (chosen) done(chosen.entry);
          }),
        );
      },
    );
  } finally {
    // A preview that is still opening could not be closed.
    await shown.catch(() => undefined);
    await texts.close(path);
  }
}

const templateName = ({ name, key }: CiTemplateEntry): string => name || key;

function rows(entries: readonly CiTemplateEntry[]): Entry[] {
  return [...entries]
    .sort((a, b) => templateName(a).localeCompare(templateName(b)))
    .map((entry) => ({
      label: plainText(templateName(entry), 120),
      description: entry.key === entry.name ? "" : plainText(entry.key, 120),
      iconPath: new ThemeIcon("file-code"),
      entry,
    }));
}
