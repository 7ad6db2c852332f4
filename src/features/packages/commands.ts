import { textArgs, uriArgs } from "../../core/commands/arguments.ts";
import { type ArgsOf, defineCommands } from "../../core/commands/entries.ts";
import { fileMenu, narrowTitle, row, viewTitle, widenTitle } from "../../core/commands/menus.ts";
import { equals, on, onProjectFile, ready } from "../../core/commands/when.ts";
import { addFeed } from "./commands/config.ts";
import { copyInstallCommand, copyName, copyReference } from "./commands/copy.ts";
import { remove } from "./commands/delete.ts";
import { showDocuments } from "./commands/documents.ts";
import { download, downloadSymbols } from "./commands/download.ts";
import { signIn, signOut } from "./commands/feed.ts";
import { clearSearch, filter, togglePrereleases } from "./commands/filter.ts";
import { showGroup, showProject } from "./commands/group.ts";
import { publish, publishSymbols } from "./commands/publish.ts";
import { search } from "./commands/search.ts";
import type { PackagesContext } from "./context.ts";
import { packageArgs } from "./refs.ts";

export const commands = defineCommands<PackagesContext>()({
  "forgeline.packages.search": {
    title: "Search Packages…",
    icon: "search",
    run: search,
    menus: narrowTitle("packages", on("forgeline.packagesFiltered")),
  },
  "forgeline.packages.filter": {
    title: "Filter Packages…",
    icon: "filter",
    run: filter,
    menus: [viewTitle("packages", "1_view@3", ready)],
  },
  "forgeline.packages.clearSearch": {
    title: "Clear Package Search",
    icon: "clear-all",
    run: clearSearch,
    palette: on("forgeline.packagesFiltered"),
    menus: [widenTitle("packages", on("forgeline.packagesFiltered"))],
  },
  "forgeline.packages.togglePrereleases": {
    title: "Show or Hide Prerelease Packages",
    icon: "beaker",
    run: togglePrereleases,
    menus: [viewTitle("packages", "1_view@4", ready)],
  },
  "forgeline.packages.signIn": {
    title: "Sign In to Package Registry…",
    icon: "sign-in",
    args: textArgs,
    run: signIn,
    menus: [viewTitle("packages", "5_account@1", ready)],
  },
  "forgeline.packages.signOut": {
    title: "Sign Out of Package Registry",
    icon: "sign-out",
    args: textArgs,
    run: signOut,
    menus: [viewTitle("packages", "5_account@2", ready)],
  },
  "forgeline.packages.showGroup": {
    title: "Show Packages of Group…",
    icon: "organization",
    run: showGroup,
    menus: [viewTitle("packages", "2_group@1", ready)],
  },
  "forgeline.packages.showProject": {
    title: "Show Packages of This Project",
    icon: "repo",
    run: showProject,
    palette: on("forgeline.packagesOfGroup"),
    menus: [viewTitle("packages", "navigation@1", ready, on("forgeline.packagesOfGroup"))],
  },
  "forgeline.packages.addFeed": {
    title: "Add Feed to NuGet.config",
    icon: "add",
    run: addFeed,
    menus: [viewTitle("packages", "4_feed@1", ready)],
  },
  "forgeline.packages.publish": {
    title: "Publish Package…",
    icon: "cloud-upload",
    args: uriArgs,
    run: publish,
    menus: [
      viewTitle("packages", "3_publish@1", ready),
      fileMenu("2_run@8", onProjectFile, equals("resourceExtname", /^\.nupkg$/i)),
    ],
  },
  "forgeline.packages.publishSymbols": {
    title: "Publish Symbol Package…",
    icon: "bug",
    args: uriArgs,
    run: publishSymbols,
    menus: [
      viewTitle("packages", "3_publish@2", ready),
      fileMenu("2_run@8", onProjectFile, equals("resourceExtname", /^\.snupkg$/i)),
    ],
  },
  "forgeline.packages.downloadSymbols": {
    title: "Download Symbol File…",
    icon: "debug",
    run: downloadSymbols,
    menus: [viewTitle("packages", "4_feed@3", ready)],
  },
  "forgeline.packages.showDocuments": {
    title: "Show NuGet Feed Documents…",
    icon: "file-code",
    args: packageArgs,
    run: showDocuments,
    menus: [viewTitle("packages", "4_feed@2", ready), row("packages", /^package(Version)?$/, "1_open@1")],
  },
  "forgeline.package.copyName": {
    title: "Copy Package Name",
    icon: "copy",
    args: packageArgs,
    run: copyName,
    menus: [row("packages", /^package(Version)?$/, "7_link@1")],
  },
  "forgeline.package.copyInstallCommand": {
    title: "Copy Package Install Command",
    icon: "terminal",
    args: packageArgs,
    run: copyInstallCommand,
    menus: [row("packages", /^package(Version)?$/, "7_link@2")],
  },
  "forgeline.package.copyReference": {
    title: "Copy PackageReference",
    icon: "code",
    args: packageArgs,
    run: copyReference,
    menus: [row("packages", /^package(Version)?$/, "inline@2"), row("packages", /^package(Version)?$/, "7_link@3")],
  },
  "forgeline.package.download": {
    title: "Download Package…",
    icon: "cloud-download",
    args: packageArgs,
    run: download,
    menus: [row("packages", "packageVersion", "inline@1"), row("packages", /^package(Version)?$/, "6_download@1")],
  },
  "forgeline.package.delete": {
    title: "Delete Package Version…",
    icon: "trash",
    args: packageArgs,
    run: remove,
    menus: [row("packages", /^package(Version)?$/, "9_delete@1")],
  },
});

declare module "../../core/commands/commandArgs.ts" {
  interface CommandArgs extends ArgsOf<typeof commands> {}
}
