// The checked habits of CONTRIBUTING.md. Each rule says what to do instead.
import { defineConfig, type OxlintConfig } from "oxlint";

type Rules = NonNullable<OxlintConfig["rules"]>;

const vscodeFree = [
  "src/api/**",
  "src/auth/{callback,callbackInbox,claims,handover,lock,oauth,pkce,processIdentity,session,sessionStore,tokens}.ts",
  "src/git/remotes.ts",
  "src/logs/{ansi,batch,clock,colors,errorKind,follow,line,logAddress,logErrors,logFeed,logScheme,logSections,logSegment,logSnapshot,logText,marker,newest,numbers,parser,raw,reader,renewal,sections,sgr,style,timestamps,transcript,visible,writer}.ts",
  "src/tree/{poll,rows,rowEntry,tails,pagedList,openMemory}.ts",
  "src/ui/{age,statusLook}.ts",
  "src/views/{actions,badge,branchPipeline,bridges,changedFiles,commitRange,headPipelines,mergeRequestFilter,mergeRequestFolders,mergeRequestList,jobScope,markdown,pipelineFilter,pipelineJobs,pipelineNodes,projectMergeRequests,projectPipelines,refreshEvents,stages}.ts",
  "src/blame/{annotationText,blamedFile,linePairs,lineRanges,sameLines}.ts",
  "src/ci/yaml.ts",
  "src/commands/offeredVariables.ts",
  "src/ci/lens/{branchJobs,jobResults}.ts",
  "src/ci/lint/{messagePlace,messageSubject}.ts",
  "src/ci/language/{assemble,ciFileNames,cycles,document,headComment,includeProblems,includes,jobCycles,namesAt,nearest,needs,nodes,pipeline,problems,repeatedKeys,stageEdit,textEdit}.ts",
  "src/ci/merge/**",
  "src/ci/{ciFileText,ciNames,insertion,runVariables,templateStore,templateStores}.ts",
  "src/edited/{authority,drafts,hostText}.ts",
  "src/wiki/{address,headings,linkTargets,mentions,pageLinks,pages}.ts",
  "src/commitFiles/**",
  "src/console/**",
  "src/artifacts/{address,archiveListings,entry,limited,listing,remoteArchive,wholeArchive,zipDirectory}.ts",
  "src/protection/{branch,patterns,protections,whoMay}.ts",
  "src/people/{keptReads,mentions,userCards,accountPages,counts,emoji,ownStatus,sshKeyFiles,sshKeyFingerprint,sshKeyText}.ts",
  "src/watching/{claims,ending,ownPipelines,watcher,watches}.ts",
  "src/snippets/{address,change,contents,read,savedTogether}.ts",
  "src/packages/**",
  "src/vulnerabilities/{address,finding,judgment,watched}.ts",
  "src/testReports/{cases,history,pace,rerunJobs,shownText,stackFrames}.ts",
  "src/overview/{addresses,element,html,labelColors,markdown,messages,overview,plainHtml,siblings}.ts",
  "src/graph/{ciFile,criticalPath,edgeShape,graph,messages,needs,neighbours}.ts",
  "src/problems/{checkout,paths,places,problemReading}.ts",
  "src/problems/matchers/**",
  "src/pages/**/*.ts",
];

/** What each room may import from, besides itself and the files beside extension.ts. */
const ground = ["api", "auth", "git", "ui", "tree", "edited"];
const rooms: Readonly<Record<string, readonly string[]>> = {
  api: [],
  auth: ["api"],
  git: ["api", "auth"],
  ui: ["api", "auth", "git"],
  tree: ["api", "auth", "git", "ui"],
  edited: ["api", "auth", "git", "ui"],
  mergeRequests: ground,
  commitFiles: ground,
  protection: ground,
  administration: ground,
  people: ground,
  views: [...ground, "protection", "people", "administration", "mergeRequests", "wiki", "snippets", "vulnerabilities", "packages", "artifacts"],
  documents: [...ground, "mergeRequests"],
  comments: [...ground, "documents"],
  logs: ground,
  ci: [...ground, "views"],
  wiki: ground,
  snippets: ground,
  vulnerabilities: ground,
  artifacts: ground,
  packages: ground,
  problems: [...ground, "logs"],
  reports: [...ground, "mergeRequests"],
  testReports: [...ground, "problems"],
  console: ["api"],
  graph: [...ground, "ci", "views", "overview"],
  watching: ground,
  overview: [...ground, "mergeRequests", "views"],
  pages: ["overview", "graph"],
  blame: [...ground, "views", "documents"],
  commands: [...ground, "protection", "people", "administration", "blame", "mergeRequests", "commitFiles", "views", "documents", "comments", "logs", "ci", "wiki", "snippets", "vulnerabilities", "packages", "artifacts", "problems", "reports", "testReports", "graph", "watching", "overview", "console"],
};
const undiciIndex = { name: "undici", message: "Import undici/lib/...: the index installs a process-wide dispatcher." };
const roomImports = (room: string, outside?: string): NonNullable<Rules["no-restricted-imports"]> => {
  const barred = Object.keys(rooms).filter((other) => other !== room && rooms[room]?.includes(other) !== true);
  const patterns = [
    ...(barred.length > 0 ? [{ group: barred.map((other) => `**/${other}/**`), message: `Imports point one way: src/${room} stands below that room.` }] : []),
    ...(outside ? [{ regex: outside, message: `src/${room} is usable on its own: nothing from outside the folder.` }] : []),
  ];
  return ["error", { paths: [undiciIndex], ...(patterns.length > 0 ? { patterns } : {}) }];
};

const selectors = {
  moduleLet: {
    selector: "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > VariableDeclaration[kind='let']",
    message: "No module-level state: build it in extension.ts and hand it over.",
  },
  proposed: {
    selector: "Literal[value=/^vscode\\.proposed\\./]",
    message: "Proposed API is forbidden: no released VS Code runs it for us.",
  },
  vscodeCast: {
    selector: ":matches(TSAsExpression, TSTypeAssertion) > :matches(Identifier[name='vscode'], MemberExpression[object.name='vscode']).expression",
    message: "What the types of VS Code do not have, the oldest supported VS Code does not have.",
  },
  globalDispatcher: {
    selector: "Identifier[name=/^(setGlobalDispatcher|getGlobalDispatcher)$/]",
    message: "The extension host is shared: always pass a dispatcher.",
  },
  registerCommand: {
    selector: "CallExpression[callee.property.name=/^register(TextEditor)?Command$/]",
    message: "Commands are registered in commands/register.ts only.",
  },
  setContext: {
    selector: "Literal[value='setContext']",
    message: "Context keys are set in ui/contextKeys.ts only.",
  },
  errorMessage: {
    selector: "CallExpression[callee.property.name='showErrorMessage']",
    message: "Errors are reported by ui/report.ts only: one log entry, at most one message.",
  },
  treeItemClass: {
    selector: "ClassDeclaration[superClass.property.name='TreeItem'], ClassDeclaration[superClass.name='TreeItem']",
    message: "Nodes are plain data; a kind's item() builds the TreeItem.",
  },
  shownLiteral: {
    selector:
      "CallExpression[callee.property.name=/^show(Information|Warning|Error)Message$|^setStatusBarMessage$/] > :matches(Literal[value=/[A-Za-z]/], TemplateLiteral)",
    message: "Text that a person reads goes through l10n.t.",
  },
  labelLiteral: {
    selector:
      "Property[key.name=/^(placeHolder|placeholder|prompt|tooltip|title|detail|label|description)$/] > :matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral[quasis.0.value.raw=/[A-Za-z]{2}/]).value",
    message: "Text that a person reads goes through l10n.t.",
  },
  assignedLiteral: {
    selector:
      "AssignmentExpression[left.property.name=/^(placeholder|prompt|tooltip|title|detail|label|description|message|text|validationMessage)$/] > :matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral[quasis.0.value.raw=/[A-Za-z]{2}/]).right",
    message: "Text that a person reads goes through l10n.t.",
  },
  passedLiteral: {
    selector:
      ":matches(NewExpression[callee.name=/^(UserError|TreeItem)$/], NewExpression[callee.property.name='TreeItem'], CallExpression[callee.name=/^(notice|offer|withProgress)$/]) > :matches(Literal[value=/[A-Za-z]{2}/], TemplateLiteral[quasis.0.value.raw=/[A-Za-z]{2}/]):first-child",
    message: "Text that a person reads goes through l10n.t.",
  },
  hookAssertion: {
    selector:
      "CallExpression[callee.name=/^(before|after)(Each)?$/] > :function CallExpression:matches([callee.name='assert'], [callee.object.name='assert'])",
    message: "Mocha skips the tests behind a failed hook: assert in a test, throw an Error where a hook cannot prepare.",
  },
  typesVscode: {
    selector: "ImportDeclaration[source.value='vscode'][importKind!='type']",
    message: "This file runs without VS Code: import type only.",
  },
};
const forbid = (...names: (keyof typeof selectors)[]): ["error", ...unknown[]] => ["error", ...names.map((name) => selectors[name])];
const everywhere = ["moduleLet", "proposed", "vscodeCast", "globalDispatcher", "treeItemClass"] as const;
const guarded = ["registerCommand", "setContext", "errorMessage"] as const;
const texts = ["shownLiteral", "labelLiteral", "assignedLiteral", "passedLiteral"] as const;

/** Beyond the category of what is outright wrong. */
const strict = [
  "no-array-constructor",
  "no-case-declarations",
  "no-empty",
  "no-prototype-builtins",
  "no-regex-spaces",
  "no-unexpected-multiline",
  "no-useless-assignment",
  "no-useless-constructor",
  "no-var",
  "prefer-const",
  "prefer-rest-params",
  "prefer-spread",
  "preserve-caught-error",
];
const strictTypes = [
  "ban-ts-comment",
  "no-deprecated",
  "no-dynamic-delete",
  "no-empty-object-type",
  "no-explicit-any",
  "no-extraneous-class",
  "no-import-type-side-effects",
  "no-invalid-void-type",
  "no-misused-promises",
  "no-mixed-enums",
  "no-namespace",
  "no-non-null-asserted-nullish-coalescing",
  "no-non-null-assertion",
  "no-require-imports",
  "no-unnecessary-boolean-literal-compare",
  "no-unnecessary-condition",
  "no-unnecessary-template-expression",
  "no-unnecessary-type-arguments",
  "no-unnecessary-type-assertion",
  "no-unnecessary-type-constraint",
  "no-unnecessary-type-conversion",
  "no-unnecessary-type-parameters",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-function-type",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "only-throw-error",
  "prefer-literal-enum-member",
  "prefer-promise-reject-errors",
  "prefer-reduce-type-parameter",
  "prefer-return-this-type",
  "related-getter-setter-pairs",
  "require-await",
  "restrict-plus-operands",
  "unified-signatures",
  "use-unknown-in-catch-callback-variable",
];
const errors = (names: readonly string[]): Record<string, "error"> => Object.fromEntries(names.map((name) => [name, "error"]));

export default defineConfig({
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: "error", denyWarnings: true },
  plugins: ["typescript"],
  jsPlugins: ["./test/support/lintPlugin.ts"],
  categories: { correctness: "error" },
  env: { builtin: true },
  ignorePatterns: ["dist/", "out/", ".vscode-test/", "media/", "test/service/sample/"],
  rules: errors(strict),
  overrides: [
    // Without types of their own.
    { files: ["**/*.js", "**/*.mjs"], rules: { "typescript/restrict-template-expressions": "off" } },
    {
      files: ["src/**/*.ts", "test/**/*.ts", "oxlint.config.ts"],
      rules: {
        ...errors(strictTypes.map((name) => `typescript/${name}`)),
        "typescript/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
        "typescript/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
        "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
        "typescript/return-await": ["error", "error-handling-correctness-only"],
        "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
        // Nothing but texts is sorted without a comparison.
        "typescript/require-array-sort-compare": "off",
        "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
        "forgeline/no-restricted-syntax": forbid(...everywhere, ...guarded, ...texts),
        "no-restricted-imports": ["error", { paths: [undiciIndex] }],
        "no-console": "error",
      },
    },
    ...Object.keys(rooms).map((room) => ({
      files: [`src/${room}/**/*.ts`],
      rules: { "no-restricted-imports": roomImports(room) },
    })),
    { files: ["src/api/*.ts"], rules: { "no-restricted-imports": roomImports("api", "^\\.\\./") } },
    { files: ["src/api/resources/*.ts"], rules: { "no-restricted-imports": roomImports("api", "^\\.\\./\\.\\./") } },
    { files: ["src/commands/register.ts"], rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, "setContext", "errorMessage", ...texts) } },
    { files: ["src/ui/contextKeys.ts"], rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, "registerCommand", "errorMessage", ...texts) } },
    { files: ["src/ui/report.ts"], rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, "registerCommand", "setContext", ...texts) } },
    { files: vscodeFree, rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, ...guarded, "typesVscode") } },
    {
      files: ["test/**/*.ts", "oxlint.config.ts"],
      rules: {
        "forgeline/no-restricted-syntax": forbid("proposed", "hookAssertion"),
        "no-restricted-imports": "off",
        "no-console": "off",
        "typescript/no-non-null-assertion": "off",
        // Private members stay private: a test looks at what others can see.
        "typescript/dot-notation": "error",
      },
    },
  ],
});
