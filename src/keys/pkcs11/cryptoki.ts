import { createRequire } from 'node:module';
import { CustodyError } from '../custody.ts';

/** Identifies a session, an object or a slot. */
export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  readonly value: number | boolean | Buffer | string;
}

interface Ecdh {
  readonly type: number;
  readonly kdf: number;
  readonly publicData: Buffer;
}

interface Gcm {
  readonly type: number;
  readonly iv: Buffer;
  readonly ivBits: number;
  readonly aad: Buffer;
  readonly tagBits: number;
}

interface Mechanism {
  readonly mechanism: number;
  readonly parameter: Ecdh | Gcm | null;
}

/**
 * The functions of PKCS#11 (Cryptoki) that are used here, with the signatures of pkcs11js. They are declared
 * here, because the package is optional and the sources must compile without it. Their errors begin with the
 * name of the return value, `CKR_…`.
 */
export interface Cryptoki {
  load(path: string): void;
  C_Initialize(): void;
  C_Finalize(): void;
  C_GetSlotList(withToken: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_Login(session: Handle, user: number, pin: string): void;
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void;
  C_FindObjects(session: Handle, most: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: readonly Pick<Attribute, 'type'>[],
  ): { readonly value: Buffer }[];
  C_GenerateKeyPair(
    session: Handle,
    mechanism: Mechanism,
    publicTemplate: readonly Attribute[],
    privateTemplate: readonly Attribute[],
  ): { readonly publicKey: Handle; readonly privateKey: Handle };
  C_GenerateKey(session: Handle, mechanism: Mechanism, template: readonly Attribute[]): Handle;
  C_CreateObject(session: Handle, template: readonly Attribute[]): Handle;
  C_WrapKey(session: Handle, mechanism: Mechanism, wrapping: Handle, key: Handle, wrapped: Buffer): Buffer;
  C_UnwrapKey(
    session: Handle,
    mechanism: Mechanism,
    unwrapping: Handle,
    wrapped: Buffer,
    template: readonly Attribute[],
  ): Handle;
  C_EncryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Encrypt(session: Handle, data: Buffer, encrypted: Buffer): Buffer;
  C_DecryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Decrypt(session: Handle, data: Buffer, decrypted: Buffer): Buffer;
  C_DestroyObject(session: Handle, object: Handle): void;
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Sign(session: Handle, data: Buffer, signature: Buffer): Buffer;
  C_DeriveKey(session: Handle, mechanism: Mechanism, key: Handle, template: readonly Attribute[]): Handle;
}

const PACKAGE = 'pkcs11js';

/** @throws CustodyError if the optional package is not installed or cannot run here */
function loadCryptoki(module: string): Cryptoki {
  let binding: { readonly PKCS11: new () => Cryptoki };
  try {
    binding = createRequire(import.meta.url)(PACKAGE) as typeof binding;
  } catch (cause) {
    throw new CustodyError(
      `the package ${PACKAGE}, which calls the module, is not installed beside Diptych; with a C++ compiler and Python, run for example npm install --global --allow-scripts=${PACKAGE} ${PACKAGE}`,
      { cause },
    );
  }
  const cryptoki = new binding.PKCS11();
  try {
    cryptoki.load(module);
  } catch (cause) {
    throw new CustodyError('the PKCS#11 module cannot be loaded; check the path keys.pkcs11.module', {
      cause,
    });
  }
  return cryptoki;
}

/** For example `CKR_PIN_INCORRECT`; undefined if the error is not from PKCS#11. */
export function returnValueOf(error: unknown): string | undefined {
  return error instanceof Error ? /^CKR_\w+/.exec(error.message)?.[0] : undefined;
}

/** A loaded module. All sessions share it, because PKCS#11 allows one application per process. */
export interface Library {
  readonly cryptoki: Cryptoki;
  /** Counts restarts. Handles of an earlier generation are no longer valid. */
  generation: number;
}

const libraries = new Map<string, Library>();

function initialize(cryptoki: Cryptoki): void {
  try {
    cryptoki.C_Initialize();
  } catch (error) {
    if (returnValueOf(error) !== 'CKR_CRYPTOKI_ALREADY_INITIALIZED') throw error;
  }
}

/** @throws CustodyError if the module cannot be loaded */
export function libraryOf(module: string): Library {
  const known = libraries.get(module);
  if (known) return known;
  const cryptoki = loadCryptoki(module);
  initialize(cryptoki);
  const library = { cryptoki, generation: 1 };
  libraries.set(module, library);
  return library;
}

/** Closes all sessions and searches for tokens again. */
export function restart(library: Library): void {
  library.generation += 1;
  try {
    library.cryptoki.C_Finalize();
  } catch {
    // The module was not initialized yet; it is next.
  }
  initialize(library.cryptoki);
}
