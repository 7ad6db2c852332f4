import { ATTRIBUTES_SCHEME } from "../../core/addresses/schemes.ts";
import type { Feature } from "../../core/feature.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { onceOpen } from "../../core/lazy/onceOpen.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import type { AdministrationContext } from "./context.ts";
import type { AttributeDocuments } from "./customAttributes/documents.ts";

/** For administrators: users, system hooks, custom attributes. */
export const administration: Feature<AdministrationContext, typeof import("./main.ts")> = {
  commands: ["administration", "customAttribute", "systemHook", "user.create", "user.edit", "user.delete"],
  register(context, load) {
    const { owned, current, log, sessions } = context;
    const view = addView(context, {
      view: VIEWS.administration,
      subjects: ["systemHook", "user", "customAttribute"],
      load: async () => (await load()).openAdministration({ log }),
    });
    owned.add(
      onceOpen(current, log, "The administrator rights", async () =>
        (await load()).followRights({ ...context, views: context.views.all }),
      ),
    );
    const attributes = owned.add(
      new LazyFiles<AttributeDocuments>(
        ATTRIBUTES_SCHEME,
        async (changed) => new (await load()).AttributeDocuments(context, changed),
        { ready: sessions.ready },
      ),
    );
    return { ...context, view, attributes };
  },
};
