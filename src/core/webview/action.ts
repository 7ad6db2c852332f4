/** What the buttons of the page do. The page sends no more than these words: what they are about is known to the panel. */
export const pageDeeds = [
  "merge",
  "cancelAutoMerge",
  "checkOut",
  "openChanges",
  "edit",
  "close",
  "reopen",
  "approve",
  "openInBrowser",
  "reload",
  "remedy",
  "help",
  "showPipeline",
] as const;

export type PageDeed = (typeof pageDeeds)[number];

export type PageAction = { readonly do: PageDeed } | { readonly do: "showLog"; readonly job: number };
