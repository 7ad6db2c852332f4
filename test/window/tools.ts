/** Tools for language models, as VS Code calls them where there is no chat. */
import { Marked } from "marked";
import type * as vscode from "vscode";
import type { FakeMessages } from "../support/boxes/fakeMessages.ts";
import { decodeEntities } from "../support/fakes/approvingBrowser.ts";
import { CancellationTokenSource, Disposable } from "./events.ts";
import type { Manifest } from "./manifest.ts";

type Tool = vscode.LanguageModelTool<unknown>;

const marked = new Marked();
/** A dialog shows the words of Markdown alone. */
const textOf = (text: string | vscode.MarkdownString = ""): string =>
  typeof text === "string"
    ? text
    : decodeEntities(marked.parse(text.value, { async: false }).replace(/<[^>]*>/g, "")).trim();

export class Tools {
  readonly all = new Map<string, Tool>();
  readonly api: object;

  constructor({ contributes }: Manifest, messages: FakeMessages) {
    const tools = (contributes.languageModelTools ?? []).map(({ name, modelDescription, inputSchema, tags = [] }) => ({
      name,
      description: modelDescription,
      inputSchema,
      tags,
    }));
    this.api = {
      tools,
      registerTool: (name: string, tool: Tool) => {
        this.all.set(name, tool);
        return new Disposable(() => this.all.delete(name));
      },
      registerMcpServerDefinitionProvider: () => new Disposable(() => undefined),
      invokeTool: async (
        name: string,
        options: vscode.LanguageModelToolInvocationOptions<object>,
      ): Promise<unknown> => {
        const tool = this.all.get(name);
        if (!tool) throw new Error(`Tool ${name} was not contributed.`);
        const { token } = new CancellationTokenSource();
        const prepared = await tool.prepareInvocation?.({ input: options.input }, token);
        const question = prepared?.confirmationMessages;
        if (question) {
          const detail = textOf(question.message);
          const answer = await messages.show("information", textOf(question.title), { modal: true, detail }, "Yes");
          if (answer !== "Yes") throw Object.assign(new Error("Canceled"), { name: "Canceled" });
        }
        return tool.invoke(options, token);
      },
    };
  }
}
