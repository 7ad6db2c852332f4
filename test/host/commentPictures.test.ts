import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { uploadBytes } from "../../src/api/upload.ts";
import { Emitter } from "../../src/core/base/events.ts";
import { attach } from "../../src/features/mergeRequests/review/attachments.ts";
import { isNote } from "../../src/features/mergeRequests/review/shownNote.ts";
import { setReviewStage } from "./reviewStage.ts";
import { replace } from "./spies.ts";
import { until } from "./until.ts";

/** A picture of one pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

describe("pictures in the comments of a merge request", () => {
  const review = setReviewStage();
  const { own } = review;
  const { stage } = own;

  const uploaded = async (name: string, bytes: Uint8Array): Promise<string> =>
    (await stage.client.extras.upload(own.project.path, uploadBytes(name, bytes))).markdown;

  it("are shown if they were uploaded to the project, and links otherwise", async () => {
    const drawn = new Emitter<void>();
    const { threads } = review;
    const spy = replace(
      threads,
      "show",
      (real) =>
        function (this: unknown, shown) {
          real.call(threads, shown);
          drawn.fire();
        },
    );
    try {
      const [dot, drawing] = [await uploaded("dot.png", png), await uploaded("drawing.svg", svg)];
      const { thread } = await review.started(`See ${dot} ${drawing} ![far](https://far.example/x.png) and #12.`);
      const body = (): string => (thread.comments.find(isNote)!.body as vscode.MarkdownString).value;
      await until("the picture", () => body().includes("data:"), drawn.event);
      const page = `${review.row.instance}/${own.project.path}`;
      const address = /\((.*)\)/.exec(drawing)?.[1] ?? "";
      assert.equal(
        body(),
        `See ![dot](data:image/png;base64,${png.toString("base64")}) [drawing](${page}${address}) ` +
          `[far](https://far.example/x.png) and [&#35;12](${page}/-/issues/12).`,
      );
    } finally {
      spy.dispose();
    }
  });

  it("are inserted where they were pasted, once they were uploaded, and nothing is if that fails", async () => {
    const document = await vscode.workspace.openTextDocument({ content: "Look:  there", language: "markdown" });
    const at = new vscode.Position(0, 6);
    const files = [{ name: "dot.png", open: () => Promise.resolve(uploadBytes("dot.png", png)) }];
    const send = () => attach(stage.app, review.place, document, [new vscode.Range(at, at)], files);
    await send();
    assert.match(document.getText(), /^Look: !\[dot\]\(\/uploads\/[\da-f]{32}\/dot\.png\) there$/);
    const before = document.getText();
    await stage.control.fault({ method: "POST", path: "/uploads$", times: 1, status: 413 });
    await assert.rejects(send, /“dot\.png” was not uploaded and not added to the comment\./);
    assert.equal(document.getText(), before);
  });
});
