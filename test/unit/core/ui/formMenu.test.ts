import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FakePick, nextBox, settled, setStubBoxes } from "./stubBoxes.ts";

const { FormMenu } = await import("../../../../src/core/ui/formMenu.ts");

const choices = ["Create", "Title"].map((label) => ({ label, value: label }));
const question = () => ({ title: "Form", placeholder: "", choices });

describe("the menu of a form", () => {
  setStubBoxes();

  it("begins at its first act, but never at one that the host has just refused", async () => {
    const menu = new FormMenu<string>("Create");
    const active = async (): Promise<string | undefined> => {
      const shown = nextBox(FakePick);
      const answer = menu.ask(question);
      const box = await shown;
      await settled();
      const [first] = box.activeItems;
      box.choose("Create");
      await answer;
      return first?.label;
    };
    assert.equal(await active(), "Create");
    menu.refused = { message: "The title is taken." };
    assert.equal(await active(), "The title is taken.");
    menu.refused = undefined;
    assert.equal(await active(), "Create");
  });
});
