import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { momentOf } from "../../../core/pipelines/filterFields.ts";
import { type FilterField, filterMenu } from "../../../core/ui/filterMenu.ts";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import type { AdministrationContext } from "../context.ts";
import { askIdentity, placeOf } from "./ask.ts";
import {
  type AdminUserFilter,
  toAdminUserFilter,
  twoFactorStates,
  userDirections,
  userOrders,
  userStates,
} from "./filter.ts";
import { attributeWords, userOrderWords } from "./filterText.ts";
import type { AdminUsers } from "./folder.ts";
import { userStateWords } from "./items.ts";

type Key = keyof AdminUserFilter;
type Field = FilterField<AdminUserFilter>;

/** A menu of what the users of the Administration view can be narrowed to: all that the documents let administrators ask for (Part 3, Users). */
export async function filter(context: AdministrationContext): Promise<void> {
  context.current.require();
  const users = await shownUsers(context);
  await filterMenu<AdminUserFilter>({
    title: l10n.t("Filter Users"),
    current: () => users?.filter ?? {},
    set: async (next) => users?.setFilter(next),
    none: {},
    groups: [
      { title: l10n.t("Show only"), fields: narrowing() },
      { title: l10n.t("Order and Rows"), fields: ordering() },
    ],
  });
}

/** Shows all users again. */
export async function clearFilter(context: AdministrationContext): Promise<void> {
  await (await shownUsers(context))?.setFilter({});
}

const shownUsers = async (context: AdministrationContext): Promise<AdminUsers | undefined> =>
  (await context.view.load())?.users;

function narrowing(): Field[] {
  return [
    typed("search", l10n.t("Text"), l10n.t("Part of the name, or the whole e-mail address. Leave it empty for any")),
    typed(
      "username",
      l10n.t("Username"),
      l10n.t("Exactly this username, in any letter case. Leave it empty for any"),
      (text) => text.replace(/^@/, ""),
    ),
    choice({
      key: "state",
      name: l10n.t("State"),
      values: ["", ...userStates],
      words: (state) => (state === "" ? l10n.t("any") : (userStateWords(state) ?? state)),
    }),
    choice({
      key: "twoFactor",
      name: l10n.t("Two-Factor Authentication"),
      values: ["", ...twoFactorStates],
      words: (state) => (state === "" ? l10n.t("any") : state === "enabled" ? l10n.t("enabled") : l10n.t("disabled")),
    }),
    flag("external", l10n.t("External Users"), l10n.t("all users"), l10n.t("only external ones")),
    identityField(),
    moment("createdAfter", l10n.t("Created After")),
    moment("createdBefore", l10n.t("Created Before")),
    attributesField(),
  ];
}

function ordering(): Field[] {
  return [
    choice({ key: "orderBy", name: l10n.t("Order By"), values: userOrders, words: userOrderWords }),
    choice({
      key: "sort",
      name: l10n.t("Direction"),
      values: userDirections,
      words: (value) => (value === "asc" ? l10n.t("ascending") : l10n.t("descending")),
    }),
    flag("withAttributes", l10n.t("Custom Attributes in the Rows"), l10n.t("not shown"), l10n.t("shown")),
  ];
}

/** The filter with one field set; a default or an empty text leaves it out. */
const withValue = (current: AdminUserFilter, key: Key, value: unknown): AdminUserFilter =>
  toAdminUserFilter({ ...current, [key]: value });
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A field with a few values, of which the first is the default. */
function choice({
  key,
  name,
  values,
  words,
}: {
  readonly key: "state" | "twoFactor" | "orderBy" | "sort";
  readonly name: string;
  readonly values: readonly string[];
  readonly words: (value: string) => string;
}): Field {
  const [usual = ""] = values;
  return {
    name,
    otherwise: words(usual),
    shown: (current) => current[key] && words(current[key]),
    change: async (current) => {
      const value = await pickOne<string>({
        title: name,
        place: placeOf(name),
        choices: values.map((one) => ({ label: capital(words(one)), value: one })),
        active: (one) => one === (current[key] ?? usual),
      });
      return withValue(current, key, value);
    },
    clear: (current) => withValue(current, key, undefined),
  };
}

/** Enter turns it on and off. */
function flag(key: "external" | "withAttributes", name: string, off: string, on: string): Field {
  return {
    name,
    otherwise: off,
    shown: (current) => (current[key] === true ? on : undefined),
    change: (current) => withValue(current, key, current[key] !== true),
    clear: (current) => withValue(current, key, undefined),
  };
}

function typed(key: "search" | "username", name: string, prompt: string, read = (text: string): string => text): Field {
  return {
    name,
    otherwise: l10n.t("any"),
    shown: (current) => current[key],
    change: async (current) =>
      withValue(
        current,
        key,
        read((await inputText({ title: name, place: placeOf(name), prompt, value: current[key] ?? "" })).trim()),
      ),
    clear: (current) => withValue(current, key, undefined),
  };
}

function moment(key: "createdAfter" | "createdBefore", name: string): Field {
  const read = (text: string): string => momentOf(text, Date.now()) ?? "";
  return {
    name,
    otherwise: l10n.t("any"),
    shown: (current) => current[key],
    change: async (current) => {
      const text = await inputText({
        title: name,
        place: placeOf(name),
        prompt: l10n.t(
          "A date (2026-01-31), date and time (2026-01-31 18:00), or how long ago (90min, 12h, 3d, 2w). Leave it empty for any",
        ),
        value: current[key] ?? "",
        validate: (now) =>
          now.trim() === "" || read(now) !== ""
            ? undefined
            : l10n.t("This is no date, as 2026-01-31, and no time ago, as 3d."),
      });
      return withValue(current, key, read(text));
    },
    clear: (current) => withValue(current, key, undefined),
  };
}

function identityField(): Field {
  return {
    name: l10n.t("Identity at Another Service"),
    otherwise: l10n.t("any"),
    shown: ({ identity }) => identity && l10n.t("{0} at {1}", identity.uid, identity.provider),
    change: async (current) => withValue(current, "identity", await askIdentity(current.identity, true)),
    clear: (current) => withValue(current, "identity", undefined),
  };
}

function attributesField(): Field {
  const name = l10n.t("Custom Attributes");
  return {
    name,
    otherwise: l10n.t("any"),
    shown: ({ attributes }) => attributes && attributeWords(attributes),
    change: async (current) => {
      const text = await inputText({
        title: name,
        place: placeOf(name),
        prompt: l10n.t("Keys and values that users have, as team=storm, office=north. Leave it empty for any"),
        value: Object.entries(current.attributes ?? {})
          .map(([key, value]) => `${key}=${value}`)
          .join(", "),
        validate: (now) =>
          wantedAttributes(now) === undefined
            ? l10n.t("Write each as key=value, with commas between them.")
            : undefined,
      });
      const wanted = wantedAttributes(text);
      if (wanted === undefined) throw new UserError(l10n.t("Write each as key=value, with commas between them."));
      return withValue(current, "attributes", wanted);
    },
    clear: (current) => withValue(current, "attributes", undefined),
  };
}

/** `team=storm, office=north` as values by key, in which commas may be; undefined for what is not written so. */
export function wantedAttributes(text: string): Readonly<Record<string, string>> | undefined {
  const parts = text
    .split(/,(?=[^,=]+=)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const pairs = parts.map((part) => {
    const at = part.indexOf("=");
    return at <= 0 ? undefined : ([part.slice(0, at).trim(), part.slice(at + 1).trim()] as const);
  });
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined;
}
