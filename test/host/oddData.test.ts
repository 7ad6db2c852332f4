import assert from "node:assert/strict";
import { Marked } from "marked";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import type { PipelinesNode } from "../../src/core/pipelines/nodes.ts";
import type { Element } from "../../src/core/tree/node.ts";
import { VIEWS } from "../../src/core/views.ts";
import { Rows } from "./rows.ts";
import { viewSuite } from "./viewSuite.ts";

const nasty = [
  `<script>alert(1)</script><img src=x onerror=alert(1)>`,
  `[click](command:workbench.action.quit) $(bug)`,
  `**bold** \`code\` <https://evil.example> https://evil.example www.evil.example me@evil.example`,
  `![i](https://evil.example/x.png)\n\n# Title\n\n| a | b |`,
];

/** The library that VS Code uses for hovers, which show no HTML of a text. */
const marked = new Marked({ gfm: true, breaks: true, renderer: { html: () => "" } });

describe("rows of hosts that send odd data", () => {
  const suite = viewSuite(VIEWS.pipelines, "Pipelines", ({ pipelines }) => pipelines.view);
  const rows = (): Rows<Element<PipelinesNode>> => new Rows(suite.view.provider);

  /** Opens the project and waits until what stands open is read. */
  const open = async (): Promise<void> => {
    await suite.project.open();
    await rows().settled();
  };

  /** A Markdown tooltip leads to the host's page alone, and shows nothing that people formatted. */
  const assertInert = (text: vscode.MarkdownString, page: string): void => {
    assert.deepEqual([text.isTrusted, text.supportHtml, text.supportThemeIcons], [false, false, false]);
    const html = marked.parse(text.value, { async: false });
    const links = [...html.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => href);
    assert.deepEqual(links, [page], html);
    assert.doesNotMatch(html, /<(?:script|img|h1|table|code)\b|command:(?!\/\/)[^<]*"|<strong>bold/, html);
  };

  it("keeps names with HTML, Markdown, command links and icons inert", async () => {
    for (const [at, name] of nasty.entries()) {
      await suite.project.add({
        name,
        ref: `r${at}`,
        jobs: [{ name, stage: name, status: "success" }],
        overrides: { source: name, ref: name, user: { name, username: name } },
      });
    }
    await open();
    const pipelines = await rows().below(await rows().at("All pipelines"));
    assert.equal(pipelines.length, nasty.length);
    for (const row of pipelines) {
      assert.ok(row.element.kind === "pipeline");
      assert.doesNotMatch(`${row.label}${row.description}${row.spoken}`, /\$\(|\]\(|\n/);
      const tooltip = await rows().tooltip(row);
      assertInert(tooltip, row.element.pipeline.web_url ?? "");
      const [stage] = await rows().below(row);
      assert.ok(stage && typeof stage.item.tooltip === "string", "Plain text shows as it is");
      const [job] = await rows().below(stage);
      assert.ok(job?.element.kind === "job");
      assert.doesNotMatch(`${job.label}${job.description}${job.spoken}`, /\$\(|\]\(|\n/);
      assertInert(await rows().tooltip(job), job.element.job.web_url ?? "");
    }
  });

  it("completes the tooltip with duration, coverage and author by one request", async () => {
    const { id } = await suite.project.add({
      ref: "topic",
      status: "success",
      duration: 125,
      coverage: "87.5",
      sha: "a".repeat(40),
    });
    await open();
    const row = await rows().pipeline(id);
    await suite.project.forget();
    const { value } = await rows().tooltip(row);
    for (const part of ["**Duration** 2m 5s", "**Coverage** 87.5%", "**Started by** Alice", "**Commit** aaaaaaaa"])
      assert.ok(value.includes(part), `${part} is not in ${value}`);
    await rows().tooltip(row);
    assert.deepEqual(await suite.project.asked(/pipelines/), [`GET /pipelines/${id}`]);
  });

  it("shows statuses that nobody knows, and follows them as running", async () => {
    const { id } = await suite.project.add({
      ref: "q",
      overrides: { status: "quantum_leap" },
      jobs: [{ name: "j", overrides: { status: "quantum_leap" } }],
    });
    await open();
    const row = await rows().pipeline(id);
    assert.equal(row.icon, "question icon.foreground");
    assert.match(row.spoken, /^Pipeline \d+, quantum leap, /);
    assert.equal(row.context, "pipeline cancelable");
    const job = await rows().pipeline(id, "test", "j");
    assert.deepEqual([job.icon, job.context], ["question icon.foreground", "job cancelable hasLog"]);
    assert.equal(suite.contents.running, true);
  });

  it("coerces numeric string IDs", async () => {
    const { id, jobs } = await suite.project.add({ ref: "text", status: "success", jobs: [{ name: "j" }] });
    const nothing = { name: null, web_url: "", created_at: null, updated_at: null };
    const entry = { id: String(id), iid: "1", project_id: "1", status: "success", source: "push", ref: "text" };
    await suite.control.fault({
      path: suite.project.address("/pipelines\\?"),
      status: 200,
      body: [{ ...entry, ...nothing, sha: "c".repeat(40) }],
    });
    await suite.control.fault({
      path: suite.project.address(`/pipelines/${id}/jobs`),
      status: 200,
      body: [{ id: String(jobs[0]), name: "j", stage: "s", status: "success", pipeline: { id: String(id) } }],
    });
    await open();
    const row = await rows().pipeline(id, "s", "j");
    await suite.control.clearFaults();
    assert.equal(row.id, `${suite.project.instance} ${suite.project.path}/all/${id}/s/${jobs[0] ?? 0}`);
    assert.ok(row.element.kind === "job");
    assert.deepEqual([row.element.pipelineId, row.element.job.id], [id, jobs[0]]);
  });
});
