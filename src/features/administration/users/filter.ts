import { l10n } from "vscode";
import type { UserQuery } from "../../../api/resources/userTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { filledText, quoted } from "../../../core/filters/fields.ts";
import { FilterTable } from "../../../core/filters/filterTable.ts";
import { inputText } from "../../../core/ui/form.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { askIdentity } from "./ask.ts";
import { userStateWords } from "./items.ts";

/** Filter of the users in the Administration view, with every parameter for administrators (Part 3, Users). */
export interface AdminUserFilter {
  /** Part of the name, or the complete email address. */
  readonly search?: string;
  /** Exactly this one, in any letter case. */
  readonly username?: string;
  readonly state?: "active" | "blocked";
  readonly twoFactor?: "enabled" | "disabled";
  readonly external?: true;
  /** An identity of another provider; hosts require both or neither. */
  readonly identity?: { readonly provider: string; readonly uid: string };
  /** ISO 8601 */
  readonly createdAfter?: string;
  /** ISO 8601 */
  readonly createdBefore?: string;
  /** Values by key: users with all of them. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Shows custom attributes in the rows. */
  readonly withAttributes?: true;
  /** Default: `id`. */
  readonly orderBy?: "name" | "username" | "created_at" | "updated_at";
  /** Default: descending. */
  readonly sort?: "asc";
}

type Attributes = Readonly<Record<string, string>>;

const entriesOf = (value: unknown): [string, unknown][] =>
  Object.entries(typeof value === "object" && value !== null ? value : {});

export const adminUserFilters = new FilterTable<AdminUserFilter, UserQuery>(
  "adminUserFilter",
  ({ text, choice, flag, moment, custom }) => [
    {
      title: l10n.t("Show only"),
      fields: [
        text("search", {
          name: l10n.t("Text"),
          prompt: l10n.t("Enter part of the name, or the whole email address. Leave empty for any"),
          summary: quoted,
          query: (search) => ({ search }),
        }),
        text("username", {
          name: l10n.t("Username"),
          prompt: l10n.t("Enter the whole username, in any letter case. Leave empty for any"),
          read: (typed) => typed.replace(/^@/, ""),
          summary: (username) => `@${plainText(username, 80)}`,
          query: (username) => ({ username }),
        }),
        choice("state", {
          name: l10n.t("State"),
          values: ["", "active", "blocked"],
          words: (state) => (state === "" ? l10n.t("any") : (userStateWords(state) ?? state)),
          summary: userStateWords,
          // Hosts accept only `true`.
          query: (state) => ({ [state]: true }),
        }),
        choice("twoFactor", {
          name: l10n.t("Two-Factor Authentication"),
          values: ["", "enabled", "disabled"],
          words: (state) => ({ "": l10n.t("any"), enabled: l10n.t("enabled"), disabled: l10n.t("disabled") })[state],
          summary: (state) =>
            state === "enabled"
              ? l10n.t("with two-factor authentication")
              : l10n.t("without two-factor authentication"),
          query: (state) => (state === "" ? {} : { two_factor: state }),
        }),
        flag("external", {
          name: l10n.t("External Users"),
          off: l10n.t("all users"),
          on: l10n.t("only external users"),
          summary: () => l10n.t("external"),
          query: (external) => ({ external }),
        }),
        custom("identity", {
          name: l10n.t("Identity at Another Service"),
          parse: (value) => {
            const given = Object.fromEntries(entriesOf(value));
            const [provider, uid] = [filledText(given["provider"]), filledText(given["uid"])];
            return provider !== undefined && uid !== undefined ? { provider, uid } : undefined;
          },
          ask: ({ value }) => askIdentity(value, true),
          shown: ({ uid, provider }) => l10n.t("{0} at {1}", uid, provider),
          summary: ({ uid, provider }) => l10n.t("{0} at {1}", plainText(uid, 80), plainText(provider, 40)),
          query: ({ uid, provider }) => ({ extern_uid: uid, provider }),
        }),
        moment("createdAfter", {
          name: l10n.t("Created After"),
          shown: (at) => at,
          summary: (at) => l10n.t("created after {0}", plainText(at, 40)),
          query: (at) => ({ created_after: at }),
        }),
        moment("createdBefore", {
          name: l10n.t("Created Before"),
          shown: (at) => at,
          summary: (at) => l10n.t("created before {0}", plainText(at, 40)),
          query: (at) => ({ created_before: at }),
        }),
        custom("attributes", {
          name: l10n.t("Custom Attributes"),
          parse: (value) => {
            const kept = entriesOf(value).filter(
              (pair): pair is [string, string] => pair[0] !== "" && typeof pair[1] === "string",
            );
            return kept.length > 0 ? Object.fromEntries(kept) : undefined;
          },
          ask: async ({ title, place, value = {} }) => {
            const typed = await inputText({
              title,
              place,
              prompt: l10n.t("Enter keys and values, for example team=storm, office=north. Leave empty for any"),
              value: Object.entries(value)
                .map(([key, one]) => `${key}=${one}`)
                .join(", "),
              validate: (now) => (wantedAttributes(now) === undefined ? attributesProblem : undefined),
            });
            const wanted = wantedAttributes(typed);
            if (wanted === undefined) throw new UserError(attributesProblem);
            return wanted;
          },
          shown: attributeWords,
          summary: attributeWords,
          query: (attributes) => ({ custom_attributes: attributes }),
        }),
      ],
    },
    {
      title: l10n.t("Order and Rows"),
      fields: [
        choice("orderBy", {
          name: l10n.t("Order By"),
          values: ["id", "name", "username", "created_at", "updated_at"],
          words: orderWords,
          summary: (order) => l10n.t("ordered by {0}", orderWords(order)),
          late: true,
          query: (order) => ({ order_by: order }),
        }),
        choice("sort", {
          name: l10n.t("Direction"),
          values: ["desc", "asc"],
          words: (sort) => (sort === "asc" ? l10n.t("ascending") : l10n.t("descending")),
          summary: () => l10n.t("oldest or lowest first"),
          late: true,
          query: (sort) => ({ sort }),
        }),
        flag("withAttributes", {
          name: l10n.t("Custom Attributes in the Rows"),
          off: l10n.t("not shown"),
          on: l10n.t("shown"),
          summary: () => l10n.t("with custom attributes"),
          query: (shown) => ({ with_custom_attributes: shown }),
        }),
      ],
    },
  ],
);

const attributesProblem = l10n.t("Enter key=value pairs, separated by commas.");

function orderWords(order: string): string {
  switch (order) {
    case "name":
      return l10n.t("name");
    case "username":
      return l10n.t("username");
    case "created_at":
      return l10n.t("creation");
    case "updated_at":
      return l10n.t("last change");
    default:
      return l10n.t("ID (when they were created)");
  }
}

function attributeWords(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => plainText(`${key}=${value}`, 80))
    .join(", ");
}

/** Parses `team=storm, office=north`; values may contain commas. @returns undefined for any other syntax */
export function wantedAttributes(text: string): Attributes | undefined {
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
