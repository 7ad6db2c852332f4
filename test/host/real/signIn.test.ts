import * as vscode from "vscode";
import { sessionOf } from "../signedIn.ts";
import { setStage } from "../stage.ts";

describe("signing in, as VS Code shows it @window", () => {
  const stage = setStage({ account: false });

  it("offers to sign in again in the views of an expired session", async () => {
    await stage.app.sessions.write(sessionOf("alice", { status: "expired" }));
    await vscode.commands.executeCommand("forgeline.pipelines.focus");
    await stage.person({ action: "find", role: "button", name: "Sign In Again" });
  });
});
