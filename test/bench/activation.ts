/**
 * How long VS Code takes to load and activate the extension, in turn with an empty one in the same run.
 *
 *     npm run build && npm run bench -- activation [--runs N] [FOLDER…]
 *
 * Each measurement is a window of its own, so nothing is loaded yet; the time is that of `Extension.activate()` in the extension host.
 * A FOLDER is another build to compare with: it holds `package.json`, `package.nls.json`, `dist` and `media`. Folders need different
 * names.
 */
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { startEditorServer } from "../../tools/editor.ts";
import { root } from "../../tools/root.ts";
import { Scope } from "../../tools/scope.ts";
import { openBrowser } from "../support/browser.ts";
import { median, quantile, result } from "./results.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { runs: { type: "string", default: "21" } },
});

interface Variant {
  readonly name: string;
  /** Folder of the extension. */
  readonly at: string;
}

async function emptyExtension(folder: string): Promise<Variant> {
  const at = path.join(folder, "empty");
  await mkdir(at);
  const manifest = {
    publisher: "forgeline",
    name: "measured",
    version: "1.0.0",
    type: "module",
    main: "./extension.js",
    engines: { vscode: "^1.105.0" },
    activationEvents: [],
  };
  await writeFile(path.join(at, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(at, "extension.js"), "export function activate() {}\n");
  return { name: "an empty extension", at };
}

/** A build under another name that VS Code does not activate by itself. */
async function build(folder: string, from: string, name: string): Promise<Variant> {
  const at = path.join(folder, name.replaceAll(" ", "-"));
  await mkdir(at);
  const manifest = JSON.parse(await readFile(path.join(from, "package.json"), "utf8")) as Record<string, unknown>;
  await writeFile(
    path.join(at, "package.json"),
    JSON.stringify({ ...manifest, publisher: "forgeline", name: "measured", activationEvents: [] }),
  );
  await cp(path.join(from, "package.nls.json"), path.join(at, "package.nls.json"));
  await cp(path.join(from, "dist"), path.join(at, "dist"), { recursive: true });
  await symlink(path.join(from, "media"), path.join(at, "media"));
  return { name, at };
}

/** Runs in the extension host, from its text alone. */
async function measure(): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- the module that VS Code runs is CommonJS
  const vscode = require("vscode") as typeof import("vscode");
  const extension = vscode.extensions.getExtension("forgeline.measured");
  const wasActive = extension?.isActive;
  const start = performance.now();
  await extension?.activate();
  const ms = performance.now() - start;
  await fetch(`${process.env["FORGELINE_BENCH"] ?? ""}/`, { method: "POST", body: JSON.stringify({ ms, wasActive }) });
}

/** What windows answer, one after the other. */
class Answers {
  #waiting: { readonly resolve: (ms: number) => void; readonly reject: (error: Error) => void } | undefined;

  next(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  async listen(owner: Scope): Promise<number> {
    const server = createServer((request, response) => {
      void (async () => {
        const { ms, wasActive } = (await json(request)) as { ms: number; wasActive?: boolean };
        response.end();
        if (wasActive === false) this.#waiting?.resolve(ms);
        else this.#waiting?.reject(new Error("The extension is missing, or was active before it was measured"));
      })();
    });
    await owner.use({ [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  }
}

const scope = new Scope();
scope.endOnSignals();
try {
  const folder = await scope.folder("forgeline-activation-");
  const variants = [
    await emptyExtension(folder),
    await build(folder, root, "this build"),
    ...(await Promise.all(positionals.map((other) => build(folder, path.resolve(other), path.basename(other))))),
  ];
  const probe = path.join(folder, "probe.cjs");
  await writeFile(probe, `exports.run = ${measure.toString()};`);
  const workspace = path.join(folder, "workspace");
  await mkdir(workspace);

  const answers = new Answers();
  const port = await answers.listen(scope);
  const editor = await startEditorServer(scope, {
    settings: { "git.enabled": false },
    env: { FORGELINE_BENCH: `http://127.0.0.1:${port}` },
  });
  const context = await openBrowser(scope, { standInForFront: true });
  const remote = (file: string): string => `vscode-remote://${new URL(editor.url).host}${file}`;
  const times = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (let run = 0; run < Number(values.runs); run++) {
    for (const { name, at } of variants) {
      const payload = [
        ["extensionDevelopmentPath", remote(at)],
        ["extensionTestsPath", remote(probe)],
      ];
      const page = await context.newPage();
      const answer = answers.next();
      await page.goto(
        `${editor.url}/?${new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) }).toString()}`,
      );
      times.get(name)?.push(await answer);
      await page.close();
    }
  }
  const [, empty = []] = [...times][0] ?? [];
  const spread = (measured: readonly number[]): string =>
    `quartiles ${quantile(measured, 0.25).toFixed(1)} to ${quantile(measured, 0.75).toFixed(1)} ms, ${measured.length} runs`;
  for (const [name, measured] of times) result({ name, value: median(measured), unit: "ms", note: spread(measured) });
  const beside = median(times.get("this build") ?? []) / median(empty);
  result({ name: "this build beside an empty extension", value: beside, unit: "×", goal: "≤ 2", met: beside <= 2 });
} finally {
  await scope[Symbol.asyncDispose]();
}
