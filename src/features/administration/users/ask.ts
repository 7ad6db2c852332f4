import { l10n, ThemeIcon, window } from "vscode";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { GoBack, onlyStep } from "../../../core/ui/quickInput.ts";
import {
  type ChosenPassword,
  fieldProblem,
  isNumber,
  type NumberField,
  type PasswordWay,
  passwordWays,
  type TextField,
  type UserDraft,
  type FlagField,
} from "./fields.ts";
import { fieldName, fieldPrompt, wayMeaning, wayName } from "./labels.ts";

/** Validates the text of a field. @param required whether a number must not be empty @returns the problem in words */
export function problemWords(field: TextField | NumberField, text: string, required = false): string | undefined {
  if (required && isNumber(field) && text.trim() === "") return l10n.t("Enter a whole number.");
  switch (fieldProblem(field, text)) {
    case "empty":
      return l10n.t("{0} cannot be empty.", fieldName(field));
    case "address":
      return l10n.t("Enter a valid email address, for example ana@example.com.");
    case "number":
      return l10n.t("Enter a whole number.");
    case undefined:
      return undefined;
  }
}

/** Asks for yes or no. @throws CancelledError, GoBack */
export function askFlag(field: FlagField, now: boolean | undefined): Promise<boolean> {
  const title = fieldName(field);
  return pickOne<boolean>({
    title,
    place: onlyStep(title),
    placeholder: fieldPrompt(field),
    choices: [
      { label: l10n.t("Yes"), iconPath: new ThemeIcon("check"), value: true },
      { label: l10n.t("No"), iconPath: new ThemeIcon("circle-slash"), value: false },
    ],
    active: (value) => value === (now ?? false),
  });
}

/** Asks how the user gets a password. @throws CancelledError, GoBack */
export function askPasswordWay(now: PasswordWay | undefined): Promise<PasswordWay> {
  const title = l10n.t("Password");
  return pickOne<PasswordWay>({
    title,
    place: onlyStep(title),
    placeholder: l10n.t("Select how the user gets a password"),
    choices: passwordWays.map((way) => ({
      label: wayName(way),
      detail: wayMeaning(way),
      iconPath: new ThemeIcon(way === "typed" ? "key" : way === "random" ? "lock" : "mail"),
      value: way,
    })),
    active: (way) => way === now,
  });
}

export const typedPassword = {
  title: (): string => l10n.t("Password"),
  prompt: (): string => l10n.t("Enter a password of at least 8 characters. It is not stored by Forgeline"),
  problem: (text: string): string | undefined => (text === "" ? l10n.t("Enter a password.") : undefined),
};

/** Asks how the user gets a password, and for a typed one, which is not stored. @throws CancelledError, GoBack */
export async function askPassword(now: ChosenPassword | undefined): Promise<ChosenPassword> {
  const way = await askPasswordWay(now?.way);
  if (way !== "typed") return { way };
  const title = typedPassword.title();
  const text = await inputText({
    title,
    place: onlyStep(title),
    prompt: typedPassword.prompt(),
    value: now?.text ?? "",
    password: true,
    validate: typedPassword.problem,
  });
  return { way, text };
}

/** Asks for an identity of another provider; undefined for none. @throws CancelledError, GoBack */
export async function askIdentity(now: UserDraft["identity"], optional: boolean): Promise<UserDraft["identity"]> {
  const title = l10n.t("Identity");
  const provider = await inputText({
    title,
    place: onlyStep(title),
    prompt: optional
      ? l10n.t("Enter the name of the identity provider, for example ldapmain or saml. Leave empty for none")
      : l10n.t("Enter the name of the identity provider, for example ldapmain or saml"),
    value: now?.provider ?? "",
    validate: (text) => (optional || text.trim() !== "" ? undefined : l10n.t("Enter a name.")),
  });
  if (provider.trim() === "") return undefined;
  const uid = await inputText({
    title,
    place: onlyStep(title),
    prompt: l10n.t("Enter the user's ID at {0}", provider.trim()),
    value: now?.uid ?? "",
    validate: (text) => (text.trim() === "" ? l10n.t("Enter an ID.") : undefined),
  });
  return { provider: provider.trim(), uid: uid.trim() };
}

/** Asks for an image file. @returns its path @throws GoBack when none is chosen */
export async function askPicture(): Promise<string> {
  const chosen = await window.showOpenDialog({
    canSelectMany: false,
    openLabel: l10n.t("Use as Avatar"),
    filters: { [l10n.t("Pictures")]: ["png", "jpg", "jpeg", "gif", "webp", "bmp", "ico"] },
  });
  const [file] = chosen ?? [];
  if (!file) throw new GoBack();
  return file.fsPath;
}

const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
  ico: "image/x-icon",
};

/** Returns the media type of an image by its file extension. */
export const pictureType = (file: string): string =>
  types[file.slice(file.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";
