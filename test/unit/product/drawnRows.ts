import type { CancellationToken, TreeDataProvider, TreeItem } from "vscode";

export interface Row {
  readonly kind: string;
}

export const neverCanceled = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
} as CancellationToken;

/**
 * Draws the rows of a view with their tooltips.
 * @param expandedOfKind how many rows of a kind below one row are expanded: below the others there is the same
 * @param failed is told what the provider throws
 */
export async function drawRows<T extends Row>(
  provider: TreeDataProvider<T>,
  expandedOfKind: number,
  drawn: (row: T, item: TreeItem, path: readonly string[]) => void,
  failed: (error: unknown, path: readonly string[]) => void,
): Promise<void> {
  const drawBelow = async (row: T | undefined, path: readonly string[]): Promise<void> => {
    const ofKind = new Map<string, number>();
    for (const one of (await provider.getChildren(row)) ?? []) {
      const before = ofKind.get(one.kind) ?? 0;
      ofKind.set(one.kind, before + 1);
      const own = [...path, one.kind];
      try {
        const plain = await provider.getTreeItem(one);
        const item = (await provider.resolveTreeItem?.(plain, one, neverCanceled)) ?? plain;
        drawn(one, item, own);
        // Downstream pipelines have downstream pipelines.
        if (before < expandedOfKind && !path.includes(one.kind) && (item.collapsibleState ?? 0) !== 0)
          await drawBelow(one, own);
      } catch (error) {
        failed(error, own);
      }
    }
  };
  await drawBelow(undefined, []);
}
