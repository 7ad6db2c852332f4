// One form for every file of code, applied by `npm run format` and checked by `npm run lint`.
import { defineConfig } from "oxfmt";

export default defineConfig({
  printWidth: 120,
  sortImports: { groups: ["builtin", "external", ["parent", "sibling", "index"]], newlinesBetween: false },
  // Generated, kept as they are written by hand, or what the tests are about.
  ignorePatterns: [
    "**/*.md",
    "package*.json",
    "media/",
    "test/service/sample/",
    "test/service/templates/",
    "/contract/",
    "test/unit/**/samples/",
  ],
});
