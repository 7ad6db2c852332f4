import { timingSafeEqual, createHash } from "node:crypto";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { redirect, type Reply } from "../http/reply.ts";
import { GET, POST, type Route } from "../http/router.ts";
import { markup, page, upFrom } from "../pages/page.ts";

/** The web sign-in: user name and password, then back to where the person wanted to go. */
export function signInRoutes(hosting: Hosting): Route[] {
  return [
    GET("/users/sign_in", (request) => signInPage(request, request.query.text("return_to") ?? "/")),
    POST("/users/sign_in", (request) => signIn(hosting, request)),
  ];
}

/** Asks the person to sign in; shown in place of a page that needs it. `returnTo` is a path below the instance, with query. */
export function signInPage(request: Incoming, returnTo: string, problem?: string): Reply {
  return page(
    request.path,
    "Sign in",
    markup`${problem === undefined ? undefined : markup`<p class="error" role="alert">${problem}</p>`}
<form method="post" action="${upFrom(request.path)}users/sign_in">
<input type="hidden" name="return_to" value="${returnTo}">
<label for="username">Username</label><input id="username" name="username" autocomplete="username" autofocus required>
<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<div><button type="submit">Sign in</button></div>
</form>`,
    { status: problem === undefined ? 200 : 422 },
  );
}

async function signIn(hosting: Hosting, request: Incoming): Promise<Reply> {
  const fields = await request.fields();
  const returnTo = fields.text("return_to") ?? "/";
  hosting.secrets.note("password", fields.text("password"));
  const user = hosting.state.userNamed(fields.text("username") ?? "");
  if (!user || user.state !== "active" || !same(user.password, fields.text("password") ?? "")) {
    return signInPage(request, returnTo, "Invalid login or password.");
  }
  // Only a path below the instance: anything else would make this an open redirect.
  const target = /^\/(?![/\\])[!-[\]-~]*$/.test(returnTo) ? returnTo : "/";
  return redirect(`${upFrom(request.path)}${target.slice(1)}`, 303, { "Set-Cookie": hosting.sessions.start(user) });
}

function same(expected: string, actual: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(expected), digest(actual));
}
