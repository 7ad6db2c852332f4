/** One window of VS Code that runs its share of test/host, with its own local service, clone and simulated user. */
import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Editor, startEditorServer } from "../../tools/editor.ts";
import type { EditorKind } from "../../tools/install/editor.mjs";
import { root } from "../../tools/root.ts";
import type { Scope } from "../../tools/scope.ts";
import { startServiceProject } from "../../tools/serviceProject.ts";
import { openBrowser } from "./browser.ts";
import { runDesktop } from "./desktop.ts";
import { type HostWorkspaceKind, openHostWorkspace } from "./hostWorkspaces.ts";
import { figuresVariable, longVariable } from "./long.ts";
import { act, picturePath, screenshot } from "./person.ts";
import { addResult, briefVariable, partVariable, resultsFolder, resultsVariable } from "./results.ts";
import { checkSecrets, keptByBrowser, type Traces } from "./secretCheck.ts";
import { seedVariable } from "./seed.ts";
import { openTestLine, type Request } from "./testLine.ts";
import { describeWindow, WindowHangs } from "./windowState.ts";

export interface HostWindowOptions {
  /** Names the run's folder in out/logs. */
  readonly name: string;
  /** Names the window in pictures and logs: which share of the suites it begins with, counted from 0. */
  readonly share: number;
  readonly workspace: HostWorkspaceKind;
  /** The file that VS Code runs. */
  readonly index: string;
  readonly grep: string | undefined;
  readonly vscode: EditorKind;
  /** The desktop editor to use instead of VS Code's server: a path, or `download`. */
  readonly desktop: string | undefined;
  /** Hands out the window's suites, one after the other. */
  readonly nextSuite: () => string | undefined;
}

/** ms without an event after which a window counts as hanging: a suite's hooks and its first test may take a minute each. */
const longestSilence = 240_000;

/** Runs the share to its end. @throws Error when the window ends before, or takes too long */
export async function runHostWindow(
  scope: Scope,
  { name, share, workspace, index, grep, vscode, desktop, nextSuite }: HostWindowOptions,
  tooLong: Promise<never>,
): Promise<void> {
  // Features that a suite does not test would run as well, and take a tenth of the time.
  const project = await startServiceProject(scope, { concurrent: 0 });
  const { open, settings } = await openHostWorkspace(scope, workspace, project);
  const seen = { tests: 0, failures: 0, ended: false };
  const pictures: unknown[] = [];
  /** Screenshot of a failed request, taken before the test fails, since its hooks close what is open. */
  let stuck: Promise<string> | undefined;
  const keepPicture = async (name: string): Promise<void> => {
    const taken = await stuck;
    stuck = undefined;
    if (taken === undefined) await front.person?.screenshot(name);
    else await rename(taken, picturePath(name));
  };
  const front: {
    person?: {
      act(request: Request): Promise<string | undefined>;
      screenshot(name: string): Promise<string>;
      describe(): Promise<string>;
    };
  } = {};
  const silence = new Silence(longestSilence);
  const line = await openTestLine(scope, {
    onEvent: (event) => {
      silence.breaks();
      if (event.type === "test") seen.tests += 1;
      if (event.type === "end") seen.ended = true;
      else if (event.failed) {
        seen.failures += 1;
        pictures.push(keepPicture(`${name}-${event.title}`).catch(() => undefined));
      }
    },
    onRequest: async (request) => {
      silence.breaks();
      if (front.person === undefined) throw new Error("Nobody sits in front of a desktop window");
      const { person } = front;
      return person.act(request).catch(async (error: unknown) => {
        stuck = person.screenshot(`stuck-${name}-${share}`);
        await stuck.catch(() => undefined);
        const told = error instanceof Error ? error : new Error(String(error));
        told.message += `\n${await person.describe()}`;
        throw told;
      });
    },
    nextSuite,
  });
  // Short: sockets have at most 108 bytes of path.
  const temporary = await scope.folder("w-");
  const shown = join(temporary, "shown");
  const env = {
    FORGELINE_SERVICE: project.service.url,
    FORGELINE_TEST_PORT: String(line.port),
    FORGELINE_TEST_SHOWN: shown,
    FORGELINE_TEST_NAME: name,
    [resultsVariable]: resultsFolder,
    TMPDIR: temporary,
    ...(grep === undefined ? {} : { FORGELINE_TEST_GREP: grep }),
    ...Object.fromEntries(
      [longVariable, figuresVariable, seedVariable, partVariable, briefVariable].flatMap((name) => {
        const value = process.env[name];
        return value === undefined ? [] : [[name, value] as const];
      }),
    ),
  };
  if (desktop !== undefined) {
    await Promise.race([
      runDesktop(scope, { editor: desktop, tests: index, folder: project.folder, settings, env }),
      tooLong,
    ]);
    return;
  }
  const editor = await startEditorServer(scope, { vscode, settings, env, few: true });
  const context = await openBrowser(scope, { standInForFront: true, dialogsInTests: true, unpainted: true });
  const page = await context.newPage();
  const complaints = complaintsIn(page);
  let console = "";
  page.on("console", (message) => (console += `${message.text()}\n`));
  let hang: (error: WindowHangs) => void = () => undefined;
  const hangs = new Promise<never>((_resolve, reject) => (hang = reject));
  // The window may hang before it is waited for.
  hangs.catch(() => undefined);
  front.person = {
    act: (request) => act(context, page, request),
    screenshot: (name) => screenshot(page, name),
    describe: () =>
      describeWindow(page).catch((error: unknown) => {
        if (error instanceof WindowHangs) hang(error);
        throw error;
      }),
  };
  const remote = (path: string): string => `vscode-remote://${new URL(editor.url).host}${path}`;
  const payload = [
    ["extensionDevelopmentPath", remote(root)],
    ["extensionTestsPath", remote(index)],
    // What is only logged for those who look for a mistake must be free of secrets too.
    ["logLevel", "forgeline.forgeline=trace"],
  ];
  const stopped = (what: Promise<unknown>, why: string): Promise<never> =>
    what.then(() => Promise.reject(new Error(why)));
  try {
    await page.goto(`${editor.url}/?${new URLSearchParams({ ...open, payload: JSON.stringify(payload) }).toString()}`);
    await Promise.race([
      line.closed,
      stopped(editor.process.exited, "VS Code's server ended"),
      stopped(page.waitForEvent("crash", { timeout: 0 }), "The window crashed"),
      silence.tooLong.then(async () => {
        throw new Error(
          `The window has said nothing for ${longestSilence / 1000} s. Its processes:\n${await editor.process.processes()}`,
        );
      }),
      hangs,
      tooLong,
    ]);
  } catch (error) {
    await screenshot(page, `${name}-window-${share}`).catch(() => undefined);
    seen.failures += 1;
    throw error;
  } finally {
    silence.end();
    for (const error of complaints) addResult(name, "package.json contributes what VS Code takes", error);
    if (seen.tests === 0) addResult(name, `window ${share + 1} (${workspace}) runs tests`, "It ran none.");
    if (seen.ended) {
      const traces = async (): Promise<Traces> => ({
        secrets: await project.service.control.secrets(),
        folders: { "the editor's folder": editor.home, workspace: project.folder, "temporary folder": temporary },
        shown,
        kept: await keptByBrowser(page),
        console,
      });
      await checkSecrets(name, `window ${share + 1} (${workspace})`, traces);
    }
    await Promise.all(pictures);
    if (seen.failures > 0 || !seen.ended) await showLogs(editor, join("out/logs", name, String(share)));
  }
}

/**
 * VS Code's console warnings about contributions of package.json: a proposed menu, an entry without a command.
 * The oldest version here has no proposed API, see install/editor.mjs.
 */
function complaintsIn(page: Page): ReadonlySet<string> {
  const complaints = new Set<string>();
  page.on("console", (message) => {
    const [complaint] = /\[forgeline\.forgeline\]: .*/.exec(message.text()) ?? [];
    if (complaint !== undefined) complaints.add(complaint);
  });
  return complaints;
}

/** Fails when there is no event for too long, counted from the first one, since a window takes time to open. */
class Silence {
  readonly tooLong: Promise<void>;
  readonly #longest: number;
  #say: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param longest ms */
  constructor(longest: number) {
    this.#longest = longest;
    this.tooLong = new Promise((resolve) => (this.#say = resolve));
  }

  breaks(): void {
    this.end();
    this.#timer = setTimeout(this.#say, this.#longest).unref();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

async function showLogs(editor: Editor, to: string): Promise<void> {
  await editor.copyLogs(join(root, to));
  console.log(`\n  The editor's logs are in ${to}, pictures in out/screenshots.`);
}
