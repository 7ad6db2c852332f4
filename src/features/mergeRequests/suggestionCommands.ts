/** Commands on suggestions in comments. */
import { defineCommands } from "../../core/commands/entries.ts";
import { menu, row } from "../../core/commands/menus.ts";
import { equals, ready } from "../../core/commands/when.ts";
import { mergeRequestArgs } from "../../core/mergeRequests/refs.ts";
import { applySuggestion, applySuggestions } from "./commands/applySuggestions.ts";
import { applySuggestionToFile } from "./commands/applyToFile.ts";
import { insertSuggestion } from "./commands/insertSuggestion.ts";
import { suggestionArgs } from "./commands/suggested.ts";
import { replyArgs } from "./commands/threads.ts";
import type { MergeRequestsContext } from "./context.ts";

/** True in threads of merge requests. */
export const inReview = equals("commentController", "forgelineReview");

export const suggestionCommands = defineCommands<MergeRequestsContext>()({
  "forgeline.suggestion.insert": {
    title: "Insert Suggestion",
    icon: "diff",
    args: replyArgs,
    run: insertSuggestion,
    palette: "never",
    menus: [
      menu("comments/commentThread/context", "inline@5", inReview),
      menu("comments/comment/context", "inline@5", inReview, equals("comment", "draft")),
    ],
  },
  "forgeline.suggestion.apply": {
    title: "Apply Suggestion…",
    icon: "git-commit",
    args: suggestionArgs,
    run: applySuggestion,
    palette: "never",
    menus: [menu("comments/comment/title", "inline@3", inReview, equals("comment", /suggestion$/))],
  },
  "forgeline.suggestion.applyToFile": {
    title: "Apply Suggestion to File",
    icon: "go-to-file",
    args: suggestionArgs,
    run: applySuggestionToFile,
    palette: "never",
    menus: [menu("comments/comment/title", "inline@4", inReview, equals("comment", /suggestion$/))],
  },
  "forgeline.suggestion.applySeveral": {
    title: "Apply Suggestions of Merge Request…",
    icon: "git-commit",
    args: mergeRequestArgs,
    run: applySuggestions,
    palette: ready,
    menus: [row("mergeRequests", /^mergeRequest\b/, "2_run@9")],
  },
});
