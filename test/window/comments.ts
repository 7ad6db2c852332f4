/** Comment threads, as extensions make them and VS Code keeps them. */
import type * as vscode from "vscode";

export type Thread = vscode.CommentThread & { readonly isDisposed: boolean };

export class Comments {
  readonly controllers = new Map<string, { readonly api: vscode.CommentController; readonly threads: Set<Thread> }>();

  readonly createCommentController = (id: string, label: string): vscode.CommentController => {
    const threads = new Set<Thread>();
    const api: vscode.CommentController = {
      id,
      label,
      createCommentThread: (uri, range, comments) => {
        const thread = {
          uri,
          range,
          comments,
          collapsibleState: 0,
          canReply: true,
          isDisposed: false,
          dispose: () => {
            Object.assign(thread, { isDisposed: true });
            threads.delete(thread);
          },
        };
        threads.add(thread);
        return thread;
      },
      dispose: () => {
        for (const thread of threads) thread.dispose();
        this.controllers.delete(id);
      },
    };
    this.controllers.set(id, { api, threads });
    return api;
  };
}
