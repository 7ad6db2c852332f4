import { l10n } from "vscode";
import type { UpdateUser } from "../../../api/resources/userRequests.ts";
import type { User } from "../../../api/resources/userTypes.ts";
import { uploadFile } from "../../../api/upload.ts";
import { UserError } from "../../../core/base/errors.ts";
import { foundIf, hasFields } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { submitText } from "../../../core/ui/form.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { askFlag, askIdentity, askPasswordWay, askPicture, pictureType, problemWords, typedPassword } from "./ask.ts";
import { userError } from "./errors.ts";
import { fieldRequest, isFlag, isNumber, passwordRequest, type UserField, valueOf } from "./fields.ts";
import { fieldName, fieldPrompt, valueWords } from "./labels.ts";
import { userChange, userLabel } from "./pick.ts";

type Whole = UserRef & { readonly user: User };

/** Another administrator changed the field since it was shown. */
export class ChangedMeanwhile extends UserError {
  /** The user as read again. */
  readonly user: User;

  constructor(field: UserField, user: User) {
    const theirs = valueWords(valueOf(user, field)) ?? l10n.t("nothing");
    super(
      l10n.t(
        "Someone changed “{0}” to “{1}” in the meantime. Enter your value again to overwrite it.",
        fieldName(field),
        theirs,
      ),
    );
    this.user = user;
  }
}

/** Reads a user again. @throws UserError when the user is gone, after notifying the views */
export async function readUser(context: Context, { instance, user }: UserRef, signal: AbortSignal): Promise<User> {
  try {
    return await context.connections.get(instance).client.users.get(user.id, {}, { signal });
  } catch (error) {
    const refusal = userError(context, error, instance, { about: user });
    if (refusal instanceof UserError) announce(context, userChange(instance, user.id));
    throw refusal;
  }
}

/**
 * Sends the changes, and reads the user if the answer is empty.
 * @param within the signal of an open form
 * @throws UserError, ApiError
 */
async function update(
  context: Context,
  { instance, user }: Whole,
  changes: UpdateUser,
  within?: AbortSignal,
): Promise<User> {
  const { users } = context.connections.get(instance).client;
  try {
    return await runWrite(
      context,
      l10n.t("Changing {0}…", userLabel(user)),
      userChange(instance, user.id),
      async (signal) =>
        (await users.update(user.id, changes, { signal })) ?? (await users.get(user.id, {}, { signal })),
      {
        within,
        what: changes,
        // What the host does not show, such as a password, cannot be looked up.
        ...(Object.keys(changes).every((name) => name in user) && {
          find: async (signal) => foundIf(await users.get(user.id, {}, { signal }), (now) => hasFields(now, changes)),
        }),
      },
    );
  } catch (error) {
    throw userError(context, error, instance, { about: user, sent: Object.keys(changes) });
  }
}

/**
 * Changes one field; asks again if another administrator changed it since it was shown.
 * @throws GoBack, CancelledError, ApiError, UserError
 */
export async function changeField(context: Context, ref: Whole, field: UserField, beside: UpdateUser): Promise<User> {
  const { user } = ref;
  const seen = valueOf(user, field);
  /** @throws ChangedMeanwhile */
  const sent = async (
    fresh: User,
    saw: string | boolean | undefined,
    value: string | boolean,
    within?: AbortSignal,
  ): Promise<User> => {
    const theirs = valueOf(fresh, field);
    if (theirs === value) return fresh;
    if (theirs !== saw) throw new ChangedMeanwhile(field, fresh);
    return update(context, ref, { ...fieldRequest(field, value), ...beside }, within);
  };
  if (isFlag(field)) {
    const value = await askFlag(field, typeof seen === "boolean" ? seen : undefined);
    if (value === seen) return user;
    return sent(
      await withProgress(l10n.t("Loading {0}…", userLabel(user)), (signal) => readUser(context, ref, signal)),
      seen,
      value,
    );
  }
  let saw = seen;
  return submitText<User>(
    {
      title: fieldName(field),
      place: onlyStep(fieldName(field)),
      prompt: fieldPrompt(field),
      value: typeof seen === "string" ? seen : "",
      validate: (text) => problemWords(field, text, isNumber(field)),
      sending: l10n.t("Changing {0}…", userLabel(user)),
      writes: true,
      failed: (error) => context.report.background(error, "Edit User"),
    },
    async (text, signal) => {
      const fresh = await readUser(context, ref, signal);
      try {
        return await sent(fresh, saw, text.trim(), signal);
      } catch (error) {
        // Now shown: entering it again overwrites.
        if (error instanceof ChangedMeanwhile) saw = valueOf(fresh, field);
        throw error;
      }
    },
  );
}

/**
 * Changes the password. A refused one stays in its box and is not stored.
 * @throws GoBack, CancelledError, ApiError, UserError
 */
export async function changePassword(context: Context, ref: Whole): Promise<User> {
  const way = await askPasswordWay(undefined);
  if (way !== "typed") return update(context, ref, passwordRequest({ way }));
  const title = typedPassword.title();
  return submitText<User>(
    {
      title,
      place: onlyStep(title),
      prompt: typedPassword.prompt(),
      password: true,
      validate: typedPassword.problem,
      sending: l10n.t("Changing {0}…", userLabel(ref.user)),
      writes: true,
      failed: (error) => context.report.background(error, "Edit User"),
    },
    (text, signal) => update(context, ref, passwordRequest({ way, text }), signal),
  );
}

/** Adds or replaces an identity of another provider. @throws GoBack, CancelledError, ApiError, UserError */
export async function changeIdentity(context: Context, ref: Whole): Promise<User> {
  const [first] = ref.user.identities ?? [];
  const identity = await askIdentity(first && { provider: first.provider ?? "", uid: first.extern_uid ?? "" }, false);
  return identity ? update(context, ref, { provider: identity.provider, extern_uid: identity.uid }) : ref.user;
}

/** Changes the avatar to an image file. @throws GoBack, ApiError, UserError */
export async function changePicture(context: Context, ref: Whole): Promise<User> {
  const file = await askPicture();
  return update(context, ref, { avatar: await uploadFile(file, pictureType(file)) });
}
