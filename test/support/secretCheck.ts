/**
 * Looks through everything that a window of host tests wrote or showed for the secrets that were used in it: files below the editor's data
 * folder (logs, output channels, the extension's storage), the workspace, the temporary folder, what the browser keeps, and the record of
 * test/host/shownRecord.ts.
 */
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { Page } from "playwright-core";
import type { Secret } from "../service/secrets.ts";
import { figure } from "./long.ts";
import { addResult } from "./results.ts";
import { filesBelow, type Hit, SecretSearch } from "./secretSearch.ts";
import { entryAt } from "./shownEntries.ts";

export interface Traces {
  readonly secrets: readonly Secret[];
  /** Folders by what they are called in messages. */
  readonly folders: Readonly<Record<string, string>>;
  /** The record of what was shown. */
  readonly shown: string;
  /** What the browser keeps, by database and key; a window in the process has no browser. */
  readonly kept?: readonly Kept[];
  /** What the window's page wrote to its console. */
  readonly console?: string;
}

export interface Kept {
  readonly where: string;
  readonly text: string;
}

/** What has to hold a secret, and why. */
const allowed: readonly { readonly what: RegExp; readonly why: string }[] = [
  {
    what: /^the variable GIT_CONFIG_VALUE_\d+ of a program, in base64$/,
    why: "Git's way to take a header for one host only; neither arguments nor files hold it (features/wiki/repository/access.ts).",
  },
];

/** Programs, sockets and caches of the editor itself: nothing of ours, and much to read. */
const skipped = /\/(?:CachedExtensionVSIXs|CachedProfilesData|extensions|node_modules)$/;

const words = ({ kind, form, hint }: Hit): string =>
  `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} (${hint}…)${form === "" ? "" : `, ${form}`}`;

/** Returns one line for each place that holds a secret, and what was searched. */
export async function findSecrets({
  secrets,
  folders,
  shown,
  kept,
  console = "",
}: Traces): Promise<{ readonly found: readonly string[]; readonly bytes: number; readonly secrets: number }> {
  const search = new SecretSearch(secrets);
  const found = new Set<string>();
  let bytes = 0;
  const tell = (where: string, hit: Hit): void => {
    const place = hit.form === "" ? where : `${where}, ${hit.form}`;
    if (!allowed.some(({ what }) => what.test(place))) found.add(`${where} holds ${words(hit)}`);
  };
  let hasLog = false;
  for (const [name, folder] of Object.entries(folders))
    for await (const file of filesBelow(folder, (path) => path === shown || skipped.test(path))) {
      hasLog ||= file.endsWith("/forgeline.forgeline/Forgeline.log");
      for (const hit of await search.inFile(file, (read) => (bytes += read)))
        tell(`${name}: ${relative(folder, file)}`, hit);
    }
  const record = await readFile(shown);
  bytes += record.length;
  // Where nothing is found because nothing was looked at, that is a failure too.
  if (search.size === 0 || !hasLog || record.length === 0 || kept?.length === 0)
    throw new Error("There are no secrets, no log, no record of what was shown, or nothing that the browser keeps");
  // Each entry by itself: one that may hold a secret must not hide another.
  for (const hit of search.allIn(record)) tell(entryAt(record, hit.at), hit);
  for (const { where, text } of [...(kept ?? []), { where: "the browser's console", text: console }]) {
    const data = Buffer.from(text);
    bytes += data.length;
    for (const hit of search.in(data)) tell(where, hit);
  }
  return { found: [...found].sort(), bytes, secrets: search.size };
}

/** Counts as a test of a part whether windows kept their secrets. @param where names them in the title */
export async function checkSecrets(part: string, where: string, traces: () => Promise<Traces>): Promise<void> {
  const title = `secrets are nowhere that ${where} wrote or showed`;
  const started = performance.now();
  try {
    const { found, bytes, secrets } = await findSecrets(await traces());
    figure(
      `secrets, ${where}: ${secrets} in ${(bytes / 1e6).toFixed(0)} MB, ${Math.round(performance.now() - started)} ms`,
    );
    addResult(part, title, found.length > 0 ? found.join("\n") : undefined);
  } catch (error) {
    addResult(part, title, error instanceof Error ? error.message : String(error));
  }
}

/** Reads what a page's origin keeps, but for VS Code's secret storage, which is encrypted with a key of the server. */
const readKept = `(async () => {
  const kept = [];
  for (const [name, storage] of [["local storage", localStorage], ["session storage", sessionStorage]])
    for (const [key, text] of Object.entries(storage))
      if (key !== "secrets.provider") kept.push({ where: name + ": " + key, text });
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const textOf = (value) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? new TextDecoder("latin1").decode(value)
      : typeof value === "string" ? value : JSON.stringify(value) ?? "";
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
      values.forEach((value, at) =>
        kept.push({ where: "IndexedDB " + name + ", " + store + ": " + keys[at], text: textOf(value) }));
    }
    database.close();
  }
  return kept;
})()`;

/** Returns what a page's origin keeps in the browser. */
export const keptByBrowser = (page: Page): Promise<Kept[]> => page.evaluate<Kept[]>(readKept);
