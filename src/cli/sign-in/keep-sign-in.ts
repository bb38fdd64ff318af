import { UsageError } from '../cli-errors.ts';
import { type Contexts, contextIn, type Interface, type Place, withContext } from './contexts.ts';
import { changeContexts } from './contexts-file.ts';
import { revoke } from './revoke.ts';

/** @throws UsageError if the context is for another server */
export function checkSameServer(all: Contexts, kind: Interface, name: string, url: string): void {
  const known = contextIn(all, name)?.[kind]?.url;
  if (known === undefined || known === url) return;
  throw new UsageError(
    `the context ${name} is for ${known}; choose another name, or run diptych contexts remove ${name}`,
  );
}

/** Stores a sign-in, and makes its context the current one. Returns who was signed in there before. */
export const keepSignIn = (
  kind: Interface,
  name: string,
  place: Required<Place>,
): Promise<string | undefined> =>
  changeContexts((all) => {
    checkSameServer(all, kind, name, place.url);
    const context = contextIn(all, name);
    const before = context?.[kind]?.signIn?.person;
    return [{ ...withContext(all, name, { ...context, [kind]: place }), current: name }, before];
  });

interface SignedOut {
  readonly url: string;
  readonly wasSignedIn: boolean;
  /** The server has confirmed that the sign-in has ended. */
  readonly revoked: boolean;
}

/**
 * Ends the sign-in of a context. The context stays, so that later commands are refused instead of using another server or
 * credential (ADR 30).
 */
export async function signOutOf(kind: Interface, name: string): Promise<SignedOut> {
  const place = await changeContexts((all): readonly [Contexts, Place | undefined] => {
    const context = contextIn(all, name);
    const known = context?.[kind];
    if (known?.signIn === undefined) return [all, known];
    return [withContext(all, name, { ...context, [kind]: { url: known.url } }), known];
  });
  const { url = '', signIn } = place ?? {};
  return { url, wasSignedIn: signIn !== undefined, revoked: signIn !== undefined && (await revoke(signIn)) };
}
