import { env, l10n, type QuickPickItem, ThemeIcon, type TextDocument, ViewColumn, window } from "vscode";
import type { CiTemplateEntry } from "../../../api/resources/ciTemplates.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import type { Kept, TemplateStore } from "../../../core/ciTemplates/templateStore.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type Place, showBox } from "../../../core/ui/quickInput.ts";
import type { ReadOnlyTexts } from "../../../core/ui/readOnlyTexts.ts";

export interface TemplatePickOptions {
  readonly store: Pick<TemplateStore, "keptNames" | "names" | "template">;
  readonly texts: Pick<ReadOnlyTexts, "show" | "update" | "close">;
  /** How the instance is called. */
  readonly host: string;
  readonly place: Place;
  /** The template that has the focus first. */
  readonly active?: string | undefined;
  /** Hears of templates that cannot be previewed, and of a list that could not be asked for again. */
  readonly failed: (error: unknown) => void;
}

interface Entry extends QuickPickItem {
  readonly entry: CiTemplateEntry;
}

/** ms that a row keeps the focus before its text is asked for. */
const previewPause = 200;

/**
 * Asks for one of an instance's CI templates: those that are kept are there at once, and replaced when the host has others. The one in
 * focus is shown beside, read-only; the preview is gone when the list is.
 * @throws CancelledError, GoBack; ApiError when the list cannot be had
 */
export async function pickTemplate({
  store,
  texts,
  host,
  place,
  active,
  failed,
}: TemplatePickOptions): Promise<CiTemplateEntry> {
  const path = `${l10n.t("Template Preview")}.yml`;
  let shown: Promise<TextDocument | undefined> = Promise.resolve(undefined);
  const box = window.createQuickPick<QuickPickItem>();
  try {
    return await showBox<CiTemplateEntry>(
      box,
      { title: place.title, place },
      ({ store: owned, signal, done, fail }) => {
        box.placeholder = l10n.t("Template to insert; the one in focus is shown beside");
        box.matchOnDescription = true;
        box.busy = true;
        if (place.draft !== undefined) box.value = place.draft;
        owned.add(box.onDidChangeValue((text) => (place.draft = text)));
        let listed = "";
        const list = ({ value }: Kept<readonly CiTemplateEntry[]>): void => {
          // Rows that are the same keep their focus.
          if (listed === JSON.stringify(value)) return;
          listed = JSON.stringify(value);
          const focused = (box.activeItems[0] as Entry | undefined)?.entry.key ?? active;
          box.items = rows(value);
          const again = (box.items as readonly Entry[]).find(({ entry }) => entry.key === focused);
          if (again && box.value === "") box.activeItems = [again];
        };
        const load = async (): Promise<void> => {
          const kept = await store.keptNames();
          if (kept && !signal.aborted) list(kept);
          const names = await store.names(signal);
          if (signal.aborted) return;
          list(names);
          box.busy = false;
          if (names.stale) {
            failed(names.stale);
            box.placeholder = l10n.t(
              "{0} could not be asked; templates as kept on {1}",
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
              failed(error);
              return `# ${describeError(error).message}\n`;
            },
          );
          if (signal.aborted || (box.activeItems[0] as Entry | undefined)?.entry.key !== entry.key) return;
          if (texts.update(path, text)) return;
          shown = texts.show(path, text, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
          await shown;
        };
        let timer: NodeJS.Timeout | undefined;
        owned.add({ dispose: () => clearTimeout(timer) });
        owned.add(
          box.onDidChangeActive(([item]) => {
            clearTimeout(timer);
            if (item) timer = setTimeout(() => void preview((item as Entry).entry).catch(failed), previewPause);
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
    // A preview that is just opening is waited for, else it would stay.
    await shown.catch(() => undefined);
    await texts.close(path);
  }
}

function rows(entries: readonly CiTemplateEntry[]): Entry[] {
  return [...entries]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((entry) => ({
      label: plainText(entry.name || entry.key, 120),
      description: entry.key === entry.name ? "" : plainText(entry.key, 120),
      iconPath: new ThemeIcon("file-code"),
      entry,
    }));
}
