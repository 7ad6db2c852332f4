/** The walkthrough on VS Code's Welcome page. Not loaded at run time: `npm run contributions` writes it into package.json. */
import type { CommandId } from "./commands/commandArgs.ts";
import type { ContextKey } from "./ui/contextKeys.ts";
import type { ViewId } from "./views.ts";

/** What marks a step as done. */
type Completion =
  | `onCommand:${CommandId}`
  | `onContext:${ContextKey}`
  | `onContext:${ContextKey} && ${ContextKey}`
  | `onView:${ViewId}`;

export interface WalkthroughStep {
  readonly id: string;
  readonly title: string;
  /** Paragraphs. A link alone in one is a button. */
  readonly lines: readonly string[];
  /** File in media/walkthrough. */
  readonly picture: string;
  /** What the picture shows, for those who cannot see it. */
  readonly alt: string;
  readonly done: readonly Completion[];
}

/** Returns a link that runs a command. */
const link = (
  title: string,
  command: CommandId | `${ViewId}.focus` | "git.clone",
  ...args: readonly unknown[]
): string => `[${title}](command:${command}${args.length === 0 ? "" : `?${encodeURIComponent(JSON.stringify(args))}`})`;

export const walkthroughTitle = "Get Started with Forgeline";
export const walkthroughDescription = "Pipelines, job logs and merge requests of your host, in five steps.";

export const walkthroughSteps: readonly WalkthroughStep[] = [
  {
    id: "connect",
    title: "Connect to your host",
    lines: [
      "Open a folder with a clone of your project and sign in. Forgeline finds host and project by the repository's remotes.",
      link("Sign In", "forgeline.signIn"),
      `No clone yet? ${link("Clone a repository", "git.clone")}, or ${link("select a project on the host", "forgeline.selectProject")}.`,
    ],
    picture: "connect.png",
    alt: "The Forgeline side bar before signing in: its title names the project and the host, below is the button Sign In.",
    // VS Code ignores a context that is true before its page opens. The second event covers users who are signed in already.
    done: ["onContext:forgeline.signedIn", "onContext:forgeline.signedIn && forgeline.walkthroughOpened"],
  },
  {
    id: "log",
    title: "Follow a job log",
    lines: [
      "Select a job in the Pipelines view. While the job runs, its log follows in the Output panel.",
      link("Open Pipelines", "forgeline.pipelines.focus"),
      `Nothing runs? ${link("Run a pipeline", "forgeline.pipeline.run")} of any branch, with variables.`,
    ],
    picture: "log.png",
    alt: "The Pipelines view with a running job, and its log in the Output panel.",
    done: ["onCommand:forgeline.job.showLog", "onContext:forgeline.followingLogs"],
  },
  {
    id: "fix",
    title: "Fix a failed pipeline",
    lines: [
      "Open the log of a failed job in the editor and go to its first error. The Problems panel leads from the log to the lines of your files. Retry the job when you have pushed the fix.",
      link("Go to First Error", "forgeline.log.showFirstError"),
      `${link("Show the graph", "forgeline.pipeline.showGraph")} or ${link("the test report", "forgeline.pipeline.showTestReport")} of the pipeline.`,
    ],
    picture: "fix.png",
    alt: "The log of a failed job in the editor, at its first error.",
    done: ["onCommand:forgeline.log.showFirstError", "onContext:forgeline.problemsShown"],
  },
  {
    id: "review",
    title: "Review and merge",
    lines: [
      "Open a merge request to see its description, pipeline, approvals and changed files, then approve and merge it without leaving the editor.",
      link("Open Merge Requests", "forgeline.mergeRequests.focus"),
      `Done with your branch? ${link("Create a merge request", "forgeline.mergeRequest.create")}.`,
    ],
    picture: "review.png",
    alt: "The page of a merge request with its actions, pipeline and description.",
    done: ["onCommand:forgeline.mergeRequest.open", "onView:forgeline.mergeRequests"],
  },
  {
    id: "ciFile",
    title: "Write the CI file",
    lines: [
      "In .gitlab-ci.yml, Forgeline completes template names, checks stages, needs and extends as you type, and shows the latest result of each job. Start from one of your host's templates.",
      link("Insert CI Template…", "forgeline.template.insert"),
    ],
    picture: "ciFile.png",
    alt: "The CI file in the editor, with the completion of a template name.",
    done: ["onCommand:forgeline.template.insert"],
  },
];
