import assert from "node:assert/strict";
import { afterEach, describe } from "mocha";
import type { Box } from "../support/testLine.ts";
import { command } from "./commandTest.ts";
import { setStage } from "./stage.ts";
import { until } from "./until.ts";

describe("choosing the project", () => {
  const stage = setStage();
  const { pick, type } = stage;
  const box = "Select Project";
  const shown = (): string | number | undefined => {
    const { value } = stage.app.current;
    return value.kind === "ready" ? value.project.project : undefined;
  };
  const shows = (project: string | number): Promise<unknown> =>
    until(`${project} to be shown`, () => shown() === project, stage.app.current.onDidChange);
  afterEach(async () => {
    await stage.app.projects.select(undefined);
    await shows(stage.info.project.path);
  });
  const look = async (saying: string): Promise<Box> => await stage.look(box, saying);
  const enter = async (text: string): Promise<void> => {
    await pick(box, "Enter Path or ID…");
    await look("Enter the path (group/project), ID or URL of a project on");
    await type(box, text);
  };

  command("forgeline.selectProject", "takes a typed path, then the remotes again", async (run) => {
    const { path } = await stage.control.createProject({ path: "elsewhere/deep/other", files: { "README.md": "x" } });
    await Promise.all([run(), enter(path)]);
    await shows(path);
    assert.match(stage.notices.at(-1) ?? "", /^Showing elsewhere\/deep\/other · 127\.0\.0\.1/);
    await Promise.all([run(), pick(box, "Use the Project of the Repository's Remotes")]);
    await shows(stage.info.project.path);
  });

  command("forgeline.selectProject", "takes a typed ID or a pasted URL", async (run) => {
    const { id, path } = await stage.control.createProject({ path: "elsewhere/by-id", files: { "README.md": "x" } });
    await Promise.all([run(), enter(String(id))]);
    await shows(id);
    await Promise.all([run(), enter(`${stage.info.url}/${path}/-/pipelines`)]);
    await shows(path);
  });

  command("forgeline.selectProject", "refuses an invalid path at the field", async (run) => {
    const { path } = await stage.control.createProject({ path: "elsewhere/right", files: { "README.md": "x" } });
    const done = run();
    await enter("elsewhere/wrong");
    const refused = await look("Not found on");
    assert.equal(refused.value, "elsewhere/wrong");
    assert.match(refused.message, /Not found on 127\.0\.0\.1:\d+/);
    await type(box, "nothing");
    assert.equal((await look("Enter a path (group/project) or an ID")).value, "nothing");
    await type(box, path);
    await done;
    await shows(path);
  });

  command("forgeline.selectProject", "offers projects of the remotes", async (run) => {
    const { path } = await stage.control.createProject({ path: "elsewhere/away", files: { "README.md": "x" } });
    await Promise.all([run(), enter(path)]);
    await shows(path);
    await Promise.all([run(), pick(box, stage.info.project.path)]);
    await shows(stage.info.project.path);
  });
});
