/** The only git that is given a token: it reads no settings that lead it elsewhere, start programs or write traces. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WikiRepository } from "../../../../../src/features/wiki/repository/repository.ts";
import { gitOnPath } from "../../../../support/gitOnPath.ts";
import { SecretSearch } from "../../../../support/secretSearch.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";
import { startWiki, type WikiService } from "./wikiService.ts";

/** Has git write its settings and variables to a file. */
const tracing = `[trace2]\n\teventTarget = $folder/ran-trace\n\tconfigParams = http.*\n\tenvVars = ${Array.from({ length: 20 }, (_, at) => `GIT_CONFIG_VALUE_${at}`).join()}\n`;

/**
 * Configurations of the user or the system, which alone could apply: the clone is a folder of ours. `$other` is another
 * server, `$program` a program that notes what it was given.
 */
const rows: readonly (readonly [
  what: string,
  config: string,
  more?: { readonly redirects?: true; readonly variable?: "GIT_CONFIG_SYSTEM" },
])[] = [
  [
    "url.insteadOf for the host and its wikis",
    '[url "$other/"]\n\tinsteadOf = $host/\n[url "$other/x.git"]\n\tinsteadOf = $wiki\n',
  ],
  ["url.insteadOf with the host as its user", '[url "$posing/"]\n\tinsteadOf = $host/\n'],
  [
    "a redirect, where redirects are allowed",
    '[http]\n\tfollowRedirects = true\n[http "$host/"]\n\tfollowRedirects = true\n',
    { redirects: true },
  ],
  [
    "proxies, helpers, hooks and other programs, traces, and a template with settings",
    `${tracing}[init]\n\ttemplateDir = $folder/template\n[http]\n\tproxy = $other\n[http "$host/"]\n\tproxy = $other\n[remote "origin"]\n\tproxy = $other\n[credential]\n\thelper = $program\n[credential "$host"]\n\thelper = $program\n[core]\n\taskPass = $program\n\tsshCommand = $program\n\tgitProxy = $program\n\tfsmonitor = $program\n\thooksPath = $folder/hooks\n\talternateRefsCommand = $program\n`,
  ],
  [
    "url.insteadOf with a program",
    '[protocol "ext"]\n\tallow = always\n[url "ext::$program "]\n\tinsteadOf = $host/\n',
  ],
  ["url.insteadOf with SSH", '[core]\n\tsshCommand = $program\n[url "ssh://git@elsewhere/"]\n\tinsteadOf = $host/\n'],
  [
    "a proxy and traces for all users",
    `${tracing}[remote "origin"]\n\tproxy = $other\n`,
    { variable: "GIT_CONFIG_SYSTEM" },
  ],
];

describe("the git of a wiki, with a token", () => {
  let folder: string;
  let at: WikiService;
  let elsewhere: Server;
  let search: SecretSearch;
  const arrived: string[] = [];
  before(async () => {
    at = await startWiki();
    elsewhere = createServer((request, response) => {
      arrived.push(`${request.method ?? ""} ${request.url ?? ""} ${JSON.stringify(request.rawHeaders)}`);
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="elsewhere"' }).end();
    });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    search = new SecretSearch([{ kind: "token", value: at.token }]);
  });
  beforeEach(() => {
    folder = temporaryFolder();
    arrived.length = 0;
  });
  afterEach(async () => {
    delete process.env["GIT_CONFIG_GLOBAL"];
    delete process.env["GIT_CONFIG_SYSTEM"];
    await at.service.control.clearFaults();
  });
  after(async () => {
    elsewhere.closeAllConnections();
    elsewhere.close();
    await at[Symbol.asyncDispose]();
  });

  const otherUrl = (): string => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const open = (instance: string, url: string, token?: string) =>
    new WikiRepository({
      folder: join(folder, "clone"),
      url,
      program: gitOnPath,
      access: () => Promise.resolve({ instance, token, proxy: undefined, verify: true }),
    });

  for (const [what, config, { variable = "GIT_CONFIG_GLOBAL", redirects } = {}] of rows)
    it(`stays with the host: ${what}`, async () => {
      const other = otherUrl();
      const { url: wiki, token } = at;
      const { url } = at.service;
      const program = join(folder, "program");
      const posing = other.replace("//", `//${encodeURIComponent(url)}@`);
      const values: Readonly<Record<string, string>> = { other, host: url, wiki, program, folder, posing };
      // Says what it was given, and its environment.
      const script = `#!/bin/sh\n{ echo "$0 $*"; env; timeout 1 cat; } >> '${folder}/ran-'$$ 2>&1\n`;
      await mkdir(join(folder, "hooks"));
      await mkdir(join(folder, "template"));
      await writeFile(join(folder, "template/config"), `[remote "origin"]\n\tproxy = ${other}\n`);
      for (const file of [
        program,
        join(folder, "hooks/reference-transaction"),
        join(folder, "hooks/post-index-change"),
      ]) {
        await writeFile(file, script);
        await chmod(file, 0o755);
      }
      await writeFile(
        join(folder, "config"),
        config.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? assert.fail(name)),
      );
      process.env[variable] = join(folder, "config");
      if (redirects === true)
        await at.service.control.fault({
          path: "\\.wiki\\.git/",
          status: 302,
          headers: { location: `${other}/x.wiki.git/info/refs?service=git-upload-pack` },
        });
      const ended = await open(url, wiki, token)
        .fetch()
        .then(
          () => "fetched",
          () => "failed",
        );
      assert.equal(ended, redirects === true ? "failed" : "fetched");
      assert.deepEqual(arrived, [], "the other server was asked");
      const ran = (await readdir(folder)).filter((name) => name.startsWith("ran-"));
      for (const name of ran)
        assert.deepEqual(search.in(await readFile(join(folder, name))), [], "a program was given the token");
    });

  it("keeps the user's settings of connections to the host", async () => {
    await writeFile(join(folder, "config"), `[http "${otherUrl()}/"]\n\tuserAgent = of-the-user\n`);
    process.env["GIT_CONFIG_GLOBAL"] = join(folder, "config");
    await assert.rejects(open(otherUrl(), `${otherUrl()}/x.wiki.git`).fetch());
    assert.match(arrived[0] ?? "", /"User-Agent","of-the-user"/);
  });
});
