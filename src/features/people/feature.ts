import type { Feature } from "../../core/feature.ts";
import { onceOpen } from "../../core/lazy/onceOpen.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { PeopleContext } from "./context.ts";
import { UsersOnDemand } from "./users/onDemand.ts";

/** The current user, the users of a host, cards on mentions, SSH keys. */
export const people: Feature<PeopleContext, typeof import("./main.ts"), Pick<PeopleContext, "mergeRequests">> = {
  commands: ["counts", "sshKey", "sshKeys", "status", "user", "users"],
  register(context, load, { mergeRequests }) {
    const { owned, current, log } = context;
    const users: UsersOnDemand = owned.add(new UsersOnDemand(context, load));
    const view = addView(context, {
      view: VIEWS.people,
      filtered: "forgeline.usersFiltered",
      subjects: ["ownStatus", "sshKey", "user"],
      early: true,
      load: async () => (await load()).openPeople(await users.cards()),
    });
    owned.add(
      onceOpen(current, log, "The own status in the status bar", async () =>
        (await load()).ownStatusBar({
          ...context,
          changes: context.changes.event,
          refreshed: context.views.onDidRefresh,
        }),
      ),
    );
    return { ...context, view, users, mergeRequests };
  },
};
