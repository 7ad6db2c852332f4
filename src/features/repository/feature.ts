import { FILE_SCHEME } from "../../core/addresses/schemes.ts";
import type { Feature } from "../../core/feature.ts";
import { CommentsOnDemand } from "../../core/files/commentsOnDemand.ts";
import type { FileContents } from "../../core/files/fileContents.ts";
import { LazyFiles } from "../../core/lazy/lazyFiles.ts";
import { addView } from "../../core/tree/projectView.ts";
import { VIEWS } from "../../core/views.ts";
import { BlameSwitch } from "./blame/blameSwitch.ts";
import type { RepositoryContext } from "./context.ts";
import type { RepositoryNeeds } from "./needs.ts";

/** The repository on the host: Commits view, files at any ref, commits, comments, blame, submodules. */
export const repository: Feature<RepositoryContext, typeof import("./main.ts"), RepositoryNeeds> = {
  commands: ["blame", "changes", "comment", "commit", "commits", "commitFiles", "commitThisFile", "file", "submodule"],
  register(context, load, needs) {
    const { owned, sessions } = context;
    const view = addView(context, {
      view: VIEWS.commits,
      subjects: ["commit", "pipeline"],
      filtered: "forgeline.commitsFiltered",
      hideRoot: true,
      load: async () => (await load()).openCommits(context),
    });
    // Commits do not change; branches are read again each time a file is opened.
    owned.add(
      new LazyFiles<FileContents>(FILE_SCHEME, async () => new (await load()).FileContents(context), {
        readonly: true,
        ready: sessions.ready,
      }),
    );
    const comments = owned.add(new CommentsOnDemand(async () => new (await load()).CommitComments(context)));
    const blame = owned.add(new BlameSwitch(context, load));
    return { ...context, ...needs, view, comments, blame };
  },
};
