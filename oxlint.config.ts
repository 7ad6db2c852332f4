// The checked habits of CONTRIBUTING.md. Each rule says what to do instead.
import { defineConfig } from "oxlint";

/** Files that never import `vscode` at run time. */
export const vscodeFree = [
  "src/api/**",
  "src/auth/{activeSession,callback,callbackInbox,claims,handover,lifetime,oauth,pkce,renewal,renewalRequests,session,sessionStore,tokens,unsavedRenewal}.ts",
  "src/core/addresses/*.ts",
  "src/core/artifacts/{address,archiveListings,entry,limited,listing,remoteArchive,wholeArchive,zipDirectory}.ts",
  "src/core/base/*.ts",
  "src/core/ciFile/*.ts",
  "src/core/ciTemplates/*.ts",
  "src/core/comparisons/{findLines,folderTree,linePairs,movedLines,sameLines}.ts",
  "src/core/diagnosis/*.ts",
  "src/core/filters/{filterMemory,listFilter,moment}.ts",
  "src/core/groups/*.ts",
  "src/core/logText/*.ts",
  "src/core/mergeRequests/{commitRange,filter,folders,headPipelines,list,mergedBranch,projectMergeRequests}.ts",
  "src/core/net/{connectionSettingError,fetchDispatcher,proxy}.ts",
  "src/core/people/emoji.ts",
  "src/core/pipelines/{branchPipeline,bridges,filter,nodes,pace,pipelineJobs,projectPipelines,rowContext,stages,testCases}.ts",
  "src/core/pipelines/{criticalPath,durations,estimates,jobKey,pastDurations,stoppedJobs,timeLeft}.ts",
  "src/core/problems/{checkout,paths,places,problemCollector}.ts",
  "src/core/problems/matchers/*.ts",
  "src/core/records/*.ts",
  "src/core/remoteText/{authority,merge,remoteText}.ts",
  "src/core/tree/{footerRows,openMemory,pagedList,poll,refreshEvents,refreshTask,rowEntry,rows}.ts",
  "src/core/ui/{age,inertMarkdown,pasteable,plainText,saveName,shortSha,statusStyle}.ts",
  "src/core/webview/{element,html,links,markdown,messages,plainHtml,siblings}.ts",
  "src/core/webview/browser/*.ts",
  "src/features/agents/{input,jobLogLines,paging,toolNames}.ts",
  "src/features/agents/mcp/{configurations,install,privateFolder,protocol,socketPlace,socketServer,toolListing,windowEntries}.ts",
  "src/features/agents/mcp/script/*.ts",
  "src/features/apiConsole/{contractTable,indentJson,masked,operation,operationTable,received,request,requestText,responseText,values}.ts",
  "src/features/ci/language/{cycles,fileEdit,includeProblems,jobAt,jobCycles,nearest,problems,stageEdit}.ts",
  "src/features/ci/lens/{branchJobs,jobResults}.ts",
  "src/features/ci/lint/{messagePlace,messageSubject}.ts",
  "src/features/ci/merge/*.ts",
  "src/features/ci/templates/insertion.ts",
  "src/features/jobs/filter.ts",
  "src/features/jobs/follow/{followPipeline,nextJob,pollTurns}.ts",
  "src/features/jobs/log/{batch,clock,follow,latestItems,logFeed,raw,reader,refreshSchedule,writer}.ts",
  "src/features/mergeRequests/page/{labelColors,model}.ts",
  "src/features/mergeRequests/page/browser/*.ts",
  "src/features/packages/nuget/*.ts",
  "src/features/people/me/{countsOf,status,waitingChanges}.ts",
  "src/features/people/sshKeys/{files,fingerprint,text}.ts",
  "src/features/people/users/{cards,mentions,readCache}.ts",
  "src/features/pipelines/commands/offeredVariables.ts",
  "src/features/pipelines/graph/{ciFile,graph,messages,needs,neighbours}.ts",
  "src/features/pipelines/graph/browser/*.ts",
  "src/features/pipelines/notifications/{completionPoller,ending,ownPipelines,watchStore}.ts",
  "src/features/pipelines/testReports/{history,rerunJobs,shownText,stackFrames}.ts",
  "src/features/projectSettings/protectedBranches/{branch,patterns,permissions,protections}.ts",
  "src/features/repository/blame/{annotationText,blamedFile,lineRanges}.ts",
  "src/features/repository/commitFiles/{actions,drafts,errors,examine,newBranch,paths,reasons,repositoryGit,send,sent,snapshot,submodules,syncBranch,target,treeChanges,workingStatus,workingTree}.ts",
  "src/features/snippets/{change,contents,read,writeBatcher}.ts",
  "src/features/vulnerabilities/{address,finding,states,watched}.ts",
  "src/features/wiki/{headings,linkTargets,mentions,pageLinks,pages}.ts",
  "src/git/remotes.ts",
];

const undiciIndex = { name: "undici", message: "Import undici/lib/...: the index installs a process-wide dispatcher." };

const yamlParsers = {
  name: "yaml",
  importNames: ["parse", "parseDocument", "parseAllDocuments", "Composer", "Parser"],
  message: "Use core/ciFile/parseYaml.ts, which bounds what a text can cost.",
};

const selectors = {
  moduleLet: {
    selector:
      "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > VariableDeclaration[kind='let']",
    message: "No module-level state: create it in openContext.ts or a feature.ts and pass it on.",
  },
  proposed: {
    selector: "Literal[value=/^vscode\\.proposed\\./]",
    message: "Proposed API is forbidden: no released VS Code runs it for us.",
  },
  vscodeCast: {
    selector:
      ":matches(TSAsExpression, TSTypeAssertion) > :matches(Identifier[name='vscode'], MemberExpression[object.name='vscode']).expression",
    message: "What the types of VS Code do not have, the oldest supported VS Code does not have.",
  },
  globalDispatcher: {
    selector: "Identifier[name=/^(setGlobalDispatcher|getGlobalDispatcher)$/]",
    message: "The extension host is shared: always pass a dispatcher.",
  },
  registerCommand: {
    selector: "CallExpression[callee.property.name=/^register(TextEditor)?Command$/]",
    message: "Commands are registered in core/commands/register.ts only, those of rows in core/tree/rowCommands.ts.",
  },
  setContext: {
    selector: "Literal[value='setContext']",
    message: "Context keys are set in core/ui/contextKeys.ts only.",
  },
  errorMessage: {
    selector: "CallExpression[callee.property.name='showErrorMessage']",
    message: "Errors are reported by core/ui/report.ts only: one log entry, at most one message.",
  },
  question: {
    selector:
      "CallExpression[callee.property.name='showWarningMessage'] > ObjectExpression:has(Property[key.name='modal'])",
    message: "Questions before an act are asked by core/ui/confirm.ts only: it looks after the account.",
  },
  treeItemClass: {
    selector: "ClassDeclaration[superClass.property.name='TreeItem'], ClassDeclaration[superClass.name='TreeItem']",
    message: "Nodes are plain data; a renderer's item() builds the TreeItem.",
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
    message:
      "Mocha skips the tests behind a failed hook: assert in a test, throw an Error where a hook cannot prepare.",
  },
  typesVscode: {
    selector: "ImportDeclaration[source.value='vscode'][importKind!='type']",
    message: "This file runs without VS Code: import type only.",
  },
};
const forbid = (...names: (keyof typeof selectors)[]): ["error", ...unknown[]] => [
  "error",
  ...names.map((name) => selectors[name]),
];
const everywhere = ["moduleLet", "proposed", "vscodeCast", "globalDispatcher", "treeItemClass"] as const;
const guarded = ["registerCommand", "setContext", "errorMessage", "question"] as const;
const guardedBut = (name: (typeof guarded)[number]) => guarded.filter((one) => one !== name);
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
const ofTests = { group: ["**/test/**"], message: "What ships imports nothing of the tests." };
const errors = (names: readonly string[]): Record<string, "error"> =>
  Object.fromEntries(names.map((name) => [name, "error"]));

export default defineConfig({
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: "error", denyWarnings: true },
  plugins: ["typescript", "import"],
  jsPlugins: ["./tools/lintPlugin.ts"],
  categories: { correctness: "error" },
  env: { builtin: true },
  ignorePatterns: ["dist/", "out/", ".vscode-test/", "media/", "test/service/sample/"],
  rules: errors(strict),
  overrides: [
    // Without types of their own.
    { files: ["**/*.js", "**/*.mjs"], rules: { "typescript/restrict-template-expressions": "off" } },
    {
      files: ["src/**/*.ts", "test/**/*.ts", "tools/**/*.ts", "contract/**/*.ts", "*.config.ts"],
      rules: {
        ...errors(strictTypes.map((name) => `typescript/${name}`)),
        "typescript/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
        // `typeof import(…)` gives the type of a feature's code.
        "typescript/consistent-type-imports": [
          "error",
          { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
        ],
        "typescript/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
        "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
        "typescript/return-await": ["error", "error-handling-correctness-only"],
        "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
        // Nothing but texts is sorted without a comparison.
        "typescript/require-array-sort-compare": "off",
        "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
        "forgeline/no-restricted-syntax": forbid(...everywhere, ...guarded, ...texts),
        "no-restricted-imports": ["error", { paths: [undiciIndex, yamlParsers], patterns: [ofTests] }],
        "no-console": "error",
      },
    },
    {
      files: ["esbuild.js"],
      rules: { "no-restricted-imports": ["error", { patterns: [ofTests] }] },
    },
    {
      files: ["src/**/*.ts"],
      rules: { "forgeline/walls": "error", "import/no-cycle": ["error", { ignoreTypes: false }] },
    },
    {
      files: ["src/core/ciFile/parseYaml.ts"],
      rules: { "no-restricted-imports": ["error", { paths: [undiciIndex], patterns: [ofTests] }] },
    },
    {
      files: ["src/core/commands/register.ts", "src/core/tree/rowCommands.ts"],
      rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, ...guardedBut("registerCommand"), ...texts) },
    },
    {
      files: ["src/core/ui/contextKeys.ts"],
      rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, ...guardedBut("setContext"), ...texts) },
    },
    {
      files: ["src/core/ui/report.ts"],
      rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, ...guardedBut("errorMessage"), ...texts) },
    },
    {
      // Sign-in has no account yet; agents' calls are asked about by a plan of their own.
      files: ["src/core/ui/confirm.ts", "src/auth/signInPrompts.ts", "src/features/agents/mcp/*.ts"],
      rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, ...guardedBut("question"), ...texts) },
    },
    {
      // `npm run contributions` puts their texts into package.nls.json; language models read English.
      files: [
        "src/features/agents/{subject,tools/*}.ts",
        "src/features/*/{commands,*Commands}.ts",
        "src/core/settings.ts",
        "src/core/walkthrough.ts",
        "src/core/mergeRequests/querySchema.ts",
      ],
      rules: {
        "forgeline/no-restricted-syntax": forbid(
          ...everywhere,
          ...guarded,
          "shownLiteral",
          "assignedLiteral",
          "passedLiteral",
        ),
      },
    },
    {
      files: vscodeFree,
      rules: { "forgeline/no-restricted-syntax": forbid(...everywhere, ...guarded, "typesVscode") },
    },
    {
      // Objects with getters stand in for VS Code's; enumerations are read from its declarations; providers are of any type.
      files: ["test/window/**/*.ts"],
      rules: {
        "typescript/no-this-alias": "off",
        "typescript/no-unsafe-enum-comparison": "off",
        "typescript/no-unnecessary-type-parameters": "off",
      },
    },
    {
      files: ["test/**/*.ts", "tools/**/*.ts", "contract/**/*.ts", "*.config.ts"],
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
