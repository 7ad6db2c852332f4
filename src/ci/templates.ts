import { l10n, type QuickPickItem, ThemeIcon, type TextDocument, ViewColumn, window } from "vscode";
import type { Client } from "../api/client.ts";
import type { CiTemplate, CiTemplateEntry } from "../api/resources/ciTemplates.ts";
import { isCancelled } from "../errors.ts";
import { describeError } from "../ui/describeError.ts";
import { plainText } from "../ui/plainText.ts";
import { showBox } from "../ui/quickInput.ts";
import type { ReadOnlyTexts } from "../ui/readOnlyText.ts";

export interface TemplatePickOptions {
  readonly client: Pick<Client, "ciTemplates">;
  readonly texts: Pick<ReadOnlyTexts, "show" | "update" | "close">;
  /** How the instance is called. */
  readonly host: string;
  /** Hears of templates that cannot be previewed. */
  readonly failed: (error: unknown) => void;
}

interface Entry extends QuickPickItem {
  readonly entry: CiTemplateEntry;
}

/** ms that a row keeps the focus before its text is asked for. */
const previewPause = 200;

/**
 * Asks for one of an instance's CI templates. The one in focus is shown beside, read-only; the preview is gone
 * when the list is.
 * @throws CancelledError, ApiError
 */
export async function pickTemplate({ client, texts, host, failed }: TemplatePickOptions): Promise<CiTemplate> {
  const path = `${l10n.t("Template Preview")}.yml`;
  const read = new Map<string, CiTemplate>();
  const get = async (key: string, signal: AbortSignal): Promise<CiTemplate> => {
    const template = read.get(key) ?? (await client.ciTemplates.get(key, { signal }));
    read.set(key, template);
    return template;
  };
  let shown: Promise<TextDocument | undefined> = Promise.resolve(undefined);
  const box = window.createQuickPick<QuickPickItem>();
  try {
    return await showBox<CiTemplate>(box, { title: l10n.t("CI Templates of {0}", host) }, ({ store, signal, done, fail }) => {
      box.placeholder = l10n.t("Template to insert; the one in focus is shown beside");
      box.matchOnDescription = true;
      box.ignoreFocusOut = true;
      box.busy = true;
      client.ciTemplates.list({ signal }).all({ signal }).then(({ items }) => {
        if (signal.aborted) return;
        box.busy = false;
        box.items = rows(items);
        if (items.length === 0) box.placeholder = l10n.t("{0} offers no CI templates", host);
      }, fail);

      const preview = async (entry: CiTemplateEntry): Promise<void> => {
        const text = await get(entry.key, signal).then(
          ({ content }) => content,
          (error: unknown) => {
            if (isCancelled(error)) throw error;
            failed(error);
            return `# ${describeError(error).message}\n`;
          },
        );
        if (signal.aborted || (box.activeItems[0] as Entry | undefined)?.entry !== entry) return;
        if (texts.update(path, text)) return;
        shown = texts.show(path, text, { viewColumn: ViewColumn.Beside, preserveFocus: true, preview: true });
        await shown;
      };
      let timer: NodeJS.Timeout | undefined;
      store.add({ dispose: () => clearTimeout(timer) });
      store.add(
        box.onDidChangeActive(([item]) => {
          clearTimeout(timer);
          if (item) timer = setTimeout(() => void preview((item as Entry).entry).catch(failed), previewPause);
        }),
      );
      store.add(
        box.onDidAccept(() => {
          const chosen = (box.selectedItems[0] ?? box.activeItems[0]) as Entry | undefined;
          if (!chosen) return;
          box.busy = true;
          box.enabled = false;
          get(chosen.entry.key, signal).then(done, fail);
        }),
      );
    });
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
