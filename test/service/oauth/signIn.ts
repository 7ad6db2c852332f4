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
    POST("/users/sign_out", async (request) => {
      const returnTo = (await request.fields()).text("return_to");
      return redirect(`sign_in${returnTo === undefined ? "" : `?return_to=${encodeURIComponent(returnTo)}`}`, 303, {
        "Set-Cookie": hosting.sessions.end(request),
      });
    }),
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

/** An administrator set the password: its owner chooses another one before anything else (part 3, States and transitions). */
function newPasswordPage(request: Incoming, returnTo: string, username: string, problem?: string): Reply {
  return page(
    request.path,
    "Set a new password",
    markup`${problem === undefined ? markup`<p>Your password was set by an administrator. Choose one of your own.</p>` : markup`<p class="error" role="alert">${problem}</p>`}
<form method="post" action="${upFrom(request.path)}users/sign_in">
<input type="hidden" name="return_to" value="${returnTo}"><input type="hidden" name="username" value="${username}">
<label for="password">Present password</label><input id="password" name="password" type="password" autocomplete="current-password" autofocus required>
<label for="new_password">New password</label><input id="new_password" name="new_password" type="password" autocomplete="new-password" minlength="8" required>
<div><button type="submit">Set password and sign in</button></div>
</form>`,
    { status: problem === undefined ? 200 : 422 },
  );
}

async function signIn(hosting: Hosting, request: Incoming): Promise<Reply> {
  const fields = await request.fields();
  const returnTo = fields.text("return_to") ?? "/";
  for (const name of ["password", "new_password"]) hosting.secrets.note("password", fields.text(name));
  const user = hosting.state.userNamed(fields.text("username") ?? "");
  if (!user || user.state !== "active" || !same(user.password, fields.text("password") ?? "")) {
    return signInPage(request, returnTo, "Invalid login or password.");
  }
  if (user.account.passwordExpired) {
    const wanted = fields.text("new_password");
    if (wanted === undefined) return newPasswordPage(request, returnTo, user.username);
    if (wanted.length < 8 || wanted === user.password)
      return newPasswordPage(request, returnTo, user.username, "Choose another password of at least 8 characters.");
    user.password = wanted;
    user.account = { ...user.account, passwordExpired: false };
  }
  // Only a path below the instance: anything else would make this an open redirect.
  const target = /^\/(?![/\\])[!-[\]-~]*$/.test(returnTo) ? returnTo : "/";
  return redirect(`${upFrom(request.path)}${target.slice(1)}`, 303, { "Set-Cookie": hosting.sessions.start(user) });
}

function same(expected: string, actual: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(expected), digest(actual));
}
