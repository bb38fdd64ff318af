import { randomBytes } from 'node:crypto';
import { CustodyError } from '../custody.ts';
import { type Cryptoki, type Handle, type Library, libraryOf, restart, returnValueOf } from './cryptoki.ts';
import { CK } from './objects.ts';

export interface TokenSettings {
  /** Path of the module, a shared library. */
  readonly module: string;
  readonly tokenLabel: string;
  readonly pin: string;
}

export interface Session {
  readonly cryptoki: Cryptoki;
  readonly handle: Handle;
  /** Handles of private keys by key id. */
  readonly privateKeys: Map<string, Handle>;
}

interface TokenSession {
  /**
   * Runs the work in the open session. If the session was lost or the token was reinserted, opens a new
   * session and runs the work once more. @throws CustodyError
   */
  run<T>(work: (session: Session) => T): T;
  close(): void;
}

/** Return values after which a new session may help. */
const LOST = new Set([
  'CKR_CRYPTOKI_NOT_INITIALIZED',
  'CKR_DEVICE_ERROR',
  'CKR_DEVICE_REMOVED',
  'CKR_FUNCTION_FAILED',
  'CKR_GENERAL_ERROR',
  'CKR_KEY_HANDLE_INVALID',
  'CKR_OBJECT_HANDLE_INVALID',
  'CKR_OPERATION_ACTIVE',
  'CKR_SESSION_CLOSED',
  'CKR_SESSION_HANDLE_INVALID',
  'CKR_TOKEN_NOT_PRESENT',
  'CKR_USER_NOT_LOGGED_IN',
]);

const PIN_REFUSED = new Set([
  'CKR_PIN_INCORRECT',
  'CKR_PIN_EXPIRED',
  'CKR_PIN_INVALID',
  'CKR_PIN_LEN_RANGE',
  'CKR_PIN_LOCKED',
]);

/** The token is absent. It may have been inserted since the module last searched. */
class TokenAbsent extends CustodyError {}

const isLost = (error: unknown): boolean =>
  error instanceof TokenAbsent || LOST.has(returnValueOf(error) ?? '');

function failure(error: unknown): CustodyError {
  if (error instanceof CustodyError) return error;
  const value = returnValueOf(error);
  if (value === undefined) throw error;
  return new CustodyError(`the PKCS#11 token refused (${value})`, { cause: error, code: value });
}

function slotOf(cryptoki: Cryptoki, label: string): Handle {
  const slots = cryptoki.C_GetSlotList(true);
  const [slot, ...others] = slots.filter((one) => cryptoki.C_GetTokenInfo(one).label.trimEnd() === label);
  if (slot === undefined)
    throw new TokenAbsent('no token has the label keys.pkcs11.tokenLabel; is it plugged in and initialized?');
  if (others.length > 0) throw new CustodyError('several tokens have the label keys.pkcs11.tokenLabel');
  return slot;
}

/**
 * A module may use the OpenSSL of Node, and leave its errors in the queue of the thread. The next operation of Node, such as
 * reading a private key, would fail with them. Random bytes are the cheapest operation that empties the queue.
 */
const emptyErrorQueue = (): void => {
  randomBytes(1);
};

/** The process's session with a token, logged in as its user. */
export function tokenSession({ module, tokenLabel, pin }: TokenSettings): TokenSession {
  let library: Library | undefined;
  let kept: { readonly session: Session; readonly generation: number } | undefined;
  let pinWasRefused = false;

  const logIn = (cryptoki: Cryptoki, handle: Handle): void => {
    try {
      cryptoki.C_Login(handle, CK.USER, pin);
    } catch (error) {
      const value = returnValueOf(error) ?? '';
      if (value === 'CKR_USER_ALREADY_LOGGED_IN') return;
      cryptoki.C_CloseSession(handle);
      if (!PIN_REFUSED.has(value)) throw error;
      pinWasRefused = true;
      throw new CustodyError(`the token refused the PIN (${value})`, { cause: error, code: value });
    }
  };

  const open = (): Session => {
    // Does not try again, because a token locks itself after several wrong PINs.
    if (pinWasRefused) throw new CustodyError('the token refused the PIN; correct it and start again');
    library ??= libraryOf(module);
    const { cryptoki, generation } = library;
    const handle = cryptoki.C_OpenSession(slotOf(cryptoki, tokenLabel), CK.SESSION_FLAGS);
    logIn(cryptoki, handle);
    const session = { cryptoki, handle, privateKeys: new Map<string, Handle>() };
    kept = { session, generation };
    return session;
  };

  const current = (): Session => (kept && kept.generation === library?.generation ? kept.session : open());

  const inSession = <T>(work: (session: Session) => T): T => {
    try {
      return work(current());
    } catch (error) {
      if (!isLost(error)) throw failure(error);
    }
    try {
      kept = undefined;
      if (library) restart(library);
      return work(open());
    } catch (error) {
      throw failure(error);
    }
  };

  return {
    run(work) {
      try {
        return inSession(work);
      } finally {
        emptyErrorQueue();
      }
    },
    close() {
      if (!kept || kept.generation !== library?.generation) return;
      const { cryptoki, handle } = kept.session;
      kept = undefined;
      try {
        cryptoki.C_CloseSession(handle);
      } catch {
        // The session is already closed.
      } finally {
        emptyErrorQueue();
      }
    },
  };
}
