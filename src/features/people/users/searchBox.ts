import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { Client } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import type { User } from "../../../api/resources/userTypes.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { type Choice, fillBox, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { showBox } from "../../../core/ui/quickInput.ts";
import { typedId } from "../../../core/ui/typedId.ts";
import { userIcon } from "./items.ts";
import { userState } from "./state.ts";

/** The choice: a user, or the text as a filter of the view. */
export type FoundUser =
  | { readonly kind: "user"; readonly user: User }
  | { readonly kind: "narrow"; readonly text: string };

export interface UserSearchOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly client: Client;
  /** Offers to filter the People view by the text, too. */
  readonly narrow?: boolean;
}

const perPage = 50;
/** ms without typing before a request is sent. */
const typingPause = 250;

/** Searches the host's users as you type, by name, `@username` or ID. @throws CancelledError */
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
            label: l10n.t("Filter People View by “{0}”", plainText(text.trim(), 80)),
            iconPath: new ThemeIcon("filter"),
            value: { kind: "narrow", text: text.trim() },
          }
        : undefined;
    const list = fillBox<FoundUser>(box, { title, placeholder, typed }, open, (item) => {
      if (item === again) void read();
    });
    let request = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    open.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      request.abort();
    });
    const read = async (): Promise<void> => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      box.busy = true;
      try {
        const { users, more } = await findUsers(client, box.value.trim(), signal);
        if (signal.aborted) return;
        const note =
          users.length === 0
            ? [separator(l10n.t("No matching users"))]
            : more
              ? [separator(l10n.t("More users found. Type more of the name"))]
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
        request.abort();
        box.busy = true;
        timer = setTimeout(() => void read(), typingPause);
      }),
    );
    void read();
  });
}

interface Users {
  readonly users: readonly User[];
  /** Whether there are further matches. */
  readonly more: boolean;
}

/** @param text part of a name, `@username`, or an ID; empty for all users @throws ApiError */
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
    client.users.get(id, {}, { signal }).catch(noUser),
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

/** Returns undefined for an unknown or hidden user. @throws any other error */
function noUser(error: unknown): undefined {
  if (error instanceof ApiError && (error.kind === "notFound" || error.kind === "forbidden")) return undefined;
  throw error;
}

/** Returns a row that is always shown: the host matches more fields than the row contains. */
const choiceOf = (user: User): Choice<FoundUser> => ({
  label: plainText(user.name, 120) || plainText(user.username, 120),
  description: [`@${plainText(user.username, 120)}`, user.state === "active" ? undefined : userState(user.state)]
    .filter((part) => part !== undefined)
    .join(" · "),
  iconPath: userIcon(user.state),
  alwaysShow: true,
  value: { kind: "user", user },
});
