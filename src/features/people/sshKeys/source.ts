import { homedir } from "node:os";
import path from "node:path";
import { env, l10n, ThemeIcon, Uri, window } from "vscode";
import type { SshKey } from "../../../api/resources/userTypes.ts";
import { CancelledError, UserError } from "../../../core/base/errors.ts";
import { inputText } from "../../../core/ui/form.ts";
import { type Choice, pickOne, type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import { type KeyFile, keyFolder, publicKeyFiles, readKeyFile } from "./files.ts";
import { sha256 } from "./fingerprint.ts";
import { keyKind, problemWords, weakness } from "./labels.ts";
import { type KeyProblem, type KeysRead, type PublicKey, hostKey, readPublicKeys } from "./text.ts";

/** A key, and the name of its file as a title for a key without a comment. */
export interface ChosenKey {
  readonly key: PublicKey;
  readonly name?: string | undefined;
}

type Problem = KeyProblem | "tooLarge" | "unreadable";
type Source = ChosenKey | "paste" | "clipboard" | "browse" | "again" | { readonly problem: Problem };

/**
 * Asks for a public key: from ~/.ssh, another file or the clipboard, or pasted. Private keys are rejected and never
 * stored or sent. The menu shows why a key was rejected.
 * @param own reads the account's keys, which are marked in the list; its failure is ignored
 * @throws CancelledError
 */
export async function chooseKey(own: (signal: AbortSignal) => Promise<readonly SshKey[]>): Promise<ChosenKey> {
  const title = l10n.t("Add SSH Key");
  let rejected: string | undefined;
  for (;;) {
    const why = rejected;
    const source = await pickOne<Source>({
      title,
      place: onlyStep(title, false),
      placeholder: l10n.t("Select a public key to add to your account"),
      choices: async (signal) => {
        const [files, keys] = await Promise.all([publicKeyFiles(keyFolder()), own(signal).catch(() => [])]);
        return [...rejectedRow(why), ...rows(files, new Set(keys.flatMap(({ key }) => hostKey(key)?.data ?? [])))];
      },
    });
    if (source === "again") {
      rejected = undefined;
      continue;
    }
    try {
      if (typeof source === "object" && "problem" in source) throw new UserError(problemWords(source.problem));
      if (typeof source === "object") return source;
      if (source === "paste") return await paste(title);
      if (source === "clipboard") return await oneOf(keysOf(readPublicKeys(await env.clipboard.readText())), title);
      const file = await browse();
      if (file) return await oneOf(keysOf(file.read), title, path.basename(file.path));
    } catch (error) {
      if (!(error instanceof GoBack || error instanceof UserError)) throw error;
      rejected = error instanceof UserError ? error.message : undefined;
    }
  }
}

const rejectedRow = (why: string | undefined): Row<Source>[] =>
  why === undefined
    ? []
    : [
        {
          label: l10n.t("Not added: choose another key"),
          detail: why,
          iconPath: new ThemeIcon("warning"),
          alwaysShow: true,
          value: "again",
        },
      ];

function rows(files: readonly KeyFile[], own: ReadonlySet<string>): Row<Source>[] {
  const found = files.flatMap((file) => fileRows(file, own));
  return [
    ...(found.length > 0 ? [separator(shortPath(keyFolder())), ...found, separator(l10n.t("Other"))] : []),
    { label: l10n.t("Paste Public Key…"), iconPath: new ThemeIcon("edit"), value: "paste" },
    { label: l10n.t("From the Clipboard"), iconPath: new ThemeIcon("clippy"), value: "clipboard" },
    { label: l10n.t("From a File…"), iconPath: new ThemeIcon("folder-opened"), value: "browse" },
  ];
}

function fileRows({ path: file, read }: KeyFile, own: ReadonlySet<string>): Choice<Source>[] {
  const name = path.basename(file);
  if (typeof read !== "string" && read.problem === undefined)
    return read.keys.map((key) =>
      keyRow({ key, name }, own.has(key.data) ? l10n.t("already added") : undefined, shortPath(file)),
    );
  const problem = typeof read === "string" ? read : (read.problem ?? "noKey");
  return [
    {
      label: plainText(name, 100),
      detail: problemWords(problem),
      iconPath: new ThemeIcon("warning"),
      value: { problem },
    },
  ];
}

function keyRow(chosen: ChosenKey, mark: string | undefined, place: string | undefined): Choice<ChosenKey> {
  const { key } = chosen;
  return {
    label: plainText(titleOf(chosen), 100),
    description: [keyKind(key), mark, weakness(key)].filter((part) => part !== undefined).join(" · "),
    detail: [sha256(key), place].filter((part) => part !== undefined).join(" · "),
    iconPath: new ThemeIcon("key"),
    value: chosen,
  };
}

/** Returns a title for a key: its comment, file name or type. */
export const titleOf = ({ key, name }: ChosenKey): string =>
  key.comment || (name ?? "").replace(/\.pub$/, "") || keyKind(key);

/** Asks for the text of a key and shows problems below the box. */
async function paste(title: string): Promise<ChosenKey> {
  const wrong = (text: string): string | undefined => {
    const { problem } = readPublicKeys(text);
    return problem && problemWords(problem);
  };
  const text = await inputText({
    title,
    place: onlyStep(title),
    prompt: l10n.t("Paste the content of the file that ends with .pub"),
    placeholder: l10n.t("ssh-ed25519 AAAA… you@computer"),
    validate: wrong,
  });
  return oneOf(keysOf(readPublicKeys(text)), title);
}

/** Returns the keys of a text. @throws UserError when there is none */
function keysOf(read: KeysRead | "tooLarge" | "unreadable"): readonly PublicKey[] {
  if (typeof read === "string") throw new UserError(problemWords(read));
  if (read.problem !== undefined) throw new UserError(problemWords(read.problem));
  return read.keys;
}

async function oneOf(keys: readonly PublicKey[], title: string, name?: string): Promise<ChosenKey> {
  const [first, second] = keys.map((key): ChosenKey => ({ key, name }));
  if (first && !second) return first;
  return pickOne<ChosenKey>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("{0} keys found. Select one", keys.length),
    choices: keys.map((key) => keyRow({ key, name }, undefined, undefined)),
  });
}

async function browse(): Promise<KeyFile | undefined> {
  const [uri] =
    (await window.showOpenDialog({
      title: l10n.t("Public Key"),
      openLabel: l10n.t("Use Key"),
      defaultUri: Uri.file(keyFolder()),
      filters: { [l10n.t("Public keys")]: ["pub"], [l10n.t("All files")]: ["*"] },
    })) ?? [];
  if (uri === undefined) throw new CancelledError();
  return readKeyFile(uri.fsPath);
}

const shortPath = (file: string): string => {
  const home = homedir();
  return file.startsWith(home + path.sep) ? `~${file.slice(home.length)}` : file;
};
