/** Which settings a workspace must not decide, and that nothing reads them, or starts git, by another way. */
import assert from "node:assert/strict";
import { userSetting, type UserSetting } from "../../../src/core/userSettings.ts";
import { settingSchemas } from "../../support/settingSchemas.ts";
import { vscodeFakes } from "../../support/vscodeStub.ts";
import { manifest, sources as readSources } from "./sources.ts";

const sources = readSources();
const filesWith = (pattern: RegExp): string[] =>
  [...sources].flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).sort();

/** What each setting chooses: a new one that chooses any of this belongs here. */
const guarded: Readonly<Record<UserSetting, "program" | "address" | "certificates" | "credential" | "access">> = {
  "forgeline.agents.mcp": "access",
  "forgeline.http.transport": "address",
  "forgeline.instances": "address",
  "forgeline.ssh.hostAliases": "address",
  "git.path": "program",
  "http.noProxy": "address",
  "http.proxy": "address",
  "http.proxyAuthorization": "credential",
  "http.proxyStrictSSL": "certificates",
  "http.proxySupport": "address",
  "http.systemCertificates": "certificates",
};
/** Settings of ours that choose nothing of the kind: what is shown, how much and when. A new one has to be put on one of the two lists. */
const harmless = [
  ...["blame.enabled", "ci.lens", "http.timeout", "log.channelLimit", "log.colors", "log.finishedChannels"],
  ...["log.timestamps", "mergeRequests.queries", "mergeRequests.updates", "notifications.ownPipelines"],
  ...["packages.feedVersion", "problems.fromLogs", "status.showInStatusBar"],
].map((name) => `forgeline.${name}`);

describe("settings that a workspace must not decide", () => {
  const properties = settingSchemas<{ readonly scope: string }>();
  const ours = Object.keys(guarded)
    .filter((name) => name.startsWith("forgeline."))
    .sort();

  it("and harmless ones are all that the extension has", () =>
    assert.deepEqual(Object.keys(properties).sort(), [...ours, ...harmless].sort()));

  it("are restricted, and of the machine, where they are ours", () => {
    assert.deepEqual([...manifest.capabilities.untrustedWorkspaces.restrictedConfigurations].sort(), ours);
    for (const name of ours) assert.equal(properties[name]?.scope, "machine", name);
  });

  it("are all read by userSetting", () => {
    const named = [...sources.values()].flatMap((text) =>
      [...text.matchAll(/\b(?:userSetting|text)\("([\w.]+)"\)/g)].map(([, name]) => name),
    );
    assert.deepEqual([...new Set(named)].sort(), Object.keys(guarded).sort());
  });

  it("are read by nothing else", () =>
    assert.deepEqual(filesWith(/\bgetConfiguration\(/), [
      "src/core/config.ts",
      "src/core/ui/pasteAndDrop.ts",
      "src/core/userSettings.ts",
    ]));

  it("decide which git runs, in the two places that start programs", () => {
    assert.deepEqual(filesWith(/import\("simple-git"\)|^import (?!type\b).*"simple-git"/m), ["src/git/openGit.ts"]);
    assert.deepEqual(filesWith(/child_process|\bcreateTerminal\(|\bShellExecution\b|\bProcessExecution\b/), [
      "src/git/hostGit.ts",
    ]);
    // A thread of ours, whose program is a file of the package.
    assert.deepEqual(filesWith(/worker_threads/), ["src/core/lazy/inWorker.ts", "src/core/lazy/worker.ts"]);
  });

  it("come from the user's settings, else the default", () => {
    const levels: Record<string, unknown> = { workspaceValue: "w", workspaceFolderValue: "f", defaultValue: "d" };
    vscodeFakes.workspace = { getConfiguration: () => ({ inspect: () => levels }) };
    assert.equal(userSetting("http.proxy"), "d");
    levels["globalValue"] = "g";
    assert.equal(userSetting("http.proxy"), "g");
    levels["globalValue"] = false;
    assert.equal(userSetting("http.proxyStrictSSL"), false);
  });
});
