import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { UserSummary } from "../../../api/resources/userTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { type Choice, fillBox, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { showBox } from "../../../core/ui/quickInput.ts";
import { typedId } from "../../../core/ui/typedId.ts";
import { userIcon } from "./items.ts";
import { userState } from "./state.ts";

/** What was chosen: a user, or to narrow the view to the text. */
export type FoundUser =
  | { readonly kind: "user"; readonly user: UserSummary }
  | { readonly kind: "narrow"; readonly text: string };

export interface UserSearchOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly client: Client;
  /** Whether the People view can be narrowed to the text, too. */
  readonly narrow?: boolean;
}

const perPage = 50;
/** ms without a key after which the host is asked. */
const typingPause = 250;

/** Finds users by the host while one types: by name, `@username` or number. @throws CancelledError */
export async function searchUsers({
  title,
  placeholder,
  client,
  narrow = false,
}: UserSearchOptions): Promise<FoundUser> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<FoundUser>(box, { title }, (open) => {
    const again: QuickPickItem = { label: l10n.t("Try Again"), iconPath: new ThemeIcon("warning"), alwaysShow: true };
    const typed = (text: string): Choice<FoundUser> | undefined =>
      narrow && text.trim() !== ""
        ? {
            label: l10n.t("Narrow the People View to “{0}”", plainText(text.trim(), 80)),
            iconPath: new ThemeIcon("filter"),
            value: { kind: "narrow", text: text.trim() },
          }
        : undefined;
    const list = fillBox<FoundUser>(box, { title, placeholder, typed }, open, (item) => {
      if (item === again) void read();
    });
    let asking = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    open.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      asking.abort();
    });
    const read = async (): Promise<void> => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      box.busy = true;
      try {
        const { users, more } = await findUsers(client, box.value.trim(), signal);
        if (signal.aborted) return;
        const note =
          users.length === 0
            ? [separator(l10n.t("No user fits"))]
            : more
              ? [separator(l10n.t("There are more: type more of the name"))]
              : [];
        list.show([...users.map(choiceOf), ...note]);
      } catch (error) {
        if (signal.aborted || isCancelled(error)) return;
        again.detail = describeError(error).message;
        list.show([], [again]);
      }
      box.busy = false;
    };
    open.store.add(
      box.onDidChangeValue(() => {
        clearTimeout(timer);
        // What is still asked for is of no use any more.
        asking.abort();
        box.busy = true;
        timer = setTimeout(() => void read(), typingPause);
      }),
    );
    void read();
  });
}

interface Users {
  readonly users: readonly UserSummary[];
  /** The host has others that fit. */
  readonly more: boolean;
}

/** @param text part of a name, a user name after `@`, or a number; all users when empty. @throws ApiError */
async function findUsers(client: Client, text: string, signal: AbortSignal): Promise<Users> {
  const name = text.replace(/^@/, "");
  if (name === "") return listed(client, {}, signal);
  if (name !== text) {
    const exact = await listed(client, { username: name }, signal);
    return exact.users.length > 0 ? exact : listed(client, { search: name }, signal);
  }
  const id = typedId(text);
  if (id === undefined) return listed(client, { search: text }, signal);
  const [numbered, found] = await Promise.all([
    client.users.get(id, {}, { signal }).catch(nobody),
    listed(client, { search: text }, signal),
  ]);
  return numbered ? { ...found, users: [numbered, ...found.users.filter((user) => user.id !== numbered.id)] } : found;
}

async function listed(
  client: Client,
  query: { readonly username?: string; readonly search?: string },
  signal: AbortSignal,
): Promise<Users> {
  const { items, next } = await client.users.list(query, { perPage, signal }).page();
  return { users: items, more: next !== undefined };
}

/** No user has the number, or none that the account may see. */
function nobody(error: unknown): undefined {
  if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "forbidden")) return undefined;
  throw error;
}

/** The host has matched already, by more than what is shown: no row is left out here. */
const choiceOf = (user: UserSummary): Choice<FoundUser> => ({
  label: plainText(user.name, 120) || plainText(user.username, 120),
  description: [`@${plainText(user.username, 120)}`, user.state === "active" ? undefined : userState(user.state)]
    .filter((part) => part !== undefined)
    .join(" · "),
  iconPath: userIcon(user.state),
  alwaysShow: true,
  value: { kind: "user", user },
});
